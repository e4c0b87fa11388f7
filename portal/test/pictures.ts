/**
 * Screenshots of pages, written when CHARTER_TEST_SCREENSHOTS names a folder. `npm run pictures` writes those of the
 * README and of the guides.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { DARK, LIGHT, showTheme } from './themes.ts';

const MARGIN = 24;

const folder = process.env.CHARTER_TEST_SCREENSHOTS;

/**
 * @param shown the page, or a part of it
 * @param name name of the file; a hyphen replaces each run of characters other than letters, digits
 *   and underscores
 */
export async function savePicture(
  shown: Page | Locator,
  name: string,
  options: { fullPage?: boolean } = {},
): Promise<void> {
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  const file = name.replaceAll(/[^\w]+/g, '-').replaceAll(/^-|-$/g, '');
  // Hides the outline of the heading, which has the focus when a page opens.
  const style = 'h1 { outline: none !important }';
  await shown.screenshot({ path: join(folder, `${file}.png`), style, ...options });
}

/**
 * Stores the picture in both themes, as `<name>-light` and `<name>-dark`. The page is in the light theme.
 * @param part the part of the page that is shown; default: all of it
 */
export async function savePictures(page: Page, name: string, part: Page | Locator = page): Promise<void> {
  if (folder === undefined) return;
  await savePicture(part, `${name}-light`);
  await showTheme(page, DARK);
  await savePicture(part, `${name}-dark`);
  await showTheme(page, LIGHT);
}

/** Returns the bottom of the page's content in pixels. The page is scrolled to its top. */
const BOTTOM = `(() => {
  scrollTo(0, 0);
  document.activeElement?.blur();
  const last = document.querySelector('main')?.lastElementChild?.lastElementChild ?? document.body;
  return Math.ceil(last.getBoundingClientRect().bottom);
})()`;

/** Makes the window as high as the page: in a picture of a page that scrolls, sticky bars would cover the content. */
export async function fitWindow(page: Page): Promise<void> {
  const { width } = page.viewportSize() ?? { width: 0 };
  await page.setViewportSize({ width, height: (await page.evaluate<number>(BOTTOM)) + MARGIN });
}
