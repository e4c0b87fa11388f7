/**
 * Tests the directory of teams in a real browser: a person finds a team and asks to join it, and its owner decides.
 * @long
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createClient } from '@charter/sdk';
import pg from 'pg';
import { issueToken } from '../../acceptance/tokens.ts';
import { assertAccessible, openPortal, PHONE_SIZE, type Portal } from './browser.ts';
import { signInByKeyboard } from './keyboard.ts';
import { clientOf } from './people.ts';
import { savePicture } from './pictures.ts';

const portal = openPortal();

let causeway: string;

/** Creates a team of Grace's that everybody finds, and a private one. */
async function makeTeams(): Promise<void> {
  const [grace, admin] = [await clientOf(portal, 'grace.nkemelu'), await clientOf(portal, 'nadia.okafor')];
  const make = async (name: string): Promise<string> => {
    const { id } = await grace.teams.createTeamProvisioningJob({
      template: { id: 'example.meridian.project' },
      team: { name, description: 'The way over the tidal flats' },
    });
    const job = await grace.jobs.waitForJob(id);
    assert.equal(job.status, 'completed', job.data.error?.message);
    return job.team.id ?? '';
  };
  causeway = await make('Causeway');
  await admin.teams.updateTeam(causeway, { visibility: 'public' });
  const hidden = await make('Causeway costs');
  await admin.teams.updateTeam(hidden, { visibility: 'private' });
}

/** Returns a client that calls as André Costa, a guest. */
async function guestOf({ service }: Portal) {
  const token = await issueToken(service, { user: 'andre_costa-engenharia.example#EXT#@meridian.example' });
  return createClient({ baseUrl: service.url, tokenProvider: async () => token });
}

async function idOf(portal: Portal, userName: string): Promise<string> {
  return (await (await clientOf(portal, userName)).me.getMe()).id;
}

