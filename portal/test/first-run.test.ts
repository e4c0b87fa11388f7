/**
 * Tests the first run of an organisation in a real browser, from the empty sign-in page to the first template.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { charter } from '../../acceptance/service.ts';
import { assertAccessible, openPage, openPortal, PHONE_SIZE } from './browser.ts';
import { savePicture } from './pictures.ts';

const portal = openPortal({ isFirst: true, environment: { CHARTER_SAMPLE_DATA: 'off' } });
const STARTERS = ['Community', 'Department', 'Event', 'Project'];

describe('the first run', () => {
  it('leads from an empty installation to the first template', async () => {
    const page = await openPage(portal.browser);
    await page.goto(portal.service.url);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('charter setup --organisation').waitFor();
    await page.getByText('The start of the service printed it with the folder of the data.').waitFor();
    await savePicture(page, 'first-sign-in');
    const { code, stderr } = await charter(portal.service, [
      ...['setup', '--organisation', 'Contoso', '--name', 'Grace Hopper', '--mail', 'grace@contoso.example'],
    ]);
    assert.equal(code, 0, stderr);
    await page.reload();
    await page.getByRole('button', { name: /^Grace Hopper/ }).click();
    await page.getByRole('heading', { name: 'Set up your organisation' }).waitFor();
    assert.equal(await page.getByRole('img', { name: 'To do' }).count(), 6);
    await assertAccessible(page);
    await savePicture(page, 'first-home');
    await page.getByRole('link', { name: 'Jobs' }).click();
    await page.getByText('There is no job yet.').waitFor();
    await page.getByRole('link', { name: 'Request a team' }).first().click();
    await page.waitForURL('**/request');
    await page.getByRole('heading', { name: 'Set up your organisation' }).waitFor({ state: 'detached' });
    await page.getByText('No template is enabled for you yet.').waitFor();
    await page.getByRole('link', { name: 'Open the templates' }).click();
    await page.getByRole('button', { name: 'New template' }).click();
    await page.getByRole('menuitem', { name: 'From a sample' }).click();
    const radios = page.getByRole('dialog').getByRole('radio');
    assert.equal(await radios.count(), STARTERS.length);
    await page.getByRole('radio', { name: /^Project/ }).click();
    await assertAccessible(page);
    await savePicture(page, 'first-samples');
    await page.getByRole('button', { name: 'Use this sample' }).click();
    await page.getByRole('heading', { level: 1, name: 'New template' }).waitFor();
    const offer = page.getByRole('switch', { name: 'Offer to requesters' });
    const save = page.getByRole('button', { name: 'Save' });
    await save.click();
    await page.getByRole('heading', { level: 1, name: 'Project' }).waitFor();
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByText('No template is enabled for you yet.').waitFor();
    // A disabled template can't be requested, so its step stays open. The reload discards earlier responses.
    await page.reload();
    await page.getByRole('heading', { name: 'Set up your organisation' }).waitFor();
    assert.equal(await page.getByRole('img', { name: 'To do' }).count(), 6);
    await page.getByRole('link', { name: 'Templates', exact: true }).click();
    await page.getByRole('link', { name: 'Project' }).click();
    await offer.click();
    await save.click();
    await page.getByText('Saved as version 1.1.').waitFor();
    await page.getByRole('link', { name: 'Home' }).click();
    const stepOf = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    const isDone = async (...names: string[]) => {
      for (const name of names) await stepOf(name).getByRole('img', { name: 'Done' }).waitFor();
    };
    // The sample asks the owners of unused teams.
    await isDone('Make the first template', 'Handle unused teams');
    assert.equal(await page.getByRole('img', { name: 'To do' }).count(), 4);
    await page.getByRole('heading', { name: 'Start with a template' }).waitFor();
    await savePicture(page, 'first-home-start');
    await page.getByRole('link', { name: 'Make a policy' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'New policy' }).waitFor();
    await page.getByLabel('What the policy does').selectOption('lifecycle');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Unused teams');
    await page.getByRole('button', { name: 'Create' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Unused teams' }).waitFor();
    await page.getByRole('link', { name: 'Home' }).press('Enter');
    await isDone('Make the first template', 'Set a policy', 'Handle unused teams');
    assert.equal(await page.getByRole('img', { name: 'To do' }).count(), 3);
    await assertAccessible(page);
    await page.setViewportSize(PHONE_SIZE);
    await assertAccessible(page);
    await savePicture(page, 'first-home-phone', { fullPage: true });
    await page.context().close();
  });

  it('shows the sign-in and the samples in German', async () => {
    const page = await openPage(portal.browser, { locale: 'de-DE' });
    await page.goto(`${portal.service.url}/templates`);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.getByRole('heading', { name: 'Anmelden: Charter-Portal' }).waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: /^Grace Hopper/ }).click();
    await page.getByRole('button', { name: 'Neue Vorlage' }).click();
    await page.getByRole('menuitem', { name: 'Nach einem Beispiel' }).click();
    assert.equal(await page.getByRole('dialog').getByRole('radio').count(), STARTERS.length);
    await page.getByRole('radio', { name: /^Veranstaltung: Vorbereitung/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Dieses Beispiel verwenden' }).click();
    await page.getByRole('heading', { level: 1, name: 'Neue Vorlage' }).waitFor();
    await page.getByText('Vortragende, Zeiten und Räume').first().waitFor();
    await page.context().close();
  });
});
