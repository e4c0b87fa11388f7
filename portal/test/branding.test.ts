/**
 * Tests the name, logo, colour and links of the organisation: an administrator sets them by keyboard; requesters see
 * them.
 * @long
 */
import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, openPage, openPortal, PHONE_SIZE, signInByMouse } from './browser.ts';
import { signInByKeyboard } from './keyboard.ts';
import { ADMINISTRATOR } from './pages.ts';
import { clientOf } from './people.ts';
import { savePicture, savePictures } from './pictures.ts';
import { assertAccessibleInThemes, HIGH_CONTRAST, LIGHT, showTheme } from './themes.ts';

const portal = openPortal();

/** A chessboard of 32 by 32 pixels. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAAOElEQVR42mNgsI7Bim5YM2JFJKsftWDUgiFgAdUMwqF+1IJRC4aCBaNFxagFoxaM1gejFoxaAEQAkZVWLu4ComcAAAAASUVORK5CYII=',
  'base64',
);

const variable = (page: Page, name: string): Promise<string> =>
  page.evaluate(
    (of) =>
      getComputedStyle(document.querySelector('.fui-FluentProvider') as Element)
        .getPropertyValue(of)
        .trim(),
    name,
  );

describe('the branding of the organisation', () => {
  it('is set by keyboard with a preview, and is visible at once', async () => {
    const { page, press, type, isAt } = await signInByKeyboard(portal, '/organization', ADMINISTRATOR);
    await isAt(page.getByRole('heading', { level: 1, name: 'Organisation' }));
    await type(page.getByRole('textbox', { name: 'Name', exact: true }), 'Meridian Shipyards');
    await type(page.getByRole('textbox', { name: 'Colour', exact: true }), '#742774');
    await type(page.getByRole('textbox', { name: 'Help', exact: true }), 'javascript:alert(1)');
    await press(page.getByRole('button', { name: 'Save' }));
    await page.getByText('The link must be an address', { exact: false }).first().waitFor();
    await assertAccessible(page);
    await type(page.getByRole('textbox', { name: 'Help', exact: true }), 'mailto:help@meridian.example');
    await type(page.getByRole('textbox', { name: 'Rules for names' }), 'https://meridian.example/names');
    await type(page.getByRole('textbox', { name: 'Contact for questions' }), 'Service desk, extension 4711');
    const file = join(await mkdtemp(join(tmpdir(), 'logo-')), 'logo.png');
    await writeFile(file, PNG);
    await page.locator('input[type=file]').setInputFiles(file);
    await page.locator('[inert] img').first().waitFor();
    await press(page.getByRole('button', { name: 'Save' }));
    await page.getByText('The organisation is saved.').waitFor();
    await page.getByRole('banner').getByText('Meridian Shipyards').waitFor();
    await page.getByRole('banner').locator('img').waitFor();
    // The code for the shades is loaded with the first colour.
    await page.waitForFunction(() => {
      const theme = document.querySelector('.fui-FluentProvider') as Element;
      return getComputedStyle(theme).getPropertyValue('--charterAccent').trim() === '#742774';
    });
    await assertAccessibleInThemes(page);
    await savePictures(page, 'organization');
    await showTheme(page, HIGH_CONTRAST);
    assert.equal(await variable(page, '--charterAccent'), '');
    await showTheme(page, LIGHT);
    await page.context().close();
  });

  it('shows requesters its colour, help links and naming rules on a phone', async () => {
    const page = await openPage(portal.browser, { viewport: PHONE_SIZE });
    await page.goto(`${portal.service.url}/request/example.meridian.project`);
    await signInByMouse(page, 'Grace Nkemelu');
    const rules = page.getByRole('main').getByRole('link', { name: 'Rules for names' });
    assert.equal(await rules.getAttribute('href'), 'https://meridian.example/names');
    assert.equal(await rules.getAttribute('rel'), 'noreferrer');
    assert.equal(await variable(page, '--charterAccent'), '#742774');
    await assertAccessible(page);
    await savePicture(page, 'organization-request-phone');
    await page.getByRole('button', { name: 'Grace Nkemelu', exact: true }).click();
    const help = page.getByRole('menuitem', { name: 'Help', exact: true });
    assert.equal(await help.getAttribute('href'), 'mailto:help@meridian.example');
    await page.getByText('Help: Service desk, extension 4711').waitFor();
    await assertAccessible(page);
    await savePicture(page, 'organization-menu-phone');
    await page.context().close();
  });

  it('stays readable in colours that are nearly white or black', async () => {
    const admin = await clientOf(portal, 'nadia.okafor');
    for (const accentColor of ['#FFF100', '#050510']) {
      await admin.organization.updateOrganizationBranding({ accentColor });
      const page = await portal.signIn('/organization', ADMINISTRATOR);
      await page.getByRole('textbox', { name: 'Colour', exact: true }).waitFor();
      await assertAccessibleInThemes(page);
      await savePictures(page, `organization ${accentColor}`);
      await page.context().close();
    }
  });

  it('keeps the input of an administrator when the save conflicts with another one', async () => {
    const page = await portal.signIn('/organization', ADMINISTRATOR);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Mine');
    const admin = await clientOf(portal, 'nadia.okafor');
    await admin.organization.updateOrganizationBranding({ displayName: 'Theirs' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Save mine over it' }).click();
    await page.getByText('The organisation is saved.').waitFor();
    assert.equal((await admin.organization.getOrganizationBranding()).displayName, 'Mine');
    await page.context().close();
  });

  it('does not overwrite a change that follows the upload of the logo', async () => {
    const page = await portal.signIn('/organization', ADMINISTRATOR);
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.waitFor();
    const admin = await clientOf(portal, 'nadia.okafor');
    await page.route('**/branding/logo', async (route) => {
      if (route.request().method() !== 'PUT') return route.continue();
      const response = await route.fetch();
      await admin.organization.updateOrganizationBranding({ displayName: 'Theirs' });
      await route.fulfill({ response });
    });
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PNG });
    await page.locator('[inert] img').first().waitFor();
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    await page.getByText('The organisation is saved.').waitFor();
    await name.fill('Mine again');
    await save.click();
    await page.getByRole('button', { name: 'Save mine over it' }).waitFor();
    assert.equal((await admin.organization.getOrganizationBranding()).displayName, 'Theirs');
    await page.context().close();
  });
});