describe('the directory of teams', () => {
  before(makeTeams);

  it('is searched by a person who asks to join a team, and the owner accepts on a phone', async () => {
    const { page, isAt } = await signInByKeyboard(portal, '/', 'Olivia Bennett');
    await page.keyboard.press('Control+k');
    await isAt(page.getByRole('searchbox'));
    await page.keyboard.type('causeway');
    const section = page.getByRole('region', { name: 'Teams that you can ask to join' });
    await section.getByRole('link', { name: 'Causeway' }).waitFor();
    assert.equal(await section.getByRole('link').count(), 1, 'a private team is not found');
    await savePicture(page, 'directory-search');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'Find a team' }).press('Enter');
    await page.getByRole('table', { name: 'Find a team' }).waitFor();
    await page.getByRole('searchbox', { name: 'Words in the name or the answers' }).fill('cause');
    await page.waitForURL(/search=cause/);
    await page.getByText('The way over the tidal flats').waitFor();
    assert.equal(await page.getByText('Causeway costs').count(), 0);
    await assertAccessible(page);
    await savePicture(page, 'directory', { fullPage: true });
    await page.getByRole('link', { name: 'Causeway' }).press('Enter');
    await page.getByRole('heading', { name: 'Join', exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Message to the owners' }).fill('I survey the flats.');
    await assertAccessible(page);
    await savePicture(page, 'directory-team', { fullPage: true });
    await page.getByRole('button', { name: 'Ask to join' }).press('Enter');
    await page.getByText(/^You have asked to join\./).waitFor();
    await savePicture(page, 'directory-asked', { fullPage: true });

    const phone = await portal.signIn('/', 'Grace Nkemelu', { viewport: PHONE_SIZE });
    await phone.getByRole('heading', { name: 'Would you add these people?' }).waitFor();
    await phone.getByText('“I survey the flats.”').waitFor();
    await savePicture(phone, 'join-home-phone', { fullPage: true });
    await phone.goto(`${portal.service.url}/join-requests`);
    const accept = phone.getByRole('button', { name: 'Accept Olivia Bennett in PRJ Causeway' });
    await accept.waitFor();
    await assertAccessible(phone);
    await savePicture(phone, 'join-requests-phone', { fullPage: true });
    await accept.focus();
    await phone.keyboard.press('Enter');
    await phone.getByText('Olivia Bennett is a member of PRJ Causeway.').waitFor();
    await phone.getByText('Nobody waits for your decision.').waitFor();
    await phone.context().close();

    await page.goto(`${portal.service.url}/join-requests`);
    await page.getByText(/^Accepted ·/).waitFor();
    await assertAccessible(page);
    await savePicture(page, 'join-requests-mine', { fullPage: true });
    await page.goto(`${portal.service.url}/directory/${causeway}`);
    await page.getByRole('link', { name: 'Open the team' }).waitFor();
    await page.context().close();
  });

  it('is filtered by a public answer, by keyboard on a phone', async () => {
    const [grace, admin] = [await clientOf(portal, 'grace.nkemelu'), await clientOf(portal, 'nadia.okafor')];
    const questions = [
      { id: 'region', type: 'choice', title: 'Region', options: ['North', 'South'], public: true },
      { id: 'budget', type: 'number', title: 'Budget' },
    ];
    await admin.catalog.applyCatalogTemplate({
      manifest: JSON.stringify({
        manifestVersion: '1.0',
        templateConfiguration: { id: 'example.regional', name: 'Regional', enabled: true, questions },
        newTeam: { teamPrivacy: 'public' },
      }),
      format: 'json',
    });
    for (const [name, region] of [
      ['Lighthouse', 'North'],
      ['Lagoon', 'South'],
    ] as const) {
      const template = { id: 'example.regional' };
      const request = { template, team: { name }, metadata: { region, budget: 7 } };
      const job = await grace.jobs.waitForJob((await grace.teams.createTeamProvisioningJob(request)).id);
      assert.equal(job.status, 'completed', job.data.error?.message);
    }
    const { page, to, select } = await signInByKeyboard(portal, '/directory', 'Olivia Bennett');
    await page.setViewportSize(PHONE_SIZE);
    await page.getByRole('link', { name: 'Lagoon' }).waitFor();
    const filter = page.getByRole('combobox', { name: 'Answer' });
    const offered = await filter.getByRole('option').allTextContents();
    assert.deepEqual(offered, ['All', 'Region: North', 'Region: South']);
    await select(filter, 'Region: North');
    await page.getByRole('link', { name: 'Lagoon' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Lighthouse' }).waitFor();
    assert.match(decodeURIComponent(page.url()), /answer=region=North/);
    await assertAccessible(page);
    await savePicture(page, 'directory-answer-phone', { fullPage: true });
    await page.reload();
    await page.getByRole('link', { name: 'Lighthouse' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Lagoon' }).count(), 0);
    await to(page.getByRole('button', { name: 'Clear filters' }));
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Lagoon' }).waitFor();
    await page.context().close();
  });

  it('provides the request form with teams of similar names, but with no private team', async () => {
    const page = await portal.signIn('/request/example.meridian.project', 'Marcus Oyelaran');
    await page.getByRole('textbox', { name: 'Name' }).fill('Causeways');
    await page.getByText('This team looks like yours').waitFor();
    await page.getByRole('link', { name: 'PRJ Causeway', exact: true }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Causeway costs' }).count(), 0);
    await assertAccessible(page);
    await savePicture(page, 'directory-similar', { fullPage: true });
    await page.setViewportSize(PHONE_SIZE);
    await savePicture(page, 'directory-similar-phone', { fullPage: true });
    await page.getByRole('textbox', { name: 'Name' }).fill('Observatory');
    await page.getByText('This team looks like yours').waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('lets an owner decline with a message and accept a guest with an end date, by keyboard on a phone', async () => {
    const admin = await clientOf(portal, 'nadia.okafor');
    const { id: policy } = await admin.policies.createPolicy({
      ...{ name: 'Guests find teams', kind: 'directory', scope: { type: 'tenant' } },
      settings: { listed: 'public', guests: 'allowed' },
    });
    const andre = await guestOf(portal);
    await andre.joinRequests.createJoinRequest(causeway);
    const felix = await clientOf(portal, 'felix.wagner');
    await felix.joinRequests.createJoinRequest(causeway);

    const { page, press, to } = await signInByKeyboard(portal, '/join-requests', 'Grace Nkemelu');
    await page.setViewportSize(PHONE_SIZE);
    await press(page.getByRole('button', { name: 'Decline Felix Wagner in PRJ Causeway' }));
    const dialog = page.getByRole('dialog');
    await to(dialog.getByRole('textbox', { name: 'Message to Felix Wagner' }));
    await page.keyboard.type('The survey is complete.');
    await assertAccessible(page);
    await savePicture(page, 'join-decline-phone');
    await press(dialog.getByRole('button', { name: 'Decline', exact: true }));
    await page.getByText('Declined. Felix Wagner is notified.').waitFor();

    const year = new Date().getFullYear() + 1;
    await press(page.getByRole('button', { name: 'Accept André Costa (Costa Engenharia) in PRJ Causeway' }));
    const end = dialog.getByLabel('End of the stay');
    await end.fill(`${year}-03-31`);
    await assertAccessible(page);
    await savePicture(page, 'join-accept-guest-phone');
    await press(dialog.getByRole('button', { name: 'Accept', exact: true }));
    await page.getByText('André Costa (Costa Engenharia) is a member of PRJ Causeway.').waitFor();
    await page.getByText('Nobody waits for your decision.').waitFor();
    await page.context().close();

    const { value: members } = await admin.teams.getTeamMembers(causeway, { $search: 'Costa' });
    assert.equal(members[0]?.roles[0], 'guest');
    assert.ok(members[0]?.endDateTime?.startsWith(`${year}-0`), members[0]?.endDateTime);
    const { value: requests } = await felix.joinRequests.getMyJoinRequests();
    assert.deepEqual([requests[0]?.status, requests[0]?.answer], ['declined', 'The survey is complete.']);
    await admin.policies.deletePolicy(policy);
  });

  it('loads further pages of requests to join', async () => {
    const database = new pg.Client({ connectionString: portal.service.databaseUrl });
    await database.connect();
    await database.query(`select set_config('charter.audited', 'test', false)`);
    await database.query(
      `insert into charter.join_requests
         (tenant_id, request_id, team_id, team_name, person_id, status, created_at, expires_at, resolved_at)
       select tenant_id, gen_random_uuid(), team_id, 'Older team ' || n, person_id, 'expired', created_at, expires_at, created_at
         from (select * from charter.join_requests where person_id = $1 limit 1) one, generate_series(1, 120) n`,
      [await idOf(portal, 'olivia.bennett')],
    );
    await database.end();
    const { page, press } = await signInByKeyboard(portal, '/join-requests', 'Olivia Bennett');
    const rows = page.getByText(/^Older team \d+$/);
    await rows.nth(48).waitFor();
    assert.ok((await rows.count()) <= 50);
    await press(page.getByRole('button', { name: 'Show more' }));
    await rows.nth(98).waitFor();
    // The button keeps the focus below the further rows.
    await page.keyboard.press('Enter');
    await rows.nth(119).waitFor();
    await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' });
    assert.equal(await rows.count(), 120);
    await page.context().close();
  });

  it('lets a person withdraw a request to join', async () => {
    const marcus = await clientOf(portal, 'marcus.oyelaran');
    await marcus.joinRequests.createJoinRequest(causeway);
    const page = await portal.signIn('/join-requests', 'Marcus Oyelaran');
    await page.getByRole('button', { name: 'Withdraw the request to join PRJ Causeway' }).press('Enter');
    await page.getByText(/^Withdrawn ·/).waitFor();
    await page.context().close();
  });
});
