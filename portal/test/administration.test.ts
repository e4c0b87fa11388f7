/** Roles, lifecycle and audit, in a real browser. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, choose, openPortal, PHONE } from './browser.ts';

const portal = openPortal();
const ADMINISTRATOR = 'Nadia Okafor';

/** Returns the lines of the file that the button downloads. */
async function download(page: Page, button: string): Promise<string[]> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).press('Enter'),
  ]);
  return (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
}

describe('roles', () => {
  it('are assigned and removed by keyboard, and the audit trail shows it', async () => {
    const page = await portal.signIn('/roles', ADMINISTRATOR);
    await page.getByRole('table', { name: 'Roles' }).waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Assign a role' }).press('Enter');
    await choose(page, 'Person', 'Grace Nkemelu');
    await page.getByRole('combobox', { name: 'Role' }).selectOption('GOVERNANCE_MANAGER');
    await assertAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Assign a role' }).press('Enter');
    await page.getByText('Grace Nkemelu has GOVERNANCE_MANAGER.').waitFor();
    await page.getByRole('button', { name: 'Remove GOVERNANCE_MANAGER from Grace Nkemelu' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter');
    await page.getByText('Grace Nkemelu no longer has GOVERNANCE_MANAGER.').waitFor();

    await page.getByRole('link', { name: 'Audit' }).press('Enter');
    await page.getByRole('combobox', { name: 'Trail' }).selectOption('security');
    await page.getByRole('combobox', { name: 'Type' }).selectOption('role_revoked');
    await page.getByRole('cell', { name: 'role_revoked' }).first().waitFor();
    assert.match(page.url(), /trail=security&type=role_revoked/);
    await page.getByText('Number ').first().waitFor();
    await page.getByRole('button', { name: 'Verify this trail' }).press('Enter');
    const command = page.getByLabel('Verify the records');
    assert.match(await command.inputValue(), /^charter audit verify security\.ndjson --trail security /);
    await assertAccessible(page);
    await page
      .getByRole('button', { name: /^Details of role_revoked/ })
      .first()
      .press('Enter');
    await page.getByRole('region', { name: 'Fields of the trail' }).getByText('GOVERNANCE_MANAGER').waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('cell').getByRole('link', { name: ADMINISTRATOR }).first().press('Enter');
    await page.waitForURL(/actor=/);

    const rows = await download(page, 'Export as CSV');
    assert.match(rows[0] ?? '', /^trail,sequence,time,type,/);
    assert.equal(rows.length, 2);
    const [event = ''] = await download(page, 'Export as CloudEvents');
    assert.equal(JSON.parse(event).type, 'charter.role_revoked');
    await page.context().close();
  });

  it('are hidden from people without GLOBAL_ADMIN', async () => {
    const page = await portal.signIn('/roles', 'Grace Nkemelu');
    await page.getByText('You may not do this').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Roles' }).count(), 0);
    await page.context().close();
  });
});

describe('the lifecycle', () => {
  it('is simulated, and a run is started', async () => {
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

    const phone = await portal.signIn('/lifecycle?view=runs', ADMINISTRATOR, { viewport: PHONE });
    await phone.getByRole('row').getByRole('link').first().waitFor();
    await assertAccessible(phone);
    await phone.getByRole('row').getByRole('link').first().click();
    await phone.getByRole('heading', { name: 'Lifecycle run', level: 1 }).waitFor();
    await phone.context().close();
  });
});
