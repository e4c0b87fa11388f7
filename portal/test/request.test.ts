/** Tests a request by keyboard in a real browser: form, approver on a phone, provisioning, and the archived team. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAccessible, openPortal, PHONE_SIZE } from './browser.ts';
import { type Keyboard, signInByKeyboard } from './keyboard.ts';
import { clientOf, requestLaunch } from './people.ts';
import { savePicture } from './pictures.ts';
import { assertAccessibleInThemes } from './themes.ts';

const portal = openPortal();

const TEAM = 'Lighthouse';

describe('a request', () => {
  it('is previewed, sent and approved on a phone by keyboard, and its team is provisioned and archived', async () => {
    const requester = await signInByKeyboard(portal, '/', 'Grace Nkemelu');
    const { page } = requester;
    await assertAccessible(page);
    await requester.press(page.getByRole('navigation').getByRole('link', { name: 'Request a team' }));
    await requester.isAt(page.getByRole('heading', { level: 1, name: 'Request a team' }));
    await requester.type(page.getByRole('searchbox'), 'launch');
    await page.getByText('1 template', { exact: true }).waitFor();
    await requester.press(page.getByRole('link', { name: 'Product launch' }));
    await requester.isAt(page.getByRole('heading', { level: 1, name: 'Product launch' }));
    await fillForm(requester);
    await assertAccessible(page);
    await requester.press(page.getByRole('button', { name: 'Send the request' }));
    await page.getByText('The request waits for an approval.').waitFor();
    await requester.isAt(page.locator('h1'));
    await assertAccessibleInThemes(page);

    await approve('Marcus Oyelaran');
    await approveSecondStage();
    await page.getByText('Your team is ready.').waitFor();
    await assertAccessibleInThemes(page);
    await requester.press(page.getByRole('navigation').getByRole('link', { name: 'Home' }));
    const link = page.getByRole('link', { name: `Launch - ${TEAM}` });
    // Waits until the page lists both the request and the team.
    await link.nth(1).waitFor();
    await requester.press(link.last());
    await archive(requester, `Launch - ${TEAM}`);
    await page.context().close();
  });

  it('is approved with changes that are checked while the approver types', async () => {
    const approval = await requestLaunch(portal, 'Harbour lights');
    const phone = await portal.signIn(`/approvals/${approval}`, 'Marcus Oyelaran', { viewport: PHONE_SIZE });
    await phone.getByRole('button', { name: 'Approve' }).press('Enter');
    const dialog = phone.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: 'Change the team' }).press('Space');
    await dialog.getByText('Launch - Harbour lights', { exact: true }).waitFor();
    const name = dialog.getByRole('textbox', { name: 'Name', exact: true });
    let plans = 0;
    phone.on('request', (call) => {
      if (call.url().includes('dryRun=true')) plans += 1;
    });
    await name.pressSequentially('?');
    await dialog.getByRole('alert').getByText('The final name holds "?"').waitFor();
    await assertAccessible(phone);
    await savePicture(phone, 'approval-changes');
    await name.fill('');
    await name.pressSequentially('Harbour beacon');
    await dialog.getByText('Launch - Harbour beacon', { exact: true }).waitFor();
    assert.equal(await dialog.getByRole('alert').count(), 0);
    assert.ok(plans < 'Harbour beacon'.length, `asks when the typing pauses, not ${plans} times`);
    const message = 'Lights is taken by the sales team';
    await dialog.getByRole('textbox', { name: 'Message to the requester' }).fill(message);
    await dialog.getByRole('button', { name: 'Approve' }).press('Enter');
    await phone.getByRole('heading', { level: 1, name: 'Harbour beacon' }).waitFor();
    await phone.getByText(message).waitFor();
    const found = await (await clientOf(portal, 'grace.nkemelu')).approvals.getApproval(approval);
    assert.deepEqual([found.stage, found.request.team.name], [1, 'Harbour beacon']);
    assert.equal(await phone.getByRole('button', { name: 'Approve' }).count(), 0);
    await phone.context().close();
    await approveAsAdministrator('Harbour beacon');
  });
});

/**
 * Fills in the form, and waits for the preview. Leaves the members empty at first, and expects the error at that
 * field.
 */
