/**
 * Runs `charter login --device` and `charter oidc check` with device codes of better-auth, and each response of RFC
 * 8628.
 * @long
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { openCommandLine } from '../../acceptance/command-line.ts';
import {
  bareEnvironment,
  type CommandResult,
  type Environment,
  freePort,
  openService,
  type Service,
} from '../../acceptance/service.ts';
import {
  ADA,
  API,
  type BetterAuthProvider,
  DEVICE_CLIENTS,
  type DeviceCodes,
  startBetterAuth,
} from '../../server/test/better-auth-provider.ts';
import { openBrowser, openPage } from './browser.ts';
import { settingsOf } from './provider-sign-in.ts';

let port: number;
let url: string;
const SERVICE_PROGRAM = fileURLToPath(new URL('../../server/bin/charter.js', import.meta.url));

let browser: Browser;
let provider: BetterAuthProvider | undefined;
let service: Service | undefined;
before(async () => {
  port = await freePort();
  url = `http://127.0.0.1:${port}`;
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await service?.stop();
  await provider?.stop();
});

/** Starts a provider, and a service that uses it. */
async function startWith(codes: DeviceCodes, change: Environment = {}): Promise<void> {
  await service?.stop();
  await provider?.stop();
  provider = await startBetterAuth(url, codes);
  service = await openService({
    isFirst: true,
    environment: { ...settingsOf(port, provider.issuer, API), ...change },
  });
}

/** Signs in on the page for device codes, and approves or denies the code. */
async function decide(address: string, decision: 'Approve' | 'Deny', code?: string): Promise<void> {
  const page = await openPage(browser);
  await page.goto(address);
  await page.locator('input[name=email]').fill(ADA.email);
  await page.locator('input[name=password]').fill(ADA.password);
  if (code !== undefined) await page.locator('input[name=code]').fill(code);
  await page.getByRole('button', { name: decision }).click();
  await page.getByText('Done').waitFor();
  await page.context().close();
}

/** Approves or denies the code that `charter login --device` prints. */
async function answerLogin(note: string, decision: 'Approve' | 'Deny' = 'Approve'): Promise<void> {
  const [, address = '', code = ''] = /Open (\S+) on any device, and enter the code (\S+)\./.exec(note) ?? [];
  await decide(address, decision, code);
}

const answered = async (error: string) => provider?.answered(error);

