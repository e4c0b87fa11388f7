/**
 * Sign-in at an external provider, in a real browser, and the portal's message about each wrong setting.
 * @long
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import {
  bareEnvironment,
  type Environment,
  freePort,
  openService,
  type Service,
} from '../../acceptance/service.ts';
import { type OpenidProvider, RESOURCE, startOpenidProvider } from '../../server/test/openid-provider.ts';
import { openBrowser, openPage } from './browser.ts';

const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const CLIENT = { redirectUris: [`${url}/auth/callback`], postLogoutRedirectUris: [`${url}/`] };

let provider: OpenidProvider;
let browser: Browser;
let service: Service | undefined;
before(async () => {
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
      PORT: String(port),
      CHARTER_OIDC_ISSUER: provider.issuer,
      CHARTER_OIDC_AUDIENCE: RESOURCE,
      CHARTER_OIDC_TENANT: 'contoso',
      CHARTER_OIDC_PARAMETERS: `resource=${RESOURCE}`,
      CHARTER_OIDC_ROLE_MAP: 'charter-admins=GLOBAL_ADMIN',
      CHARTER_PORTAL_CLIENT_ID: 'portal',
      CHARTER_PORTAL_SCOPE: 'openid profile email teams',
      ...change,
    },
  });
}

/** Opens the portal, and signs in on the provider's own pages. */
async function signIn(user: string): Promise<Page> {
  const page = await openPage(browser);
  await page.goto(url);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('input[name=login]').fill(user);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${url}/**`);
  return page;
}

const rejection = async (page: Page): Promise<string> =>
  (await page.getByRole('alert').first().textContent()) ?? '';

describe('the portal with an external provider', () => {
  it('signs in with the configured parameters, and has the names and roles of the claims', async () => {
    await provider.configure(CLIENT);
    await startWith({});
    const page = await signIn('u7261');
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await page.goto(`${url}/roles`);
    await page.getByRole('heading', { level: 1, name: 'Roles' }).waitFor();
    assert.match((await page.locator('body').textContent()) ?? '', /Ada Lovelace/);
    await page.context().close();
  });

  it('has settings with which charter oidc check signs in by device code', async () => {
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
    const page = await openPage(browser);
    await page.goto(/Open (\S+) in/.exec(notes)?.[1] ?? '');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('input[name=login]').fill('u7261');
    await page.locator('input[name=password]').fill('any');
    await page.locator('button[type=submit]').click();
    await page.getByRole('button', { name: 'Continue' }).click();
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
    await page.context().close();
  });

  it('says who may enter, and offers another account', async () => {
    await startWith({ CHARTER_OIDC_ENTRY: 'domains:contoso.example' });
    const page = await signIn('u8802');
    assert.match(await rejection(page), /of no domain that may use this service.*CHARTER_OIDC_ENTRY/);
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
      'names no claim of the token as id',
      { CHARTER_OIDC_SUBJECT_CLAIM: 'uid' },
      /none of the claims uid.*CHARTER_OIDC_SUBJECT_CLAIM/,
    ],
    ['names no tenant', { CHARTER_OIDC_TENANT: '' }, /no claim tid\. Set CHARTER_OIDC_TENANT/],
  ] as const) {
    it(`says what to set when the administrator ${what}`, async () => {
      await startWith(settings);
      const page = await signIn('u7261');
      assert.match(await rejection(page), sentence);
      await page.context().close();
    });
  }

  it('says what to compare when the provider rejects a parameter', async () => {
    await startWith({ CHARTER_OIDC_PARAMETERS: 'resource=not-a-uri' });
    const page = await openPage(browser);
    await page.goto(url);
    assert.match(await rejection(page), /invalid_target.*CHARTER_PORTAL_CLIENT_ID.*CHARTER_OIDC_PARAMETERS/);
    await page.context().close();
  });
});
