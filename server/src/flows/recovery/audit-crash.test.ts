/**
 * Kills nodes before different statements. Each change must be recorded once in its transaction, nothing else may be
 * recorded, and the chain must have no gap.
 * @long
 */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import { compareAudit } from '../../../test/audit-comparison.ts';
import { createTeamWorld, TENANT, type TeamWorld } from '../../../test/team-world.ts';
import { recoverIntents } from '../../engine/intents/recover.ts';
import { runJob } from '../../engine/jobs/run-job.ts';
import { JOB_DEFINITIONS } from '../definitions.ts';
import { SUITE_OPERATIONS } from './suite-operations.ts';

const BUSY_NODE = fileURLToPath(new URL('../../../test/busy-node.ts', import.meta.url));
/** Distance between the tested statements; `npm run test:chaos` tests all. */
const STRIDE = Number(process.env.CHARTER_TEST_CRASH_STRIDE ?? 13);

interface Run {
  name: string;
  teams: { work: string; archive: string; delete: string };
}

describe('the audit trail of nodes that are killed', () => {
  let world: TeamWorld;
  let statements: number;
  const runs: Run[] = [];
  let killed = 0;

  /** Each run has its own teams. */
  async function prepare(name: string): Promise<Run> {
    const team = async (displayName: string) => (await world.newTeam({ displayName })).team.id;
    const run = {
      name,
      teams: { work: await team(name), archive: await team(name), delete: await team(name) },
    };
    runs.push(run);
    return run;
  }

  async function start({ name, teams }: Run, point?: number) {
    const { serviceUrl } = world.database;
    const parameters = [BUSY_NODE, serviceUrl, TENANT, name, teams.work, teams.archive, teams.delete];
    const child = spawn(process.execPath, [...parameters, ...(point === undefined ? [] : [String(point)])], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [output, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    return { output, code, signal };
  }

  /** Runs the recovery on another node, after leases and heartbeats have expired. */
  async function recover(): Promise<void> {
    const later = { now: () => new Date(Date.now() + 600_000) };
    const report = (error: unknown) => {
      throw error;
    };
    while ((await recoverIntents({ ...world.deps, clock: later, report }, SUITE_OPERATIONS, TENANT)) > 0);
    const { rows } = await sql<{ id: string }>`
      select job_id::text as id from charter.jobs where tenant_id = ${TENANT} and status <> 'completed'`.execute(
      world.database.tenancy.for(TENANT),
    );
    const { suite, store } = world.deps;
    const never = new AbortController().signal;
    const log = { info: () => undefined, warn: console.error, error: console.error };
    for (const { id } of rows) {
      await runJob(
        { store, suite, definitions: JOB_DEFINITIONS, clock: later, log },
        { tenantId: TENANT, jobId: id },
        { lost: never, stopping: never },
      );
    }
  }

  before(async () => {
    world = await createTeamWorld();
    const { output, code } = await start(await prepare('undisturbed'));
    assert.equal(code, 0);
    statements = Number(output);
    const points = Array.from({ length: statements }, (_, point) => point).filter(
      (point) => point % STRIDE === 0 || point === statements - 1,
    );
    const victims = await Promise.all(points.map((point) => prepare(`point-${point}`)));
    const queue = points.map((point, index) => ({ point, run: victims[index] as Run }));
    const killer = async () => {
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        const { signal, output } = await start(next.run, next.point);
        // The sealing runs on a timer, so a run may send fewer statements than the undisturbed one.
        if (signal === 'SIGKILL') killed += 1;
        else assert.ok(Number(output) <= next.point, `point ${next.point}: ${output}`);
      }
    };
    await Promise.all([killer(), killer()]);
    await recover();
  });
  after(() => world.close());

  const rowsOf = async (query: ReturnType<typeof sql<{ id: string }>>) =>
    (await query.execute(world.database.tenancy.for(TENANT))).rows.map(({ id }) => id);

  it('is tested with kills before many statements', () =>
    assert.ok(killed > 6 && statements > 40, `${killed}, ${statements}`));

  it('has one record for each change in its transaction, and no other records', async () => {
    assert.deepEqual(await compareAudit(world.database.tenancy, TENANT), []);
  });

  it('has one record for each object that a call creates in the suite', async () => {
    const unrecorded = sql<{ id: string }>`
      with made as (
        select 'team_channel_created' as type, channel_id as id from embedded_suite.channels
         where tenant_id = ${TENANT} and not is_primary
        union all
        select 'team_channel_tab_created', tab_id from embedded_suite.tabs
         where tenant_id = ${TENANT}),
      recorded as (
        select type, target_id as id, count(*) as times from charter.audit_records
         where tenant_id = ${TENANT} and type in ('team_channel_created', 'team_channel_tab_created')
         group by type, target_id)
      select coalesce(made.type, recorded.type) || ' ' || coalesce(made.id, recorded.id) as id
        from made full join recorded using (type, id)
       where made.id is null or recorded.id is null or recorded.times <> 1`;
    assert.deepEqual(await rowsOf(unrecorded), []);
  });

  it('has one record for each change of a team and its members', async () => {
    for (const { name, teams } of runs) {
      const facts = await rowsOf(sql<{ id: string }>`
        select 'team_updated' as id from directory.teams
         where tenant_id = ${TENANT} and team_id = ${teams.work} and description = ${name}
        union all select 'team_member_added' from directory.team_members
         where tenant_id = ${TENANT} and team_id = ${teams.work} and user_id = 'sam-id'
        union all select 'team_archived' from directory.teams
         where tenant_id = ${TENANT} and team_id = ${teams.archive} and is_archived
        union all select 'team_deleted'
         where not exists (select from directory.teams where tenant_id = ${TENANT} and team_id = ${teams.delete})
         order by 1`);
      const records = await rowsOf(sql<{ id: string }>`
        select type as id from charter.audit_records
         where tenant_id = ${TENANT} and trail = 'teams' and outcome = 'success'
           and fields ->> 'teamId' in (${teams.work}, ${teams.archive}, ${teams.delete})
           and type in ('team_updated', 'team_member_added', 'team_archived', 'team_deleted')
         order by 1`);
      assert.deepEqual(records, facts, name);
    }
  });

  it('is found incomplete by compareAudit when a record is missing', async () => {
    const owner = new pg.Client(world.database.ownerUrl);
    await owner.connect();
    try {
      let known = 0;
      for (const type of ['team_archived', 'role_assigned', 'template_updated', 'team_archive_requested']) {
        const remove = `delete from charter.audit_records where record_id =
          (select record_id from charter.audit_records where type = $1 order by record_id limit 1)`;
        await owner.query(remove, [type]);
        const found = await compareAudit(world.database.tenancy, TENANT);
        assert.ok(found.length > known, type);
        known = found.length;
      }
    } finally {
      await owner.end();
    }
  });
});
