/**
 * Tests pages while the service is slow, unreachable, busy, or rejects a call, in a real browser.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, openPortal } from './browser.ts';
import { signInByKeyboard } from './keyboard.ts';
import { ADMINISTRATOR, MISSING_PAGES, PAGES, pagesOfObjects, visit, waitUntilLoaded } from './pages.ts';
import { clientOf, requestLaunch } from './people.ts';
import { savePicture } from './pictures.ts';

const PROJECT = '/request/example.meridian.project';
const CALLS = '**/v1.0/**';
const SLOW_MILLISECONDS = 3_000;
/** A time that is longer than the lifetime of a token. */
const A_DAY_MILLISECONDS = 86_400_000;
/** The longest time between two attempts of a query. */
const LONGEST_PAUSE_MILLISECONDS = 15_000;
/** A time that is longer than TanStack Query caches unused results (five minutes). */
const NOTHING_FRESH_MILLISECONDS = 300_001;
/** Administrators' pages that show other people only their own objects. */
const EVERYBODYS = [
  '/',
  '/approvals?view=all',
  '/channel-violations',
  '/hooks',
  '/jobs',
  '/reviews',
  '/teams?scope=all',
];

const portal = openPortal();

const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });

describe('the portal with a slow service', () => {
  it('shows a loading state, and then the page', async () => {
    const page = await portal.signIn('/', 'Grace Nkemelu');
    await page.route(CALLS, (route) => setTimeout(() => void route.continue(), SLOW_MILLISECONDS));
    await page.getByRole('link', { name: 'Request a team' }).first().click();
    await page.getByText('Loading').first().waitFor();
    await assertAccessible(page);
    await page.getByRole('link', { name: 'Product launch' }).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });
});

describe('the portal without access to Microsoft 365', () => {
  it('says on each visited page that Charter lacks access', async () => {
    const page = await portal.signIn('/', 'Grace Nkemelu');
    await page.route('**/v1.0/me', async (route) => {
      const response = await route.fetch();
      const since = '2026-11-20T10:00:00.000Z';
      const notices = [{ code: 'accessLost', message: 'No access.', since }];
      await route.fulfill({ response, json: { ...(await response.json()), notices } });
    });
    await page.getByRole('link', { name: 'Jobs', exact: true }).first().click();
    await page.waitForURL('**/jobs');
    await page.reload();
    for (const link of ['Teams', 'Jobs']) {
      await page.getByText('Microsoft 365 gives Charter no access').waitFor();
      await page.getByRole('link', { name: link, exact: true }).first().click();
    }
    await assertAccessible(page);
    await savePicture(page, 'access lost');
    await page.context().close();
  });
});

describe('the portal with an unreachable service', () => {
  it('keeps the typed text, and creates one team although the first response was lost', async () => {
    const page = await portal.signIn(PROJECT, 'Grace Nkemelu');
    await nameField(page).fill('Ferry terminal');
    await page.getByText('PRJ Ferry terminal', { exact: true }).waitFor();
    // The request arrives, but its response is lost.
    await page.route('**/v1.0/teams/provisioning', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.getByText('The service is not reachable').first().waitFor();
    await assertAccessible(page);
    assert.equal(await nameField(page).inputValue(), 'Ferry terminal');
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByText('Your team is ready.').waitFor();
    const grace = await clientOf(portal, 'grace.nkemelu');
    const { value } = await grace.jobs.getJobs();
    assert.deepEqual(
      value.map(({ team }) => team?.displayName),
      ['PRJ Ferry terminal'],
    );
    await page.context().close();
  });
});

describe('a dialog whose response was lost', () => {
  it('creates one object when the person tries again, and a second one when the form is filled in again', async () => {
    const page = await portal.signIn('/apps', 'Nadia Okafor');
    const dialog = page.getByRole('dialog');
    const fill = async () => {
      await page.getByRole('button', { name: 'New app' }).click();
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Lost and found');
      await dialog.getByRole('checkbox', { name: 'teams.read: see teams, members and channels' }).check();
      await dialog.getByRole('button', { name: 'Register' }).click();
    };
    // The call arrives, but its response is lost.
    await page.route('**/v1.0/apps', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      await route.abort();
    });
    await fill();
    await dialog.getByText('The service is not reachable').waitFor();
    await page.unroute('**/v1.0/apps');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('The secret is not shown again.').waitFor();
    const { apps } = await clientOf(portal, 'nadia.okafor');
    const count = async () =>
      (await apps.getApps()).value.filter(({ displayName }) => displayName === 'Lost and found').length;
    assert.equal(await count(), 1);
    await page.reload();
    await fill();
    await page.getByText('The secret is not shown again.').waitFor();
    assert.equal(await count(), 2);
    await page.context().close();
  });
});

describe('a page that is not yet loaded', () => {
  it('says that the service is unreachable, and loads when the service is back', async () => {
    const page = await portal.signIn('/', 'Grace Nkemelu');
    await page.clock.install();
    await page.context().setOffline(true);
    await visit(page, '/request');
    await page.locator('main').getByText('The service is not reachable').first().waitFor();
    await assertAccessible(page);
    await page.context().setOffline(false);
    await page.clock.fastForward(LONGEST_PAUSE_MILLISECONDS);
    await page.getByRole('link', { name: 'Product launch' }).waitFor();
    await page.context().close();
  });
});

