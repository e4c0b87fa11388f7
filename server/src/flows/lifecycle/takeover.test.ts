/** Tests the leases of lifecycle runs, and their takeover by another node. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it, mock } from 'node:test';
import { sql } from 'kysely';
import {
  DAY,
  GRACE,
  type LifecycleWorld,
  newCall,
  openLifecycleWorld,
  TENANT,
} from '../../../test/lifecycle-world.ts';
import type { Suite } from '../../engine/suite.ts';
import { CharterError } from '../../kernel/errors.ts';
import { runLifecycle } from './run-lifecycle.ts';
import { startLifecycleRun } from './start-run.ts';

type Activity = Suite['activity']['of'];

/** Starts a run that blocks in the given call to the suite until it is released. */
function standingRun(world: LifecycleWorld, question = 1, stopping?: AbortSignal) {
  let questions = 0;
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const of: Activity = async (...asking) => {
    questions += 1;
    if (questions === question) {
      asked.resolve();
      await released.promise;
    }
    return world.suite.activity.of(...asking);
  };
  const deps = { ...world.deps, suite: { ...world.suite, activity: { of } } };
  const ended = runLifecycle(deps, TENANT, stopping);
  return { asked: asked.promise, release: released.resolve, ended };
}

describe('a lifecycle run on a node', () => {
  let world: LifecycleWorld;
  before(async () => {
    world = await openLifecycleWorld();
    await world.oldTeams({ count: 3, template: 'archive', idleDays: 60 });
  });
  afterEach(() => mock.timers.reset());
  after(() => world.close());

  const begin = async () => (await startLifecycleRun(world.deps, GRACE, newCall())).id;
  const find = async (runId: string) => {
    const run = await world.runs.find(runId);
    assert.ok(run);
    return run;
  };
  /** Returns the times of the queued checks: seconds from now by the database's clock, rounded to 5. */
  const queuedChecks = async () => {
    const rows = await world.query(sql<{ seconds: number }>`
      select (5 * round(extract(epoch from start_after - now()) / 5))::int as seconds from pgboss.job
       where name = 'continue-lifecycle' and data->>'tenantId' = ${TENANT} and state = 'created' order by 1`);
    return rows.map(({ seconds }) => seconds);
  };
  const deleteChecks = () => world.query(sql`delete from pgboss.job where name = 'continue-lifecycle'`);

  it('is taken over 15 s after its node stalls, and that node writes nothing later', async () => {
    const runId = await begin();
    const other = await world.anotherNode();
    const silent = standingRun(world);
    await silent.asked;
    world.clock.advance(14);
    assert.equal(await other.work(), false);
    world.clock.advance(1);
    assert.equal(await other.work(), true);
    const ended = await find(runId);
    assert.deepEqual([ended.status, ended.attempt, ended.counts.asked], ['completed', 2, 3]);
    silent.release();
    assert.equal(await silent.ended, true);
    assert.deepEqual(await find(runId), ended);
    assert.deepEqual(world.reported, []);
  });

  it('is handed over at once when its node stops', async () => {
    await deleteChecks();
    const runId = await begin();
    const stopping = new AbortController();
    const node = standingRun(world, 1, stopping.signal);
    await node.asked;
    stopping.abort();
    node.release();
    assert.equal(await node.ended, true);
    assert.deepEqual(await queuedChecks(), [0]);
    const other = await world.anotherNode();
    assert.equal(await other.work(), true);
    const { status, attempt } = await find(runId);
    assert.deepEqual([status, attempt], ['completed', 2]);
    assert.deepEqual(world.reported, []);
    await deleteChecks();
  });

  it('keeps its lease while the suite is slow', async () => {
    mock.timers.enable({ apis: ['setInterval'] });
    const runId = await begin();
    const other = await world.anotherNode();
    const slow = standingRun(world);
    await slow.asked;
    for (let beat = 0; beat < 12; beat += 1) {
      world.clock.advance(5);
      mock.timers.tick(5000);
      // The renewal is a separate statement; poll until it is written.
      while ((await leaseSeconds()) < 15) await new Promise(setImmediate);
      assert.equal(await other.work(), false);
    }
    slow.release();
    await slow.ended;
    const { status, attempt } = await find(runId);
    assert.deepEqual([status, attempt], ['completed', 1]);
    async function leaseSeconds(): Promise<number> {
      const [row] = await world.query(sql<{ until: Date }>`
        select lease_until as until from charter.lifecycle_runs where tenant_id = ${TENANT} and run_id = ${runId}`);
      return ((row?.until.getTime() ?? 0) - world.clock.now().getTime()) / 1000;
    }
  });

  it('queues one check for the end of the lease, for any node', async () => {
    await deleteChecks();
    await begin();
    assert.deepEqual(await queuedChecks(), [15]);
    await deleteChecks();
    const node = standingRun(world);
    await node.asked;
    assert.deepEqual(await queuedChecks(), [15]);
    const other = await world.anotherNode();
    await deleteChecks();
    world.clock.advance(5);
    assert.deepEqual([await other.work(), await other.work()], [false, false]);
    assert.deepEqual(await queuedChecks(), [10]);
    node.release();
    await node.ended;
    await deleteChecks();
    assert.equal(await other.work(), false);
    assert.deepEqual(await queuedChecks(), []);
  });

  it("queues the check in time although a node's clock is ahead", async () => {
    await deleteChecks();
    await begin();
    // Simulates a check that an earlier release queued far in the future, by the clock of a node.
    await world.query(sql`
      update pgboss.job set start_after = now() + interval '1 year' where name = 'continue-lifecycle'`);
    const node = standingRun(world);
    await node.asked;
    assert.deepEqual(await queuedChecks(), [15]);
    // A lease that a node with a wrong clock has set counts as 15 s at most.
    await world.query(sql`update charter.lifecycle_runs set lease_until = lease_until + interval '1 year'`);
    await deleteChecks();
    const other = await world.anotherNode();
    assert.equal(await other.work(), false);
    assert.deepEqual(await queuedChecks(), [15]);
    node.release();
    await node.ended;
    assert.equal(await other.work(), false);
  });

  it('keeps an earlier queued check', async () => {
    await deleteChecks();
    const look = (seconds: number) =>
      world.deps.store.transaction(TENANT, (unit) => unit.queue.continueLifecycle(TENANT, seconds));
    await look(10);
    await look(15);
    assert.deepEqual(await queuedChecks(), [10]);
    await look(5);
    assert.deepEqual(await queuedChecks(), [5]);
    await deleteChecks();
  });

  it('retries after a minute when the suite is unavailable, and fails after an hour', async () => {
    const runId = await begin();
    const away: Activity = async () => {
      throw new CharterError('ServiceUnavailable', 'The suite is away.');
    };
    const deps = { ...world.deps, suite: { ...world.suite, activity: { of: away } } };
    for (let attempt = 1; attempt <= 60; attempt += 1) {
      assert.equal((await find(runId)).status, attempt === 1 ? 'waiting' : 'active');
      await deleteChecks();
      assert.equal(await runLifecycle(deps, TENANT), true);
      world.clock.advance(59);
      assert.equal(await runLifecycle(deps, TENANT), false);
      world.clock.advance(1);
    }
    const { status, error } = await find(runId);
    assert.deepEqual([status, error], ['failed', { message: 'The suite is away.' }]);
    assert.equal(world.reported.splice(0).length, 60);
  });
});

