/**
 * Tests the page of a team in a real browser, from provisioning to deletion and by keyboard.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { completedRun } from '../../acceptance/operations/lifecycle.ts';
import { assertAccessible, openPortal, PHONE_SIZE } from './browser.ts';
import { type Keyboard, keyboardOf, signInByKeyboard } from './keyboard.ts';
import { clientOf } from './people.ts';
import { savePicture } from './pictures.ts';

const portal = openPortal();
const MANIFEST = {
  manifestVersion: '1.0',
  publisher: { name: 'Portal tests' },
  templateConfiguration: { id: 'open-project', name: 'Open project', enabled: true, language: 'en-US' },
  newTeam: { teamPrivacy: 'private', addRequesterAsTeamOwner: true },
};
const { templateConfiguration } = MANIFEST;
const SHORT_LIVED = {
  ...MANIFEST,
  templateConfiguration: {
    ...templateConfiguration,
    id: 'short-lived',
    name: 'Short-lived project',
    lifecycle: { enabled: true, inactivityDays: 30, graceDays: 7, action: 'Archive' },
  },
};
const ADMINISTRATOR = 'nadia.okafor';
const OWNER = 'ruben.dewit';

let applied: Promise<unknown> | undefined;

/** Creates the templates once. They need the service, which starts in a hook, so this can't run at the top level. */
const templates = (): Promise<unknown> => {
  applied ??= clientOf(portal, ADMINISTRATOR).then(async ({ catalog }) => {
    await catalog.applyCatalogTemplate({ manifest: MANIFEST });
    await catalog.applyCatalogTemplate({ manifest: SHORT_LIVED });
  });
  return applied;
};

/** Provisions teams that Ruben de Wit owns, with Inês Carvalho as a member, and returns their ids. */
async function provision(names: readonly string[], template = 'open-project'): Promise<string[]> {
  await templates();
  const client = await clientOf(portal, OWNER);
  const ids: string[] = [];
  for (const name of names) {
    const job = await client.teams.createTeamProvisioningJob({
      template: { id: template },
      team: {
        name,
        membership: {
          owners: [{ id: `${OWNER}@meridian.example` }],
          members: [{ id: 'ines.carvalho@meridian.example' }],
        },
      },
    });
    const ended = await client.jobs.waitForJob(job.id);
    assert.equal(ended.status, 'completed', JSON.stringify(ended.data.error));
    ids.push(ended.data.team?.id ?? '');
  }
  return ids;
}

/** Runs the work with a connection of the owner of the tables. */
async function withDatabase(work: (database: pg.Client) => Promise<unknown>): Promise<void> {
  const database = new pg.Client(portal.service.databaseUrl);
  await database.connect();
  try {
    await work(database);
  } finally {
    await database.end();
  }
}

/** Moves all activity of the teams back by 100 days, and runs the lifecycle, which asks the owners. */
async function leaveUnused(teamIds: readonly string[]): Promise<void> {
  const back = `now() - interval '100 days'`;
  await withDatabase(async (database) => {
    for (const change of [
      `directory.teams set created_at = ${back}, changed_at = ${back}`,
      `directory.team_index set last_activity_at = ${back}`,
      `directory.team_members set added_at = ${back}`,
      `embedded_suite.channels set created_at = ${back}`,
      `embedded_suite.messages set created_at = ${back}`,
    ]) {
      await database.query(`update ${change} where team_id = any ($1)`, [teamIds]);
    }
  });
  const admin = await clientOf(portal, ADMINISTRATOR);
  await completedRun(admin, (await admin.lifecycle.startLifecycleRun()).id);
}

/** Moves the team's grace period into the past. */
const endGrace = (teamId: string): Promise<void> =>
  withDatabase((database) =>
    database.query(
      `update charter.team_lifecycles
       set asked_at = now() - interval '8 days', expires_at = now() - interval '1 day' where team_id = $1`,
      [teamId],
    ),
  );

