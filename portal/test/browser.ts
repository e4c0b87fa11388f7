/** Runs the service and a real browser for tests, and signs people in at the embedded issuer. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, type Cookie, chromium, type Page } from 'playwright-core';
import { openService, type Service, type StartOptions } from '../../acceptance/service.ts';
import { chromiumPath } from './chromium.ts';

/** The pages of a test are closed before an optimising compilation would pay off. */
const WITHOUT_OPTIMIZATION = '--js-flags=--no-maglev,--no-opt';

export async function openBrowser(...args: readonly string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: await chromiumPath(),
    // The package's own arguments are for serverless hosts: one process, which crashes when a context closes.
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', ...args],
    headless: true,
  });
}

export const PHONE_SIZE = { width: 360, height: 740 };
export const DESKTOP_SIZE = { width: 1280, height: 900 };

export interface Portal {
  service: Service;
  browser: Browser;
  /**
   * Opens the page in its own browser context, as the person. The first page of a person signs in; later pages use
   * the cookies of that session at the issuer.
   * @param byHand fills in the issuer's pages. Default: by mouse
   */
  signIn(
    path: string,
    displayName: string,
    options?: BrowserContextOptions,
    byHand?: typeof signInByMouse,
  ): Promise<Page>;
}

/**
 * Starts a service and a browser before the tests of the file, and stops both after them. The service has its default
 * rate limits, as in production.
 */
export function openPortal(options: StartOptions = {}): Portal {
  let browser: Browser;
  let service: Service;
  const cookies = new Map<string, Cookie[]>();
  before(async () => {
    service = await openService({ hasDefaultLimits: true, ...options });
    browser = await openBrowser(WITHOUT_OPTIMIZATION);
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
    async signIn(path, displayName, contextOptions, byHand = signInByMouse) {
      const page = await openPage(browser, contextOptions);
      const stored = cookies.get(displayName);
      await page.context().addCookies(stored ?? []);
      await page.goto(service.url + path);
      if (stored === undefined) await byHand(page, displayName);
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
      cookies.set(displayName, await page.context().cookies());
      return page;
    },
  };
}

/** Rules of axe that depend on colours and sizes. All other rules have the same result in every theme. */
const STYLE_RULES = [
  'color-contrast',
  'css-orientation-lock',
  'link-in-text-block',
  'scrollable-region-focusable',
  'target-size',
];
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** A function for the browser that returns the violations of the given rules, or of all rules. */
const FIND_VIOLATIONS = `async (rules) => {
  // Waits for the end of transitions: a colour in transition has too little contrast.
  const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition);
  await Promise.allSettled(transitions.map(({ finished }) => finished));
  // Skips the contrast of forced colours: the system sets them, but axe reads the colours of the page.
  const hidden = matchMedia('(forced-colors: active)').matches ? ['color-contrast'] : [];
  const chosen = rules === undefined
    ? { rules: Object.fromEntries(hidden.map((rule) => [rule, { enabled: false }])) }
    : { runOnly: { type: 'rule', values: rules.filter((rule) => !hidden.includes(rule)) } };
  // Describes only violations in full.
  const options = { iframes: false, resultTypes: ['violations'], ...chosen };
  const { violations } = await axe.run({ exclude: ['[data-tabster-dummy]'] }, options);
  return violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | '));
}`;

/**
 * Fails with the rules that the page or a page in its frames violates, and the places. Excludes the elements of Fluent
 * UI at the edge of an open dialog or list that pass the focus on.
 * @param part of axe's rules: all, or those that depend on the style of the page
 */
export async function assertAccessible(page: Page, part: 'all' | 'style' = 'all'): Promise<void> {
  const rules = part === 'style' ? STYLE_RULES : undefined;
  const violations = await Promise.all(
    page.frames().map(async (frame) => {
      // axe stays loaded until the frame opens another document.
      if (!(await frame.evaluate<boolean>("'axe' in globalThis"))) await frame.evaluate(AXE);
      return frame.evaluate<string[]>(`(${FIND_VIOLATIONS})(${JSON.stringify(rules)})`);
    }),
  );
  assert.deepEqual(violations.flat(), []);
}

/** Selects a person in a people picker. */
export async function choose(page: Page, field: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).pressSequentially(name);
  await page.getByRole('option', { name }).click();
}

/** Opens an empty page in a new browser context. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  // Animations are off, because a dialog has too little contrast while it fades in.
  const context = await browser.newContext({
    viewport: DESKTOP_SIZE,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  });
  return context.newPage();
}

/** Signs in at the embedded issuer, from any page of the portal. */
export async function signInByMouse(page: Page, displayName: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('searchbox').fill(displayName);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('button', { name: new RegExp(`^${displayName}`) }).click();
}

/** Returns the errors and warnings that the console of the page shows from now on, such as violations of its policy. */
export function consoleErrorsOf(page: Page): string[] {
  const consoleErrors: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) consoleErrors.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', ({ message }) => consoleErrors.push(`${page.url()}: ${message}`));
  return consoleErrors;
}

/** Opens the page in a new browser context, and signs in as the person. */
export async function signIn(browser: Browser, address: string, displayName: string): Promise<Page> {
  const page = await openPage(browser);
  await page.goto(address);
  await signInByMouse(page, displayName);
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  return page;
}
