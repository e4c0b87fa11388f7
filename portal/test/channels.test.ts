/**
 * Tests a policy for channels in a real browser: its form, a channel created outside Charter, and an administrator who
 * allows it.
 * @long
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { assertAccessible, DESKTOP_SIZE, openPortal, PHONE_SIZE } from './browser.ts';
import { signInByKeyboard } from './keyboard.ts';
import { clientOf } from './people.ts';
import { savePicture } from './pictures.ts';

const portal = openPortal();

describe('a policy for channels', () => {
  let suite: pg.Client;
  before(async () => {
    suite = new pg.Client({ connectionString: portal.service.databaseUrl });
    await suite.connect();
  });
  after(() => suite?.end());

  /** Waits until a worker has made the condition true. */
  async function until(isDone: () => Promise<boolean>): Promise<void> {
    const end = AbortSignal.timeout(90_000);
    while (!(await isDone())) await delay(500, undefined, { signal: end });
  }

  it('is created in its form, limits the channel types for owners, and reports channels created outside Charter', async () => {
    const admin = await clientOf(portal, 'nadia.okafor');
    const grace = await clientOf(portal, 'grace.nkemelu');
    const { id: jobId } = await grace.teams.createTeamProvisioningJob({
      template: { id: 'example.meridian.project' },
      team: { name: 'Lighthouse' },
    });
    const team = (await grace.jobs.waitForJob(jobId)).team.id ?? '';

    const form = await portal.signIn('/policies/new', 'Nadia Okafor');
    await form.getByLabel('What the policy does').selectOption('channels');
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Few channels');
    await form.getByLabel('Applies to').selectOption('teams');
    await form.getByLabel('Who may create private channels').selectOption('nobody');
    await form.getByRole('spinbutton', { name: 'Most shared channels of a team' }).fill('2');
    await form.getByLabel('Channels created outside Charter').selectOption('delete');
    await form.getByRole('spinbutton', { name: 'Days from the announcement' }).fill('10');
    await assertAccessible(form);
    await savePicture(form, 'channels-form', { fullPage: true });
    await form.setViewportSize(PHONE_SIZE);
    await savePicture(form, 'channels-form-phone', { fullPage: true });
    await form.setViewportSize(DESKTOP_SIZE);
    await form.getByRole('button', { name: 'Create' }).press('Enter');
    await form.getByText('Few channels reports now, and rejects nothing.').waitFor();
    const policyId = form.url().split('/').at(-1) ?? '';
    await admin.policies.updatePolicy(policyId, { mode: 'enforce' });
    await admin.policies.attachPolicy(policyId, team);

    const page = await portal.signIn(`/teams/${team}?section=channels`, 'Grace Nkemelu');
    await page.getByRole('button', { name: 'Create a channel' }).press('Enter');
    const types = page.getByRole('dialog').getByLabel('Type').getByRole('option');
    assert.deepEqual(await types.allTextContents(), ['Standard'], 'nobody creates private channels');
    await page.keyboard.press('Escape');

    await until(async () => {
      const query = 'select from charter.known_channels where team_id = $1';
      return (await suite.query(query, [team])).rowCount === 1;
    });
    await suite.query(
      `insert into embedded_suite.channels
         (tenant_id, team_id, channel_id, display_name, membership_type, created_at)
       select tenant_id, team_id, $2, 'Budget talks', 'private', now()
         from directory.teams where team_id = $1`,
      [team, `19:${randomUUID().replaceAll('-', '')}@thread.tacv2`],
    );
    await admin.teams.updateTeam(team, { description: 'Checked again' });
    await until(async () => (await admin.channels.getChannelViolations({ teamId: team })).value.length === 1);

    await page.reload();
    await page.getByText('The channel Budget talks violates a policy.').waitFor();
    await page.getByText('Charter deletes it on').waitFor();
    assert.equal(await page.getByRole('button', { name: /^Allow/ }).count(), 0, 'an owner can not allow it');
    await assertAccessible(page);
    await savePicture(page, 'channels-team', { fullPage: true });
    await page.setViewportSize(PHONE_SIZE);
    await assertAccessible(page);
    await savePicture(page, 'channels-team-phone', { fullPage: true });
    await suite.query(`select set_config('charter.audited', 'test', false)`);
    const ofChannels = page.getByText(/^The channel .* violates a policy\.$/);
    await suite.query(
      `insert into charter.channel_violations
       select (jsonb_populate_record(null::charter.channel_violations, to_jsonb(one) || jsonb_build_object(
                'violation_id', gen_random_uuid(), 'channel_id', 'more-' || n, 'channel_name', 'Talks ' || n))).*
         from (select * from charter.channel_violations where team_id = $1) one, generate_series(1, 60) n`,
      [team],
    );
    await page.reload();
    await ofChannels.nth(49).waitFor();
    assert.equal(await ofChannels.count(), 50);
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Show more' }).press('Enter');
    await ofChannels.nth(60).waitFor();
    assert.equal(await ofChannels.count(), 61);
    assert.equal(await page.getByRole('button', { name: 'Show more' }).count(), 0);
    await suite.query(`delete from charter.channel_violations where channel_id like 'more-%'`);
    await page.goto(`${portal.service.url}/notifications`);
    await page.getByText(/The channel “Budget talks” of the team .* will be deleted/).waitFor();

    const keyboard = await signInByKeyboard(portal, '/', 'Nadia Okafor');
    await keyboard.press(keyboard.page.getByRole('link', { name: 'Channels', exact: true }));
    await keyboard.page.getByRole('heading', { level: 1, name: 'Channels that violate policies' }).waitFor();
    const row = keyboard.page.getByRole('row', { name: /Budget talks/ });
    await row.getByText('To be deleted').waitFor();
    await assertAccessible(keyboard.page);
    await savePicture(keyboard.page, 'channels-list', { fullPage: true });
    await keyboard.page.setViewportSize(PHONE_SIZE);
    await assertAccessible(keyboard.page);
    await savePicture(keyboard.page, 'channels-list-phone', { fullPage: true });
    await keyboard.page.setViewportSize(DESKTOP_SIZE);
    await keyboard.press(keyboard.page.getByRole('button', { name: 'Allow the channel Budget talks' }));
    const dialog = keyboard.page.getByRole('dialog');
    await dialog.waitFor();
    await assertAccessible(keyboard.page);
    await keyboard.press(dialog.getByRole('button', { name: 'Allow', exact: true }));
    await row.getByText('Allowed').waitFor();
    const [violation] = (await admin.channels.getChannelViolations({ teamId: team })).value;
    assert.deepEqual([violation?.status, violation?.deleteDateTime], ['allowed', undefined]);
    for (const each of [form, page, keyboard.page]) await each.context().close();
  });
});
