/**
 * Tests the pages of roles, lifecycle and audit in a real browser.
 * @long
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { assertAccessible, DESKTOP_SIZE, openPage, openPortal, PHONE_SIZE } from './browser.ts';
import { type Keyboard, signInByKeyboard } from './keyboard.ts';
import { clientOf, requestLaunch } from './people.ts';
import { savePicture } from './pictures.ts';

const portal = openPortal();
const ADMINISTRATOR = 'Nadia Okafor';

/** Returns the lines of the file that the button downloads. */
async function download({ page, press }: Keyboard, button: string): Promise<string[]> {
  const downloading = page.waitForEvent('download');
  await press(page.getByRole('button', { name: button }));
  const file = await downloading;
  return (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
}

describe('roles', () => {
  it('are assigned and removed by keyboard, and the audit trail shows and exports the removal', async () => {
    const keyboard = await signInByKeyboard(portal, '/roles', ADMINISTRATOR);
    const { page, press, select, choose, isAt, isInContent } = keyboard;
    await page.getByRole('table', { name: 'Roles' }).waitFor();
    await assertAccessible(page);
    const assign = page.getByRole('button', { name: 'Assign a role' });
    await press(assign);
    await choose('Person', 'Grace Nkemelu');
    await select(page.getByRole('combobox', { name: 'Role' }), 'GOV');
    await assertAccessible(page);
    await press(page.getByRole('dialog').getByRole('button', { name: 'Assign a role' }));
    await page.getByText('Grace Nkemelu has Governance manager.').waitFor();
    await isAt(assign);
    const remove = page.getByRole('button', { name: 'Remove Governance manager from Grace Nkemelu' });
    await press(remove);
    await press(page.getByRole('dialog').getByRole('button', { name: 'Remove' }));
    await page.getByText('Grace Nkemelu no longer has Governance manager.').waitFor();
    await remove.waitFor({ state: 'detached' });
    await isInContent();
    const removeLast = page.getByRole('button', {
      name: `Remove Global administrator from ${ADMINISTRATOR}`,
    });
    await press(removeLast);
    await press(page.getByRole('dialog').getByRole('button', { name: 'Remove' }));
    await page.getByRole('dialog').getByText('This is not possible any more').waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    await isAt(removeLast);

    await press(page.getByRole('link', { name: 'Audit' }));
    await isAt(page.getByRole('heading', { level: 1, name: 'Audit' }));
    await select(page.getByRole('combobox', { name: 'Trail' }), 'Security');
    await select(page.getByRole('combobox', { name: 'Type' }), 'Role removed');
    await page.getByRole('cell', { name: 'Role removed' }).first().waitFor();
    assert.match(page.url(), /trail=security&type=role_revoked/);
    await page.getByText('Number ').first().waitFor();
    const verify = page.getByRole('button', { name: 'Verify this trail' });
    await press(verify);
    const command = page.getByLabel('Verify the records');
    assert.match(await command.inputValue(), /^charter audit verify security\.ndjson --trail security /);
    await assertAccessible(page);
    await press(verify);
    await command.waitFor({ state: 'hidden' });
    const details = page.getByRole('button', { name: /^Details of Role removed/ }).first();
    await press(details);
    await page.getByRole('region', { name: 'Fields of the trail' }).getByText('GOVERNANCE_MANAGER').waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    await isAt(details);
    await press(page.getByRole('cell').getByRole('link', { name: ADMINISTRATOR }).first());
    await page.waitForURL(/actor=/);
    await isInContent();

    const rows = await download(keyboard, 'Export as CSV');
    assert.match(rows[0] ?? '', /^trail,sequence,time,type,/);
    assert.equal(rows.length, 2);
    const [event = ''] = await download(keyboard, 'Export as CloudEvents');
    assert.equal(JSON.parse(event).type, 'charter.role_revoked');
    await isAt(page.getByRole('button', { name: 'Export as CloudEvents' }));
    await page.context().close();
  });

  it('are hidden from people without GLOBAL_ADMIN', async () => {
    const page = await portal.signIn('/roles', 'Grace Nkemelu');
    await page.getByText('You may not do this').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Roles' }).count(), 0);
    await page.context().close();
  });
});

describe('leavers', () => {
  it('are listed with their holdings, and link to the approvals that wait for them', async () => {
    const admin = await clientOf(portal, 'nadia.okafor');
    const approvalId = await requestLaunch(portal, 'Gangway');
    const { stages } = await admin.approvals.getApproval(approvalId);
    const approver = stages.at(-1)?.approvers.at(-1);
    const [person] = (await admin.users.getUsers({ $filter: `id eq '${approver?.id}'` })).value;
    assert.ok(person !== undefined);
    const { id, displayName, userPrincipalName, mail } = person;
    await admin.users.importUsers({
      users: [{ id, displayName, userPrincipalName, mail: mail ?? null, accountEnabled: false }],
    });
    const page = await portal.signIn('/leavers', ADMINISTRATOR);
    const row = page.getByRole('row', { name: displayName });
    await row.getByText('Account closed').waitFor();
    await assertAccessible(page);
    await savePicture(page, 'leavers', { fullPage: true });
    await page.setViewportSize(PHONE_SIZE);
    await savePicture(page, 'leavers phone', { fullPage: true });
    await page.setViewportSize(DESKTOP_SIZE);
    await row.getByRole('link', { name: displayName }).click();
    await page.getByRole('heading', { level: 1, name: displayName }).waitFor();
    const link = page.getByRole('link', { name: 'Gangway' });
    await link.waitFor();
    await assertAccessible(page);
    await savePicture(page, 'impact', { fullPage: true });
    await page.setViewportSize(PHONE_SIZE);
    await savePicture(page, 'impact phone', { fullPage: true });
    await page.setViewportSize(DESKTOP_SIZE);
    await link.click();
    await page.getByRole('heading', { level: 1, name: 'Gangway' }).waitFor();
    await page.context().close();
  });
});

describe('a lifecycle run', () => {
  it('is simulated and started', async () => {
    const page = await portal.signIn('/lifecycle', ADMINISTRATOR);
    await page.getByText(/A run archives or deletes at most/).waitFor();
    await page.getByLabel('Teams').selectOption('all');
    await page.waitForURL(/scope=all/);
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Start a run' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Start a run' }).press('Enter');
    await page.getByRole('heading', { name: 'Lifecycle run', level: 1 }).waitFor();
    await page.getByText('Completed').first().waitFor();
    await assertAccessible(page);
    await page.context().close();

    const phone = await portal.signIn('/lifecycle?view=runs', ADMINISTRATOR, { viewport: PHONE_SIZE });
    await phone.getByRole('row').getByRole('link').first().waitFor();
    await assertAccessible(phone);
    await phone.getByRole('row').getByRole('link').first().click();
    await phone.getByRole('heading', { name: 'Lifecycle run', level: 1 }).waitFor();
    const storageState = await phone.context().storageState();
    await phone.context().close();

    const german = await openPage(portal.browser, { locale: 'de-DE', storageState });
    await german.goto(`${portal.service.url}/audit?trail=policies`);
    await german.getByRole('link', { name: 'Lebenszyklus-Lauf' }).first().waitFor();
    await savePicture(german, 'audit-lifecycle-run');
    await german.context().close();
  });
});
