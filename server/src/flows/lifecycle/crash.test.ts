/**
 * Kills nodes before different statements of a lifecycle run that asks, archives and deletes. Another node must finish
 * the run, perform and record every action once, and respect the cap.
 * @long
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { compareAudit } from '../../../test/audit-comparison.ts';
import {
  DAY,
  GRACE,
  type LifecycleWorld,
  newCall,
  openLifecycleWorld,
  TENANT,
} from '../../../test/lifecycle-world.ts';
import { startLifecycleRun } from './start-run.ts';

const NODE = fileURLToPath(new URL('../../../test/lifecycle-node.ts', import.meta.url));
/** Tests each STRIDE-th statement; `npm run test:chaos` tests all. */
const STRIDE = Number(process.env.CHARTER_TEST_CRASH_STRIDE ?? 25);

async function runNode(world: LifecycleWorld, point?: number) {
  const parameters = [NODE, world.database.serviceUrl, TENANT, world.clock.now().toISOString()];
  const child = spawn(process.execPath, [...parameters, ...(point === undefined ? [] : [String(point)])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { output, signal: signal as NodeJS.Signals | null };
}

/** Makes the teams of earlier rounds active, so that no run changes them. */
async function makeTeamsActive(world: LifecycleWorld): Promise<void> {
  const teams = await world.query(
    sql<{ id: string }>`select team_id as id from directory.teams where tenant_id = ${TENANT}`,
  );
  const at = world.clock.now();
  await world.suite.recordActivity(
    TENANT,
    teams.map(({ id }) => ({ teamId: id, at })),
  );
  await world.run();
}

/**
 * Prepares five teams whose grace period has ended (two to archive, three to delete, with a cap of four) and two
 * inactive ones. Adds a waiting run, and returns its id.
 */
async function prepare(world: LifecycleWorld): Promise<string> {
  await makeTeamsActive(world);
  world.clock.advance(DAY);
  const round = world.clock.now().getTime();
  await world.oldTeams({ count: 2, template: 'archive', idleDays: 60, prefix: `a-${round}` });
  await world.oldTeams({ count: 3, template: 'delete', idleDays: 60, prefix: `d-${round}` });
  await world.run();
  await world.settle();
  world.clock.advance(7 * DAY);
  await world.oldTeams({ count: 2, template: 'archive', idleDays: 60, prefix: `n-${round}` });
  return (await startLifecycleRun(world.deps, GRACE, newCall())).id;
}

/** Counts the effects on each team of the run. */
const happened = (world: LifecycleWorld, runId: string) =>
  world.query(
    sql<{ outcome: string; events: number; notified: number; jobs: number; deleted: number }>`
      select t.outcome,
             (select count(*)::int from charter.domain_events e
               where e.target->>'id' = t.team_id and e.type in ('team_inactive', 'team_expired')
                 and e.request_id = r.request_id) as events,
             (select count(*)::int from charter.notifications n
               where n.facts->>'teamId' = t.team_id) as notified,
             (select count(*)::int from charter.jobs j where j.team_id = t.team_id) as jobs,
             (select count(*)::int from charter.domain_events e
               where e.target->>'id' = t.team_id and e.type = 'team_deleted') as deleted
        from charter.lifecycle_run_teams t join charter.lifecycle_runs r using (tenant_id, run_id)
       where t.tenant_id = ${TENANT} and t.run_id = ${runId} order by t.outcome`,
  );

/** Teams past their grace period already have one notification, from the earlier run. */
const EXPECTED: Record<string, { events: number; notified: number; jobs: number; deleted: number }> = {
  asked: { events: 1, notified: 1, jobs: 0, deleted: 0 },
  archived: { events: 1, notified: 2, jobs: 1, deleted: 0 },
  deleted: { events: 1, notified: 2, jobs: 0, deleted: 1 },
  left: { events: 0, notified: 1, jobs: 0, deleted: 0 },
};

describe('a lifecycle run whose node is killed', () => {
  it('is finished by another node, with every effect once', async () => {
    const world = await openLifecycleWorld({ maxPercent: 0, maxTeams: 4 });
    try {
      await prepare(world);
      const { output } = await runNode(world);
      const statements = Number(output);
      assert.ok(statements > 60, `${statements} statements`);
      await world.settle();
      for (let point = 0; point < statements; point += STRIDE) {
        const runId = await prepare(world);
        assert.equal((await runNode(world, point)).signal, 'SIGKILL', `point ${point}`);
        world.clock.advance(15);
        let run: Awaited<ReturnType<typeof world.runs.find>>;
        // The database holds the killed node's locks until it detects the lost connection.
        do {
          await world.work();
          run = await world.runs.find(runId);
        } while (run?.status !== 'completed' && (run?.attempt ?? 0) < 2);
        await world.settle();
        assert.equal(run?.status, 'completed', `point ${point}`);
        assert.equal(run.acted, 4, `point ${point}`);
        const teams = await happened(world, runId);
        assert.deepEqual(
          teams.map(({ outcome }) => outcome),
          ['archived', 'archived', 'asked', 'asked', 'deleted', 'deleted', 'left'],
          `point ${point}`,
        );
        for (const { outcome, ...counts } of teams) {
          assert.deepEqual(counts, EXPECTED[outcome], `point ${point}: ${outcome}`);
        }
      }
      assert.deepEqual(world.reported, []);
      assert.deepEqual(await compareAudit(world.database.tenancy, TENANT), []);
    } finally {
      await world.close();
    }
  });
});