describe('the limits of a lifecycle run', () => {
  it('remain those of its first attempt after deletions and changed settings', async () => {
    const world = await openLifecycleWorld({ maxPercent: 50, maxTeams: 0 });
    try {
      await world.oldTeams({ count: 8, template: 'delete', idleDays: 60 });
      await world.run();
      world.clock.advance(7 * DAY);
      const foretold = await world.simulate();
      const { id } = await startLifecycleRun(world.deps, GRACE, newCall());
      // The run makes one call for the page and one for each deletion. It blocks before the third deletion.
      const silent = standingRun(world, 4);
      await silent.asked;
      const begun = await world.runs.find(id);
      assert.deepEqual([begun?.acted, begun?.cap, begun?.governedTeams], [2, 4, 8]);
      world.cap.maxPercent = 10;
      world.clock.advance(15);
      const other = await world.anotherNode();
      assert.equal(await other.work(), true);
      silent.release();
      await silent.ended;
      const ended = await world.runs.find(id);
      assert.ok(ended);
      assert.deepEqual([ended.status, ended.attempt, ended.acted], ['completed', 2, 4]);
      assert.deepEqual([ended.cap, ended.governedTeams], [foretold.cap, foretold.governedTeams]);
      assert.deepEqual(ended.counts, foretold.counts);
      assert.deepEqual(
        (await world.teamsOf(id)).map(({ teamId, outcome }) => [teamId, outcome]),
        foretold.teams
          .map(({ teamId, outcome }) => [teamId, outcome])
          .toSorted(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1)),
      );
    } finally {
      await world.close();
    }
  });
});
