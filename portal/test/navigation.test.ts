/** The navigation: who sees which links, and its button on a phone. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAccessible, openPortal, PHONE } from './browser.ts';

const portal = openPortal();

describe('the navigation', () => {
  it('shows the administration to those who may use it', async () => {
    const requester = await portal.signIn('/', 'Grace Nkemelu');
    const links = requester.getByRole('navigation', { name: 'Main' });
    await links.getByRole('link', { name: 'Home' }).waitFor();
    assert.equal(await links.getByText('Administration').count(), 0);
    await requester.context().close();
  });

  it('opens and closes by a button and Escape on a phone', async () => {
    const page = await portal.signIn('/', 'Nadia Okafor', { viewport: PHONE });
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
