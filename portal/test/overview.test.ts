/**
 * Tests the metrics of the organisation in a real browser.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAccessible, choose, openPortal } from './browser.ts';
import { clientOf } from './people.ts';
import { savePicture } from './pictures.ts';

const portal = openPortal();

describe('the overview', () => {
  it('counts a waiting request, and links its figures to the lists that they count', async () => {
    const requester = await portal.signIn('/request', 'Grace Nkemelu');
    await requester.getByRole('searchbox').fill('launch');
    await requester.getByRole('link', { name: 'Product launch' }).click();
    await requester.getByRole('textbox', { name: 'Name', exact: true }).fill('Lighthouse');
    for (const name of ['Felix Wagner', 'Olivia Bennett', 'Wei Zhang'])
      await choose(requester, 'Members', name);
    await requester.getByRole('button', { name: 'Send the request' }).click();
    await requester.getByText('The request waits for an approval.').waitFor();
    await requester.context().close();

    // In this time zone the date often differs from the date in UTC, which the service uses.
    const elsewhere = { timezoneId: 'Pacific/Kiritimati' };
    const page = await portal.signIn('/overview?inactive=30', 'Nadia Okafor', elsewhere);
    await page.getByRole('list', { name: 'Waiting for' }).getByText('Marcus Oyelaran').waitFor();
    await savePicture(page, 'overview', { fullPage: true });
    await page.getByRole('columnheader', { name: 'Open' }).waitFor();
    await assertAccessible(page);
    await page.getByRole('link', { name: /^Marcus Oyelaran/ }).press('Enter');
    await page.getByRole('tab', { name: 'Everybody’s', selected: true }).waitFor();
    await page.getByRole('link', { name: 'Lighthouse' }).waitFor();
    assert.equal(
      await page.getByLabel('Waiting for').inputValue(),
      new URL(page.url()).searchParams.get('person'),
    );
    await assertAccessible(page);
    await page.goBack();
    await page.getByRole('link', { name: /^Unused for 30 days/ }).press('Enter');
    await page.waitForURL(/teams\?.*inactive=30d/);
    await page.getByText('No team').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: /^Active in the last 30 days/ }).press('Enter');
    await page.waitForURL(/teams\?.*active=30d/);
    await page.getByRole('row').nth(1).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: /^Open, week of/ }).press('Enter');
    await page.waitForURL(/outcome=open/);
    await page.getByRole('link', { name: 'Launch - Lighthouse' }).waitFor();
    await page.getByLabel('Outcome').selectOption('rejected');
    await page.getByText('No job matches.').waitFor();
    await page.goBack();
    await page.getByRole('rowheader').last().getByRole('link').press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
    await page.getByRole('link', { name: 'Launch - Lighthouse' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Show the list: Time to approval (median)' }).press('Enter');
    await page.getByRole('tab', { name: 'Everybody’s', selected: true }).waitFor();
    await page.getByText('There is no such request.').waitFor();
    await assertAccessible(page);
    const { approvals } = await clientOf(portal, 'marcus.oyelaran');
    const [waiting] = (await approvals.getApprovals({ status: 'pending' })).value;
    await approvals.rejectTeamCreation(waiting!.id, { message: 'Not this year' });
    await page.getByLabel('Status').selectOption('Rejected');
    await page.getByRole('link', { name: 'Lighthouse' }).waitFor();
    await savePicture(page, 'decided');
    await page.getByLabel('Status').selectOption('Pending');
    await page.getByText('No request waits for a decision.').waitFor();
    await page.context().close();
  });
});
