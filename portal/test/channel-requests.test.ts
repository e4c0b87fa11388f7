/**
 * Tests requests for channels in a real browser, by keyboard and on a phone: the form of the channel template, the
 * request, and its approver.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAccessible, DESKTOP_SIZE, openPortal, PHONE_SIZE } from './browser.ts';
import { signInByKeyboard } from './keyboard.ts';
import { clientOf } from './people.ts';
import { savePicture } from './pictures.ts';
import { assertAccessibleInThemes } from './themes.ts';

const portal = openPortal();

const MANIFEST = {
  manifestVersion: '1.0',
  templateConfiguration: {
    id: 'client-channel',
    name: 'Client channel',
    description: 'A private channel for one client',
    language: 'en-US',
    enabled: true,
    approval: { requireApproval: true, approvalTeam: [{ id: 'marcus.oyelaran@meridian.example' }] },
    questions: [{ id: 'client', title: 'Client', required: true }],
  },
  newChannel: {
    membershipType: 'private',
    namingConvention: '<%= request.metadata.client %> - <%= request.channel.name %>',
  },
};

describe('a request for a channel', () => {
  it('is sent by keyboard from the page of a team, is approved with another name, and creates the channel', async () => {
    const nadia = await clientOf(portal, 'nadia.okafor');
    await nadia.catalog.applyCatalogTemplate({ manifest: MANIFEST });
    const grace = await clientOf(portal, 'grace.nkemelu');
    const { id: jobId } = await grace.teams.createTeamProvisioningJob({
      template: { id: 'example.meridian.project' },
      team: { name: 'Pier' },
    });
    const { id: team = '', displayName: teamName = '' } = (await grace.jobs.waitForJob(jobId)).team;

    const keyboard = await signInByKeyboard(portal, `/teams/${team}?section=channels`, 'Grace Nkemelu');
    const { page, press, type } = keyboard;
    await press(page.getByRole('button', { name: 'Request a channel' }));
    await page.getByRole('heading', { level: 1, name: 'Request a channel' }).waitFor();
    await type(page.getByRole('textbox', { name: 'Name', exact: true }), 'Contracts');
    await page.getByText('Answer the required questions to see').waitFor();
    await type(page.getByRole('textbox', { name: 'Client' }), 'Northwind');
    await page.getByText('Northwind - Contracts', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('Northwind - Contracts', { exact: true }).waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Client' }).inputValue(), 'Northwind');
    await assertAccessibleInThemes(page);
    await savePicture(page, 'channel-request', { fullPage: true });
    await page.setViewportSize(PHONE_SIZE);
    await assertAccessible(page);
    await savePicture(page, 'channel-request-phone', { fullPage: true });
    await page.setViewportSize(DESKTOP_SIZE);
    await press(page.getByRole('button', { name: 'Send the request' }));
    await page.getByRole('heading', { level: 1, name: 'Northwind - Contracts' }).waitFor();
    await assertAccessible(page);

    const approver = await portal.signIn('/approvals', 'Marcus Oyelaran');
    await approver.getByRole('link', { name: /Contracts/ }).press('Enter');
    await approver.getByRole('heading', { level: 1, name: 'Contracts' }).waitFor();
    await approver.getByText('Northwind - Contracts', { exact: true }).waitFor();
    assert.ok((await approver.getByText(teamName, { exact: true }).count()) > 0, 'names the team');
    await assertAccessible(approver);
    await savePicture(approver, 'channel-approval', { fullPage: true });
    await approver.setViewportSize(PHONE_SIZE);
    await assertAccessible(approver);
    await approver.setViewportSize(DESKTOP_SIZE);
    await approver.getByRole('button', { name: 'Approve', exact: true }).press('Enter');
    const dialog = approver.getByRole('dialog');
    await dialog.getByRole('checkbox').check();
    const name = dialog.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('a/b');
    await dialog.locator('[aria-invalid=true]').waitFor();
    await name.fill('Agreements');
    await dialog.getByText('Northwind - Agreements', { exact: true }).waitFor();
    await assertAccessible(approver);
    await savePicture(approver, 'channel-approval-changes');
    await approver.setViewportSize(PHONE_SIZE);
    await assertAccessible(approver);
    await savePicture(approver, 'channel-approval-changes-phone');
    await approver.setViewportSize(DESKTOP_SIZE);
    await dialog.getByRole('button', { name: 'Approve', exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Open the team' }).waitFor({ timeout: 60_000 });
    const channels = await grace.channels.getTeamChannels(team);
    assert.deepEqual(
      channels
        .filter(({ membershipType }) => membershipType === 'private')
        .map(({ displayName }) => displayName),
      ['Northwind - Agreements'],
    );
    for (const each of [page, approver]) await each.context().close();
  });

  it('is sent again after a rejection, from a form that is filled in with its values', async () => {
    const nadia = await clientOf(portal, 'nadia.okafor');
    await nadia.catalog.applyCatalogTemplate({ manifest: MANIFEST });
    const grace = await clientOf(portal, 'grace.nkemelu');
    const { id: jobId } = await grace.teams.createTeamProvisioningJob({
      template: { id: 'example.meridian.project' },
      team: { name: 'Quay' },
    });
    const { id: team = '' } = (await grace.jobs.waitForJob(jobId)).team;
    const { value: members } = await grace.users.getUsers({ $search: '"Hannah Fischer"' });
    const [member] = members;
    assert.ok(member);
    await grace.teams.addTeamMember(team, { user: { id: member.id }, role: 'member' });
    const asked = await grace.channels.createTeamChannelRequest(team, {
      template: { id: 'client-channel' },
      channel: {
        name: 'Contracts',
        description: 'Signed ones',
        membership: { members: [{ id: member.id }] },
      },
      metadata: { client: 'Northwind' },
    });
    const marcus = await clientOf(portal, 'marcus.oyelaran');
    await marcus.approvals.rejectTeamCreation(asked.data.approval?.id ?? '', { message: 'Not yet' });

    const { page, press } = await signInByKeyboard(portal, `/jobs/${asked.id}`, 'Grace Nkemelu');
    await press(page.getByRole('button', { name: 'Ask again' }));
    await page.getByRole('heading', { level: 1, name: 'Request a channel' }).waitFor();
    const typed = (name: string) => page.getByRole('textbox', { name, exact: true }).inputValue();
    assert.deepEqual(
      [await typed('Name'), await typed('Description'), await typed('Client')],
      ['Contracts', 'Signed ones', 'Northwind'],
    );
    await page.getByRole('listbox', { name: 'Members' }).getByText(member.displayName).waitFor();
    await page.setViewportSize(PHONE_SIZE);
    await assertAccessible(page);
    await page.setViewportSize(DESKTOP_SIZE);
    await press(page.getByRole('button', { name: 'Send the request' }));
    await page.getByRole('heading', { level: 1, name: 'Northwind - Contracts' }).waitFor();
    await page.context().close();
  });

  it('is offered by a channel template that an administrator creates in a form', async () => {
    const { page, press, type } = await signInByKeyboard(portal, '/templates', 'Nadia Okafor');
    await page.getByRole('button', { name: 'New template' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Channel template' }).press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Channel', exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Board room');
    await page.getByRole('textbox', { name: 'Id', exact: true }).fill('board-room');
    await page.getByLabel('Who may ask').selectOption('owners');
    await press(page.getByRole('button', { name: 'Add a question' }));
    const question = page.getByRole('list', { name: 'Questions' }).getByRole('group');
    await type(question.getByRole('textbox', { name: 'Question' }), 'Which board?');
    await type(question.getByRole('textbox', { name: 'Name of the answer' }), 'board');
    const preview = page.getByRole('region', { name: 'As the requester sees the questions' });
    await preview.getByRole('textbox', { name: 'Which board?' }).waitFor();
    await page.reload();
    await preview.getByRole('textbox', { name: 'Which board?' }).waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Id', exact: true }).inputValue(), 'board-room');
    await assertAccessible(page);
    await savePicture(page, 'channel-template', { fullPage: true });
    await page.setViewportSize(PHONE_SIZE);
    await assertAccessible(page);
    await page.setViewportSize(DESKTOP_SIZE);
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText(/Saved as version/).waitFor();
    await page.goto(`${portal.service.url}/templates`);
    await page.getByRole('table', { name: 'Channel templates' }).getByText('Board room').waitFor();
    const nadia = await clientOf(portal, 'nadia.okafor');
    const { newChannel, templateConfiguration } = await nadia.catalog.getCatalogTemplate('board-room');
    assert.deepEqual([newChannel?.membershipType, newChannel?.requesters], ['private', 'owners']);
    assert.deepEqual(
      templateConfiguration.questions?.map(({ id, title }) => [id, title]),
      [['board', 'Which board?']],
    );
    await page.context().close();
  });

  it('has a template whose draft is separate from that of a team template, and whose form stays open after a discard', async () => {
    const page = await portal.signIn('/templates/new', 'Nadia Okafor');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('A team');
    await page.goto(`${portal.service.url}/templates/new?kind=channel`);
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await page.getByLabel('Who may ask').waitFor();
    assert.equal(await name.inputValue(), '');
    await name.fill('A channel');
    await page.getByRole('button', { name: 'Discard changes' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).press('Enter');
    await page.waitForFunction(() => !document.querySelector('[role=dialog]'));
    await page.getByLabel('Who may ask').waitFor();
    assert.equal(await name.inputValue(), '');
    await page.goto(`${portal.service.url}/templates/new`);
    await page.getByRole('heading', { level: 2, name: 'Names and texts' }).waitFor();
    assert.equal(await name.inputValue(), 'A team');
    await page.context().close();
  });
});
