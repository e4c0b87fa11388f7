/**
 * Opens the guides of the service in a real browser: search, keyboard, phone, both colour schemes.
 * @long
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openService, type Service } from '../../acceptance/service.ts';
import { assertAccessible, consoleErrorsOf, openBrowser, PHONE_SIZE } from './browser.ts';

describe('the guides', () => {
  let service: Service;
  let browser: Browser;
  before(async () => {
    [service, browser] = await Promise.all([openService(), openBrowser()]);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  /** Opens a page of the guides, runs the test, and fails when the browser reported an error. */
  async function onPage(
    path: string,
    options: Parameters<Browser['newContext']>[0],
    test: (page: Page) => Promise<unknown>,
  ): Promise<void> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const consoleErrors = consoleErrorsOf(page);
    await page.goto(`${service.url}${path}`);
    await test(page);
    assert.deepEqual(consoleErrors, []);
    await context.close();
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const name of ['index', 'operations', 'audit', 'api', 'api/teams', 'readme']) {
      it(`are accessible (page ${name}, ${colorScheme})`, async () => {
        await onPage(`/guides/${name}.html`, { colorScheme }, (page) => assertAccessible(page));
      });
    }
  }

  it('have a search that finds a section, by keyboard alone', () =>
    onPage('/guides', {}, async (page) => {
      assert.equal(page.url(), `${service.url}/guides/`);
      await page.keyboard.press('/');
      await page.keyboard.type('rotating secret');
      const first = page.getByRole('option').first();
      await first.waitFor();
      assert.match((await first.textContent()) ?? '', /^Webhooks › Rotating the secret/);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/guides/webhooks.html#rotating-the-secret');
      await page.getByRole('heading', { name: 'Rotating the secret' }).waitFor();
    }));

  it('have a search that finds an operation by its name', () =>
    onPage('/guides/audit.html', {}, async (page) => {
      await page.getByRole('combobox', { name: 'Search' }).fill('createTeamProvisioningJob');
      await page.getByRole('option', { name: 'API: teams › createTeamProvisioningJob' }).click();
      await page.waitForURL('**/guides/api/teams.html#createteamprovisioningjob');
      await page.getByRole('heading', { name: 'createTeamProvisioningJob' }).waitFor();
    }));

  it('show a message when a search finds nothing', () =>
    onPage('/guides/audit.html', {}, async (page) => {
      await page.getByRole('combobox', { name: 'Search' }).fill('zyxwv');
      await page.getByText('Nothing found for “zyxwv”.').waitFor();
      await page.keyboard.press('Escape');
      assert.equal(await page.getByRole('option').count(), 0);
    }));

  it('fit a phone with the reference of an operation', () =>
    onPage('/guides/api/teams.html', { viewport: PHONE_SIZE }, async (page) => {
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE_SIZE.width);
    }));

  it('fit a phone, with the list of guides in a menu', () =>
    onPage('/guides/configuration.html', { viewport: PHONE_SIZE }, async (page) => {
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE_SIZE.width);
      const link = page.getByRole('link', { name: 'Audit', exact: true });
      assert.equal(await link.isVisible(), false);
      await page.getByText('All guides').click();
      await link.click();
      await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
    }));

  it('can be read without JavaScript', () =>
    onPage('/guides/', { javaScriptEnabled: false }, async (page) => {
      await page.getByRole('navigation').getByRole('link', { name: 'Operations', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Operations' }).waitFor();
    }));
});
