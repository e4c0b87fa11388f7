/**
 * Tests questions to requesters, comments, changes to people, and decisions about several requests in a real browser.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAccessible, choose, openPortal } from './browser.ts';
import { clientOf, requestLaunch } from './people.ts';
import { savePicture } from './pictures.ts';

const portal = openPortal();

describe('an approver', () => {
  it('asks the requester, and decides after the answer', async () => {
    const id = await requestLaunch(portal, 'Light vessel');
    const page = await portal.signIn(`/approvals/${id}`, 'Marcus Oyelaran');
    await page.getByRole('button', { name: 'Ask back' }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('textbox', { name: 'Question, for the requester' })
      .fill('Which customer is it for?');
    await savePicture(page, 'ask-back');
    await dialog.getByRole('button', { name: 'Ask back' }).click();
    await page.getByText('You asked Grace Nkemelu. The request waits for the answer.').waitFor();
    await page.getByText('Needs an answer').waitFor();
    await page.getByRole('button', { name: 'Withdraw the question' }).waitFor();
    await assertAccessible(page);
    await savePicture(page, 'asked');

    const requester = await portal.signIn('/approvals', 'Grace Nkemelu');
    await requester.getByRole('link', { name: /Light vessel/ }).click();
    await requester.getByText('Marcus Oyelaran needs more information from you.').waitFor();
    await assertAccessible(requester);
    await savePicture(requester, 'question');
    await requester.getByRole('button', { name: 'Answer' }).click();
    const answer = requester.getByRole('dialog');
    await answer.getByRole('textbox', { name: 'Answer, for the approvers' }).fill('For Fabrikam.');
    await answer.getByRole('button', { name: 'Answer' }).click();
    await requester.getByText('Your answer is sent. The request waits for Marcus Oyelaran now.').waitFor();

    await page.reload();
    await page.getByText('Grace Nkemelu answered').waitFor();
    await page.getByText('For Fabrikam.').first().waitFor();
    await page.getByRole('button', { name: 'Comment' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('They have a team already.');
    await page.getByRole('dialog').getByRole('button', { name: 'Comment' }).click();
    await page.getByText('Marcus Oyelaran commented').waitFor();
    await savePicture(page, 'conversation');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await page
      .getByText('You approved the request. It waits for Jonas Keller or Henrik Solberg now.')
      .waitFor();
    for (const each of [page, requester]) await each.context().close();
  });

  it('changes the people of the team while approving', async () => {
    const id = await requestLaunch(portal, 'Buoy tender');
    const page = await portal.signIn(`/approvals/${id}`, 'Marcus Oyelaran');
    await page.getByRole('button', { name: 'Approve' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: 'Change the team' }).check();
    await choose(page, 'Owners', 'Henrik Solberg');
    await dialog.locator('dd').getByText('Henrik Solberg').waitFor();
    await savePicture(page, 'change-people');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('You approved the request.').waitFor();
    const marcus = await clientOf(portal, 'marcus.oyelaran');
    const { request } = await marcus.approvals.getApproval(id);
    assert.deepEqual(
      [request.team.membership?.owners?.length, request.team.membership?.members?.length],
      [1, 3],
    );
    await page.context().close();
  });

  it('decides several requests with one reason, and sees the result of each', async () => {
    const names = ['Pontoon one', 'Pontoon two', 'Pontoon three', 'Pontoon four'];
    const requests: string[] = [];
    for (const name of names) requests.push(await requestLaunch(portal, name));
    const [, , third, fourth] = requests as [string, string, string, string];
    const page = await portal.signIn('/approvals', 'Marcus Oyelaran');
    for (const name of names) await page.getByRole('checkbox', { name: `Select “${name}”` }).check();
    await page.getByText('4 selected').waitFor();
    await assertAccessible(page);
    await savePicture(page, 'several');
    await page.getByRole('button', { name: 'Reject' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason, for the requester' }).fill('Not this year');
    // The requester withdraws the third request first.
    const grace = await clientOf(portal, 'grace.nkemelu');
    await grace.approvals.cancelApproval(third);
    // The connection breaks when the portal sends the last decision.
    await page.route(`**/approvals/${fourth}/**`, (route) => route.abort());
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await dialog.getByText('“Pontoon one” is rejected.').waitFor();
    await dialog.getByText('“Pontoon two” is rejected.').waitFor();
    await dialog.getByText(/“Pontoon three” is not decided: The request was withdrawn\./).waitFor();
    await dialog.getByText('“Pontoon four” is not decided: Check your connection, and try again.').waitFor();
    await savePicture(page, 'several-decided');
    await dialog.getByRole('button', { name: 'Done' }).click();
    const statuses = requests.map(async (id) => (await grace.approvals.getApproval(id)).status);
    assert.deepEqual(await Promise.all(statuses), ['rejected', 'rejected', 'cancelled', 'pending']);
    await page.context().close();
  });
});

describe('the author of a template', () => {
  it('writes conditions and approvers by rule in the form', async () => {
    const page = await portal.signIn('/templates/example.meridian.product-launch', 'Nadia Okafor');
    const rule = page.getByRole('textbox', { name: 'Only when' }).nth(2);
    await rule.waitFor();
    assert.match(await rule.inputValue(), /request\.metadata\.budget > 250000/);
    await page.getByRole('button', { name: 'Add an approver by rule' }).nth(1).click();
    const approver = page.getByRole('textbox', { name: 'Approver by rule' });
    await approver.waitFor();
    assert.equal(await approver.inputValue(), 'request.metadata.sponsor.id');
    await approver.fill('request.metadata.lead');
    assert.equal(await approver.inputValue(), 'request.metadata.lead');
    await rule.scrollIntoViewIfNeeded();
    await assertAccessible(page);
    await savePicture(page, 'conditional-stage');
    await page.context().close();
  });
});

describe('a requester', () => {
  it('sees which stages apply before sending the request', async () => {
    const page = await portal.signIn('/request/example.meridian.product-launch', 'Grace Nkemelu');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Barge');
    await page
      .getByText('Stage 3 of the approvers is not asked, because its condition is not true.')
      .waitFor();
    await savePicture(page, 'conditions');
    await page.context().close();
  });
});