/** Runs `charter oidc check` with the settings of the service. */
async function check(
  args: readonly string[],
  answer: (note: string) => Promise<void>,
): Promise<CommandResult> {
  const child = spawn(process.execPath, [SERVICE_PROGRAM, 'oidc', 'check', ...args], {
    env: { ...bareEnvironment(), ...service?.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  await Promise.race([once(child.stderr, 'data'), ended]);
  if (child.exitCode === null) await answer(/Open (\S+) in/.exec(stderr)?.[1] ?? '');
  const [code] = (await ended) as [number | null];
  return { code, stdout, stderr };
}

/** Does not approve or reject the code, for tests in which the login ends without a decision. */
const noAnswer = async () => {};
const approveAt = (address: string) => decide(address, 'Approve');

describe('device codes of better-auth', () => {
  before(() => startWith({ interval: '1s' }));

  it('sign in the command line: it polls until the approval, and renews its tokens', async () => {
    await using commandLine = await openCommandLine();
    const ended = await commandLine.login(['--url', url, '--device'], async (note) => {
      await answered('authorization_pending');
      await answerLogin(note);
    });
    assert.deepEqual(
      [ended.code, ended.stdout],
      [0, `You are signed in to ${url} as Ada Lovelace.\n`],
      ended.stderr,
    );
    await commandLine.expire();
    const me = await commandLine.run(['whoami', '--json']);
    assert.equal(me.code, 0, me.stderr);
    const { displayName, mail, roles } = JSON.parse(me.stdout);
    assert.deepEqual(
      [displayName, mail, roles],
      ['Ada Lovelace', ADA.email, ['AUTHENTICATED_USER', 'GLOBAL_ADMIN']],
    );
    assert.equal((await commandLine.run(['logout'])).code, 0);
  });

  it('sign in charter oidc check, which prints the person, roles and groups', async () => {
    const { code, stdout, stderr } = await check(['--client-id', DEVICE_CLIENTS.public, '--json'], approveAt);
    assert.equal(code, 0, stderr);
    const { name, mail, roles, groups, problems } = JSON.parse(stdout);
    assert.deepEqual(
      [name, mail, roles, groups, problems],
      ['Ada Lovelace', ADA.email, ['AUTHENTICATED_USER', 'GLOBAL_ADMIN'], ADA.groups, []],
    );
  });

  it('cause an error that names the next step when somebody rejects the code', async () => {
    await using commandLine = await openCommandLine();
    const login = await commandLine.login(['--url', url, '--device'], (note) => answerLogin(note, 'Deny'));
    assert.equal(login.code, 3);
    assert.match(login.stderr, /access_denied.*Somebody rejected the code\. Run the command again/);
    assert.doesNotMatch(login.stderr, /public one|CHARTER_/);
    assert.equal((await commandLine.run(['profiles', '--json'])).stdout, '[]\n');
  });

  it('cause an error that names the settings when the provider rejects the client or its scope', async () => {
    await using commandLine = await openCommandLine();
    for (const [args, sentence] of [
      [['--client-id', 'nobody'], /invalid_client.*CHARTER_CLI_CLIENT_ID.*allow device codes/],
      [
        ['--client-id', DEVICE_CLIENTS.withoutCodes],
        /unauthorized_client.*CHARTER_CLI_CLIENT_ID.*allow device codes/,
      ],
      [['--scope', 'openid teams'], /invalid_scope.*CHARTER_PORTAL_SCOPE/],
    ] as const) {
      const ended = await commandLine.login(['--url', url, '--device', ...args], noAnswer);
      assert.equal(ended.code, 3, ended.stdout);
      assert.match(ended.stderr, sentence);
    }
  });

  it('require the secret of a confidential client from charter login and charter oidc check', async () => {
    const { confidential, secret } = DEVICE_CLIENTS;
    const given = ['--client-id', confidential, '--client-secret', secret];
    await using commandLine = await openCommandLine();
    const without = await commandLine.login(
      ['--url', url, '--device', '--client-id', confidential],
      noAnswer,
    );
    assert.equal(without.code, 3);
    assert.match(without.stderr, /CHARTER_CLI_CLIENT_SECRET.*unless its secret is given/);
    const login = await commandLine.login(['--url', url, '--device', ...given], answerLogin);
    assert.equal(login.code, 0, login.stderr);
    await commandLine.expire();
    assert.equal((await commandLine.run(['whoami'])).code, 0);
    const checked = await check([...given, '--json'], approveAt);
    assert.equal(checked.code, 0, checked.stderr);
    const wrong = await check(['--client-id', confidential, '--client-secret', 'wrong'], noAnswer);
    assert.equal(wrong.code, 3);
    assert.match(wrong.stderr, /invalid_client.*CHARTER_CLI_CLIENT_SECRET/);
  });
});

describe('device codes with other settings', () => {
  it('are polled more slowly after a slow_down response', async () => {
    // The provider publishes an interval of one second, but requires one and a half.
    await startWith({ interval: '1.5s' });
    await using commandLine = await openCommandLine();
    const ended = await commandLine.login(['--url', url, '--device'], async (note) => {
      await answered('slow_down');
      await answerLogin(note);
    });
    assert.equal(ended.code, 0, ended.stderr);
  });

  it('expire with an error that names the next step', async () => {
    await startWith({ interval: '1s', expiresIn: '2s' });
    await using commandLine = await openCommandLine();
    const login = await commandLine.login(['--url', url, '--device'], noAnswer);
    assert.equal(login.code, 3);
    assert.match(login.stderr, /expired_token.*Nobody approved the code in time\. Run the command again/);
    assert.doesNotMatch(login.stderr, /public one|CHARTER_/);
    const checked = await check(['--client-id', DEVICE_CLIENTS.public], noAnswer);
    assert.equal(checked.code, 3);
    assert.match(checked.stderr, /expired_token.*Run the command again/);
  });

  it('cause an error that names the setting when the access token is opaque, or the ID token has no name', async () => {
    await startWith({ interval: '1s' }, { CHARTER_OIDC_PARAMETERS: '' });
    const opaque = await check(['--client-id', DEVICE_CLIENTS.public], approveAt);
    assert.equal(opaque.code, 1, opaque.stdout);
    assert.match(opaque.stderr, /not a JWT\..*CHARTER_OIDC_PARAMETERS/);
    await startWith(
      { interval: '1s' },
      {
        CHARTER_OIDC_PARAMETERS: '',
        CHARTER_OIDC_TOKEN: 'id_token',
        CHARTER_OIDC_AUDIENCE: `portal,${DEVICE_CLIENTS.public}`,
      },
    );
    const checked = await check(['--client-id', DEVICE_CLIENTS.public, '--json'], approveAt);
    assert.equal(checked.code, 0, checked.stderr);
    const { accepted, problems } = JSON.parse(checked.stdout);
    assert.equal(accepted, true);
    assert.match(problems.join('\n'), /The ID token has no name.*CHARTER_OIDC_TOKEN/);
  });

  it('are requested with the configured client secret by charter oidc check', async () => {
    const { confidential, secret } = DEVICE_CLIENTS;
    await startWith(
      { interval: '1s' },
      { CHARTER_CLI_CLIENT_ID: confidential, CHARTER_CLI_CLIENT_SECRET: secret },
    );
    const checked = await check(['--client-id', confidential], approveAt);
    assert.equal(checked.code, 0, checked.stderr);
  });
});
