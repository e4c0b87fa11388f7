/** What people read after a decision, at the default limits, in a real browser. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAccessible, openPortal } from './browser.ts';
import { clientOf, requestLaunch } from './people.ts';
import { keepPicture } from './pictures.ts';

const portal = openPortal();

const SLOW_MILLISECONDS = 5_000;
const REASON = 'The budget is missing';

describe('an approver', () => {
  it('reads who decides next, sees the changed plan, and goes on to the next request', async () => {
    const id = await requestLaunch(portal, 'Lock gate');
    await requestLaunch(portal, 'Towing boat');
    const page = await portal.signIn(`/approvals/${id}`, 'Marcus Oyelaran');
    await page.getByText('Launch - Lock gate', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Approve' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: 'Change the team' }).check();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Sluice');
    await dialog.getByText('Launch - Sluice', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await page.getByText(/You approved the request\. .*Jonas Keller.* decide next\./).waitFor();
    // The stages say who decides. The plan was made before the first decision, so its sentence would be out of date.
    await page.getByText('Marcus Oyelaran approved', { exact: false }).first().waitFor();
    assert.equal(await page.getByText('The request waits for').count(), 0);
    await page.locator('dd').getByText('Launch - Sluice', { exact: true }).waitFor();
    assert.equal(await page.getByText('Launch - Lock gate', { exact: true }).count(), 0);
    await assertAccessible(page);
    await keepPicture(page, 'decided');
    await page.getByRole('link', { name: 'Next request: Towing boat' }).click();
    await page.getByRole('heading', { level: 1, name: 'Towing boat' }).waitFor();
    await page.context().close();
  });

  it('reads after five seconds that the service has not answered, and may close the dialog', async () => {
    const id = await requestLaunch(portal, 'Ferry');
    const page = await portal.signIn(`/approvals/${id}`, 'Marcus Oyelaran');
    await page.getByRole('button', { name: 'Reject' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill(REASON);
    await page.clock.install();
    await page.route('**/reject', () => undefined);
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await dialog.getByRole('progressbar').waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Close' }).isDisabled(), true);
    await page.clock.fastForward(SLOW_MILLISECONDS);
    await dialog.getByText('The service has not answered yet').waitFor();
    await dialog.getByRole('button', { name: 'Reject' }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });
});

describe('a requester', () => {
  it('reads the rejection with its reason, and asks again with everything filled in', async () => {
    const id = await requestLaunch(portal, 'Pilot station');
    const marcus = await clientOf(portal, 'marcus.oyelaran');
    await marcus.approvals.rejectTeamCreation(id, { message: REASON });
    const { job } = await marcus.approvals.getApproval(id);
    const page = await portal.signIn(`/jobs/${job.id}`, 'Grace Nkemelu');
    await page.getByRole('alert').getByText('Marcus Oyelaran rejected the request.').waitFor();
    await page.getByText(REASON).first().waitFor();
    assert.equal(await page.getByRole('progressbar').count(), 0);
    assert.equal(await page.getByText('could not be created').count(), 0);
    await assertAccessible(page);
    await keepPicture(page, 'rejected');
    await page.getByRole('button', { name: 'Edit and ask again' }).click();
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.waitFor();
    assert.equal(await name.inputValue(), 'Pilot station');
    for (const member of ['Felix Wagner', 'Olivia Bennett', 'Wei Zhang'])
      await page
        .getByRole('group', { name: 'Members' })
        .or(page.locator('form'))
        .getByText(member)
        .first()
        .waitFor();
    await page.context().close();
  });

  it('opens the finished team by a button', async () => {
    const grace = await clientOf(portal, 'grace.nkemelu');
    const job = await grace.teams.createTeamProvisioningJob({
      template: { id: 'example.meridian.project' },
      team: { name: 'Boat house' },
    });
    await grace.jobs.waitForJob(job.id);
    const page = await portal.signIn(`/jobs/${job.id}`, 'Grace Nkemelu');
    await page.getByText('Your team is ready.').waitFor();
    await page.getByRole('button', { name: 'Open the team' }).click();
    await page.getByRole('heading', { level: 1, name: 'PRJ Boat house' }).waitFor();
    await page.getByRole('tab', { name: 'Members' }).waitFor();
    await page.context().close();
  });
});

describe('an invalid policy', () => {
  it('is rejected with each of its mistakes', async () => {
    const page = await portal.signIn('/policies/new', 'Nadia Okafor');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Names');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('alert').getByRole('listitem').first().waitFor();
    await keepPicture(page, 'invalid-policy');
    await page.context().close();
  });
});
