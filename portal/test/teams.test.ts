/** A team from its provisioning to its deletion, in a real browser, and by keyboard. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createClient } from '@charter/sdk';
import { charter } from '../../acceptance/service.ts';
import { assertAccessible, openPortal, PHONE } from './browser.ts';
import { type Keyboard, keyboardOf, signInByKeyboard } from './keyboard.ts';

const portal = openPortal();
const MANIFEST = {
  manifestVersion: '1.0',
  publisher: { name: 'Portal tests' },
  templateConfiguration: { id: 'open-project', name: 'Open project', enabled: true, language: 'en-US' },
  newTeam: { teamPrivacy: 'private', addRequesterAsTeamOwner: true },
};
const OWNER = 'ruben.dewit@meridian.example';

async function clientOf(user: string) {
  const { stdout, code, stderr } = await charter(portal.service, ['token', '--user', user]);
  assert.equal(code, 0, stderr);
  return createClient({ baseUrl: portal.service.url, token: stdout.trim() });
}

let applied: Promise<unknown> | undefined;

/** Makes the template once: the service starts in a hook that this file can't wait for at its top level. */
const template = (): Promise<unknown> => {
  applied ??= clientOf('nadia.okafor@meridian.example').then((admin) =>
    admin.catalog.applyCatalogTemplate({ manifest: MANIFEST }),
  );
  return applied;
};

/** Provisions teams of Ruben de Wit with Inês Carvalho, and returns their ids. */
async function provision(...names: string[]): Promise<string[]> {
  await template();
  const client = await clientOf(OWNER);
  const ids: string[] = [];
  for (const name of names) {
    const job = await client.teams.createTeamProvisioningJob({
      template: { id: 'open-project' },
      team: {
        name,
        membership: { owners: [{ id: OWNER }], members: [{ id: 'ines.carvalho@meridian.example' }] },
      },
    });
    const ended = await client.jobs.waitForJob(job.id);
    assert.equal(ended.status, 'completed', JSON.stringify(ended.data.error));
    ids.push(ended.data.team?.id ?? '');
  }
  return ids;
}

/** Opens a dialog with the keyboard, sends it, and waits until it is gone and the page has the focus. */
async function confirmWith(keyboard: Keyboard, opener: string, action: string, typed?: string) {
  const { page, press, type, isInContent } = keyboard;
  await press(page.getByRole('button', { name: opener, exact: true }).first());
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  if (typed !== undefined) {
    assert.equal(await dialog.getByRole('button', { name: action }).isDisabled(), true);
    await type(dialog.getByRole('textbox'), typed);
  }
  await assertAccessible(page);
  await press(dialog.getByRole('button', { name: action }));
  await dialog.waitFor({ state: 'detached' });
  await isInContent();
}

describe('a team', () => {
  it('gets, promotes and loses a member, is archived, unarchived and deleted', async () => {
    const [teamId] = await provision('Harbour tunnel');
    const keyboard = await signInByKeyboard(portal, '/', 'Ruben de Wit');
    const { page, press, choose, isAt } = keyboard;
    await press(page.getByRole('link', { name: /Harbour tunnel/ }).last());
    await isAt(page.getByRole('heading', { name: 'Harbour tunnel', level: 1 }));
    await page.getByRole('cell', { name: /^Inês Carvalho/ }).waitFor();
    await assertAccessible(page);

    const add = page.getByRole('button', { name: 'Add people' });
    await press(add);
    await choose('Members', 'Stefan Huber');
    await assertAccessible(page);
    await press(page.getByRole('dialog').getByRole('button', { name: 'Add people' }));
    await isAt(add);
    await page.getByRole('cell', { name: /^Stefan Huber/ }).waitFor();

    await confirmWith(keyboard, 'Make owner: Stefan Huber', 'Make owner');
    await page.getByRole('button', { name: 'Make member: Stefan Huber' }).waitFor();
    await confirmWith(keyboard, 'Remove: Stefan Huber', 'Remove');
    await page.getByRole('cell', { name: /^Stefan Huber/ }).waitFor({ state: 'detached' });

    await confirmWith(keyboard, 'Archive', 'Archive', 'Harbour tunnel');
    await page.getByText('The team is archived: everything can be read').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Add people' }).count(), 0);
    await assertAccessible(page);
    await confirmWith(keyboard, 'Unarchive', 'Unarchive');
    await page.getByRole('button', { name: 'Add people' }).waitFor();

    await confirmWith(keyboard, 'Delete', 'Delete', 'Harbour tunnel');
    await page.getByRole('heading', { name: 'Teams', level: 1 }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/teams');
    await page.goto(`${portal.service.url}/teams/${teamId}`);
    await page.getByText('This team does not exist').waitFor();
    await page.context().close();
  });

  it('shows channels, settings, policies, lifecycle and history to those who may see them', async () => {
    const [teamId] = await provision('Lighthouse');
    const page = await portal.signIn(`/teams/${teamId}`, 'Nadia Okafor');
    await page.getByRole('tab', { name: 'Channels' }).press('Enter');
    await page.getByRole('button', { name: 'Create a channel' }).press('Enter');
    await page.getByRole('dialog').getByLabel('Name').fill('Lamps');
    await page.getByRole('dialog').getByRole('button', { name: 'Create a channel' }).press('Enter');
    await page.getByRole('heading', { name: 'Lamps' }).waitFor();
    await assertAccessible(page);
    await confirmWith(keyboardOf(page), 'Delete the channel Lamps', 'Delete', 'Lamps');
    await page.getByRole('heading', { name: 'Lamps' }).waitFor({ state: 'detached' });

    await page.getByRole('tab', { name: 'Settings and policies' }).click();
    await page.getByText('Members create private channels (on)').waitFor();
    await assertAccessible(page);
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('cell', { name: 'Channel deleted' }).waitFor();
    await assertAccessible(page);
    await page.goto(`${portal.service.url}/teams/${teamId}/lifecycle`);
    await page.getByText('This team has no lifecycle').waitFor();
    await assertAccessible(page);

    const member = await portal.signIn(`/teams/${teamId}?section=history`, 'Inês Carvalho', {
      viewport: PHONE,
    });
    await member.getByText('Ruben de Wit').first().waitFor();
    assert.equal(await member.getByRole('tab', { name: 'History' }).count(), 0);
    assert.equal(await member.getByRole('button', { name: 'Archive' }).count(), 0);
    await assertAccessible(member);
    await confirmWith(keyboardOf(member), 'Leave: Inês Carvalho', 'Leave');
    await member.getByText('This team does not exist').waitFor();
    await member.context().close();
    await page.context().close();
  });
});

describe('the list of teams', () => {
  it('is searched and filtered by its address, and changes several teams at once', async () => {
    await provision('Beacon one', 'Beacon two');
    const page = await portal.signIn('/teams?scope=all&search=beacon', 'Nadia Okafor');
    await page.getByText('2 teams', { exact: true }).waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'More filters' }).press('Enter');
    await assertAccessible(page);
    await page.getByLabel('Owners').selectOption('Fewer than two');
    await page.waitForURL(/owners=few/);
    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).press('Space');
    await page.getByRole('button', { name: 'Archive', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog');
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Archive' }).press('Enter');
    await dialog.getByText('2 of 2 done').waitFor();
    assert.equal(await dialog.getByText('Done', { exact: true }).count(), 2);
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Finish' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByLabel('State').selectOption('Archived');
    await page.getByRole('cell', { name: 'Archived' }).first().waitFor();
    await page.reload();
    await page.getByText('2 teams', { exact: true }).waitFor();
    await page.context().close();
  });
});
