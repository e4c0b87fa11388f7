/**
 * Tests what people read after a decision, at the default limits, in a real browser.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAccessible, choose, openPortal } from './browser.ts';
import { isInWindow } from './pages.ts';
import { clientOf, requestLaunch } from './people.ts';
import { savePicture } from './pictures.ts';

const portal = openPortal();

const SLOW_MILLISECONDS = 5_000;
const REASON = 'The budget is missing';

describe('an approver', () => {
  it('sees who decides next, sees the changed plan, and continues with the next request', async () => {
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
    const result = page.getByText(
      'You approved the request. It waits for Jonas Keller or Henrik Solberg now.',
    );
    await result.waitFor();
    // The decision buttons are at the end of the page, and the result is at its beginning.
    assert.equal(await isInWindow(result), true);
    // The stages say who decides. The plan was made before the first decision, so its sentence would be out of date.
    await page.getByText('Marcus Oyelaran approved', { exact: false }).first().waitFor();
    assert.equal(await page.getByText('The request waits for').count(), 0);
    await page.locator('dd').getByText('Launch - Sluice', { exact: true }).waitFor();
    assert.equal(await page.getByText('Launch - Lock gate', { exact: true }).count(), 0);
    await assertAccessible(page);
    await savePicture(page, 'decided');
    await page.getByRole('link', { name: 'Next request: Towing boat' }).click();
    await page.getByRole('heading', { level: 1, name: 'Towing boat' }).waitFor();
    await page.context().close();
  });

  it('sees the name of a deputy, who sees the message of the approver', async () => {
    const id = await requestLaunch(portal, 'Dredger');
    const page = await portal.signIn(`/approvals/${id}`, 'Marcus Oyelaran');
    await page.getByRole('button', { name: 'Delegate' }).click();
    const dialog = page.getByRole('dialog');
    await choose(page, 'Deputy', 'Henrik Solberg');
    await dialog.getByRole('textbox', { name: 'Message to the deputy (optional)' }).fill('I am at sea');
    await dialog.getByRole('button', { name: 'Delegate' }).click();
    const result = page.getByText('You delegated your decision. It waits for Henrik Solberg now.');
    await result.waitFor();
    assert.equal(await isInWindow(result), true);
    await page.getByRole('link', { name: /^Next request: / }).waitFor();
    const deputy = await portal.signIn(`/approvals/${id}`, 'Henrik Solberg');
    await deputy.getByText('Marcus Oyelaran delegated to Henrik Solberg.').waitFor();
    await deputy.getByText('I am at sea').waitFor();
    await deputy.getByRole('button', { name: 'Approve' }).waitFor();
    for (const each of [page, deputy]) await each.context().close();
  });

  it('sees a notice after five seconds without a response, and can close the dialog', async () => {
    const id = await requestLaunch(portal, 'Ferry');
    const page = await portal.signIn(`/approvals/${id}`, 'Marcus Oyelaran');
    await page.getByRole('button', { name: 'Approve' }).click();
    const dialog = page.getByRole('dialog');
    // The plan makes the dialog longer than the window.
    await dialog.getByRole('checkbox', { name: 'Change the team' }).check();
    await dialog.getByText('Launch - Ferry', { exact: true }).waitFor();
    await page.clock.install();
    await page.route('**/approve', () => undefined);
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await dialog.getByRole('progressbar').waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Close' }).isDisabled(), true);
    await page.clock.fastForward(SLOW_MILLISECONDS);
    const slow = dialog.getByText('The service has not answered yet');
    await slow.waitFor();
    assert.equal(await isInWindow(slow), true);
    await dialog.getByRole('button', { name: 'Approve' }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });
});

describe('a requester', () => {
  it('sees the rejection with its reason, and edits the request with the same values', async () => {
    const id = await requestLaunch(portal, 'Pilot station');
    const marcus = await clientOf(portal, 'marcus.oyelaran');
    await marcus.approvals.rejectTeamCreation(id, { message: REASON });
    const { job } = await marcus.approvals.getApproval(id);
    const page = await portal.signIn(`/jobs/${job.id}`, 'Grace Nkemelu');
    await page.getByRole('alert').getByText('Marcus Oyelaran rejected the request.').waitFor();
    await page.getByRole('alert').getByText(`“${REASON}”`).waitFor();
    assert.equal(await page.getByRole('progressbar').count(), 0);
    assert.equal(await page.getByText('could not be created').count(), 0);
    await assertAccessible(page);
    await savePicture(page, 'rejected');
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

  it('opens the finished team with a button', async () => {
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
  it('is rejected with a list of its mistakes', async () => {
    const page = await portal.signIn('/policies/new', 'Nadia Okafor');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Names');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('alert').getByRole('listitem').first().waitFor();
    await savePicture(page, 'invalid-policy');
    await page.context().close();
  });
});
