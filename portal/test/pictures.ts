/** Pictures of pages, kept when CHARTER_TEST_SCREENSHOTS names a folder. The README shows some of them. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const folder = process.env.CHARTER_TEST_SCREENSHOTS;

/** @param name becomes the name of the file, with a hyphen for everything but letters and digits */
export async function keepPicture(
  page: Page,
  name: string,
  options: { fullPage?: boolean } = {},
): Promise<void> {
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  const file = name.replaceAll(/[^\w]+/g, '-').replaceAll(/^-|-$/g, '');
  // A page that has just opened has the focus on its heading.
  const style = 'h1 { outline: none !important }';
  await page.screenshot({ path: join(folder, `${file}.png`), style, ...options });
}
