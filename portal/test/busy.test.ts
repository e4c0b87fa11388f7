/**
 * Tests pages in a real browser after a person has exceeded the rate limit.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAccessible, openPortal } from './browser.ts';

const portal = openPortal({ environment: { CHARTER_RATE_LIMIT_TIER_3_PEOPLE: '12' } });

describe('a person over the rate limit', () => {
  it('sees that the page waits, and keeps the typed text', async () => {
    const page = await portal.signIn('/request/example.meridian.project', 'Grace Nkemelu');
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    const busy = page.getByText('Too many calls in a short time');
    for (let letter = 1; (await busy.count()) === 0; letter += 1) {
      assert.ok(letter < 30, 'The limit was never reached.');
      const answered = page.waitForResponse('**/teams/provisioning?*');
      await name.fill('L'.repeat(letter));
      await answered;
    }
    await page.getByText('This page tries again by itself.').first().waitFor();
    await assertAccessible(page);
    assert.match(await name.inputValue(), /^L+$/);
    await page.context().close();
  });
});
