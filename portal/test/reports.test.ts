/**
 * Tests the reports in a real browser.
 * @long
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, openPortal } from './browser.ts';
import { clientOf } from './people.ts';
import { savePicture } from './pictures.ts';

const portal = openPortal();

async function savedCsv(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).press('Enter');
  return readFile(await (await download).path(), 'utf8');
}

describe('the reports', () => {
  it('link teams without owners, guest domains and answers to the list of teams, and save their rows as CSV', async () => {
    const requester = await clientOf(portal, 'aisha.rahman');
    await requester.teams.createTeamProvisioningJob({
      template: { id: 'example.meridian.customer-account' },
      team: { name: 'Northwind' },
      metadata: { tier: 'Premium', areas: ['Training'] },
    });
    const page = await portal.signIn('/reports', 'Nadia Okafor');
    const inventory = page.getByRole('table', { name: 'Inventory' });
    await inventory.getByRole('row').nth(1).waitFor();
    await page.getByRole('list', { name: 'Teams' }).getByText('Without an owner who can act').waitFor();
    await savePicture(page, 'reports', { fullPage: true });
    await assertAccessible(page);
    const csv = await savedCsv(page);
    assert.match(csv, /^"ID","NAME","TEMPLATE"/);
    const name = (await inventory.getByRole('row').nth(1).getByRole('link').first().textContent()) ?? '';
    assert.ok(csv.includes(`"${name}"`));

    await page.getByRole('tab', { name: 'Without owners' }).press('Enter');
    await page.waitForURL(/view=ownerless/);
    await page.getByRole('link', { name: 'Select these teams and change them' }).press('Enter');
    await page.waitForURL(/teams\?.*owners=none/);
    await page.goBack();

    await page.getByRole('tab', { name: 'Guests by domain' }).press('Enter');
    const domains = page.getByRole('table', { name: 'Guests by domain' });
    await domains.getByRole('row').nth(1).waitFor();
    await savePicture(page, 'reports guests', { fullPage: true });
    await assertAccessible(page);
    assert.match(await savedCsv(page), /^"DOMAIN","GUESTS","TEAMS"/);
    const domain = await domains.getByRole('link').first().textContent();
    await domains.getByRole('link').first().press('Enter');
    await page.waitForURL(/teams\?.*guests=/);
    assert.equal(await page.getByLabel('Guests from the domain').inputValue(), domain);
    await page.goBack();

    await page.getByRole('tab', { name: 'Requests by answer' }).press('Enter');
    await page.getByLabel('Question').selectOption('Tier of the customer');
    const answers = page.getByRole('table', { name: 'Requests by answer' });
    await answers.getByRole('row').nth(1).waitFor();
    await savePicture(page, 'reports requests', { fullPage: true });
    await assertAccessible(page);
    assert.match(await savedCsv(page), /\r\n"Premium",,1,/);
    await answers.getByRole('link', { name: 'Premium' }).press('Enter');
    await page.waitForURL(/teams\?.*answer=/);
    assert.equal(await page.getByLabel('Answer (question=answer)').inputValue(), 'tier=Premium');
    await page.context().close();
  });
});
