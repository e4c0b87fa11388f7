/**
 * The packed client and command line: installed into an empty folder without a network, and used against a service on
 * the pinned Node, on Node 20 and in a browser.
 * @long
 */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { Webhook } from 'standardwebhooks';
import { openService, type Service } from '../../acceptance/service.ts';
import { issueToken } from '../../acceptance/tokens.ts';
import { openBrowser } from '../../portal/test/browser.ts';
import { runNpm } from '../../runtime/npm.mjs';
import { root } from '../../runtime/root.mjs';
import { pack } from './build.ts';

const run = promisify(execFile);
const REQUESTER = 'sofia.rossi@meridian.example';
const TEMPLATE = 'Project';

/** Returns the path of a Node of this major version on the path of the shell. */
function findNode(major: number): string | undefined {
  const candidates = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  return candidates.find((path) =>
    spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.startsWith(`v${major}.`),
  );
}

/** Program of a user who has installed the client. It runs in Node and in a page. */
const TRIAL = `
export async function trial({ createClient, verifyWebhook }, { baseUrl, token, template, name, message }) {
  const charter = createClient({ baseUrl, token });
  const offered = (await charter.catalog.getMyCatalogTemplates()).value.map((each) => each.templateConfiguration);
  const { id } = offered.find((each) => each.name === template);
  const job = await charter.teams.createTeamProvisioningJob({ template: { id }, team: { name } });
  const { status } = await charter.jobs.waitForJob(job.id);
  const teams = [];
  for await (const team of charter.teams.mine()) teams.push(team.displayName);
  const { event } = await verifyWebhook(message);
  const forged = await verifyWebhook({ ...message, body: message.body + ' ' }).catch(({ name }) => name);
  return { status, teams, event, forged };
}
`;

const CONSUMER = `
import { CharterApiError, createClient, type Team, verifyWebhook } from '@charter/sdk';
const charter = createClient({ baseUrl: 'https://charter.example', basic: { appId: 'a', secret: 's' } });
export const teams: AsyncIterable<{ id: string }> = charter.teams.list();
export const team: Promise<Team> = charter.teams.getTeam('t');
export const verified: Promise<{ deliveryId: string }> = verifyWebhook({ secret: 's', headers: {}, body: '' });
export const isKnown = (error: unknown): boolean => error instanceof CharterApiError && error.status === 404;
// @ts-expect-error: a request needs a template
void charter.teams.createTeamProvisioningJob({ team: { name: 'North' } });
`;

/** Returns a webhook message as the service signs it. */
function signedMessage() {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const body = '{"team":{"id":"1"},"tenant":{"id":"t"}}';
  const at = new Date();
  return {
    secret,
    body,
    headers: {
      'webhook-id': 'message',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('message', at, body),
      'x-charter-signature': createHmac('sha256', secret).update(body).digest('hex'),
      'x-charter-webhook': 'hook',
      'x-charter-event': 'team_deleted',
    },
  };
}

