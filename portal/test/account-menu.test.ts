/**
 * Tests the account menu in a real browser: pending tasks, and the language and colours of the portal.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, openPage, openPortal, PHONE_SIZE, signInByMouse } from './browser.ts';
import { signInByKeyboard } from './keyboard.ts';
import { requestLaunch } from './people.ts';
import { savePicture } from './pictures.ts';

const portal = openPortal();
const APPROVER = 'Marcus Oyelaran';

const background = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.querySelector('header') as Element).backgroundColor);

describe('the account menu', () => {
  it('sets the colour scheme and the language by keyboard, and keeps the colour scheme after a reload', async () => {
    const { page, press, isAt } = await signInByKeyboard(portal, '/', APPROVER);
    const button = page.getByRole('button', { name: APPROVER, exact: true });
    const light = await background(page);
    await press(button);
    await page.getByRole('menuitemradio', { name: 'Dark' }).waitFor();
    await assertAccessible(page);
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowUp');
    await isAt(page.getByRole('menuitemradio', { name: 'Dark' }));
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      (before) => getComputedStyle(document.querySelector('header') as Element).backgroundColor !== before,
      light,
    );
    await assertAccessible(page);
    await savePicture(page, 'account-menu');
    await page.keyboard.press('Escape');
    await isAt(button);
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    assert.notEqual(await background(page), light);
    await press(button);
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).waitFor();
    await page.keyboard.press('d');
    await isAt(page.getByRole('menuitemradio', { name: 'Deutsch' }));
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Genehmigungen' }).first().waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'de');
    await page.context().close();
  });

  it("lists the person's pending tasks with links, on a phone", async () => {
    await requestLaunch(portal, 'Menu launch');
    const page = await openPage(portal.browser, { viewport: PHONE_SIZE });
    await page.goto(`${portal.service.url}/teams`);
    await signInByMouse(page, APPROVER);
    await page.getByRole('button', { name: APPROVER, exact: true }).click();
    const waiting = page.getByRole('menuitem', { name: 'approval waits for you' });
    await waiting.waitFor();
    await assertAccessible(page);
    await savePicture(page, 'account-menu-phone');
    await waiting.click();
    await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor();
    await page.context().close();
  });
});
