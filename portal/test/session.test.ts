/**
 * Tests sign-in, reload, sign-out, the drafts of forms, and the navigation in a real browser.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, openPortal, PHONE_SIZE, signInByMouse } from './browser.ts';
import { signInByKeyboard } from './keyboard.ts';

const PROJECT = '/request/example.meridian.project';

/** A time that is longer than the lifetime of a token. */
const A_DAY_MILLISECONDS = 86_400_000;

const portal = openPortal();

const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });

/** Types a name into the form of a request, and waits until its preview shows it. */
async function typeName(page: Page, name: string): Promise<void> {
  await nameField(page).fill(name);
  await page.getByText(`PRJ ${name}`, { exact: true }).waitFor();
}

const storageOf = (page: Page): Promise<string> => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

describe('a session', () => {
  it('opens the linked page after sign-in, and survives a reload without a prompt', async () => {
    const page = await portal.signIn('/approvals?view=mine', 'Grace Nkemelu');
    await page.getByRole('tab', { name: 'My requests', selected: true }).waitFor();
    await page.reload();
    await page.getByRole('tab', { name: 'My requests', selected: true }).waitFor();
    assert.equal(page.url(), `${portal.service.url}/approvals?view=mine`);
    await page.context().close();
  });

  it('leaves the Back and Forward buttons usable after a reload', async () => {
    const page = await portal.signIn('/jobs', 'Grace Nkemelu');
    const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
    await heading('Jobs');
    await page.getByRole('link', { name: 'Teams', exact: true }).click();
    await heading('Teams');
    await page.reload();
    await heading('Teams');
    await page.goBack();
    await heading('Jobs');
    await page.goForward();
    await heading('Teams');
    await page.context().close();
  });

  it('keeps no token in the storage of the browser', async () => {
    const page = await portal.signIn('/', 'Grace Nkemelu');
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    assert.doesNotMatch(stored, /eyJ|token/i);
    await page.context().close();
  });

  it('is renewed without a prompt, and a sign-out by keyboard also ends the session at the issuer', async () => {
    // No other page shares this session.
    const { page, press, isAt } = await signInByKeyboard(portal, '/', 'Olivia Bennett');
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to the content' });
    await press(skip);
    await isAt(page.locator('main'));
    await page.clock.setSystemTime(Date.now() + A_DAY_MILLISECONDS);
    const renewed = page.waitForResponse((response) => response.url().endsWith('/oidc/token'));
    await press(page.getByRole('link', { name: 'Teams', exact: true }));
    assert.equal((await renewed).status(), 200);
    await isAt(page.getByRole('heading', { level: 1, name: 'Teams' }));
    await page
      .getByText(/^\d+ teams?$|no team/i)
      .first()
      .waitFor();
    await press(page.getByRole('button', { name: 'Sign out' }));
    await page.getByRole('heading', { name: 'Sign out?' }).waitFor();
    await page.keyboard.press('Tab');
    await press(page.getByRole('button', { name: 'Sign out' }));
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.goto(portal.service.url);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.context().close();
  });
});

describe('the draft of a form', () => {
  it('survives a reload', async () => {
    const page = await portal.signIn(PROJECT, 'Grace Nkemelu');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Harbour tunnel');
    await page.getByText('PRJ Harbour tunnel', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('PRJ Harbour tunnel', { exact: true }).waitFor();
    assert.equal(
      await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue(),
      'Harbour tunnel',
    );
    await page.context().close();
  });

  it('is deleted in every tab after the sign-out', async () => {
    // No other page shares this session.
    const page = await portal.signIn(PROJECT, 'Henrik Solberg');
    const other = await page.context().newPage();
    await other.goto(portal.service.url + PROJECT);
    await typeName(other, 'Second secret');
    await typeName(page, 'Secret takeover');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign out?' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    for (const tab of [page, other]) {
      await tab.getByRole('button', { name: 'Sign in' }).waitFor();
      assert.doesNotMatch(await storageOf(tab), /secret/i);
    }
    await page.goto(portal.service.url + PROJECT);
    await signInByMouse(page, 'Felix Wagner');
    await nameField(page).waitFor();
    assert.equal(await nameField(page).inputValue(), '');
    await page.context().close();
  });

  it('is not shown to another person after the session has ended at the issuer', async () => {
    const page = await portal.signIn(PROJECT, 'Lucas Almeida');
    await typeName(page, 'Secret merger');
    await page.context().clearCookies();
    await page.reload();
    await signInByMouse(page, 'Wei Zhang');
    await nameField(page).waitFor();
    assert.equal(await nameField(page).inputValue(), '');
    assert.doesNotMatch(await storageOf(page), /secret/i);
    await page.context().close();
  });

  it('is not stored while it exceeds the storage of the browser, and the form stays usable', async () => {
    const page = await portal.signIn(PROJECT, 'Grace Nkemelu');
    await typeName(page, 'Endless');
    const description = page.getByRole('textbox', { name: 'Description' });
    await description.evaluate((field: HTMLTextAreaElement) => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(
        field,
        'x'.repeat(6_000_000),
      );
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await page.waitForFunction(() => !JSON.stringify({ ...sessionStorage }).includes('Endless'));
    assert.equal(await nameField(page).inputValue(), 'Endless');
    await description.fill('Short');
    await page.waitForFunction(() => JSON.stringify({ ...sessionStorage }).includes('Short'));
    await page.context().close();
  });

  it('shows a hostile name as text', async () => {
    const page = await portal.signIn(PROJECT, 'Grace Nkemelu');
    const hostile = '<img src=x onerror=alert(1)>\u202egnp.exe';
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(hostile);
    await page.locator('dd, li').getByText('<img src=x').first().waitFor();
    assert.equal(await page.locator('main img').count(), 0);
    await page.context().close();
  });
});

describe('a page', () => {
  it('says that the service is unreachable, keeps the typed text, and continues when the service is back', async () => {
    const page = await portal.signIn(PROJECT, 'Grace Nkemelu');
    await page.route('**/v1.0/**', (route) => route.abort());
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Lighthouse');
    await page.getByText('The service is not reachable').first().waitFor();
    await page.unroute('**/v1.0/**');
    await page.getByText('PRJ Lighthouse', { exact: true }).waitFor();
    await page.context().close();
  });
});

describe('the navigation', () => {
  it('hides administration from people without the role', async () => {
    const requester = await portal.signIn('/', 'Grace Nkemelu');
    const links = requester.getByRole('navigation', { name: 'Main' });
    await links.getByRole('link', { name: 'Home' }).waitFor();
    assert.equal(await links.getByText('Administration').count(), 0);
    await requester.context().close();
  });

  it('opens with a button and closes with Escape on a phone', async () => {
    const page = await portal.signIn('/', 'Nadia Okafor', { viewport: PHONE_SIZE });
    const button = page.getByRole('button', { name: 'Menu' });
    const link = page.getByRole('link', { name: 'Approvals', exact: true });
    assert.equal(await link.isVisible(), false);
    await button.press('Enter');
    await link.waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await link.waitFor({ state: 'hidden' });
    assert.equal(await button.evaluate((element) => element === document.activeElement), true);
    await button.press('Enter');
    await link.press('Enter');
    await page.getByRole('heading', { name: 'Approvals', level: 1 }).waitFor();
    await link.waitFor({ state: 'hidden' });
    await page.context().close();
  });
});
