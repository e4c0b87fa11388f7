/** Screenshots of pages, written when CHARTER_TEST_SCREENSHOTS names a folder. The README shows some of them. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { DARK, LIGHT, showTheme } from './themes.ts';

const folder = process.env.CHARTER_TEST_SCREENSHOTS;

/** @param name name of the file; a hyphen replaces each run of characters other than letters, digits and underscores */
export async function keepPicture(
  page: Page,
  name: string,
  options: { fullPage?: boolean } = {},
): Promise<void> {
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  const file = name.replaceAll(/[^\w]+/g, '-').replaceAll(/^-|-$/g, '');
  // Hides the outline of the heading, which has the focus when a page opens.
  const style = 'h1 { outline: none !important }';
  await page.screenshot({ path: join(folder, `${file}.png`), style, ...options });
}

/** Stores the picture in both themes, as `<name>-light` and `<name>-dark`. The page is in the light theme. */
export async function keepPictures(page: Page, name: string): Promise<void> {
  if (folder === undefined) return;
  await keepPicture(page, `${name}-light`);
  await showTheme(page, DARK);
  await keepPicture(page, `${name}-dark`);
  await showTheme(page, LIGHT);
}
