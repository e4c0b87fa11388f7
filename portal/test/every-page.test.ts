/** Every page in the light, the dark and the high-contrast theme, at the width of a desk and of a phone. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { assertAccessible, DESK, openPortal, PHONE } from './browser.ts';
import { keepPicture } from './pictures.ts';

const portal = openPortal();

/** Addresses and headings of the pages that a person of the sample organisation opens. */
const PAGES: Record<string, readonly (readonly [address: string, heading: string])[]> = {
  'Grace Nkemelu': [
    ['/', 'Hello'],
    ['/request', 'Request a team'],
    ['/request/example.meridian.project', 'Project'],
    ['/approvals', 'Approvals'],
  ],
  'Nadia Okafor': [
    ['/', 'Hello'],
    ['/jobs', 'Jobs'],
    ['/teams?scope=all', 'Teams'],
    ['/overview', 'Overview'],
    ['/policies', 'Policies'],
    ['/policies/new', 'New policy'],
    ['/lifecycle', 'Lifecycle'],
    ['/audit', 'Audit'],
    ['/roles', 'Roles'],
    ['/hooks', 'Webhooks'],
    ['/templates', 'Templates'],
    ['/templates/new', 'New template'],
    ['/templates/example.meridian.deal-room', 'Deal room'],
    ['/templates/example.meridian.deal-room?view=versions', 'Deal room'],
  ],
};

const LOOKS: Record<string, BrowserContextOptions> = {
  light: { viewport: DESK },
  dark: { viewport: DESK, colorScheme: 'dark' },
  'high contrast': { viewport: DESK, forcedColors: 'active' },
  phone: { viewport: PHONE },
};

/** Opens the page without a reload, as a link does. */
async function follow(page: Page, address: string, heading: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.locator('main .fui-Spinner, main .fui-Skeleton').first().waitFor({ state: 'detached' });
}

const isWiderThanWindow = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

for (const [look, options] of Object.entries(LOOKS)) {
  describe(`every page, ${look}`, () => {
    for (const [person, pages] of Object.entries(PAGES)) {
      it(`is accessible and fits the window for ${person}`, async () => {
        const page = await portal.signIn('/', person, options);
        for (const [address, heading] of pages) {
          await follow(page, address, heading);
          await keepPicture(page, `${look} ${person.split(' ')[0]} ${address}`, { fullPage: true });
          await assertAccessible(page);
          assert.equal(await isWiderThanWindow(page), false, `${address} scrolls sideways`);
        }
        await page.context().close();
      });
    }
  });
}
