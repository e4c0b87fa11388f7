/**
 * Apps, their scopes and their secrets, in a real browser.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAccessible, DESK, openPortal, PHONE } from './browser.ts';
import { signInByKeyboard } from './keyboard.ts';
import { keepPicture } from './pictures.ts';

const portal = openPortal();
const ADMINISTRATOR = 'Nadia Okafor';

describe('apps', () => {
  it('are registered with scopes, get a second secret, and are disabled and deleted, by keyboard', async () => {
    const { page, press } = await signInByKeyboard(portal, '/apps', ADMINISTRATOR);
    await page.getByRole('table', { name: 'Apps' }).waitFor();
    await assertAccessible(page);
    await keepPicture(page, 'apps');
    await press(page.getByRole('button', { name: 'New app' }));
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).focus();
    await page.keyboard.type('Inventory');
    assert.equal(await dialog.getByRole('button', { name: 'Register' }).isDisabled(), true);
    await dialog.getByRole('checkbox', { name: 'teams.read: see teams, members and channels' }).focus();
    await page.keyboard.press('Space');
    await assertAccessible(page);
    await keepPicture(page, 'apps new');
    await press(dialog.getByRole('button', { name: 'Register' }));
    await page.getByText('The secret is not shown again.').waitFor();
    await keepPicture(page, 'apps credentials');
    await press(page.getByRole('button', { name: 'I have stored the secret' }));
    await press(page.getByRole('link', { name: 'Inventory' }));
    await page.getByRole('heading', { level: 1, name: 'Inventory' }).waitFor();
    await press(page.getByRole('button', { name: 'Add a secret' }));
    await dialog.getByRole('textbox', { name: 'Name of the secret' }).focus();
    await page.keyboard.type('Blue');
    await press(dialog.getByRole('button', { name: 'Add a secret' }));
    await press(page.getByRole('button', { name: 'I have stored the secret' }));
    await page.getByRole('cell', { name: 'Blue', exact: true }).waitFor();
    await assertAccessible(page);
    await keepPicture(page, 'app');
    await page.setViewportSize(PHONE);
    await assertAccessible(page);
    await keepPicture(page, 'app phone', { fullPage: true });
    await page.setViewportSize(DESK);
    await press(page.getByRole('button', { name: 'Remove the secret Blue' }));
    await press(dialog.getByRole('button', { name: 'Remove' }));
    await page.getByText('The secret Blue is removed.').waitFor();
    await press(page.getByRole('button', { name: 'Disable' }));
    await page.getByText('Disabled').waitFor();
    await press(page.getByRole('button', { name: 'Delete' }));
    await press(dialog.getByRole('button', { name: 'Delete' }));
    await page.getByText('Inventory is deleted.').waitFor();
  });

  it('without scopes are shown with a warning', async () => {
    const { page, press } = await signInByKeyboard(portal, '/apps', ADMINISTRATOR);
    await press(page.getByRole('link', { name: 'CRM connector' }));
    await page.getByText('An app without scopes is an administrator').waitFor();
    await assertAccessible(page);
    await keepPicture(page, 'app unlimited');
  });
});
