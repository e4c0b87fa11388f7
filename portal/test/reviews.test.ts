/**
 * Tests reviews and guests in a real browser.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Client } from 'pg';
import { addReview } from '../../acceptance/operations/reviews.ts';
import { assertAccessible, DESKTOP_SIZE, openPortal, PHONE_SIZE } from './browser.ts';
import { signInByKeyboard } from './keyboard.ts';
import { clientOf } from './people.ts';
import { savePicture } from './pictures.ts';

const portal = openPortal();
const OWNER = 'Ruben de Wit';
/** Polling interval of an open review. */
const REFRESH_MILLISECONDS = 15_000;
const MANIFEST = {
  manifestVersion: '1.0',
  publisher: { name: 'Portal tests' },
  templateConfiguration: { id: 'open-project', name: 'Open project', enabled: true, language: 'en-US' },
  newTeam: { teamPrivacy: 'private', addRequesterAsTeamOwner: true },
};

/** Provisions a team of Ruben de Wit with two members and a guest, and returns its id. */
async function provision(name: string): Promise<string> {
  const admin = await clientOf(portal, 'nadia.okafor');
  await admin.catalog.applyCatalogTemplate({ manifest: MANIFEST });
  const client = await clientOf(portal, 'ruben.dewit');
  const members = [
    'ines.carvalho@meridian.example',
    'felix.wagner@meridian.example',
    'andre@costa-engenharia.example',
  ];
  const job = await client.teams.createTeamProvisioningJob({
    template: { id: 'open-project' },
    team: {
      name,
      membership: {
        owners: [{ id: 'ruben.dewit@meridian.example' }],
        members: members.map((id) => ({ id })),
      },
    },
  });
  const ended = await client.jobs.waitForJob(job.id);
  assert.equal(ended.status, 'completed', JSON.stringify(ended.data.error));
  return ended.data.team?.id ?? '';
}

describe('a review', () => {
  it('is found and decided by keyboard, first for some people, then for all others', async () => {
    const team = await provision('Lighthouse');
    const reviewId = await addReview(portal.service, team);
    const keyboard = await signInByKeyboard(portal, '/', OWNER);
    const { page } = keyboard;
    const pending = page.getByRole('link', { name: 'Members of Lighthouse' });
    await page.getByRole('heading', { name: 'Does everybody still need access?' }).waitFor();
    await pending.getByText('4 people are undecided').waitFor();
    await assertAccessible(page);
    await keyboard.press(page.getByRole('button', { name: OWNER, exact: true }));
    await page.getByRole('menuitem', { name: '1 review of your teams' }).waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await navigation.getByRole('link', { name: 'Reviews' }).getByText('1').waitFor();
    await keyboard.press(navigation.getByRole('link', { name: 'Reviews' }));
    await page.getByRole('heading', { level: 1, name: 'Reviews' }).waitFor();
    await page.getByRole('link', { name: 'Lighthouse' }).waitFor();
    await assertAccessible(page);
    await savePicture(page, 'reviews', { fullPage: true });
    await keyboard.press(page.getByRole('link', { name: 'Lighthouse' }));
    await page.getByRole('heading', { level: 1, name: 'Members of Lighthouse' }).waitFor();
    await page.getByText('0 of 4 decided').first().waitFor();
    await assertAccessible(page);
    await keyboard.press(page.getByRole('checkbox', { name: 'Select Felix Wagner' }), 'Space');
    await savePicture(page, 'review selected', { fullPage: true });
    const search = page.getByRole('searchbox', { name: 'Search members' });
    await keyboard.type(search, 'Ines');
    await page.getByText('Felix Wagner').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Keep all 4 undecided people' }).waitFor();
    await search.fill('');
    await page.getByText('1 person selected').waitFor();
    await keyboard.press(page.getByRole('button', { name: 'Remove', exact: true }));
    await page.getByText('1 of 4 decided').first().waitFor();
    await keyboard.press(page.getByRole('button', { name: 'Keep all 3 undecided people' }));
    await page.getByRole('dialog').waitFor();
    await assertAccessible(page);
    await keyboard.press(page.getByRole('dialog').getByRole('button', { name: 'Keep' }));
    await page.getByText('4 of 4 decided').first().waitFor();
    await assertAccessible(page);
    await savePicture(page, 'review decided', { fullPage: true });
    await page.setViewportSize(PHONE_SIZE);
    await savePicture(page, 'review phone', { fullPage: true });
    await assertAccessible(page);
    const owner = await clientOf(portal, 'ruben.dewit');
    await page.setViewportSize(DESKTOP_SIZE);
    await keyboard.press(navigation.getByRole('link', { name: 'Home' }));
    await page.getByText('Nothing waits for your decision.').waitFor();
    const { keepCount, removeCount } = await owner.reviews.getReview(reviewId);
    assert.deepEqual([keepCount, removeCount], [3, 1]);
    await page.context().close();
  });
});