async function fillForm({ page, type, choose }: Keyboard): Promise<void> {
  await type(page.getByRole('textbox', { name: 'Name', exact: true }), TEAM);
  await type(page.getByRole('textbox', { name: 'Description' }), 'Everything for the launch in spring');
  // The error belongs to the members, not to the owners.
  const alert = page.getByRole('alert').getByText('The team needs at least 3 members');
  await alert.first().waitFor();
  assert.equal(await alert.count(), 1);
  await assertAccessibleInThemes(page);
  for (const name of ['Felix Wagner', 'Olivia Bennett', 'Wei Zhang']) await choose('Members', name);
  await page.getByText(`Launch - ${TEAM}`, { exact: true }).waitFor();
  await page.getByText('The team has the owners and members that it needs.').waitFor();
}

/** Approves a request that waits for other people, from the administrator's list of all requests. */
async function approveAsAdministrator(team: string): Promise<void> {
  const page = await portal.signIn('/approvals', 'Nadia Okafor');
  await page.getByText('No request waits for your decision.').waitFor();
  await page.getByRole('tab', { name: 'Everybody’s' }).click();
  await page.getByRole('link', { name: new RegExp(team) }).click();
  await page.getByText(`Launch - ${team}`, { exact: true }).waitFor();
  await assertAccessible(page);
  assert.equal(await page.getByRole('button', { name: 'Delegate' }).count(), 0);
  await page.getByRole('button', { name: 'Approve' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).press('Enter');
  await page.getByText('Nadia Okafor approved the request.').waitFor();
  await page.getByText('Marcus Oyelaran approved ·').waitFor();
  await page.getByText('Nadia Okafor approved ·').waitFor();
  assert.equal(await page.getByText('Jonas Keller approved').count(), 0);
  await page.context().close();
}

/** Opens the inbox on a phone, and approves the request. */
async function approve(displayName: string): Promise<void> {
  const phone = await signInByKeyboard(portal, '/approvals', displayName, { viewport: PHONE_SIZE });
  const { page } = phone;
  await phone.press(page.getByRole('link', { name: new RegExp(TEAM) }));
  await phone.isAt(page.getByRole('heading', { level: 1, name: TEAM }));
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  await assertAccessible(page);
  await phone.press(page.getByRole('button', { name: 'Approve' }));
  await assertAccessibleInThemes(page);
  await phone.press(page.getByRole('dialog').getByRole('button', { name: 'Approve' }));
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await phone.isInContent();
  await page.context().close();
}

/** Approves the request as an executive, over the API, because the page is the same as in the first stage. */
async function approveSecondStage(): Promise<void> {
  const { approvals } = await clientOf(portal, 'jonas.keller');
  const { value } = await approvals.getApprovals({ status: 'pending' });
  const approval = value.find(({ request }) => request.team.name === TEAM);
  assert.ok(approval);
  await approvals.approveTeamCreation(approval.id);
}

/** Closes the dialog once, then archives the team. The focus moves to the button that unarchives it. */
async function archive({ page, press, type, isAt }: Keyboard, team: string): Promise<void> {
  await isAt(page.getByRole('heading', { level: 1, name: team }));
  const opener = page.getByRole('button', { name: 'Archive', exact: true });
  await press(opener);
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await isAt(opener);
  await page.keyboard.press('Enter');
  await type(page.getByRole('dialog').getByRole('textbox'), team);
  await page.keyboard.press('Enter');
  await page.getByText('The team is archived: everything can be read').waitFor();
  await isAt(page.getByRole('button', { name: 'Unarchive' }));
}
