/**
 * Tests every page in the light theme, in the dark or high-contrast one, and at the width of a phone.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, consoleErrorsOf, openPortal } from './browser.ts';
import { ADMINISTRATOR, isWiderThanWindow, PAGES, pagesOfObjects, visit, waitUntilLoaded } from './pages.ts';
import { savePicture } from './pictures.ts';
import { pathsWith } from './router-paths.ts';
import { DARK, HIGH_CONTRAST, LIGHT, showTheme, type Theme } from './themes.ts';

const portal = openPortal();

interface Appearance extends Theme {
  width: number;
  /** Whether the look shows the elements of the light theme in other colours. */
  isTheme?: boolean;
}

const LOOKS: Record<string, Appearance> = {
  light: { ...LIGHT, width: 1280 },
  dark: { ...DARK, width: 1280, isTheme: true },
  'high contrast': { ...HIGH_CONTRAST, width: 1280, isTheme: true },
  phone: { ...LIGHT, width: 360 },
};
const HEIGHT = 900;

/**
 * Whether each page is shown in both the dark and the high-contrast look, as in the chaos run. Otherwise each page is
 * shown in one of them, because the colours of a theme are the same on all pages.
 */
const SHOWS_ALL = process.env.CHARTER_TEST_LOOKS === 'all';

/** Returns the looks of the page at this place in the list. */
function looksOf(place: number): [string, Appearance][] {
  const left = place % 2 === 0 ? 'dark' : 'high contrast';
  return Object.entries(LOOKS).filter(([name]) => SHOWS_ALL || name !== left);
}

/** Changes the settings of the system and the window, and waits until the page has adopted them. */
async function show(page: Page, look: Appearance): Promise<void> {
  await page.setViewportSize({ width: look.width, height: HEIGHT });
  await showTheme(page, look);
}

/** A phone and a font size of 200 %, at which nothing may be lost (WCAG 1.4.4). */
const LARGE_TEXT = { width: 375, height: 740 };

/** Whether two parts of the header cover each other. */
const isHeaderCrowded = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const parts = [...document.querySelectorAll('header a[href^="/"], header button, header span')]
      .filter((part) => part.checkVisibility() && part.querySelector('a, button, span') === null)
      .map((part) => part.getBoundingClientRect())
      // Texts for screen readers are one pixel wide.
      .filter(({ width }) => width > 1);
    return parts.some((one, place) =>
      parts
        .slice(place + 1)
        .some(
          (other) =>
            one.left < other.right - 1 &&
            other.left < one.right - 1 &&
            one.top < other.bottom - 1 &&
            other.top < one.bottom - 1,
        ),
    );
  });

/** Returns whether the page scrolls sideways or has a crowded header, on a phone with a font size of 200 %. */
async function isTooWideInLargeText(page: Page): Promise<boolean> {
  await page.setViewportSize(LARGE_TEXT);
  await setFontSize(page, '200%');
  const isTooWide = (await isWiderThanWindow(page)) || (await isHeaderCrowded(page));
  await setFontSize(page, '');
  return isTooWide;
}

const setFontSize = (page: Page, size: string): Promise<void> =>
  page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);

/** A desktop window, in which many people set a larger font size. */
const DESKTOP = { width: 1280, height: 900 };

/** The same window with a zoom of 200 %, as the page measures it. */
const ZOOMED = { width: 640, height: 450 };

/** Returns the headings and values of tables whose only word is broken into lines. */
async function brokenWords(page: Page, window: typeof DESKTOP, fontSize: string): Promise<string[]> {
  await page.setViewportSize(window);
  await setFontSize(page, fontSize);
  const found = await page.evaluate(() => {
    const parts = document.querySelectorAll('[role=columnheader], [role=cell] :is(.fui-Badge, .fui-Avatar)');
    return [...parts].flatMap((part) => {
      const word = part.textContent?.trim() ?? '';
      const range = document.createRange();
      range.selectNodeContents(document.createTreeWalker(part, NodeFilter.SHOW_TEXT).nextNode() ?? part);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      return /\s/.test(word) || lines.size < 2 ? [] : [word];
    });
  });
  await setFontSize(page, '');
  return found;
}

/** Patterns of the router's addresses. */
const ROUTES = pathsWith('[^/?]+').map((path) => new RegExp(`^${path}(\\?|$)`));

/** Whether a table cuts off its last row. */
const isTableCut = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role=table]')].some((table) => {
      const rows = table.querySelectorAll('[role=row]');
      const last = rows[rows.length - 1]?.getBoundingClientRect().bottom ?? 0;
      return last > table.getBoundingClientRect().bottom + 1;
    }),
  );

describe('every page', () => {
  for (const [person, pages] of Object.entries(PAGES)) {
    it(`is accessible and fits the window in its themes and widths for ${person}`, async () => {
      const page = await portal.signIn('/', person);
      await waitUntilLoaded(page, 'Hello');
      const consoleErrors = consoleErrorsOf(page);
      const objects = person === ADMINISTRATOR ? await pagesOfObjects(portal) : [];
      const tooWide: string[] = [];
      const broken: string[] = [];
      for (const [place, [address, heading]] of [...pages, ...objects].entries()) {
        await visit(page, address);
        await waitUntilLoaded(page, heading);
        for (const [name, look] of looksOf(place)) {
          await show(page, look);
          await savePicture(page, `${name} ${person.split(' ')[0]} ${address}`, { fullPage: true });
          await assertAccessible(page, look.isTheme ? 'style' : 'all');
          assert.equal(await isWiderThanWindow(page), false, `${address} scrolls sideways, ${name}`);
          assert.equal(await isTableCut(page), false, `${address} hides the end of a table, ${name}`);
        }
        if (await isTooWideInLargeText(page)) tooWide.push(address);
        for (const [window, fontSize] of [
          [DESKTOP, '150%'],
          [ZOOMED, ''],
        ] as const)
          broken.push(...(await brokenWords(page, window, fontSize)).map((word) => `${address}: ${word}`));
      }
      await page.context().close();
      assert.deepEqual(broken, [], 'no word in a table is broken in larger text');
      assert.deepEqual(consoleErrors, [], 'the console of no page shows an error or a warning');
      assert.deepEqual(tooWide, [], 'no page scrolls sideways or has a crowded header in large text');
      if (person !== ADMINISTRATOR) return;
      const addresses = [...Object.values(PAGES).flat(), ...objects].map(([address]) => address);
      assert.deepEqual(
        ROUTES.filter((route) => !addresses.some((address) => route.test(address))),
        [],
        'each page is among the pages of the tests',
      );
    });
  }
});
