/**
 * Tests bulk jobs at the default limits in a real browser: two people act on the same teams, and a policy is attached
 * to several teams.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { choose, openPortal } from './browser.ts';
import { clientOf } from './people.ts';

const portal = openPortal({ hasDefaultLimits: true });

/** Selects all teams that the search finds, and opens the dialog of the action. */
async function begin(page: Page, action: string): Promise<void> {
  await page.getByRole('row').filter({ hasText: 'Overlap two' }).waitFor();
  await page.getByRole('row').first().getByRole('checkbox').click();
  await page.getByRole('button', { name: action, exact: true }).click();
  await page.getByRole('dialog').getByRole('status').waitFor();
}

/** Provisions teams with these names. Returns their ids. */
async function provision(...names: string[]): Promise<string[]> {
  const { teams, jobs } = await clientOf(portal, 'grace.nkemelu');
  return Promise.all(
    names.map(async (name) => {
      const { id } = await teams.createTeamProvisioningJob({
        template: { id: 'example.meridian.project' },
        team: { name, membership: { owners: [], members: [] } },
      });
      const { status, data } = await jobs.waitForJob(id);
      assert.equal(status, 'completed');
      return data.team?.id ?? '';
    }),
  );
}

describe('two bulk jobs on the same teams', () => {
  it('record a result for each team, with a reason in the language of each reader', async () => {
    await provision('Overlap one', 'Overlap two');
    const path = '/teams?scope=all&search=Overlap';
    const tomas = await portal.signIn(path, 'Tomás Rivera');
    const nadia = await portal.signIn(path, 'Nadia Okafor');
    await begin(tomas, 'Archive');
    await tomas.getByRole('dialog').getByText('2 of 2 teams will change.').waitFor();
    await begin(nadia, 'Delete');
    await nadia.getByRole('dialog').getByText('Charter cannot bring them back.').waitFor();
    await nadia.getByRole('dialog').getByRole('textbox').fill('delete 2');
    await nadia.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await nadia.waitForURL('**/jobs/*');
    await nadia.getByText('Done: 2').waitFor();
    await nadia.getByRole('combobox', { name: 'Result' }).selectOption({ label: 'Not reached' });
    await nadia.waitForURL(/outcome=waiting/);
    await nadia.getByRole('combobox', { name: 'Result' }).selectOption({ label: 'Done' });
    const deleted = nadia.getByRole('table', { name: 'Teams and results' });
    await deleted.getByRole('row').filter({ hasText: 'Overlap two' }).getByText('Done').waitFor();
    assert.equal(await deleted.getByRole('link').count(), 0);
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

describe('a policy for several teams', () => {
  it('is attached in one job, whose page shows a result for each team', async () => {
    const teamIds = await provision('Pontoon one', 'Pontoon two');
    const { policies } = await clientOf(portal, 'nadia.okafor');
    const { id } = await policies.createPolicy({
      name: 'Guarded pontoons',
      kind: 'permanentMembership',
      mode: 'report',
      enabled: true,
      scope: { type: 'teams' },
      settings: { owners: ['grace.nkemelu@meridian.example'], members: [] },
    });
    const page = await portal.signIn(`/policies/${id}`, 'Nadia Okafor');
    const attached = page.getByRole('table', { name: 'Attached teams' });
    await page.getByText('The policy is attached to no team.').waitFor();
    let singleCalls = 0;
    page.on('request', (request) => {
      if (request.method() === 'PUT') singleCalls += 1;
    });
    for (const name of ['Pontoon one', 'Pontoon two']) await choose(page, 'Attach to teams', name);
    await page.getByRole('button', { name: 'Attach', exact: true }).click();
    await page.waitForURL('**/jobs/*');
    await page.getByText('Done: 2').waitFor();
    assert.equal(singleCalls, 0);
    await page.goBack();
    await attached.getByRole('link', { name: 'Pontoon two' }).waitFor();
    const { value } = await policies.getPolicyTeams(id);
    assert.deepEqual(value.map(({ teamId }) => teamId).sort(), teamIds.sort());
    await page.context().close();
  });
});
