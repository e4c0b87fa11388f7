/**
 * Kills the worker of a bulk job before different statements, for each action. Another worker must change each team
 * once, with one event, one audit record and one result.
 * @long
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { compareAudit } from '../../../test/audit-comparison.ts';
import { ADA, type FilledNode, startFilledNode, TENANT } from '../../../test/provisioning-world.ts';
import { runJob } from '../../engine/jobs/run-job.ts';
import type { Principal } from '../../engine/principal.ts';
import { systemClock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { JOB_DEFINITIONS } from '../definitions.ts';
import type { BulkAction } from './model.ts';
import { startBulk } from './start-bulk.ts';

const CRASHING_WORKER = fileURLToPath(new URL('../../../test/crashing-worker.ts', import.meta.url));
/** Tests each STRIDE-th statement; `npm run test:chaos` tests all. */
const STRIDE = Number(process.env.CHARTER_TEST_CRASH_STRIDE ?? 45);
const log = { info: () => undefined, warn: () => undefined, error: console.error };
const ADMINISTRATOR: Principal = { ...ADA, roles: new Set(['AUTHENTICATED_USER', 'TEAMS_SERVICE_ADMIN']) };

describe('a bulk job whose workers are killed', () => {
  let node: FilledNode;

  before(async () => {
    node = await startFilledNode();
  });
  after(() => node.close());

  async function newTeam(): Promise<string> {
    const { team } = await node.suite.teams.create(TENANT, {
      marker: newId(),
      displayName: 'Phoenix',
      description: null,
      visibility: 'private',
      mailNickname: newId(),
    });
    return team.id;
  }

  /** Starts a job for two new teams. */
  async function start(action: BulkAction): Promise<{ jobId: string; ids: string[] }> {
    const ids = [await newTeam(), await newTeam()];
    const parameters = action === 'addOwner' ? { user: { id: 'person-1' } } : {};
    const { id } = await startBulk(
      {
        ...{ store: node.store, suite: node.suite, clock: systemClock },
        settings: { fourEyes: { rules: [], expiryDays: 14 } },
      },
      ADMINISTRATOR,
      { requestId: newId(), operationId: newId() },
      { action, selection: { ids }, parameters, cap: undefined, request: {} },
    );
    return { jobId: id, ids };
  }

  /** Runs the job in a process that kills itself after `point` statements. Without `point`, returns the statements. */
  async function runChild(jobId: string, point?: number): Promise<string[]> {
    const parameters = [CRASHING_WORKER, node.database.serviceUrl, TENANT, jobId, '0'];
    const child = spawn(process.execPath, [...parameters, ...(point === undefined ? [] : [String(point)])], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [output, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    if (point === undefined) assert.equal(code, 0);
    else assert.equal(signal, 'SIGKILL', `point ${point}`);
    return point === undefined ? JSON.parse(output) : [];
  }

  async function run(jobId: string): Promise<void> {
    const never = new AbortController().signal;
    const { store, suite } = node;
    const deps = { store, suite, definitions: JOB_DEFINITIONS, clock: systemClock, log };
    await runJob(deps, { tenantId: TENANT, jobId }, { lost: never, stopping: never });
  }

  /** Returns the types of the job's audit records about the team. */
  async function recordsOf(jobId: string, teamId: string): Promise<string[]> {
    const { rows } = await sql<{ type: string }>`
      select type from charter.audit_records
       where request_id = (select request_id from charter.jobs where job_id = ${jobId})
         and fields ->> 'teamId' = ${teamId}`.execute(node.tenancy.for(TENANT));
    return rows.map(({ type }) => type);
  }

  for (const [action, type, first] of [
    ['archive', 'team_archived', 1],
    ['delete', 'team_deleted', 3],
    ['addOwner', 'team_member_added', 0],
  ] as const) {
    it(`changes each team once, whichever statement the worker of ${action} died at`, async () => {
      const statements = await runChild((await start(action)).jobId);
      assert.ok(statements.length > 10);
      for (let point = first; point < statements.length; point += STRIDE) {
        const { jobId, ids } = await start(action);
        await runChild(jobId, point);
        await run(jobId);
        const job = await node.store.in(TENANT).jobs.find(jobId);
        assert.equal(job?.status, 'completed', `point ${point}`);
        assert.deepEqual(job.bulk, { action, count: 2, done: 2, skipped: 0, failed: 0 }, `point ${point}`);
        const events = await node.eventsOf(job.requestId);
        assert.deepEqual(
          events.map((event) => event.type),
          [type, type],
          `point ${point}`,
        );
        for (const id of ids) assert.deepEqual(await recordsOf(jobId, id), [type], `point ${point}`);
      }
    });
  }

  it('writes one audit record for each change, in the same transaction', async () => {
    assert.deepEqual(await compareAudit(node.tenancy, TENANT), []);
  });
});
