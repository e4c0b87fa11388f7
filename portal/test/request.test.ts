/** A request from the form to the team, with an approver on a phone, in a real browser. */
import { describe, it } from 'node:test';
import { assertAccessible, choose, openPortal, PHONE } from './browser.ts';

const portal = openPortal();

describe('a request', () => {
  it('is previewed, sent, approved on a phone and provisioned', async () => {
    const requester = await portal.signIn('/', 'Grace Nkemelu');
    await assertAccessible(requester);
    await requester.getByRole('navigation').getByRole('link', { name: 'Request a team' }).click();
    await requester.getByRole('searchbox').fill('launch');
    await requester.getByRole('link', { name: 'Product launch' }).click();
    await requester.getByRole('textbox', { name: 'Name', exact: true }).fill('Lighthouse');
    for (const name of ['Felix Wagner', 'Olivia Bennett', 'Wei Zhang'])
      await choose(requester, 'Members', name);
    await requester.getByText('Launch - Lighthouse', { exact: true }).waitFor();
    await assertAccessible(requester);
    await requester.getByRole('button', { name: 'Send the request' }).click();
    await requester.getByText('The request waits for an approval.').waitFor();
    await assertAccessible(requester);

    await approve('Marcus Oyelaran');
    await approve('Jonas Keller');
    await requester.getByText('Your team is ready.').waitFor();
    await assertAccessible(requester);
  });
});

/** Opens the inbox on a phone, and approves the first request. */
async function approve(displayName: string): Promise<void> {
  const phone = await portal.signIn('/approvals', displayName, { viewport: PHONE });
  await phone.getByRole('link', { name: /Lighthouse/ }).click();
  await assertAccessible(phone);
  await phone.getByRole('button', { name: 'Approve' }).click();
  await assertAccessible(phone);
  await phone.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await phone.getByRole('dialog').waitFor({ state: 'detached' });
  await phone.context().close();
}
