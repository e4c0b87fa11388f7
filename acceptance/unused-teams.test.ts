/**
 * The lifecycle of an unused team: simulate, ask, renew, archive.
 * @long
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { completedRun } from './operations/lifecycle.ts';
import { charter, GIVEN_URL } from './service.ts';
import { type Harness, openHarness } from './stage.ts';

const DAY_MILLISECONDS = 86_400_000;

describe('an unused team', {
  skip: GIVEN_URL !== undefined && 'needs a database of its own',
}, () => {
  let stage: Harness;
  let database: pg.Client;
  let team: string;

  before(async () => {
    stage = await openHarness();
    database = new pg.Client(stage.service.databaseUrl);
    await database.connect();
    ({ team } = await stage.makeTeam());
    // Moves all activity 100 days back, because the template declares its teams unused after 90 days.
    const back = `now() - interval '100 days'`;
    for (const change of [
      `directory.teams set created_at = ${back}, changed_at = ${back}`,
      `directory.team_members set added_at = ${back}`,
      `embedded_suite.channels set created_at = ${back}`,
      `embedded_suite.tabs set created_at = ${back}`,
      `embedded_suite.messages set created_at = ${back}`,
    ]) {
      await database.query(`update ${change} where team_id = $1`, [team]);
    }
  });
  after(async () => {
    await database?.end();
    await stage?.close();
  });

  const command = async (...args: string[]) => {
    const environment = { CHARTER_TOKEN: await stage.token('admin') };
    const result = await charter(stage.service, ['lifecycle', ...args, '--json'], environment);
    assert.equal(result.code, 0, result.stderr);
    return JSON.parse(result.stdout);
  };
  /** Returns the kinds of the owner's notifications about the team, without the one of its creation. */
  const notified = async () => {
    const { value } = await stage.as('owner').notifications.getNotifications();
    return value.filter((one) => one.team?.id === team && one.kind !== 'team_ready').map(({ kind }) => kind);
  };
  const outcomes = (teams: readonly { teamId: string; outcome: string | null }[]) =>
    teams.filter(({ teamId }) => teamId === team).map(({ outcome }) => outcome);

  it('is announced to its owner by a run, as the simulation predicted', async () => {
    const simulation = await command('simulate');
    assert.deepEqual(outcomes(simulation.value), ['asked']);
    assert.deepEqual(await notified(), []);
    const run = await command('run', '--watch');
    assert.deepEqual([run.status, outcomes(run.teams)], ['completed', ['asked']]);
    assert.deepEqual(run.counts, simulation.counts);
    assert.deepEqual(await notified(), ['team_inactive']);
    assert.equal((await stage.as('owner').lifecycle.getTeamLifecycle(team)).state, 'inactive');
  });

  it('is active again when its owner renews it', async () => {
    const { state } = await stage.as('owner').lifecycle.renewTeamLifecycle(team);
    assert.equal(state, 'active');
    const at = new Date(Date.now() + 89 * DAY_MILLISECONDS).toISOString();
    assert.deepEqual(outcomes((await command('simulate', '--at', at)).value), []);
  });

  it('is archived after the grace period', async () => {
    await database.query('update charter.team_lifecycles set renewed_at = null where team_id = $1', [team]);
    const admin = stage.as('admin');
    const again = await completedRun(admin, (await admin.lifecycle.startLifecycleRun()).id);
    assert.equal(again.counts.asked, 1);
    const back = `update charter.team_lifecycles
      set asked_at = asked_at - interval '31 days', expires_at = expires_at - interval '31 days' where team_id = $1`;
    await database.query(back, [team]);
    assert.deepEqual(outcomes((await command('simulate')).value), ['archived']);
    const run = await command('run', '--watch');
    assert.deepEqual(outcomes(run.teams), ['archived']);
    const end = AbortSignal.timeout(30_000);
    while (!(await admin.teams.getTeam(team)).isArchived) await delay(200, undefined, { signal: end });
    assert.deepEqual(await notified(), ['team_expired', 'team_inactive', 'team_inactive']);
    const records = admin.audit.records('teams', { $filter: `target/id eq '${team}'` });
    const types = (await Array.fromAsync(records)).map(({ type }) => type);
    for (const type of ['team_inactive', 'team_lifecycle_renewed', 'team_expired', 'team_archived']) {
      assert.ok(types.includes(type), `${type} of ${types}`);
    }
  });
});
