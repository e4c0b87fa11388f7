/**
 * Tests the sign-in of the portal and of the command line at better-auth, and the message about each wrong setting.
 * @long
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openCommandLine } from '../../acceptance/command-line.ts';
import { type Environment, freePort, openService, type Service } from '../../acceptance/service.ts';
import {
  ADA,
  API,
  type BetterAuthProvider,
  startBetterAuth,
} from '../../server/test/better-auth-provider.ts';
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

let provider: BetterAuthProvider;
let browser: Browser;
let service: Service | undefined;
before(async () => {
  port = await freePort();
  url = `http://127.0.0.1:${port}`;
  provider = await startBetterAuth(url);
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
    environment: { ...settingsOf(port, provider.issuer, API), ...change },
  });
}

/** Signs in on the page of the application around better-auth. */
async function fillIn(page: Page): Promise<void> {
  await page.waitForURL(`${new URL(provider.issuer).origin}/**`);
  await page.locator('input[name=email]').fill(ADA.email);
  await page.locator('input[name=password]').fill(ADA.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const signIn = () => signInToPortal(browser, url, fillIn);
const answerLogin = (note: string) => signInAtAddress(browser, note, fillIn);

describe('the service with better-auth as its provider', () => {
  before(() => startWith({}));

  it('signs a person in to the portal with the name of /userinfo and the roles of the groups', async () => {
    const page = await signIn();
    await assertAdaAdministers(page, url);
    await page.context().close();
  });

  it('signs in the command line in a browser with only the service’s address, and fetches new tokens after their expiry', async () => {
    await using commandLine = await openCommandLine();
    const { code, stdout, stderr } = await commandLine.login(['--url', url], answerLogin);
    assert.deepEqual([code, stdout], [0, `You are signed in to ${url} as Ada Lovelace.\n`], stderr);
    const readProfile = async () =>
      JSON.parse(await readFile(commandLine.profiles, 'utf8')).profiles.default as Record<string, string>;
    const first = await readProfile();
    await commandLine.expire();
    const me = await commandLine.run(['whoami', '--json']);
    assert.equal(me.code, 0, me.stderr);
    const { displayName, mail, roles } = JSON.parse(me.stdout);
    assert.deepEqual(
      [displayName, mail, roles],
      ['Ada Lovelace', 'ada@contoso.example', ['AUTHENTICATED_USER', 'GLOBAL_ADMIN']],
    );
    const renewed = await readProfile();
    assert.match(renewed.bearer ?? '', /^[\w-]+\.[\w-]+\.[\w-]+$/);
    assert.notEqual(renewed.bearer, first.bearer);
    assert.ok(Number(renewed.expires) > Date.now(), renewed.expires);
    assert.equal((await commandLine.run(['logout'])).code, 0);
  });

  it('reports that the provider offers no device codes', async () => {
    await using commandLine = await openCommandLine();
    const { code, stderr } = await commandLine.login(['--url', url, '--device'], async () => {});
    assert.equal(code, 1);
    assert.match(stderr, /offers no sign-in by device code\. Leave out --device/);
  });

  for (const [what, settings, sentence] of [
    ['names no resource', { CHARTER_OIDC_PARAMETERS: '' }, /not a JWT\..*CHARTER_OIDC_PARAMETERS/],
    [
      'expects another audience',
      { CHARTER_OIDC_AUDIENCE: 'api://other' },
      /names the audience.*CHARTER_OIDC_AUDIENCE/,
    ],
    [
      'reads the id from a claim that the token lacks',
      { CHARTER_OIDC_SUBJECT_CLAIM: 'uid' },
      /claims uid.*CHARTER_OIDC_SUBJECT_CLAIM/,
    ],
  ] as const) {
    it(`names the setting to correct when the configuration ${what}`, async () => {
      await startWith(settings);
      const page = await signIn();
      assert.match(await rejectionOn(page), sentence);
      await page.context().close();
      await using commandLine = await openCommandLine();
      const { code, stderr } = await commandLine.login(['--url', url], answerLogin);
      assert.equal(code, 3);
      assert.match(stderr, sentence);
    });
  }

  it('names the setting to correct when the provider rejects the resource', async () => {
    await startWith({ CHARTER_OIDC_PARAMETERS: 'resource=https://other.example' });
    const page = await openPage(browser);
    await page.goto(url);
    assert.match(await rejectionOn(page), /invalid_target.*CHARTER_OIDC_PARAMETERS/);
    await page.context().close();
  });
});
