/** Recovers the work of killed nodes after their leases and heartbeats have expired. */

import { sql } from 'kysely';
import { recoverIntents } from '../src/engine/intents/recover.ts';
import { runJob } from '../src/engine/jobs/run-job.ts';
import { JOB_DEFINITIONS } from '../src/flows/definitions.ts';
import { SUITE_OPERATIONS } from '../src/flows/recovery/suite-operations.ts';
import type { Clock } from '../src/kernel/clock.ts';
import type { Node } from './provisioning-world.ts';

type Recovered = Pick<Node, 'store' | 'suite' | 'tenancy'>;

/**
 * Finishes every suite operation that killed nodes left unfinished. Repeats the recovery until none is left, because
 * the database may hold locks of such a node until it detects the lost connection.
 */
export async function recoverAllIntents(
  { store, suite, tenancy }: Recovered,
  clock: Clock,
  tenantId: string,
): Promise<void> {
  const report = (error: unknown): never => {
    throw error;
  };
  let left: number | undefined;
  do {
    await recoverIntents({ store, suite, clock, report }, SUITE_OPERATIONS, tenantId);
    const { rows } = await sql<{ left: number }>`
      select count(*)::int as left from charter.suite_intents where tenant_id = ${tenantId}`.execute(
      tenancy.for(tenantId),
    );
    left = rows[0]?.left;
  } while (left !== 0);
}

/** More turns than any job here needs. */
const MAX_TURNS = 20;

export async function finishElsewhere({ store, suite, tenancy }: Recovered, tenantId: string): Promise<void> {
  let minutes = 10;
  const clock = { now: () => new Date(Date.now() + minutes * 60_000) };
  await recoverAllIntents({ store, suite, tenancy }, clock, tenantId);
  const never = new AbortController().signal;
  // Logs nothing: a job may fail legitimately, because its team was deleted.
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const { rows } = await sql<{ id: string }>`
      select job_id::text as id from charter.jobs
       where tenant_id = ${tenantId} and status not in ('completed', 'failed', 'paused')`.execute(
      tenancy.for(tenantId),
    );
    if (rows.length === 0) return;
    for (const { id } of rows) {
      await runJob(
        { store, suite, definitions: JOB_DEFINITIONS, clock, log },
        { tenantId, jobId: id },
        { lost: never, stopping: never },
      );
    }
    minutes += 10;
  }
  throw new Error('Some jobs never end.');
}
