/** Sign-in at an external provider: in the portal, and in the browser that `charter login` opens. */
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { addressIn } from '../../acceptance/command-line.ts';
import type { Environment } from '../../acceptance/service.ts';
import { openPage } from './browser.ts';

/** Returns the settings of a service with the people of the provider. The group charter-admins administers it. */
export const settingsOf = (port: number, issuer: string, resource: string): Environment => ({
  PORT: String(port),
  CHARTER_OIDC_ISSUER: issuer,
  CHARTER_OIDC_AUDIENCE: resource,
  CHARTER_OIDC_TENANT: 'contoso',
  CHARTER_OIDC_PARAMETERS: `resource=${resource}`,
  CHARTER_OIDC_ROLE_MAP: 'charter-admins=GLOBAL_ADMIN',
  CHARTER_PORTAL_CLIENT_ID: 'portal',
  CHARTER_CLI_CLIENT_ID: 'charter-cli',
});

/** Signs in on the provider's own pages. */
type FillIn = (page: Page) => Promise<void>;

/** Opens the portal, and signs in. */
export async function signInToPortal(browser: Browser, url: string, fillIn: FillIn): Promise<Page> {
  const page = await openPage(browser);
  await page.goto(url);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await fillIn(page);
  await page.waitForURL(`${url}/**`);
  return page;
}

/** Signs in at the address that `charter login` prints. */
export async function signInAtAddress(browser: Browser, note: string, fillIn: FillIn): Promise<void> {
  const page = await openPage(browser);
  await page.goto(addressIn(note));
  await fillIn(page);
  await page.getByText('You are signed in.').waitFor();
  await page.context().close();
}

/** Returns why the portal rejects the sign-in. */
export const rejectionOn = async (page: Page): Promise<string> =>
  (await page.getByRole('alert').first().textContent()) ?? '';

/** Asserts that Ada Lovelace is signed in, and may read the roles. */
export async function assertAdaAdministers(page: Page, url: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.goto(`${url}/roles`);
  await page.getByRole('heading', { level: 1, name: 'Roles' }).waitFor();
  assert.match((await page.locator('body').textContent()) ?? '', /Ada Lovelace/);
}
