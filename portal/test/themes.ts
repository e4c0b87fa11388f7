/** Themes of the portal, which follow the settings of the system. */
import type { Page } from 'playwright-core';
import { assertAccessible } from './browser.ts';

export interface Theme {
  colorScheme: 'light' | 'dark';
  forcedColors: 'active' | 'none';
  background: string;
}

export const LIGHT: Theme = { colorScheme: 'light', forcedColors: 'none', background: '#ffffff' };
export const DARK: Theme = { colorScheme: 'dark', forcedColors: 'none', background: '#292929' };
export const HIGH_CONTRAST: Theme = { ...LIGHT, forcedColors: 'active', background: '#000000' };

/** Changes the settings of the system, and waits until the page has adopted them. */
export async function showTheme(page: Page, { background, colorScheme, forcedColors }: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme, forcedColors });
  await page.waitForFunction((wanted) => {
    const provider = document.querySelector('.fui-FluentProvider');
    return (
      provider !== null &&
      getComputedStyle(provider).getPropertyValue('--colorNeutralBackground1').trim() === wanted
    );
  }, background);
  await page.evaluate(() =>
    Promise.allSettled(
      document.getAnimations().map((each) => each instanceof CSSTransition && each.finished),
    ),
  );
}

/** Fails with the rules that the page violates in the light or in the dark theme. The page is in the light theme. */
export async function assertAccessibleInThemes(page: Page): Promise<void> {
  await assertAccessible(page);
  await showTheme(page, DARK);
  await assertAccessible(page, 'style');
  await showTheme(page, LIGHT);
}
