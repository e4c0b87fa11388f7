/** Screenshots of pages, written when CHARTER_TEST_SCREENSHOTS names a folder. The README shows some of them. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const folder = process.env.CHARTER_TEST_SCREENSHOTS;

/** @param name name of the file; each character except letters and digits becomes a hyphen */
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