describe('a review with two owners', () => {
  it('shows the decisions of the other owner, also while a dialog is open', async () => {
    const team = await provision('Harbour office');
    const reviewId = await addReview(portal.service, team);
    const owner = await clientOf(portal, 'ruben.dewit');
    const { value } = await owner.reviews.getReviewItems(reviewId);
    const [first, second] = value.filter(({ displayName }) => displayName !== OWNER);
    const decide = (userId = '') =>
      owner.reviews.decideReview(reviewId, { decisions: [{ userId, decision: 'keep' }] });
    const page = await portal.signIn(`/reviews/${reviewId}`, OWNER);
    await page.getByText('0 of 4 decided').first().waitFor();
    await page.clock.install();
    await decide(first?.userId);
    await page.clock.runFor(REFRESH_MILLISECONDS);
    await page.getByText('1 of 4 decided').first().waitFor();
    await page
      .getByRole('row', { name: first?.displayName ?? '' })
      .getByText('Stays')
      .waitFor();
    await page.getByRole('button', { name: 'Remove all 3 undecided people' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Remove all 3 undecided people' }).waitFor();
    await decide(second?.userId);
    await page.clock.runFor(REFRESH_MILLISECONDS);
    await dialog.getByRole('heading', { name: 'Remove all 2 undecided people' }).waitFor();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Everybody has a decision now.').waitFor();
    await page.getByText('4 of 4 decided').first().waitFor();
    await page.context().close();
  });
});

describe('a review of guests', () => {
  it('shows the last sign-in of a guest, or that it is unknown', async () => {
    const team = await provision('Slipway');
    const reviewId = await addReview(portal.service, team, 'guests');
    const database = new Client({ connectionString: portal.service.databaseUrl });
    await database.connect();
    const signIn = async (at: string | null) => {
      const { rowCount } = await database.query(
        'update directory.users set last_sign_in_at = $1 where mail = $2',
        [at, 'andre@costa-engenharia.example'],
      );
      assert.equal(rowCount, 1);
    };
    await signIn(null);
    const page = await portal.signIn(`/reviews/${reviewId}`, OWNER);
    await page.getByRole('columnheader', { name: 'Last sign-in' }).waitFor();
    const row = page.getByRole('row', { name: 'André Costa' });
    await row.getByText('Unknown').waitFor();
    await signIn('2026-01-31T12:00:00Z');
    await database.end();
    await page.reload();
    await row.getByText('Unknown').waitFor({ state: 'detached' });
    assert.match(await row.innerText(), /31 Jan 2026/);
    await assertAccessible(page);
    await savePicture(page, 'review of guests', { fullPage: true });
    await page.setViewportSize(PHONE_SIZE);
    await assertAccessible(page);
    await savePicture(page, 'review of guests phone', { fullPage: true });
    await page.context().close();
  });
});

describe('the stay of a guest', () => {
  it('is shown and changed on the page of the team', async () => {
    const team = await provision('Breakwater');
    const page = await portal.signIn(`/teams/${team}?section=members`, OWNER);
    await page.getByRole('button', { name: 'Change stay: André Costa' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('End of the stay').fill('2030-06-30');
    await dialog.getByRole('combobox', { name: 'Sponsor' }).pressSequentially('Felix Wagner');
    await page.getByRole('option', { name: 'Felix Wagner' }).click();
    await assertAccessible(page);
    await savePicture(page, 'stay of a guest');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const row = page.getByRole('row', { name: 'André Costa' });
    await row.getByText('Sponsor: Felix Wagner').waitFor();
    await row.getByText('30 Jun 2030').waitFor();
    await assertAccessible(page);
    await savePicture(page, 'members with a guest', { fullPage: true });
    await page.setViewportSize(PHONE_SIZE);
    await savePicture(page, 'members with a guest phone', { fullPage: true });
    await page.setViewportSize(DESKTOP_SIZE);
    const stay = page.getByRole('columnheader', { name: 'Stay' });
    await stay.waitFor();
    await page.getByRole('searchbox', { name: 'Search members' }).fill('Felix');
    await stay.waitFor({ state: 'detached' });
    await page.context().close();
  });
});

describe('a policy for guests', () => {
  it('is created in a form', async () => {
    const page = await portal.signIn('/policies/new', 'Nadia Okafor');
    await page.getByRole('combobox', { name: 'What the policy does' }).selectOption('guests');
    await page.getByLabel('Name', { exact: false }).first().fill('Partners');
    await page.getByLabel('Blocked mail domains').fill('mail.example');
    await page.getByLabel('Longest stay in days').fill('180');
    await page.getByLabel('Days without a sign-in until the stay ends').fill('90');
    await page.getByLabel('Months between reviews').fill('6');
    await page.getByRole('checkbox', { name: 'General' }).check();
    await assertAccessible(page);
    await savePicture(page, 'policy for guests', { fullPage: true });
    await page.setViewportSize(PHONE_SIZE);
    await savePicture(page, 'policy for guests phone', { fullPage: true });
    await page.setViewportSize(DESKTOP_SIZE);
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'Partners' }).waitFor();
    const admin = await clientOf(portal, 'nadia.okafor');
    const { value: policies } = await admin.policies.getPolicies({ kind: 'guests' });
    const policy = policies.find(({ name }) => name === 'Partners');
    assert.deepEqual([policy?.settings.longestStayDays, policy?.settings.inactiveDays], [180, 90]);
    assert.deepEqual([policy?.settings.blockedDomains, policy?.mode], [['mail.example'], 'report']);
    assert.deepEqual(policy?.settings.labelIds, ['4d657269-6469-4a6e-8000-000000000302']);
    await page.context().close();
  });
});
