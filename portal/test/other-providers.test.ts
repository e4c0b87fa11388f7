/**
 * Tests the sign-in at an external provider in a real browser, and the portal's message about each wrong setting.
 * @long
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { addressIn, openCommandLine } from '../../acceptance/command-line.ts';
import {
  bareEnvironment,
  type Environment,
  freePort,
  openService,
  type Service,
} from '../../acceptance/service.ts';
import { type OpenidProvider, RESOURCE, startOpenidProvider } from '../../server/test/openid-provider.ts';
import { openBrowser, openPage } from './browser.ts';
import {
  assertAdaAdministers,
  rejectionOn,
  settingsOf,
  signInAtAddress,
  signInToPortal,
} from './provider-sign-in.ts';

let port: number;
let url: string;
let unusedPort: number;
const client = () => ({ redirectUris: [`${url}/auth/callback`], postLogoutRedirectUris: [`${url}/`] });

let provider: OpenidProvider;
let browser: Browser;
let service: Service | undefined;
before(async () => {
  port = await freePort();
  url = `http://127.0.0.1:${port}`;
  unusedPort = await freePort();
  provider = await startOpenidProvider();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await service?.stop();
  await provider?.stop();
});

async function startWith(change: Environment): Promise<void> {
  await service?.stop();
  service = await openService({
    isFirst: true,
    environment: {
      ...settingsOf(port, provider.issuer, RESOURCE),
      CHARTER_PORTAL_SCOPE: 'openid profile email teams',
      ...change,
    },
  });
}

/** Signs in on the provider's own pages. */
async function fillIn(page: Page, user = 'u7261'): Promise<void> {
  await page.locator('input[name=login]').fill(user);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Confirms a device code at the address that has it filled in. */
async function confirmCode(address: string): Promise<void> {
  const page = await openPage(browser);
  await page.goto(address);
  await page.getByRole('button', { name: 'Continue' }).click();
  await fillIn(page);
  await page.getByRole('heading', { name: 'Sign-in Success' }).waitFor();
  await page.context().close();
}

/** Opens the address that `charter login --device` prints, and confirms the code. */
async function enterCode(note: string): Promise<void> {
  const [, address = '', code = ''] = /Open (\S+) on any device, and enter the code (\S+)\./.exec(note) ?? [];
  await confirmCode(`${address}?user_code=${code}`);
}

const signIn = (user: string) => signInToPortal(browser, url, (page) => fillIn(page, user));
const answerLogin = (note: string) => signInAtAddress(browser, note, fillIn);

describe('the service with an external provider', () => {
  before(async () => {
    await provider.configure(client());
    await startWith({});
  });

  it('signs a person in to the portal with the configured parameters, and takes names and roles from the claims', async () => {
    const page = await signIn('u7261');
    await assertAdaAdministers(page, url);
    await page.context().close();
  });

  it('has settings that charter oidc check uses to sign in by device code', async () => {
    const program = fileURLToPath(new URL('../../server/bin/charter.js', import.meta.url));
    const child = spawn(
      process.execPath,
      [program, 'oidc', 'check', '--client-id', 'charter-cli', '--json'],
      {
        env: { ...bareEnvironment(), ...service?.environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const ended = once(child, 'close');
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    let [notes] = (await once(child.stderr.setEncoding('utf8'), 'data')) as [string];
    child.stderr.on('data', (text: string) => (notes += text));
    await confirmCode(/Open (\S+) in/.exec(notes)?.[1] ?? '');
    assert.deepEqual(await ended, [0, null], notes);
    const { id, name, roles, groups, tenant } = JSON.parse(output);
    assert.deepEqual(
      [id, name, roles, groups, tenant],
      [
        'u7261',
        'Ada Lovelace',
        ['AUTHENTICATED_USER', 'GLOBAL_ADMIN'],
        ['charter-admins', 'Staff'],
        'contoso',
      ],
    );
  });

  it('signs in the command line with only the service’s address, in a browser and by device code', async () => {
    await using commandLine = await openCommandLine();
    for (const [profile, args, answer] of [
      ['browser', [], answerLogin],
      ['device', ['--device'], enterCode],
    ] as const) {
      const ended = await commandLine.login(['--url', url, '--profile', profile, ...args], answer);
      assert.deepEqual(
        [ended.code, ended.stdout],
        [0, `You are signed in to ${url} as Ada Lovelace (profile ${profile}).\n`],
        ended.stderr,
      );
      const { stdout } = await commandLine.run(['whoami', '--json', '--profile', profile]);
      const { displayName, mail, roles } = JSON.parse(stdout);
      assert.deepEqual(
        [displayName, mail, roles],
        ['Ada Lovelace', 'ada@contoso.example', ['AUTHENTICATED_USER', 'GLOBAL_ADMIN']],
      );
    }
    assert.equal((await commandLine.run(['logout', '--profile', 'browser'])).code, 0);
  });

  it('signs a person out at the provider, and shows the next person no data of the first', async () => {
    const page = await signIn('u7261');
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${provider.issuer}/session/end**`);
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await page.waitForURL(`${url}/`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await fillIn(page, 'u8802');
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    const text = (await page.locator('body').textContent()) ?? '';
    assert.match(text, /Eve/);
    assert.doesNotMatch(text, /Ada|Lovelace/);
    await page.goBack();
    await page.waitForLoadState();
    assert.doesNotMatch((await page.locator('body').textContent()) ?? '', /Ada|Lovelace/);
    await page.context().close();
  });

  it('reports the groups as unknown, not as empty, when the token only references them', async () => {
    await startWith({ CHARTER_OIDC_ENTRY: 'groups:Staff' });
    const page = await signIn('u9413');
    assert.match(await rejectionOn(page), /does not list your groups, so it is unknown.*CHARTER_OIDC_ENTRY/);
    await page.context().close();
    const other = await signIn('u8802');
    assert.match(await rejectionOn(other), /in none of the groups.*CHARTER_OIDC_ENTRY/);
    await other.context().close();
  });

  it('names the setting that rejects a person, and offers another account', async () => {
    await startWith({ CHARTER_OIDC_ENTRY: 'domains:contoso.example' });
    const page = await signIn('u8802');
    assert.match(await rejectionOn(page), /of no domain that may use this service.*CHARTER_OIDC_ENTRY/);
    await page.getByRole('button', { name: 'Use another account' }).click();
    await page.waitForURL(`${provider.issuer}/**`);
    await page.context().close();
  });

  for (const [what, settings, sentence] of [
    [
      'names no resource, so that the token is opaque',
      { CHARTER_OIDC_PARAMETERS: '' },
      /The token is not a JWT\..*CHARTER_OIDC_PARAMETERS/,
    ],
    [
      'expects another audience',
      { CHARTER_OIDC_AUDIENCE: 'api://other' },
      /names the audience https:\/\/charter\.example\..*CHARTER_OIDC_AUDIENCE/,
    ],
    [
      'reads the id from a claim that the token lacks',
      { CHARTER_OIDC_SUBJECT_CLAIM: 'uid' },
      /none of the claims uid.*CHARTER_OIDC_SUBJECT_CLAIM/,
    ],
    ['names no tenant', { CHARTER_OIDC_TENANT: '' }, /no claim tid\. Set CHARTER_OIDC_TENANT/],
  ] as const) {
    it(`names the setting to correct when the configuration ${what}`, async () => {
      await startWith(settings);
      const page = await signIn('u7261');
      assert.match(await rejectionOn(page), sentence);
      await page.context().close();
      await using commandLine = await openCommandLine();
      const { code, stderr } = await commandLine.login(['--url', url], answerLogin);
      assert.equal(code, 3);
      assert.match(stderr, sentence);
      assert.equal((await commandLine.run(['profiles', '--json'])).stdout, '[]\n');
    });
  }

  it('names the settings to compare when the provider rejects a parameter', async () => {
    await startWith({ CHARTER_OIDC_PARAMETERS: 'resource=not-a-uri' });
    const page = await openPage(browser);
    await page.goto(url);
    assert.match(
      await rejectionOn(page),
      /invalid_target.*CHARTER_PORTAL_CLIENT_ID.*CHARTER_OIDC_PARAMETERS/,
    );
    await page.context().close();
    await using commandLine = await openCommandLine();
    const open = async (note: string) => fetch(addressIn(note));
    const { code, stderr } = await commandLine.login(['--url', url], open);
    assert.equal(code, 3);
    assert.match(stderr, /invalid_target.*CHARTER_OIDC_PARAMETERS/);
    const other = await commandLine.login(
      ['--url', url, '--client-id', 'nobody', '--device'],
      async () => {},
    );
    assert.equal(other.code, 3);
    assert.match(other.stderr, /invalid_client.*CHARTER_CLI_CLIENT_ID/);
  });

  it('names the missing setting when the service has no client for the command line', async () => {
    await startWith({ CHARTER_CLI_CLIENT_ID: '' });
    await using commandLine = await openCommandLine();
    const { code, stderr } = await commandLine.login(['--url', url], async () => {});
    assert.equal(code, 2);
    assert.match(stderr, /--client-id.*CHARTER_CLI_CLIENT_ID/);
  });
});

describe('a provider that the browser cannot reach or read', () => {
  it('is reported with a hint about CORS and CHARTER_PUBLIC_URL when the browser blocks its token responses', async () => {
    await provider.configure({ ...client(), cors: 'discovery' });
    await startWith({});
    const page = await signIn('u7261');
    assert.match(await rejectionOn(page), /has signed you in.*\(CORS\).*CHARTER_PUBLIC_URL/);
    await page.context().close();
  });

  for (const [what, prepare] of [
    ['blocks its discovery document', () => provider.configure({ ...client(), cors: 'none' })],
    [
      'has another address',
      async () => {
        await provider.configure(client());
        await startWith({ CHARTER_OIDC_ISSUER: `${provider.issuer}/realms/other` });
      },
    ],
    ['is down', () => startWith({ CHARTER_OIDC_ISSUER: `http://127.0.0.1:${unusedPort}` })],
  ] as const) {
    it(`is reported with the settings to compare when it ${what}`, async () => {
      await prepare();
      const page = await openPage(browser);
      await page.goto(url);
      assert.match(await rejectionOn(page), /not reachable.*CHARTER_OIDC_ISSUER.*\(CORS\)/);
      await page.context().close();
    });
  }
});

describe('a provider that requires a secret of every client, and has no end-session endpoint', () => {
  const secret = 'a secret of the clients in tests only';
  const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in' });
  before(async () => {
    await provider.configure({ ...client(), secret });
    await startWith({ CHARTER_PORTAL_CLIENT_SECRET: secret, CHARTER_CLI_CLIENT_SECRET: secret });
  });

  it('signs a person in to the portal and out again, and the portal does not get the secret', async () => {
    assert.doesNotMatch(await (await fetch(`${url}/portal.json`)).text(), /secret/i);
    const page = await signIn('u7261');
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signInButton(page).waitFor();
    await page.reload();
    await signInButton(page).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await page.context().close();
  });

  it('signs in the command line with the published secret', async () => {
    await using commandLine = await openCommandLine();
    const { code, stderr } = await commandLine.login(['--url', url], answerLogin);
    assert.equal(code, 0, stderr);
    const me = await commandLine.run(['whoami', '--json']);
    assert.equal(me.code, 0, me.stderr);
    assert.equal(JSON.parse(me.stdout).displayName, 'Ada Lovelace');
  });
});
