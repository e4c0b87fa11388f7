/** `charter login` in a browser at the embedded issuer, renewal of its tokens, profiles, and `charter logout`. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Browser } from '../server/test/browser.ts';
import { CALLERS } from './callers.ts';
import { bareEnvironment, type CommandResult, charter, openService, type Service } from './service.ts';
import { signInAt } from './sign-in.ts';

/** The command line without the server, as it is packed. */
const PROGRAM = fileURLToPath(new URL('../cli/main.js', import.meta.url));

let service: Service;
let folder: string;
before(async () => {
  service = await openService();
  folder = await mkdtemp(join(tmpdir(), 'charter-login-'));
});
after(async () => {
  await service?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true });
});

const file = () => join(folder, 'charter/profiles.json');
const run = (args: readonly string[], environment: Record<string, string> = {}): Promise<CommandResult> =>
  charter({ environment: {} }, args, { XDG_CONFIG_HOME: folder, ...environment });

/** Runs `charter login`, and signs in at the address that it prints. */
async function login(displayName: string, ...args: string[]): Promise<CommandResult & { page: string }> {
  const child = spawn(
    process.execPath,
    [PROGRAM, 'login', '--no-browser', '--url', service.announcedUrl, ...args],
    { env: { ...bareEnvironment(), XDG_CONFIG_HOME: folder }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let [stdout, stderr, page] = ['', '', ''];
  const signedIn = Promise.withResolvers<void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    const [, address] = /^(http\S+)\n/m.exec(stderr) ?? [];
    if (address === undefined) return;
    child.stderr.removeAllListeners('data');
    signInAt(service.announcedUrl, address, displayName)
      .then(async (answer) => {
        page = await answer.text();
      })
      .then(signedIn.resolve, signedIn.reject);
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (page === '') assert.fail(`charter login ended with ${code}: ${stderr}`);
  await signedIn.promise;
  return { code, stdout, stderr, page };
}

const nameOf = async (running: Promise<CommandResult>): Promise<string> => {
  const { code, stdout, stderr } = await running;
  assert.equal(code, 0, stderr);
  return (JSON.parse(stdout) as { displayName: string }).displayName;
};

describe('charter login', () => {
  it('signs in with the browser, and later commands use the sign-in', async () => {
    const { code, stdout, page } = await login('Sofia Rossi');
    assert.deepEqual([code, stdout], [0, `You are signed in to ${service.announcedUrl} as Sofia Rossi.\n`]);
    assert.match(page, /You are signed in\./);
    assert.equal(await nameOf(run(['whoami', '--json'])), 'Sofia Rossi');
  });

  it('signs in by device code, and asks the person to compare the code', async () => {
    const child = spawn(
      process.execPath,
      [PROGRAM, 'login', '--device', '--url', service.announcedUrl, '--profile', 'device'],
      { env: { ...bareEnvironment(), XDG_CONFIG_HOME: folder }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const [note] = (await once(child.stderr.setEncoding('utf8'), 'data')) as [string];
    const [, address = '', code = ''] =
      /^Open (\S+) on any device, and enter the code (\S+)\.$/m.exec(note) ?? [];
    const ended = once(child, 'close');
    const within = `${service.announcedUrl}/oidc/`;
    const browser = new Browser();
    const xsrfOf = (text: string) => /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
    const entry = await browser.open(address, within);
    const wrong = await browser.submit(address, within, { xsrf: xsrfOf(entry.text), user_code: 'BCDF-GHJK' });
    assert.match(wrong.text, /role="alert"/);
    const asked = await browser.submit(address, within, { xsrf: xsrfOf(wrong.text), user_code: code });
    assert.ok(asked.text.includes(`<code>${code}</code>`), asked.text);
    const signIn = await browser.submit(address, within, {
      xsrf: xsrfOf(asked.text),
      user_code: code,
      confirm: 'yes',
    });
    const [, person = ''] = /name="person" value="([^"]+)"/.exec(signIn.text) ?? [];
    const done = await browser.submit(signIn.url, within, { person });
    assert.match(done.text, /You are signed in on the command line/);
    assert.deepEqual(await ended, [0, null]);
    const { id } = JSON.parse((await run(['whoami', '--json', '--profile', 'device'])).stdout);
    assert.ok(person.endsWith(id), `${person} ${id}`);
    assert.equal((await run(['logout', '--profile', 'device'])).code, 0);
  });

  it('stores the tokens in a file that only its owner can read', async () => {
    assert.equal((await stat(file())).mode & 0o777, 0o600);
    assert.equal((await stat(join(folder, 'charter'))).mode & 0o777, 0o700);
  });

  it('renews the token once when several commands need it', async () => {
    const stored = JSON.parse(await readFile(file(), 'utf8'));
    const { bearer, refreshToken } = stored.profiles.default;
    stored.profiles.default.expires = 0;
    await writeFile(file(), JSON.stringify(stored));
    const names = await Promise.all([1, 2, 3].map(() => nameOf(run(['whoami', '--json']))));
    assert.deepEqual(names, ['Sofia Rossi', 'Sofia Rossi', 'Sofia Rossi']);
    const renewed = JSON.parse(await readFile(file(), 'utf8')).profiles.default;
    assert.notEqual(renewed.bearer, bearer);
    assert.notEqual(renewed.refreshToken, undefined);
    assert.ok(renewed.expires > Date.now() + 60_000, refreshToken);
  });

  it('keeps several sign-ins apart by name', async () => {
    assert.equal((await login('Nadia Okafor', '--profile', 'admin')).code, 0);
    assert.equal(await nameOf(run(['whoami', '--json', '--profile', 'admin'])), 'Nadia Okafor');
    assert.equal(await nameOf(run(['whoami', '--json'], { CHARTER_PROFILE: 'admin' })), 'Nadia Okafor');
    assert.equal(await nameOf(run(['whoami', '--json'])), 'Sofia Rossi');
    const { stdout } = await run(['profiles', '--json']);
    assert.deepEqual(
      JSON.parse(stdout).map(({ name }: { name: string }) => name),
      ['default', 'admin'],
    );
    const { bearer } = JSON.parse(await readFile(file(), 'utf8')).profiles.admin;
    assert.ok(!stdout.includes(bearer));
  });

  it('sends the tokens to the service of the sign-in alone', async () => {
    const { code, stderr } = await run(['whoami', '--url', 'https://other.example']);
    assert.equal(code, 2);
    assert.match(stderr, /is signed in to http:\S+, not to https:\/\/other\.example/);
  });

  it('prefers the credentials of a script to a sign-in', async () => {
    const appId = CALLERS.app.name;
    const wrong = { CHARTER_CLIENT_ID: appId, CHARTER_CLIENT_SECRET: 'wrong', CHARTER_URL: service.url };
    const { code, stderr } = await run(['whoami'], wrong);
    assert.equal(code, 3, stderr);
  });

  it('names the missing credentials when nobody is signed in', async () => {
    const { code, stderr } = await run(['whoami', '--profile', 'nobody']);
    assert.equal(code, 3);
    assert.match(stderr, /There is no sign-in named nobody\. Sign in with charter login/);
  });
});

describe('charter logout', () => {
  it('deletes the tokens, and revokes the refresh token at the provider', async () => {
    const { refreshToken } = JSON.parse(await readFile(file(), 'utf8')).profiles.default;
    const { code, stdout, stderr } = await run(['logout']);
    assert.equal(code, 0, stderr);
    assert.equal(stdout, `You are signed out of ${service.announcedUrl}.\n`);
    assert.deepEqual(Object.keys(JSON.parse(await readFile(file(), 'utf8')).profiles), ['admin']);
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