/** Inserts copies of a team into the directory, to fill more than one page of the list. */
const copyTeam = (teamId: string, name: string, copies: number): Promise<void> =>
  withDatabase((database) =>
    database.query(
      `insert into directory.teams (tenant_id, team_id, display_name, internal_id, web_url, visibility,
                                         mail_nickname, settings, created_at)
       select tenant_id, $2 || '-' || copy, $2 || ' ' || copy, $2 || '-' || copy, web_url, visibility,
              $2 || '-' || copy, settings, created_at
         from directory.teams, generate_series(1, $3::int) copy where team_id = $1`,
      [teamId, name, copies],
    ),
  );

/** Opens a dialog by keyboard, sends it, and waits until it is closed and the focus is on the page. */
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

/** Adds a website to a channel as a tab. Expects an error for an address without https. */
async function addTab({ page, press, type, isAt }: Keyboard, channel: string, name: string): Promise<void> {
  const opener = page.getByRole('button', { name: `Add a website to ${channel}` });
  await press(opener);
  const dialog = page.getByRole('dialog');
  await type(dialog.getByRole('textbox', { name: 'Name' }), name);
  const address = dialog.getByRole('textbox', { name: 'Address of the website' });
  await type(address, 'http://tides.example.com');
  await dialog.getByText('Enter an address that begins with https://.').waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Add a website' }).isDisabled(), true);
  await assertAccessible(page);
  await type(address, 'https://tides.example.com');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name }).waitFor();
  await dialog.waitFor({ state: 'detached' });
  await isAt(opener);
}

