/** Tests the lifecycle of many teams on a real database with an injected clock, in one sequence. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { compareAudit } from '../../../test/audit-comparison.ts';
import {
  anOwner,
  DAY,
  GRACE,
  type LifecycleNode,
  type LifecycleWorld,
  newCall,
  openLifecycleWorld,
  TENANT,
} from '../../../test/lifecycle-world.ts';
import type { RunTeam } from './runs.ts';
import { startLifecycleRun } from './start-run.ts';

/** `npm run test:chaos` sets a larger number. */
const TEAMS = Number(process.env.CHARTER_TEST_LIFECYCLE_TEAMS ?? 500);
const shareOf = (thousandths: number): number => Math.round((TEAMS * thousandths) / 1000);
/** Numbers of teams by the expected outcome. */
const ARCHIVED = shareOf(560);
const DELETED = shareOf(40);
const YOUNG = shareOf(200);
const WITHOUT_ACTION = shareOf(20);
const INACTIVE = ARCHIVED + DELETED + WITHOUT_ACTION;
const OFF = TEAMS - ARCHIVED - DELETED - YOUNG - WITHOUT_ACTION;
const RENEWED = DELETED / 10;
const USED = shareOf(6);
/** Number of teams that the first run acts on: the cap is 5 % by default. */
const FIRST = shareOf(50);
const STILL_GOVERNED = TEAMS - (DELETED - RENEWED);
/**
 * Number of teams that the second run acts on. The teams to delete have waited longest, and are no longer governed
 * afterwards.
 */
const SECOND = Math.floor(STILL_GOVERNED * 0.05);

/** Sorts the reports by team id, as a run stores them. */
const sorted = (teams: readonly RunTeam[]): RunTeam[] =>
  teams.toSorted((a, b) => (a.teamId < b.teamId ? -1 : 1));

const idsOf = (teams: readonly RunTeam[], ...outcomes: RunTeam['outcome'][]): string[] =>
  teams.filter(({ outcome }) => outcomes.includes(outcome)).map(({ teamId }) => teamId);

/** Asserts equality like deepEqual, but computes no diff of thousands of items. */
function assertSame(actual: readonly unknown[], expected: readonly unknown[]): void {
  const different = actual.findIndex((one, index) => JSON.stringify(one) !== JSON.stringify(expected[index]));
  if (different >= 0) assert.deepEqual(actual[different], expected[different]);
  assert.equal(actual.length, expected.length);
}

