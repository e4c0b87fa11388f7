/** `charter login` in a browser at the embedded issuer, renewal of its tokens, profiles, and `charter logout`. */
import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Browser } from '../server/test/browser.ts';
import { CALLERS } from './callers.ts';
import { addressIn, type CommandLine, openCommandLine } from './command-line.ts';
import { type CommandResult, type Environment, openService, type Service } from './service.ts';
import { signInAt } from './sign-in.ts';

let service: Service;
let commandLine: CommandLine;
before(async () => {
  service = await openService();
  commandLine = await openCommandLine();
});
after(async () => {
  await service?.stop();
  await commandLine?.[Symbol.asyncDispose]();
});

const run = (args: readonly string[], environment?: Environment): Promise<CommandResult> =>
  commandLine.run(args, environment);
const readProfiles = async () => JSON.parse(await readFile(commandLine.profiles, 'utf8')).profiles;

/** Runs `charter login`, and signs in at the address that it prints. Returns the page after the redirect too. */
async function login(displayName: string, ...args: string[]): Promise<CommandResult & { page: string }> {
  let page = '';
  const result = await commandLine.login(['--url', service.announcedUrl, ...args], async (note) => {
    page = await (await signInAt(service.announcedUrl, addressIn(note), displayName)).text();
  });
  return { ...result, page };
}

const nameOf = async (running: Promise<CommandResult>): Promise<string> => {
  const { code, stdout, stderr } = await running;
  assert.equal(code, 0, stderr);
  return (JSON.parse(stdout) as { displayName: string }).displayName;
};

describe('the command line', () => {
  it('signs in with the browser, and later commands use the sign-in', async () => {
    const { code, stdout, page } = await login('Sofia Rossi');
    assert.deepEqual([code, stdout], [0, `You are signed in to ${service.announcedUrl} as Sofia Rossi.\n`]);
    assert.match(page, /You are signed in\./);
    assert.equal(await nameOf(run(['whoami', '--json'])), 'Sofia Rossi');
  });

  it('signs in by device code, and asks the person to compare the code', async () => {
    const args = ['--device', '--url', service.announcedUrl, '--profile', 'device'];
    let person = '';
    const ended = await commandLine.login(args, async (note) => {
      const [, address = '', code = ''] =
        /^Open (\S+) on any device, and enter the code (\S+)\.$/m.exec(note) ?? [];
      const within = `${service.announcedUrl}/oidc/`;
      const browser = new Browser();
      const xsrfOf = (text: string) => /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
      const entry = await browser.open(address, within);
      const wrong = await browser.submit(address, within, {
        xsrf: xsrfOf(entry.text),
        user_code: 'BCDF-GHJK',
      });
      assert.match(wrong.text, /role="alert"/);
      const asked = await browser.submit(address, within, { xsrf: xsrfOf(wrong.text), user_code: code });
      assert.ok(asked.text.includes(`<code>${code}</code>`), asked.text);
      const signIn = await browser.submit(address, within, {
        xsrf: xsrfOf(asked.text),
        user_code: code,
        confirm: 'yes',
      });
      person = /name="person" value="([^"]+)"/.exec(signIn.text)?.[1] ?? '';
      const done = await browser.submit(signIn.url, within, { person });
      assert.match(done.text, /You are signed in on the command line/);
    });
    assert.equal(ended.code, 0, ended.stderr);
    const { id } = JSON.parse((await run(['whoami', '--json', '--profile', 'device'])).stdout);
    assert.ok(person.endsWith(id), `${person} ${id}`);
    assert.equal((await run(['logout', '--profile', 'device'])).code, 0);
  });

  it('stores the tokens in a file that only its owner can read', async () => {
    assert.equal((await stat(commandLine.profiles)).mode & 0o777, 0o600);
    assert.equal((await stat(dirname(commandLine.profiles))).mode & 0o777, 0o700);
  });

  it('renews an expired token when several commands need it at the same time', async () => {
    const { bearer } = (await readProfiles()).default;
    await commandLine.expire();
    const names = await Promise.all([1, 2, 3].map(() => nameOf(run(['whoami', '--json']))));
    assert.deepEqual(names, ['Sofia Rossi', 'Sofia Rossi', 'Sofia Rossi']);
    const renewed = (await readProfiles()).default;
    assert.notEqual(renewed.bearer, bearer);
    assert.notEqual(renewed.refreshToken, undefined);
    assert.ok(renewed.expires > Date.now() + 60_000);
  });

  it('stores several sign-ins under their names', async () => {
    assert.equal((await login('Nadia Okafor', '--profile', 'admin')).code, 0);
    assert.equal(await nameOf(run(['whoami', '--json', '--profile', 'admin'])), 'Nadia Okafor');
    assert.equal(await nameOf(run(['whoami', '--json'], { CHARTER_PROFILE: 'admin' })), 'Nadia Okafor');
    assert.equal(await nameOf(run(['whoami', '--json'])), 'Sofia Rossi');
    const { stdout } = await run(['profiles', '--json']);
    assert.deepEqual(
      JSON.parse(stdout).map(({ name }: { name: string }) => name),
      ['default', 'admin'],
    );
    const { bearer } = (await readProfiles()).admin;
    assert.ok(!stdout.includes(bearer));
  });

  it('sends the tokens only to the service of the sign-in', async () => {
    const { code, stderr } = await run(['whoami', '--url', 'https://other.example']);
    assert.equal(code, 2);
    assert.match(stderr, /is signed in to http:\S+, not to https:\/\/other\.example/);
  });

  it('ignores the stored tokens when its environment contains credentials', async () => {
    const appId = CALLERS.app.name;
    const wrong = { CHARTER_CLIENT_ID: appId, CHARTER_CLIENT_SECRET: 'wrong', CHARTER_URL: service.url };
    const { code, stderr } = await run(['whoami'], wrong);
    assert.equal(code, 3, stderr);
  });

  it('names the missing sign-in, and the command that signs in', async () => {
    const { code, stderr } = await run(['whoami', '--profile', 'nobody']);
    assert.equal(code, 3);
    assert.match(stderr, /There is no sign-in named nobody\. Sign in with charter login/);
  });
});

describe('charter logout', () => {
  it('deletes the tokens, and revokes the refresh token at the provider', async () => {
    const { refreshToken } = (await readProfiles()).default;
    const { code, stdout, stderr } = await run(['logout']);
    assert.equal(code, 0, stderr);
    assert.equal(stdout, `You are signed out of ${service.announcedUrl}.\n`);
    assert.deepEqual(Object.keys(await readProfiles()), ['admin']);
    const answer = await fetch(`${service.announcedUrl}/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: 'charter-cli',
        refresh_token: refreshToken,
      }),
    });
    assert.equal(answer.status, 400);
    assert.equal((await run(['whoami'])).code, 3);
    assert.equal((await run(['logout'])).code, 4);
  });
});