describe('an unreachable issuer', () => {
  it('delays the renewal of a token, and the form continues after the delay', async () => {
    const page = await portal.signIn(PROJECT, 'Grace Nkemelu');
    await page.clock.install({ time: Date.now() + A_DAY_MILLISECONDS });
    await page.route('**/oidc/**', (route) => route.abort());
    await nameField(page).fill('Breakwater');
    await page.getByText('The service is not reachable').first().waitFor();
    await page.unroute('**/oidc/**');
    await page.clock.fastForward(LONGEST_PAUSE_MILLISECONDS);
    await page.getByText('PRJ Breakwater', { exact: true }).waitFor();
    await page.context().close();
  });
});

describe('the portal after an error response', () => {
  it('shows a page with a link to Home for an unknown address', async () => {
    const page = await portal.signIn('/approvals/no/where', 'Grace Nkemelu');
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    await assertAccessible(page);
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { level: 1, name: 'Hello' }).waitFor();
    await page.context().close();
  });

  it('says that a request does not exist when the person may not see it', async () => {
    const hidden = await requestLaunch(portal, 'Hidden');
    const page = await portal.signIn(`/approvals/${hidden}`, 'Ruben de Wit');
    await page.getByRole('alert').getByText('This does not exist').waitFor();
    await assertAccessible(page);
    await page.context().close();
  });

  it('renews the session when the token is rejected, and keeps the typed text', async () => {
    const page = await portal.signIn(PROJECT, 'Grace Nkemelu');
    await nameField(page).fill('Beacon');
    await page.getByText('PRJ Beacon', { exact: true }).waitFor();
    let rejected = 0;
    await page.route(CALLS, async (route) => {
      rejected += 1;
      const headers = { ...route.request().headers(), authorization: 'Bearer expired' };
      await route.continue(rejected > 1 ? {} : { headers });
    });
    await nameField(page).fill('Beacon light');
    await page.getByText('PRJ Beacon light', { exact: true }).waitFor();
    assert.equal(await nameField(page).inputValue(), 'Beacon light');
    await page.context().close();
  });
});

describe('every page', () => {
  for (const [person, [home, ...others]] of Object.entries(PAGES)) {
    it(`says that the service is unreachable, and loads when the service is back, for ${person}`, async () => {
      const page = await portal.signIn('/', person);
      await waitUntilLoaded(page, 'Hello');
      const away = page.locator('main').getByText('The service is not reachable').first();
      await page.clock.install();
      const objects = person === ADMINISTRATOR ? await pagesOfObjects(portal) : [];
      for (const [address, heading] of home === undefined ? [] : [...others, ...objects, home]) {
        await page.route(CALLS, (route) => route.abort());
        await page.clock.fastForward(NOTHING_FRESH_MILLISECONDS);
        await visit(page, address);
        await away.waitFor();
        await page.unroute(CALLS);
        await page.clock.fastForward(LONGEST_PAUSE_MILLISECONDS);
        await waitUntilLoaded(page, heading);
        await away.waitFor({ state: 'detached' });
      }
      await page.context().close();
    });
  }

  it('says when a person has no permission', async () => {
    const page = await portal.signIn('/', 'Grace Nkemelu');
    await waitUntilLoaded(page, 'Hello');
    for (const [address] of PAGES[ADMINISTRATOR]?.filter(([path]) => !EVERYBODYS.includes(path)) ?? []) {
      await visit(page, address);
      await page.getByRole('alert').getByText('You may not do this').first().waitFor();
      await assertAccessible(page);
      // The next page shows the same text, so another page is opened first.
      await visit(page, '/');
      await waitUntilLoaded(page, 'Hello');
    }
    await page.context().close();
  });

  it('says when an object does not exist', async () => {
    const page = await portal.signIn('/', 'Nadia Okafor');
    await waitUntilLoaded(page, 'Hello');
    for (const address of MISSING_PAGES) {
      await visit(page, address);
      await page
        .locator('main')
        .getByText(/does not exist|no template/i)
        .first()
        .waitFor();
      await assertAccessible(page);
    }
    await page.context().close();
  });
});

describe('a decision of another approver', () => {
  it("is shown with the approver's name instead of a later rejection, by keyboard", async () => {
    const id = await requestLaunch(portal, 'Regatta');
    const marcus = await clientOf(portal, 'marcus.oyelaran');
    await marcus.approvals.approveTeamCreation(id, {});
    const jonas = await signInByKeyboard(portal, `/approvals/${id}`, 'Jonas Keller');
    const henrik = await signInByKeyboard(portal, `/approvals/${id}`, 'Henrik Solberg');
    // Henrik's dialog is open when Jonas decides.
    await henrik.press(henrik.page.getByRole('button', { name: 'Reject' }));
    const dialog = henrik.page.getByRole('dialog');
    await henrik.type(dialog.getByRole('textbox'), 'Too early');
    await jonas.press(jonas.page.getByRole('button', { name: 'Approve' }));
    await jonas.press(jonas.page.getByRole('dialog').getByRole('button', { name: 'Approve' }));
    await jonas.page.getByText('Jonas Keller approved the request.').waitFor();
    await jonas.isInContent();
    await henrik.press(dialog.getByRole('button', { name: 'Reject' }));
    await henrik.page.getByText('Jonas Keller approved the request.').first().waitFor();
    await assertAccessible(henrik.page);
    await jonas.page.context().close();
    await henrik.page.context().close();
  });
});