describe(`the lifecycle of ${TEAMS} teams`, () => {
  let world: LifecycleWorld;
  let other: LifecycleNode;
  const teams = {
    archived: [] as string[],
    deleted: [] as string[],
    young: [] as string[],
    off: [] as string[],
  };

  before(async () => {
    world = await openLifecycleWorld();
    other = await world.anotherNode();
    teams.archived = await world.oldTeams({ count: ARCHIVED, template: 'archive', idleDays: 200 });
    teams.deleted = await world.oldTeams({
      count: DELETED,
      template: 'delete',
      idleDays: 400,
      prefix: 'a-delete',
    });
    teams.young = await world.oldTeams({ count: YOUNG, template: 'archive', idleDays: 25, prefix: 'young' });
    teams.off = await world.oldTeams({ count: OFF, template: 'off', idleDays: 300 });
    await world.oldTeams({ count: WITHOUT_ACTION, template: 'nothing', idleDays: 100 });
  });
  after(() => world.close());

  /** Simulates, runs, and compares both team by team: outcome, reason and times. */
  async function simulateAndRun(by: LifecycleNode = world): Promise<RunTeam[]> {
    const simulated = await other.simulate();
    const run = await world.run(by);
    assert.equal(run.status, 'completed');
    const done = await world.teamsOf(run.id);
    assertSame(done, sorted(simulated.teams));
    assert.deepEqual(run.counts, simulated.counts);
    assert.deepEqual([run.cap, run.governedTeams], [simulated.cap, simulated.governedTeams]);
    return done;
  }

  const events = async (type: string): Promise<string[]> => {
    const rows = await world.query(
      sql<{ id: string }>`select target->>'id' as id from charter.domain_events
                           where tenant_id = ${TENANT} and type = ${type} order by 1`,
    );
    return rows.map(({ id }) => id);
  };

  it('asks once about each inactive team, and about no other team', async () => {
    const asked = await simulateAndRun();
    assert.equal(asked.length, INACTIVE);
    assert.ok(asked.every(({ outcome, reason }) => outcome === 'asked' && reason === 'inactive'));
    assertSame(await simulateAndRun(), []);
    assert.equal((await events('team_inactive')).length, INACTIVE);
    const [notified] = await world.query(
      sql<{ count: number }>`select count(*)::int as count from charter.notifications
                              where tenant_id = ${TENANT} and kind = 'team_inactive' and addressee_id = 'ada'`,
    );
    assert.equal(notified?.count, INACTIVE);
  });

  it('does not act before the end of the grace period', async () => {
    world.clock.advance(7 * DAY - 1);
    const decided = await simulateAndRun();
    assertSame(idsOf(decided, 'archived', 'deleted', 'expired', 'left'), []);
    // The young teams are inactive by now.
    assertSame(idsOf(decided, 'asked'), teams.young);
    assertSame(await events('team_expired'), []);
  });

  it('resets renewed and active teams', async () => {
    const renewed = teams.deleted.slice(0, RENEWED);
    const used = teams.archived.slice(0, USED);
    for (const teamId of renewed) await world.renew(anOwner(), teamId);
    await world.suite.recordActivity(
      TENANT,
      used.map((teamId) => ({ teamId, at: world.clock.now() })),
    );
    world.clock.advance(1);
    const decided = await simulateAndRun();
    const acted = idsOf(decided, 'archived', 'deleted', 'left');
    assert.equal(acted.length, ARCHIVED + DELETED - RENEWED - USED);
    for (const teamId of [...renewed, ...used]) assert.ok(!acted.includes(teamId), teamId);
    const reset = decided.filter(({ outcome }) => outcome === 'reset');
    assertSame(
      reset.map(({ teamId }) => teamId),
      used,
    );
    assert.ok(reset.every(({ reason }) => reason === 'activity'));
    assert.equal(idsOf(decided, 'expired').length, WITHOUT_ACTION);
  });

  it('respects its cap, continues with the longest waiting teams, and notifies administrators', async () => {
    const acted = async () => (await events('team_expired')).length - WITHOUT_ACTION;
    assert.equal(await acted(), FIRST);
    const capped = await world.query(
      sql<{ facts: { actedCount: number; leftCount: number } }>`
        select facts from charter.notifications where tenant_id = ${TENANT} and kind = 'lifecycle_run_capped'`,
    );
    assert.deepEqual(
      capped.map(({ facts: { actedCount, leftCount } }) => [actedCount, leftCount]),
      [[FIRST, ARCHIVED + DELETED - RENEWED - USED - FIRST]],
    );
    await world.settle();
    const second = await simulateAndRun(other);
    assert.equal(idsOf(second, 'archived', 'deleted').length, SECOND);
    assert.equal(await acted(), FIRST + SECOND);
    assert.equal(new Set(await events('team_expired')).size, WITHOUT_ACTION + FIRST + SECOND);
  });

  it('applies every effect once when two nodes run concurrently', async () => {
    world.cap.maxPercent = 10;
    await world.settle();
    const simulated = await world.simulate();
    const begun = await Promise.allSettled(
      [world, other].map(({ deps }) => startLifecycleRun(deps, GRACE, newCall())),
    );
    const started = begun.find((outcome) => outcome.status === 'fulfilled');
    assert.equal(begun.filter(({ status }) => status === 'rejected').length, 1);
    await Promise.all([world.work(), other.work(), world.work(), other.work()]);
    assertSame(await world.teamsOf(started?.value.id ?? ''), sorted(simulated.teams));
    await world.settle();
    const expired = await events('team_expired');
    // The deleted teams are no longer governed.
    assert.equal(expired.length, WITHOUT_ACTION + FIRST + SECOND + Math.floor(STILL_GOVERNED * 0.1));
    assert.equal(new Set(expired).size, expired.length);
    assert.deepEqual(world.reported, []);
  });

  it('has archived and deleted only the expired teams', async () => {
    const expired = await events('team_expired');
    const inSuite = async (condition: ReturnType<typeof sql>): Promise<string[]> => {
      const rows = await world.query(
        sql<{ id: string }>`select team_id as id from directory.teams
                             where tenant_id = ${TENANT} and ${condition} order by 1`,
      );
      return rows.map(({ id }) => id);
    };
    assertSame(
      await inSuite(sql`is_archived`),
      expired.filter((id) => teams.archived.includes(id)),
    );
    assertSame(await inSuite(sql`team_id like 'a-delete-%'`), teams.deleted.slice(0, RENEWED));
    assertSame(await events('team_deleted'), teams.deleted.slice(RENEWED));
    assertSame(
      await events('team_archived'),
      expired.filter((id) => teams.archived.includes(id)),
    );
    assert.deepEqual(await compareAudit(world.database.tenancy, TENANT), []);
  });
});
