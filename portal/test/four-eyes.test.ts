/**
 * Tests changes that wait for a second administrator, in a real browser.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAccessible, choose, openPortal } from './browser.ts';
import { clientOf } from './people.ts';
import { savePicture } from './pictures.ts';

const portal = openPortal({ environment: { CHARTER_FOUR_EYES: 'bulk-deletion,roles' } });

const LIST = 'Changes that wait for a second administrator';

describe('a deletion of teams in bulk', () => {
  it('is shown to its requester as pending, and to a second administrator with its teams', async () => {
    const { teams, jobs } = await clientOf(portal, 'grace.nkemelu');
    for (const name of ['Buoy one', 'Buoy two']) {
      const job = await teams.createTeamProvisioningJob({
        template: { id: 'example.meridian.project' },
        team: { name, membership: { owners: [], members: [] } },
      });
      assert.equal((await jobs.waitForJob(job.id)).status, 'completed');
    }
    const tomas = await portal.signIn('/teams?scope=all&search=Buoy', 'Tomás Rivera');
    await tomas.getByRole('row').filter({ hasText: 'Buoy two' }).waitFor();
    await tomas.getByRole('row').first().getByRole('checkbox').click();
    await tomas.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = tomas.getByRole('dialog');
    await dialog.getByText('Charter cannot bring them back.').waitFor();
    await dialog.getByRole('textbox').fill('delete 2');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await tomas.waitForURL('**/jobs/*');
    await tomas.getByText('Tomás Rivera wants to delete 2 teams. The change waits').waitFor();
    assert.equal(await tomas.getByRole('button', { name: 'Approve the change' }).count(), 0);
    await tomas.getByRole('button', { name: 'Withdraw the change' }).waitFor();
    await assertAccessible(tomas);
    await savePicture(tomas, 'four-eyes-requester');

    const nadia = await portal.signIn('/approvals', 'Nadia Okafor');
    await nadia.getByRole('heading', { name: LIST }).waitFor();
    const link = nadia.getByRole('link', { name: /2 teams.*Tomás Rivera/ });
    await link.waitFor();
    await assertAccessible(nadia);
    await savePicture(nadia, 'four-eyes-list');
    await link.click();
    await nadia.getByText('Nothing happens until you or another administrator approves it.').waitFor();
    await nadia.getByRole('row').filter({ hasText: 'Buoy two' }).waitFor();
    await savePicture(nadia, 'four-eyes-approver');
    await nadia.getByRole('button', { name: 'Approve the change' }).click();
    await nadia.getByRole('dialog').getByText('Tomás Rivera wants to delete 2 teams.').waitFor();
    await assertAccessible(nadia);
    await savePicture(nadia, 'four-eyes-dialog');
    await nadia.getByRole('dialog').getByRole('button', { name: 'Approve the change' }).click();
    await nadia.getByText('Done: 2').waitFor();
    await tomas.getByText('Done: 2').waitFor();
    await tomas.getByText('Nadia Okafor', { exact: true }).first().waitFor();
  });
});

describe('a change of a role', () => {
  it('is listed on the page of roles until it is withdrawn', async () => {
    const nadia = await portal.signIn('/roles', 'Nadia Okafor');
    await nadia.getByRole('button', { name: 'Assign a role' }).click();
    await choose(nadia, 'Person', 'Grace Nkemelu');
    await nadia.getByRole('dialog').getByRole('button', { name: 'Assign a role' }).click();
    await nadia.getByText('The change waits for a second administrator.').waitFor();
    await nadia.getByRole('heading', { name: LIST }).waitFor();
    const link = nadia.getByRole('link', { name: /Change a role/ });
    await link.waitFor();
    await savePicture(nadia, 'four-eyes-roles');
    await link.click();
    await nadia
      .getByText('Nadia Okafor wants to give Grace Nkemelu the role Integration manager.')
      .first()
      .waitFor();
    await nadia.getByText('Nobody else is known to have one of the roles').waitFor();
    await savePicture(nadia, 'four-eyes-alone');
    await nadia.getByRole('button', { name: 'Withdraw the change' }).click();
    await nadia.getByRole('dialog').getByRole('button', { name: 'Withdraw the change' }).click();
    await nadia.getByText('The job is cancelled.').first().waitFor();
  });
});