describe('the packages', () => {
  let service: Service;
  let token: string;
  /** Packed files and their contents. */
  let packed: string;
  /** The folder in which only the packages are installed. */
  let folder: string;
  const installed = (path: string) => join(folder, 'node_modules/@charter', path);

  before(async () => {
    [packed, folder] = await Promise.all([
      mkdtemp(join(tmpdir(), 'charter-packed-')),
      mkdtemp(join(tmpdir(), 'charter-installed-')),
    ]);
    const [sdk, cli, opened] = await Promise.all([pack('sdk', packed), pack('cli', packed), openService()]);
    service = opened;
    const install = ['install', '--prefix', folder, '--offline', '--no-audit', '--no-fund'];
    const { code, output } = await runNpm([...install, sdk.file, cli.file]);
    assert.equal(code, 0, output);
    assert.doesNotMatch(output, /EBADENGINE/);
    token = await issueToken(service, { user: REQUESTER });
    await writeFile(join(folder, 'trial.mjs'), TRIAL);
  });
  after(async () => {
    await service?.stop();
    for (const made of [packed, folder]) if (made) await rm(made, { recursive: true, force: true });
  });

  it('install without any other package', async () => {
    assert.deepEqual(
      (await readdir(join(folder, 'node_modules'))).filter((name) => !name.startsWith('.')),
      ['@charter'],
    );
    assert.deepEqual((await readdir(join(folder, 'node_modules/@charter'))).sort(), ['cli', 'sdk']);
  });

  for (const name of ['sdk', 'cli']) {
    it(`contain the metadata that a registry shows, and pass the checks of publint (${name})`, async () => {
      const { messages } = await publint({ pkgDir: join(packed, name), strict: true, pack: false });
      assert.deepEqual(messages, []);
      const manifest = JSON.parse(await readFile(installed(`${name}/package.json`), 'utf8'));
      const { version } = JSON.parse(await readFile(join(root, name, 'package.json'), 'utf8'));
      const { description, keywords, ...rest } = manifest;
      assert.ok(description.length > 20 && keywords.length > 2);
      assert.deepEqual(
        [rest.name, rest.version, rest.license, rest.engines, rest.dependencies, rest.private],
        [`@charter/${name}`, version, 'Apache-2.0', { node: '>=20.18.1' }, undefined, undefined],
      );
      const files = await readdir(installed(name));
      for (const file of ['LICENSE', 'README.md', 'THIRD-PARTY-LICENSES.txt'])
        assert.ok(files.includes(file));
    });

    it(`contain no code of the server, and no tests (${name})`, async () => {
      const files = globSync('**/*', { cwd: installed(name) });
      const maps = files.filter((file) => file.endsWith('.map'));
      assert.ok(maps.length > 0);
      for (const map of maps) {
        const { sources, sourcesContent } = JSON.parse(await readFile(join(installed(name), map), 'utf8'));
        assert.equal(sourcesContent.length, sources.length);
        for (const source of sources) {
          assert.match(source, /\/(?:sdk|cli)\/src\/|\/node_modules\/|rolldown/, `${map}: ${source}`);
        }
      }
      for (const file of files.filter((path) => path.endsWith('.js'))) {
        const text = await readFile(join(installed(name), file), 'utf8');
        assert.doesNotMatch(text, /@charter\/server|composition\/|issueAccessToken|from ["']pg/, file);
      }
      assert.deepEqual(
        files.filter((file) => /\.test\.|test-service|run-charter|(?<!\.d)\.ts$/.test(file)),
        [],
      );
    });
  }

  it('have types that compile without the types of Node, in a bundler and in Node', async () => {
    await writeFile(join(folder, 'consumer.mts'), CONSUMER);
    for (const [module, resolution] of [
      ['nodenext', 'nodenext'],
      ['esnext', 'bundler'],
    ] as const) {
      const options = [
        '--noEmit',
        '--strict',
        '--skipLibCheck',
        'false',
        '--lib',
        'es2023,dom,dom.asynciterable',
      ];
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      const args = [tsc, ...options, '--types', '', '--module', module, '--moduleResolution', resolution];
      const { stdout } = await run(process.execPath, [...args, join(folder, 'consumer.mts')], {
        cwd: folder,
      }).catch((error: { stdout: string }) => error);
      assert.equal(stdout, '');
    }
  });

  for (const [major, node] of [
    [24, process.execPath],
    [20, findNode(20)],
  ] as const) {
    const skip = node === undefined && `Node ${major} is not on the path`;

    it(`provision a team and verify a webhook with the client on Node ${major}`, { skip }, async () => {
      const name = `From a package on Node ${major}`;
      const input = { baseUrl: service.url, token, template: TEMPLATE, name, message: signedMessage() };
      const program = `
        import * as sdk from '@charter/sdk';
        import { trial } from './trial.mjs';
        console.log(JSON.stringify(await trial(sdk, ${JSON.stringify(input)})));`;
      await writeFile(join(folder, 'main.mjs'), program);
      const { stdout } = await run(node as string, ['main.mjs'], { cwd: folder });
      const { teams, ...result } = JSON.parse(stdout);
      assert.deepEqual(result, {
        status: 'completed',
        event: 'team_deleted',
        forged: 'WebhookVerificationError',
      });
      assert.ok(
        teams.some((team: string) => team.includes(name)),
        stdout,
      );
    });

    it(`provision a team with the command line on Node ${major}`, { skip }, async () => {
      const environment = {
        PATH: process.env.PATH,
        HOME: folder,
        CHARTER_URL: service.url,
        CHARTER_TOKEN: token,
      };
      const charter = (...args: string[]) =>
        run(node as string, [join(folder, 'node_modules/.bin/charter'), ...args], { env: environment });
      const { version } = JSON.parse(await readFile(installed('cli/package.json'), 'utf8'));
      assert.equal((await charter('--version')).stdout, `${version}\n`);
      const name = `By a packed command on Node ${major}`;
      const args = ['team', 'provision', '--template', TEMPLATE, '--name', name, '--watch'];
      const { stdout, stderr } = await charter(...args);
      assert.match(stdout, /^[0-9a-f-]{36}\n$/);
      assert.match(stderr, /Completed\.$/m);
      const team = JSON.parse((await charter('team', 'list', '--mine', '--json')).stdout).find(
        ({ id }: { id: string }) => id === stdout.trim(),
      );
      assert.ok(team.displayName.includes(name));
      const app = join(folder, `teams-app-${major}.zip`);
      const ids = ['--public-url', 'https://charter.example', '--client-id', crypto.randomUUID()];
      await charter('teams-app', 'package', ...ids, '--out', app);
      assert.equal((await readFile(app)).subarray(0, 2).toString(), 'PK');
    });

    it(`load every part of the command line on Node ${major}`, { skip }, async () => {
      const parts = (await readdir(installed('cli/dist'))).filter((file) => /^(?!main\.).*\.js$/.test(file));
      assert.ok(parts.length > 80);
      const program = parts.map((part) => `await import('@charter/cli-dist/${part}');`).join('\n');
      const local = join(folder, 'node_modules/@charter/cli/dist/load-all.mjs');
      await writeFile(local, program.replaceAll('@charter/cli-dist/', './'));
      await run(node as string, [local]).finally(() => rm(local));
    });
  }

  it('provision a team and verify a webhook with the client in a browser', async () => {
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      await page.route('**/trial/**', async (route) => {
        const path = new URL(route.request().url()).pathname.replace('/trial/', '');
        if (path === '') return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' });
        const file = path === 'trial.mjs' ? join(folder, path) : installed(`sdk/dist/${path}`);
        return route.fulfill({ contentType: 'text/javascript', body: await readFile(file, 'utf8') });
      });
      await page.goto(`${service.url}/trial/`);
      const name = 'From a package in a browser';
      const input = { baseUrl: service.url, token, template: TEMPLATE, name, message: signedMessage() };
      const result = (await page.evaluate(async (given) => {
        const [sdk, { trial }] = await Promise.all(
          ['/trial/index.js', '/trial/trial.mjs'].map((path) => import(path)),
        );
        return trial(sdk, given);
      }, input)) as { teams: string[] };
      const { teams, ...rest } = result;
      assert.deepEqual(rest, {
        status: 'completed',
        event: 'team_deleted',
        forged: 'WebhookVerificationError',
      });
      assert.ok(teams.some((team) => team.includes(name)));
    } finally {
      await browser.close();
    }
  });

  it('have a guide whose examples run', async () => {
    const guide = await readFile(installed('sdk/README.md'), 'utf8');
    const blocks = [...guide.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code]) => code as string);
    const [request = '', ...others] = blocks;
    const program = `${request
      .replace('https://charter.example', service.url)
      .replace('sofia.rossi@contoso.example', REQUESTER)}
${others.slice(0, 2).join('\n')}
${others[2]}
console.log((await receive({}, '')).status);`;
    await mkdir(join(folder, 'guide'), { recursive: true });
    await writeFile(join(folder, 'guide/guide.mjs'), program);
    const { stdout } = await run(process.execPath, ['guide/guide.mjs'], {
      cwd: folder,
      env: { ...process.env, CHARTER_TOKEN: token, HOOK_SECRET: 'secret' },
    });
    assert.match(stdout, /^completed [0-9a-f-]{36}$/m);
    assert.match(stdout, /^400$/m);
  });
});
