import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import {
  DAY,
  GRACE,
  type LifecycleWorld,
  newCall,
  openLifecycleWorld,
  TENANT,
} from '../../../test/lifecycle-world.ts';
import { latestSlot, startLifecycleRun, startScheduledRun } from './start-run.ts';

const HOUR = 60 * 60;

describe('the schedule of lifecycle runs', () => {
  it('finds the latest scheduled hour that has begun', () => {
    const slot = (hours: number[], at: string) => latestSlot(hours, new Date(at))?.toISOString();
    assert.equal(slot([2], '2026-11-02T02:00:00Z'), '2026-11-02T02:00:00.000Z');
    assert.equal(slot([2], '2026-11-02T01:59:59Z'), '2026-11-01T02:00:00.000Z');
    assert.equal(slot([14, 2], '2026-11-02T15:00:00Z'), '2026-11-02T14:00:00.000Z');
    assert.equal(slot([23], '2026-03-01T00:10:00Z'), '2026-02-28T23:00:00.000Z');
    assert.equal(slot([], '2026-11-02T02:00:00Z'), undefined);
  });

  describe('on several nodes', () => {
    let world: LifecycleWorld;
    before(async () => {
      world = await openLifecycleWorld();
    });
    after(() => world.close());
    const start = (deps = world.deps, hours = [2]) => startScheduledRun(deps, TENANT, hours);

    it("waits for the next scheduled hour before a tenant's first run", async () => {
      world.clock.advance(HOUR);
      assert.equal(await start(), false);
      world.clock.advance(22 * HOUR + 59 * 60);
      assert.equal(await start(), false);
    });

    it('starts only one run per scheduled hour, whichever node is first', async () => {
      world.clock.advance(60);
      const other = await world.anotherNode();
      const begun = await Promise.all([start(), start(other.deps), start(), start(other.deps)]);
      assert.equal(begun.filter(Boolean).length, 1);
      assert.deepEqual((await Promise.all([world.work(), other.work()])).toSorted(), [false, true]);
      assert.equal(await start(), false);
      const [run] = await world.runs.list({ top: 10, after: undefined });
      assert.deepEqual(
        [run?.status, run?.requester.kind, run?.scheduledFor?.toISOString()],
        ['completed', 'system', '2026-11-03T02:00:00.000Z'],
      );
    });

    it('queues a job only for a requested run, not for a scheduled one', async () => {
      const rounds = () =>
        world.query(sql`select id from pgboss.job where name = 'run-lifecycles' and state = 'created'`);
      world.clock.advance(DAY);
      await world.query(sql`delete from pgboss.job where name = 'run-lifecycles'`);
      assert.equal(await start(), true);
      assert.deepEqual(await rounds(), []);
      assert.equal(await world.work(), true);
      await startLifecycleRun(world.deps, GRACE, newCall());
      assert.equal((await rounds()).length, 1);
      assert.equal(await world.work(), true);
    });

    it('starts one run for several missed hours', async () => {
      world.clock.advance(3 * DAY + 5 * HOUR);
      assert.equal(await start(), true);
      assert.equal(await world.work(), true);
      assert.equal(await start(), false);
    });

    it('starts no run before a requested run has ended', async () => {
      world.clock.advance(DAY);
      const call = newCall();
      const { id } = await startLifecycleRun(world.deps, GRACE, call);
      assert.equal((await startLifecycleRun(world.deps, GRACE, call)).id, id);
      assert.equal(await start(), false);
      await world.work();
      assert.equal(await start(), true);
      await world.work();
    });
  });
});
