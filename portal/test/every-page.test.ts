/** Every page in the light, the dark and the high-contrast theme, at the width of a desk and of a phone. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { assertAccessible, DESK, openPortal, PHONE } from './browser.ts';
import { PAGES, settle, visit } from './pages.ts';
import { keepPicture } from './pictures.ts';

const portal = openPortal();

const LOOKS: Record<string, BrowserContextOptions> = {
  light: { viewport: DESK },
  dark: { viewport: DESK, colorScheme: 'dark' },
  'high contrast': { viewport: DESK, forcedColors: 'active' },
  phone: { viewport: PHONE },
};

const isWiderThanWindow = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** Whether a table is shorter than its rows. */
const isTableCut = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role=table]')].some((table) => {
      const rows = table.querySelectorAll('[role=row]');
      const last = rows[rows.length - 1]?.getBoundingClientRect().bottom ?? 0;
      return last > table.getBoundingClientRect().bottom + 1;
    }),
  );

for (const [look, options] of Object.entries(LOOKS)) {
  describe(`every page, ${look}`, () => {
    for (const [person, pages] of Object.entries(PAGES)) {
      it(`is accessible and fits the window for ${person}`, async () => {
        const page = await portal.signIn('/', person, options);
        for (const [address, heading] of pages) {
          await visit(page, address);
          await settle(page, heading);
          await keepPicture(page, `${look} ${person.split(' ')[0]} ${address}`, { fullPage: true });
          await assertAccessible(page);
          assert.equal(await isWiderThanWindow(page), false, `${address} scrolls sideways`);
          assert.equal(await isTableCut(page), false, `${address} hides the end of a table`);
        }
        await page.context().close();
      });
    }
  });
}
