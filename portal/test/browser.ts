/** A real browser, and people who sign in at the embedded issuer. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { chromiumPath } from './chromium.ts';

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await chromiumPath(),
    // The package's own arguments are for serverless hosts: one process, which crashes when a context closes.
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    headless: true,
  });
}

export const PHONE = { width: 360, height: 740 };
export const DESK = { width: 1280, height: 900 };

/** Opens the address in a browser of its own, and signs in as the person. */
export async function signIn(
  browser: Browser,
  address: string,
  displayName: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  // Without animations, because a dialog that fades in has too little contrast for a moment.
  const context = await browser.newContext({
    viewport: DESK,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('searchbox').fill(displayName);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('button', { name: new RegExp(`^${displayName}`) }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  return page;
}
