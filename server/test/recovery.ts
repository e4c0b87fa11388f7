/** What another node makes of the work that killed ones left, when their leases and heartbeats are over. */
import { sql } from 'kysely';
import { SUITE_OPERATIONS } from '../src/domain/intents/operations.ts';
import { recoverIntents } from '../src/domain/intents/recover.ts';
import { runJob } from '../src/domain/jobs/run-job.ts';
import type { Node } from './provisioning-world.ts';

/** More often than any job here is put off. */
const MOST_TURNS = 20;

export async function finishElsewhere(
  { store, suite, workflows, tenancy }: Pick<Node, 'store' | 'suite' | 'workflows' | 'tenancy'>,
  tenantId: string,
): Promise<void> {
  let minutes = 10;
  const clock = { now: () => new Date(Date.now() + minutes * 60_000) };
  const report = (error: unknown): never => {
    throw error;
  };
  while ((await recoverIntents({ store, suite, clock, report }, SUITE_OPERATIONS, tenantId)) > 0);
  const never = new AbortController().signal;
  // A job may fail for good reason: somebody deleted its team.
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const { rows } = await sql<{ id: string }>`
      select job_id::text as id from charter.jobs
       where tenant_id = ${tenantId} and status not in ('completed', 'failed', 'paused')`.execute(
      tenancy.for(tenantId),
    );
    if (rows.length === 0) return;
    for (const { id } of rows) {
      await runJob(
        { store, workflows, clock, log },
        { tenantId, jobId: id },
        { lost: never, stopping: never },
      );
    }
    minutes += 10;
  }
  throw new Error('Some jobs never end.');
}
