/**
 * Two people who start bulk jobs on the same teams, at the default limits, in a real browser.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openPortal } from './browser.ts';
import { clientOf } from './people.ts';

const portal = openPortal({ hasDefaultLimits: true });

/** Selects all teams that the search finds, and opens the dialog of the action. */
async function begin(page: Page, action: string): Promise<void> {
  await page.getByRole('row').filter({ hasText: 'Overlap two' }).waitFor();
  await page.getByRole('row').first().getByRole('checkbox').click();
  await page.getByRole('button', { name: action, exact: true }).click();
  await page.getByRole('dialog').getByRole('status').waitFor();
}

describe('two bulk jobs on the same teams', () => {
  it('give each team a result, whose reason each person reads in their own language', async () => {
    const { teams, jobs } = await clientOf(portal, 'grace.nkemelu');
    for (const name of ['Overlap one', 'Overlap two']) {
      const { id } = await teams.createTeamProvisioningJob({
        template: { id: 'example.meridian.project' },
        team: { name, membership: { owners: [], members: [] } },
      });
      assert.equal((await jobs.waitForJob(id)).status, 'completed');
    }
    const path = '/teams?scope=all&search=Overlap';
    const tomas = await portal.signIn(path, 'Tomás Rivera');
    const nadia = await portal.signIn(path, 'Nadia Okafor');
    await begin(tomas, 'Archive');
    await tomas.getByRole('dialog').getByText('2 of 2 teams will change.').waitFor();
    await begin(nadia, 'Delete');
    await nadia.getByRole('dialog').getByRole('textbox').fill('delete 2');
    await nadia.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await nadia.waitForURL('**/jobs/*');
    await nadia.getByText('Done: 2').waitFor();
    await tomas.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    await tomas.waitForURL('**/jobs/*');
    await tomas.getByText('Failed: 2').waitFor();
    // A hidden heading of the column precedes the text, for narrow screens.
    const failed = tomas.getByRole('row').filter({ hasText: /No team with the id '[\w-]+' exists/ });
    await failed.nth(1).waitFor();
    const reader = await portal.browser.newContext({
      locale: 'de-DE',
      storageState: await tomas.context().storageState(),
    });
    const german = await reader.newPage();
    await german.goto(tomas.url());
    await german.getByRole('row').filter({ hasText: 'Es gibt kein Team mit der ID' }).nth(1).waitFor();
    await reader.close();
    for (const page of [tomas, nadia]) await page.context().close();
  });
});