describe('the page of a team', () => {
  it('keeps a typed name that could not be saved, and asks before it overwrites another change', async () => {
    const [teamId = ''] = await provision(['Salt marsh']);
    const page = await portal.signIn(`/teams/${teamId}?section=governance`, 'Ruben de Wit');
    await page.getByText('Members create and change channels (on)').first().waitFor();
    await page.getByRole('button', { name: 'Rename' }).click();
    const dialog = page.getByRole('dialog');
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await name.fill('Salt meadow');
    await dialog.locator('button:enabled', { hasText: 'Save' }).waitFor();
    await page.route('**/v1.0/**', (route) => route.abort());
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('The service is not reachable').waitFor();
    await dialog.getByText('Check your connection, and try again.').waitFor();
    await assertAccessible(page);
    await page.unrouteAll({ behavior: 'wait' });
    const admin = await clientOf(portal, ADMINISTRATOR);
    await admin.teams.updateTeam(teamId, { displayName: 'Tidal flat' });
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByText('Somebody else changed this meanwhile').waitFor();
    assert.equal(await name.inputValue(), 'Salt meadow');
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Discard mine and load it' }).click();
    await dialog.getByText('Somebody else changed this meanwhile').waitFor({ state: 'detached' });
    assert.equal(await name.inputValue(), 'Tidal flat');
    await admin.teams.updateTeam(teamId, { description: 'Wet' });
    await name.fill('Salt meadow');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByRole('button', { name: 'Save mine over it' }).click();
    await page.getByRole('heading', { name: 'Salt meadow', level: 1 }).waitFor();
    await page.context().close();
  });

  it('adds, promotes and removes a member, and archives, unarchives and deletes the team', async () => {
    const [teamId] = await provision(['Harbour tunnel']);
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

  it('shows each person the sections and buttons that their permissions allow, and creates and deletes channels', async () => {
    const [teamId] = await provision(['Lighthouse']);
    const page = await portal.signIn(`/teams/${teamId}`, 'Nadia Okafor');
    await page.getByRole('tab', { name: 'Channels' }).press('Enter');
    await page.getByRole('button', { name: 'Create a channel' }).press('Enter');
    await page.getByRole('dialog').getByLabel('Name').fill('Lamps');
    await page.getByRole('dialog').getByRole('button', { name: 'Create a channel' }).press('Enter');
    await page.getByRole('heading', { name: 'Lamps' }).waitFor();
    await assertAccessible(page);
    await addTab(keyboardOf(page), 'Lamps', 'Tide tables');
    await confirmWith(keyboardOf(page), 'Archive the channel Lamps', 'Archive');
    await page.getByText('The channel Lamps is archived.').waitFor();
    await page.getByRole('button', { name: 'Unarchive the channel Lamps' }).waitFor();
    await page.getByText('Archived', { exact: true }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Edit the channel Lamps' }).count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Add a website to Lamps' }).count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Archive the channel General' }).count(), 0);
    await assertAccessible(page);
    await confirmWith(keyboardOf(page), 'Unarchive the channel Lamps', 'Unarchive');
    await page.getByRole('button', { name: 'Edit the channel Lamps' }).waitFor();
    await confirmWith(keyboardOf(page), 'Delete the channel Lamps', 'Delete', 'Lamps');
    await page.getByRole('heading', { name: 'Lamps' }).waitFor({ state: 'detached' });

    await page.getByRole('tab', { name: 'Settings and policies' }).click();
    await page.getByText('Members create private channels (on)').waitFor();
    await assertAccessible(page);
    await page.getByRole('tab', { name: 'History' }).click();
    const deleted = page.getByRole('row').filter({ hasText: 'Channel deleted' });
    await deleted.getByRole('cell', { name: 'Lamps', exact: true }).waitFor();
    await assertAccessible(page);
    await page.goto(`${portal.service.url}/teams/${teamId}/lifecycle`);
    await page.getByText('This team has no lifecycle').waitFor();
    await assertAccessible(page);

    const member = await portal.signIn(`/teams/${teamId}?section=history`, 'Inês Carvalho', {
      viewport: PHONE_SIZE,
    });
    await member.getByText('Ruben de Wit').first().waitFor();
    // The settings of the team let members create channels.
    await member.getByRole('tab', { name: 'Channels' }).press('Enter');
    await member.getByRole('button', { name: 'Create a channel' }).press('Enter');
    await member.getByRole('dialog').getByLabel('Name').fill('Keepers');
    await member.getByRole('dialog').getByRole('button', { name: 'Create a channel' }).press('Enter');
    await member.getByRole('heading', { name: 'Keepers' }).waitFor();
    await page.goto(`${portal.service.url}/teams/${teamId}?section=channels`);
    await page.getByRole('heading', { name: 'Keepers' }).waitFor();
    const memberSettings = { allowCreateUpdateChannels: false, allowCreatePrivateChannels: false };
    await (await clientOf(portal, ADMINISTRATOR)).teams.updateTeam(teamId ?? '', { memberSettings });
    await member.reload();
    await member.getByRole('button', { name: 'Delete the channel Keepers' }).waitFor();
    assert.equal(await member.getByRole('button', { name: 'Create a channel' }).count(), 0);
    assert.equal(await member.getByRole('button', { name: 'Edit the channel Keepers' }).count(), 0);
    assert.equal(await member.getByRole('button', { name: 'Archive the channel Keepers' }).count(), 0);
    await member.getByRole('tab', { name: 'Members' }).press('Enter');
    assert.equal(await member.getByRole('tab', { name: 'History' }).count(), 0);
    assert.equal(await member.getByRole('button', { name: 'Archive' }).count(), 0);
    await assertAccessible(member);
    await confirmWith(keyboardOf(member), 'Leave: Inês Carvalho', 'Leave');
    await member.getByText('This team does not exist').waitFor();
    await member.context().close();
    await page.context().close();
  });
});

/**
 * Selects both teams of the list and changes them by keyboard. Checks the result for each on the page of the job, and
 * returns to the list.
 */
async function changeAll(page: Page, change: string, typed?: string): Promise<void> {
  const list = page.url();
  await page.getByRole('checkbox', { name: 'Select all loaded rows' }).press('Space');
  await page.getByRole('button', { name: change, exact: true }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('2 of 2 teams will change.').waitFor();
  await assertAccessible(page);
  if (typed !== undefined) await dialog.getByRole('textbox').fill(typed);
  await dialog.locator('button:enabled', { hasText: change }).press('Enter');
  await page.getByRole('heading', { name: `${change} 2 teams`, level: 1 }).waitFor();
  await page.getByText('Done: 2').waitFor();
  await page.getByRole('cell', { name: 'Done', exact: true }).nth(1).waitFor();
  await assertAccessible(page);
  await page.goto(list);
}

describe('an unused team', () => {
  it('is renewed by its owner on Home and on its own page', async () => {
    const ids = await provision(['Old quay', 'Old pier'], 'short-lived');
    await leaveUnused(ids);
    const page = await portal.signIn('/', 'Ruben de Wit', { viewport: PHONE_SIZE });
    const quay = page.getByRole('button', { name: 'Renew Old quay' });
    await quay.waitFor();
    await page.getByText('If nobody renews it, it is archived on').first().waitFor();
    await page.waitForFunction("document.title.startsWith('(2) ')");
    await page.getByRole('button', { name: 'Menu' }).press('Enter');
    await page.getByRole('link', { name: 'Home 2 wait for you' }).waitFor();
    await page.keyboard.press('Escape');
    await assertAccessible(page);
    await quay.press('Enter');
    await page.getByText('“Old quay” is renewed.').waitFor();
    await quay.waitFor({ state: 'detached' });
    await page.waitForFunction("document.activeElement.getAttribute('aria-label') === 'Renew Old pier'");
    await page.waitForFunction("document.title.startsWith('(1) ')");
    await savePicture(page, 'home-unused');
    // Text follows the browser's font size, and the printed page has only the content.
    const sizeOf = () =>
      page.getByText('Still needed?').evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
    const size = await sizeOf();
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    assert.equal(await sizeOf(), size * 2);
    await page.evaluate("document.documentElement.style.fontSize = ''");
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.getByRole('navigation', { name: 'Main' }).isVisible(), false);
    assert.equal(await quay.isVisible(), false);
    await savePicture(page, 'home-print');
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('button', { name: 'Archive Old pier' }).click();
    await page.getByRole('dialog').getByText('To confirm, type').waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Escape');

    await page
      .getByRole('link', { name: /^Old pier/ })
      .first()
      .press('Enter');
    await page.getByText('Without a renewal it will be archived.').waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Renew: we still need this team' }).press('Enter');
    await page.getByText('“Old pier” is renewed.').waitFor();
    await page.getByText('Without a renewal it will be archived.').waitFor({ state: 'detached' });
    await page.waitForFunction("!document.title.startsWith('(')");
    const owner = await clientOf(portal, OWNER);
    for (const id of ids) assert.equal((await owner.lifecycle.getTeamLifecycle(id)).state, 'active');
    await page.context().close();
  });
});

describe('a lifecycle run', () => {
  it('shows the outcome for each team, and no next step for an archived team', async () => {
    const ids = await provision(['Old weir', 'Old lock'], 'short-lived');
    await leaveUnused(ids);
    const owner = await clientOf(portal, OWNER);
    await owner.jobs.waitForJob((await owner.teams.archiveTeam(ids[1] ?? '')).jobId);
    await endGrace(ids[0] ?? '');
    const admin = await clientOf(portal, ADMINISTRATOR);
    const run = await admin.lifecycle.startLifecycleRun();
    await completedRun(admin, run.id);
    const page = await portal.signIn(`/lifecycle/runs/${run.id}`, 'Nadia Okafor');
    await page.getByText('Archived: 1').waitFor();
    await page.getByText('Question withdrawn: 1').waitFor();
    const cellsOf = async (name: string): Promise<string[]> => {
      const row = page.getByRole('row').filter({ hasText: name });
      await row.waitFor();
      return row.getByRole('cell').allInnerTexts();
    };
    const [, outcome, , action, , next] = await cellsOf('Old weir');
    assert.deepEqual([outcome, action, next], ['Archived', 'Archive', '–']);
    const withdrawn = await cellsOf('Old lock');
    assert.deepEqual([withdrawn[1], withdrawn[3], withdrawn[5]], ['Question withdrawn', '–', '–']);
    assert.match(withdrawn[2] ?? '', /^Archived/);
    await savePicture(page, 'lifecycle-run');
    await page.context().close();
  });
});

describe('the list of teams', () => {
  it('is searched and filtered through its address, and changes several teams at once', async () => {
    await provision(['Beacon one', 'Beacon two']);
    const page = await portal.signIn('/teams?scope=all&search=beacon', 'Nadia Okafor');
    await page.getByText('2 teams', { exact: true }).waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'More filters' }).press('Enter');
    await assertAccessible(page);
    await page.getByLabel('Owners').selectOption('Fewer than two');
    await page.waitForURL(/owners=few/);
    await page.getByRole('button', { name: 'Fewer filters' }).click();
    await page.getByRole('button', { name: 'More filters' }).waitFor();
    await page.getByLabel('Owners').waitFor();
    await page.getByRole('button', { name: 'More filters' }).click();
    await changeAll(page, 'Archive');
    await page.getByLabel('State').selectOption('Archived');
    await page.getByRole('cell', { name: 'Archived' }).first().waitFor();
    await page.reload();
    await page.getByText('2 teams', { exact: true }).waitFor();

    await changeAll(page, 'Unarchive');
    await page.getByText('0 teams', { exact: true }).waitFor();
    await page.getByLabel('State').selectOption('Active');
    await page.getByText('2 teams', { exact: true }).waitFor();
    await changeAll(page, 'Delete', 'delete 2');
    await page.getByText('0 teams', { exact: true }).waitFor();
    await page.context().close();
  });

  it('is printed with all of its loaded rows', async () => {
    const [first = ''] = await provision(['Mooring']);
    await copyTeam(first, 'Mooring', 39);
    const page = await portal.signIn('/teams?scope=all&search=mooring', 'Nadia Okafor');
    await page.getByText('40 teams', { exact: true }).waitFor();
    const rows = page.getByRole('row');
    await rows.getByText('Mooring 1', { exact: true }).waitFor();
    assert.ok((await rows.count()) < 40, 'only the rows in view are in the document');
    // The listener runs after the page's own.
    await page.evaluate(`addEventListener('beforeprint', () => {
      globalThis.printedRows = document.querySelectorAll('[role=row]').length;
    })`);
    await page.pdf();
    assert.equal(await page.evaluate('printedRows'), 41);
    await page.waitForFunction("document.querySelectorAll('[role=row]').length < 40");
    await page.context().close();
  });

  it('changes all matching teams in a job that continues after the tab is closed, and names the unchanged team', async () => {
    const [first = ''] = await provision(['Buoy 0']);
    await copyTeam(first, 'Buoy', 119);
    const admin = await clientOf(portal, ADMINISTRATOR);
    const { jobId } = await admin.teams.archiveTeam(first);
    await admin.jobs.waitForJob(jobId);
    const page = await portal.signIn('/teams?scope=all&search=buoy', 'Nadia Okafor');
    await page.getByText('120 teams', { exact: true }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).press('Space');
    await page.getByRole('button', { name: 'Select all 120 matching teams' }).press('Enter');
    await page.getByText('120 teams selected').waitFor();
    await page.getByRole('button', { name: 'Archive', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('119 of 120 teams will change.').waitFor();
    await dialog.getByText('Buoy 0: It is archived already.').waitFor();
    await dialog.locator('button:enabled', { hasText: 'Archive' }).press('Enter');
    await page.getByRole('heading', { name: 'Archive 120 teams', level: 1 }).waitFor();
    const address = page.url();
    await page.close();
    const again = await portal.signIn(new URL(address).pathname, 'Nadia Okafor');
    await again.getByText('Done: 119').waitFor();
    await again.getByText('Nothing to do: 1').waitFor();
    await again.getByLabel('Result', { exact: true }).selectOption('Nothing to do');
    await again.getByRole('cell', { name: 'It is archived already.' }).waitFor();
    await assertAccessible(again);
    await again.goto(`${portal.service.url}/jobs`);
    await again.getByRole('link', { name: 'Archive 120 teams' }).waitFor();
    await again.context().close();
  });
});
