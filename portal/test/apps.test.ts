/**
 * Tests apps, their scopes and their secrets in a real browser.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAccessible, DESKTOP_SIZE, openPortal, PHONE_SIZE } from './browser.ts';
import { signInByKeyboard } from './keyboard.ts';
import { savePicture } from './pictures.ts';

const portal = openPortal();
const ADMINISTRATOR = 'Nadia Okafor';

describe('apps', () => {
  it('are registered with scopes, get a second secret, and are disabled and deleted, by keyboard', async () => {
    const { page, press } = await signInByKeyboard(portal, '/apps', ADMINISTRATOR);
    await page.getByRole('table', { name: 'Apps' }).waitFor();
    await assertAccessible(page);
    await savePicture(page, 'apps');
    await press(page.getByRole('button', { name: 'New app' }));
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).focus();
    await page.keyboard.type('Inventory');
    assert.equal(await dialog.getByRole('button', { name: 'Register' }).isDisabled(), true);
    await dialog.getByRole('checkbox', { name: 'teams.read: see teams, members and channels' }).focus();
    await page.keyboard.press('Space');
    await assertAccessible(page);
    await savePicture(page, 'apps new');
    await press(dialog.getByRole('button', { name: 'Register' }));
    await page.getByText('The secret is not shown again.').waitFor();
    await savePicture(page, 'apps credentials');
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
    await savePicture(page, 'app');
    await page.setViewportSize(PHONE_SIZE);
    await assertAccessible(page);
    await savePicture(page, 'app phone', { fullPage: true });
    await page.setViewportSize(DESKTOP_SIZE);
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
    await savePicture(page, 'app unlimited');
  });
});

describe('tokens of SCIM connectors', () => {
  it('are created, shown once, and revoked, by keyboard', async () => {
    const { page, press } = await signInByKeyboard(portal, '/apps', ADMINISTRATOR);
    await page.getByText('No connector has a token yet.').waitFor();
    await press(page.getByRole('button', { name: 'New token' }));
    const dialog = page.getByRole('dialog');
    assert.equal(await dialog.getByRole('button', { name: 'Create' }).isDisabled(), true);
    await dialog.getByRole('textbox', { name: 'Connector' }).focus();
    await page.keyboard.type('Okta');
    await assertAccessible(page);
    await press(dialog.getByRole('button', { name: 'Create' }));
    await page.getByText('The token is shown only now.').waitFor();
    await assertAccessible(page);
    await savePicture(page, 'scim token');
    const token = await page.getByRole('textbox', { name: 'Token', exact: true }).inputValue();
    const users = () =>
      fetch(`${portal.service.url}/scim/v2/Users?count=0`, { headers: { authorization: `Bearer ${token}` } });
    assert.equal((await users()).status, 200);
    await press(page.getByRole('button', { name: 'I have stored the secret' }));
    await page.getByRole('cell', { name: 'Okta', exact: true }).waitFor();
    assert.equal((await page.locator('body').innerText()).includes(token), false);
    await assertAccessible(page);
    await savePicture(page, 'scim tokens');
    await press(page.getByRole('button', { name: 'Revoke the token of Okta?' }));
    await press(dialog.getByRole('button', { name: 'Revoke' }));
    await page.getByText('The token of Okta is revoked.').waitFor();
    assert.equal((await users()).status, 401);
  });
});
