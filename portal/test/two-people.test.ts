/**
 * Tests two people who act on the same object at the same time, at the default limits, in a real browser.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, choose, openPortal } from './browser.ts';
import { clientOf, requestLaunch } from './people.ts';
import { savePicture } from './pictures.ts';

const portal = openPortal();

const OVERTAKEN = 'Somebody else decided first; your rejection was not counted';
const REASON = 'The harbour office must agree first';

/** Opens the dialog that rejects a request, and types the reason. */
async function typeRejection(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(REASON);
}

const reject = (page: Page): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();

/** Provisions a team that Grace Nkemelu and Ruben de Wit own, and Wei Zhang is a member of. Returns its id. */
async function provision(name: string): Promise<string> {
  const { teams, jobs } = await clientOf(portal, 'grace.nkemelu');
  const job = await teams.createTeamProvisioningJob({
    template: { id: 'example.meridian.project' },
    team: {
      name,
      membership: {
        owners: [{ id: 'ruben.dewit@meridian.example' }],
        members: [{ id: 'wei.zhang@meridian.example' }],
      },
    },
  });
  const { status, data } = await jobs.waitForJob(job.id);
  assert.equal(status, 'completed', JSON.stringify(data.error));
  return data.team?.id ?? '';
}

/** Removes a person from a team as Grace Nkemelu, with a call of the API instead of a second browser. */
async function remove(teamId: string, displayName: string): Promise<void> {
  const { teams } = await clientOf(portal, 'grace.nkemelu');
  const { value } = await teams.getTeamMembers(teamId);
  const membership = value.find((member) => member.displayName === displayName);
  await teams.removeTeamMember(teamId, membership?.id ?? '');
}

describe('the dialog of an approver', () => {
  it('shows that the rejection came after another decision, and keeps the typed reason', async () => {
    const id = await requestLaunch(portal, 'Regatta');
    await (await clientOf(portal, 'marcus.oyelaran')).approvals.approveTeamCreation(id, {});
    const jonas = await portal.signIn(`/approvals/${id}`, 'Jonas Keller');
    const henrik = await portal.signIn(`/approvals/${id}`, 'Henrik Solberg');
    await typeRejection(henrik);
    await jonas.getByRole('button', { name: 'Approve' }).click();
    await jonas.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await jonas.getByRole('dialog').waitFor({ state: 'detached' });
    await reject(henrik);
    const dialog = henrik.getByRole('dialog');
    await dialog.getByText(OVERTAKEN).waitFor();
    await dialog.getByText('Jonas Keller approved the request.').waitFor();
    // The page behind the dialog is refreshed, and no longer has the button that opened it.
    await henrik.getByText('Approved', { exact: true }).first().waitFor({ state: 'attached' });
    assert.equal(await dialog.getByRole('textbox').inputValue(), REASON);
    await assertAccessible(henrik);
    await savePicture(henrik, 'overtaken');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    await henrik.getByText('Jonas Keller approved the request.').waitFor();
    await jonas.context().close();
    await henrik.context().close();
  });

  it('stays open with the typed reason when the request has reached the next stage', async () => {
    const id = await requestLaunch(portal, 'Sail training');
    const nadia = await clientOf(portal, 'nadia.okafor');
    const marcus = await portal.signIn(`/approvals/${id}`, 'Marcus Oyelaran');
    await typeRejection(marcus);
    await nadia.approvals.approveTeamCreation(id, {});
    await reject(marcus);
    const dialog = marcus.getByRole('dialog');
    await dialog.getByText(OVERTAKEN).waitFor();
    await dialog.getByText('Nadia Okafor approved stage 1. The request is at stage 2 now.').waitFor();
    assert.equal(await dialog.getByRole('textbox').inputValue(), REASON);
    await marcus.context().close();
  });
});

describe('the dialog of an owner', () => {
  it('keeps the chosen people when the owner was removed meanwhile', async () => {
    const team = await provision('Dry dock');
    const ruben = await portal.signIn(`/teams/${team}`, 'Ruben de Wit');
    await ruben.getByRole('button', { name: 'Add people' }).click();
    const dialog = ruben.getByRole('dialog');
    await choose(ruben, 'Members', 'Olivia Bennett');
    await remove(team, 'Ruben de Wit');
    await dialog.getByRole('button', { name: 'Add people' }).click();
    await dialog.getByRole('alert').waitFor();
    // The page behind the dialog no longer shows the team.
    await ruben.getByText('This team does not exist').waitFor({ state: 'attached' });
    await dialog.getByText('Olivia Bennett').waitFor();
    await savePicture(ruben, 'removed-owner');
    await ruben.context().close();
  });

  it('stays open with an error when its member was removed meanwhile', async () => {
    const team = await provision('Slipway');
    const ruben = await portal.signIn(`/teams/${team}`, 'Ruben de Wit');
    await ruben.getByRole('button', { name: 'Make owner: Wei Zhang' }).click();
    await remove(team, 'Wei Zhang');
    const dialog = ruben.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Make owner' }).click();
    await dialog.getByRole('alert').waitFor();
    // A modal dialog hides the rest of the page from queries by role.
    await ruben.locator('[role=row]', { hasText: 'Wei Zhang' }).waitFor({ state: 'detached' });
    await dialog.getByRole('alert').waitFor();
    await ruben.context().close();
  });
});
