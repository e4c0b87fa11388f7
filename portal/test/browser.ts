/** The service and a real browser, and people who sign in at the embedded issuer. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { openService, type Service, type StartOptions } from '../../acceptance/service.ts';
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

export interface Portal {
  service: Service;
  browser: Browser;
  /** Opens the page in a browser context of its own, and signs in as the person. */
  signIn(path: string, displayName: string, options?: BrowserContextOptions): Promise<Page>;
}

/** Starts a service and a browser before the tests of the file, and stops both after them. */
export function openPortal(options: StartOptions = {}): Portal {
  let browser: Browser;
  let service: Service;
  before(async () => {
    service = await openService(options);
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });
  return {
    get service() {
      return service;
    },
    get browser() {
      return browser;
    },
    signIn: (path, displayName, contextOptions) =>
      signIn(browser, service.url + path, displayName, contextOptions),
  };
}

/** Rules of axe that depend on colours and sizes. The others judge the elements, which are the same in every theme. */
const STYLE_RULES = [
  'color-contrast',
  'css-orientation-lock',
  'link-in-text-block',
  'scrollable-region-focusable',
  'target-size',
];

/**
 * Fails with the rules that the page violates, and where. Leaves out the elements of Fluent UI that catch the focus at
 * the edge of an open dialog or list and pass it on: nobody can stay on them.
 * @param part of axe's rules: all, or those that depend on the style of the page
 */
export async function assertAccessible(page: Page, part: 'all' | 'style' = 'all'): Promise<void> {
  const hasForcedColors = await page.evaluate<boolean>("matchMedia('(forced-colors: active)').matches");
  const builder = new AxeBuilder({ page })
    .exclude('[data-tabster-dummy]')
    .exclude({ fromFrames: ['iframe', '[data-tabster-dummy]'] });
  // Forced colours are the system's, and axe reads those of the page.
  const hidden = hasForcedColors ? ['color-contrast'] : [];
  const checked =
    part === 'all'
      ? builder.disableRules(hidden)
      : builder.withRules(STYLE_RULES.filter((rule) => !hidden.includes(rule)));
  const { violations } = await checked.analyze();
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
    [],
  );
}

/** Chooses a person in a people picker. */
export async function choose(page: Page, field: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).pressSequentially(name);
  await page.getByRole('option', { name }).click();
}

/** Opens an empty page in a browser context of its own. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  // Without animations, because a dialog that fades in has too little contrast for a moment.
  const context = await browser.newContext({
    viewport: DESK,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  });
  return context.newPage();
}

export async function signIn(
  browser: Browser,
  address: string,
  displayName: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await openPage(browser, options);
  await page.goto(address);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('searchbox').fill(displayName);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('button', { name: new RegExp(`^${displayName}`) }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  return page;
}
