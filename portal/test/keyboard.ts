/** A person with only a keyboard: every step is a key press, and every focus must be visible. */
import assert from 'node:assert/strict';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Portal } from './browser.ts';

const MAX_PRESSES = 120;

/** The focused element and its visibility. */
interface Focus {
  name: string;
  /** Whether an element other than the document has the focus. */
  isHeld: boolean;
  /** Whether the element is in the window and its centre is not covered. */
  isShown: boolean;
  /** The element at its centre. */
  shown: string;
}

/**
 * Describes the focused element, and stores its look: the styles that can show a focus. They are outlines, shadows,
 * borders and backgrounds of the element, of its ancestors and of the next element. Fluent UI draws some of them in
 * pseudo-elements.
 */
const FOCUS = `(() => {
  const PROPERTIES = ['outline', 'boxShadow', 'borderColor', 'borderWidth', 'backgroundColor', 'opacity', 'transform', 'color'];
  globalThis.charterLook = (element) => {
    const shown = [element, element.nextElementSibling, element.parentElement, element.parentElement?.parentElement];
    return shown.filter(Boolean).map((part) => ['', '::before', '::after'].map((pseudo) => {
      const style = getComputedStyle(part, pseudo);
      return PROPERTIES.map((property) => style[property]).join();
    }).join()).join();
  };
  const describe = (element) =>
    element.tagName.toLowerCase() + ' “' +
    (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40) + '”';
  const element = document.activeElement;
  const isHeld = element !== null && element !== document.body;
  if (!isHeld) return { name: 'the document', isHeld, isShown: false, shown: '' };
  globalThis.charterFocused = { element, look: charterLook(element) };
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
  const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
  const hit = document.elementFromPoint(x, y);
  const isShown = hit !== null && (element.contains(hit) || hit.contains(element) || hit.parentElement?.contains(element) === true);
  return { name: describe(element), isHeld, isShown, shown: hit === null ? 'nothing' : describe(hit) };
})()`;

/** Returns true when the previously focused element looks different or was removed, or when the focus has not moved. */
const LOOKS_DIFFERENT = `(() => {
  const { element, look } = globalThis.charterFocused ?? {};
  return element === undefined || !element.isConnected || element === document.activeElement || charterLook(element) !== look;
})()`;

export interface Keyboard {
  page: Page;
  /** Presses Tab, or Shift and Tab for an element above, until the element has the focus. */
  to(target: Locator): Promise<void>;
  /** Moves the focus to the element and presses the key. Default: Enter. */
  press(target: Locator, key?: string): Promise<void>;
  /** Moves the focus to the field and replaces its text. */
  type(target: Locator, text: string): Promise<void>;
  /** Moves the focus to the list of choices and types the beginning of one. */
  select(target: Locator, text: string): Promise<void>;
  /** Selects a person in a people picker. */
  choose(field: string, name: string): Promise<void>;
  /** Waits until the element has the focus. */
  isAt(target: Locator): Promise<void>;
  /** Waits until an element of the page's content has the focus. */
  isInContent(): Promise<void>;
}

/** Returns whether the target precedes or follows the focused element in document order. */
const placeOf = (target: Locator): Promise<'focused' | 'above' | 'below'> =>
  target.evaluate((element) => {
    const focused = document.activeElement;
    if (element === focused) return 'focused';
    const isAbove =
      focused !== null &&
      (element.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 &&
      focused !== document.body;
    return isAbove ? 'above' : 'below';
  });

export function keyboardOf(page: Page): Keyboard {
  const readFocus = (): Promise<Focus> => page.evaluate<Focus>(FOCUS);

  /**
   * Presses Tab or Shift+Tab once, and returns the name of the element that had the focus. Fails when the focus is
   * lost, covered, or not visible.
   */
  async function step(key: string, isFirst: boolean, wanted: string): Promise<string> {
    const { name, isHeld, isShown, shown } = await readFocus();
    if (isFirst) assert.ok(isHeld, `The focus was lost before ${wanted}.`);
    if (isHeld) assert.ok(isShown, `${name} has the focus, and is behind ${shown}.`);
    await page.keyboard.press(key);
    await page.waitForFunction(LOOKS_DIFFERENT, undefined, { timeout: 5_000 }).catch(() => {
      assert.fail(`${name} looks the same with the focus.`);
    });
    return name;
  }

  async function to(target: Locator): Promise<void> {
    await target.waitFor();
    const passed: string[] = [];
    for (let place = await placeOf(target); place !== 'focused'; place = await placeOf(target)) {
      assert.ok(passed.length < MAX_PRESSES, `${target} is not reached: ${passed.slice(-40).join(', ')}`);
      const key = place === 'above' ? 'Shift+Tab' : 'Tab';
      passed.push(await step(key, passed.length === 0, String(target)));
    }
    const { name, isShown } = await readFocus();
    assert.ok(isShown, `${name} has the focus, and is not in view.`);
  }

  const press = async (target: Locator, key = 'Enter'): Promise<void> => {
    await to(target);
    await page.keyboard.press(key);
  };

  return {
    page,
    to,
    press,
    async type(target, text) {
      await press(target, 'ControlOrMeta+a');
      await page.keyboard.type(text);
    },
    async select(target, text) {
      await to(target);
      await page.keyboard.type(text);
    },
    async choose(field, name) {
      await to(page.getByRole('combobox', { name: field }));
      await page.keyboard.type(name);
      await page.getByRole('option', { name }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('listbox', { name: field }).getByRole('option', { name }).waitFor();
    },
    isAt: (target) => target.and(page.locator(':focus')).waitFor(),
    async isInContent() {
      await page.waitForFunction(() => document.activeElement?.closest('main') !== null);
    },
  };
}

/** Signs in at the embedded issuer, from any page of the portal. */
async function signInWith({ page, press, type }: Keyboard, displayName: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  // A new document has no focused element.
  await page.keyboard.press('Tab');
  await press(page.getByRole('button', { name: 'Sign in' }));
  await page.getByRole('searchbox').waitFor();
  await page.keyboard.press('Tab');
  await type(page.getByRole('searchbox'), displayName);
  await page.keyboard.press('Enter');
  await page.waitForURL(/[?&]search=/);
  const person = page.getByRole('button', { name: new RegExp(`^${displayName}`) });
  await person.waitFor();
  await page.keyboard.press('Tab');
  await press(person);
}

/** Opens the page as `signIn` does, but by keyboard, and waits until its heading has the focus. */
export async function signInByKeyboard(
  portal: Portal,
  path: string,
  displayName: string,
  options: BrowserContextOptions = {},
): Promise<Keyboard> {
  const page = await portal.signIn(path, displayName, options, (opened) =>
    signInWith(keyboardOf(opened), displayName),
  );
  const keyboard = keyboardOf(page);
  await keyboard.isAt(page.locator('h1'));
  return keyboard;
}
