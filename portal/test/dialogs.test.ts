/**
 * Tests the errors and results that dialogs and pickers show, in a real browser.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAccessible, openPage, openPortal } from './browser.ts';
import { clientOf, requestLaunch } from './people.ts';

const portal = openPortal();

describe('a dialog', () => {
  it('shows once why the service rejects a name', async () => {
    const { policies } = await clientOf(portal, 'nadia.okafor');
    await policies.createPolicy({
      name: 'No trees',
      kind: 'naming',
      mode: 'enforce',
      scope: { type: 'tenant' },
      settings: { blockedWords: ['orchard'] },
    });
    const grace = await clientOf(portal, 'grace.nkemelu');
    const { id } = await grace.teams.createTeamProvisioningJob({
      template: { id: 'example.meridian.project' },
      team: { name: 'Meadow' },
    });
    const { team } = await grace.jobs.waitForJob(id);
    const page = await portal.signIn(`/teams/${team.id}`, 'Grace Nkemelu');
    await page.getByRole('button', { name: 'Rename' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('PRJ Orchard');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const alert = dialog.getByRole('alert');
    await alert.waitFor();
    assert.equal((await alert.innerText()).split('which is blocked').length, 2);
    await page.context().close();
  });
});

describe('a people picker', () => {
  it('shows that it is searching until the service responds', async () => {
    const approval = await requestLaunch(portal, 'Tug');
    const page = await portal.signIn(`/approvals/${approval}`, 'Marcus Oyelaran');
    await page.getByRole('button', { name: 'Delegate' }).click();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
    const search = page.getByRole('combobox', { name: 'Deputy' });
    // The search begins after a pause in typing, which never ends while the clock is stopped.
    await search.pressSequentially('Henrik');
    await page.getByRole('option', { name: 'Loading' }).waitFor();
    assert.equal(await page.getByText('Nobody matches.').count(), 0);
    await page.clock.resume();
    await page.getByRole('option', { name: 'Henrik Solberg' }).waitFor();
    await page.context().close();
  });
});

describe('the buttons in form fields', () => {
  it('have accessible names in the language of the page', async () => {
    const english = await portal.signIn('/', 'Greta Lindqvist');
    const storageState = await english.context().storageState();
    await english.context().close();
    const page = await openPage(portal.browser, { locale: 'de-DE', storageState });
    await page.goto(`${portal.service.url}/templates`);
    await page.getByRole('searchbox', { name: 'Vorlagen suchen' }).fill('Deal');
    await page.getByRole('button', { name: 'Leeren' }).waitFor();
    await page.goto(`${portal.service.url}/templates/example.meridian.deal-room`);
    await page.getByRole('button', { name: 'Erhöhen' }).first().waitFor();
    const names = await page
      .locator('[aria-label]')
      .evaluateAll((parts) => parts.map((part) => part.getAttribute('aria-label') ?? ''));
    assert.deepEqual(
      names.filter((name) => /^(clear|open|close|dismiss|increment|decrement)\b/i.test(name)),
      [],
    );
    await page.context().close();
  });
});

describe('the form of a template', () => {
  it('shows the error about an unknown app of a tab at the field of the app', async () => {
    const page = await portal.signIn('/templates/example.meridian.deal-room', 'Greta Lindqvist');
    const tab = page.getByRole('group', { name: 'Tab 1', exact: true }).first();
    await tab.getByRole('combobox', { name: 'App of the tab' }).selectOption('Another app');
    const id = tab.getByRole('textbox', { name: 'Id of the app' });
    await id.fill('com.nobody.tab');
    await id.and(page.locator('[aria-invalid=true]')).waitFor();
    await tab.getByText("The app 'com.nobody.tab' is not in the catalogue of Teams apps.").waitFor();
    await page.context().close();
  });
});

describe('a page', () => {
  it('is accessible while a list loads its next page and the bell has more unread notifications than it shows', async () => {
    const page = await portal.signIn('/', 'Nadia Okafor');
    await page.route(/\/v1\.0\/(me\/)?notifications\?/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), '@odata.count': 605 } });
    });
    await page.route(/\/v1\.0\/teams\?/, async (route) => {
      const url = route.request().url();
      // The service never responds to the request for the next page.
      if (url.includes('next=true')) return;
      const response = await route.fetch();
      await route.fulfill({
        response,
        json: { ...(await response.json()), '@odata.nextLink': `${url}&next=true` },
      });
    });
    await page.goto(`${portal.service.url}/teams?scope=all`);
    await page.getByText('Loading more').waitFor();
    await page.getByRole('link', { name: 'Notifications, 99+ unread' }).waitFor();
    await assertAccessible(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });
});
