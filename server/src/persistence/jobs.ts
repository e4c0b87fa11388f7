/** Jobs, their ledgers, and the names they hold. */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Actor } from '../domain/events/model.ts';
import type { JobError, JobRecord, JobStatus, JobType, LedgerEntry } from '../domain/jobs/model.ts';
import type { JobProgress, JobStore, NewJob, Reservation } from '../domain/jobs/ports.ts';
import type { ProvisioningPlan } from '../domain/provisioning/plan.ts';
import type { CharterTables, JobRow } from './tables.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const toRecord = (row: Selectable<JobRow>): JobRecord => ({
  id: row.job_id,
  type: row.type as JobType,
  status: row.status as JobStatus,
  progress: row.progress,
  log: row.log,
  requester: row.requester as Actor,
  requestId: row.request_id,
  request: row.request as Record<string, unknown>,
  plan: row.plan as ProvisioningPlan | null,
  steps: row.steps,
  ledger: row.ledger as LedgerEntry[],
  approvalId: row.approval_id,
  teamId: row.team_id,
  error: row.error as JobError | null,
  attempt: row.attempt,
  tries: row.tries,
  createdAt: row.created_at,
  lastActionAt: row.last_action_at,
});

const jsonOrNull = (value: object | null | undefined): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

export function jobStore(db: Kysely<CharterTables>, tenantId: string): JobStore {
  const add = async (job: NewJob, at: Date): Promise<boolean> => {
    const result = await db
      .insertInto('charter.jobs')
      .values({
        tenant_id: tenantId,
        job_id: job.id,
        type: job.type,
        status: 'waiting',
        log: [...job.log],
        requester: JSON.stringify(job.requester),
        request_id: job.requestId,
        request: JSON.stringify(job.request),
        plan: jsonOrNull(job.plan),
        steps: [...job.steps],
        team_id: job.teamId,
        created_at: at,
        last_action_at: at,
      })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'job_id']).doNothing())
      .executeTakeFirst();
    return result.numInsertedOrUpdatedRows === 1n;
  };

  const find = async (jobId: string): Promise<JobRecord | undefined> => {
    if (!UUID.test(jobId)) return undefined;
    const row = await db
      .selectFrom('charter.jobs')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('job_id', '=', jobId)
      .executeTakeFirst();
    return row && toRecord(row);
  };

  const claim: JobStore['claim'] = async (jobId, at, log) => {
    const { rows } = await sql<Selectable<JobRow>>`
      update charter.jobs
         set status = 'active', attempt = attempt + 1, tries = tries + 1, last_action_at = ${at},
             log = log || (${JSON.stringify(log)}::jsonb ->> status)
       where tenant_id = ${tenantId} and job_id = ${jobId} and status in ('waiting', 'active', 'delayed')
      returning *`.execute(db);
    return rows[0] && toRecord(rows[0]);
  };

  const record = async (
    jobId: string,
    attempt: number,
    progress: JobProgress,
    at: Date,
  ): Promise<boolean> => {
    const { status, progress: reached, done, log, teamId, error, tries, relaxed } = progress;
    // A setting made inside the statement's own transaction holds until its commit, and no longer.
    const durability = relaxed
      ? sql`set_config('synchronous_commit', 'off', true)`
      : sql`current_setting('synchronous_commit')`;
    const { numAffectedRows } = await sql`
      update charter.jobs
         set status = coalesce(${status ?? null}, status),
             progress = greatest(progress, ${reached ?? 0}::smallint),
             ledger = ledger || coalesce(${jsonOrNull(done)}::jsonb, '[]'),
             log = log || ${log ?? []}::text[],
             team_id = coalesce(${teamId ?? null}, team_id),
             error = coalesce(${jsonOrNull(error)}::jsonb, error),
             tries = coalesce(${tries ?? null}::integer, tries),
             last_action_at = ${at}
        from (select ${durability} as commit) as durability
       where tenant_id = ${tenantId} and job_id = ${jobId} and attempt = ${attempt} and status = 'active'
         and durability.commit is not null`.execute(db);
    return numAffectedRows === 1n;
  };

  const reserve = async ({ kind, value }: Reservation, jobId: string): Promise<boolean> => {
    const result = await db
      .insertInto('charter.reservations')
      .values({ tenant_id: tenantId, kind, value, job_id: jobId })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'kind', 'value']).doNothing())
      .executeTakeFirst();
    return result.numInsertedOrUpdatedRows === 1n;
  };

  const findHolder = async ({ kind, value }: Reservation): Promise<JobRecord | undefined> => {
    const row = await db
      .selectFrom('charter.reservations as held')
      .innerJoin('charter.jobs as job', (join) =>
        join.onRef('job.tenant_id', '=', 'held.tenant_id').onRef('job.job_id', '=', 'held.job_id'),
      )
      .selectAll('job')
      .where('held.tenant_id', '=', tenantId)
      .where('held.kind', '=', kind)
      .where('held.value', '=', value)
      .executeTakeFirst();
    return row && toRecord(row);
  };

  const release = async (jobId: string): Promise<void> => {
    await db
      .deleteFrom('charter.reservations')
      .where('tenant_id', '=', tenantId)
      .where('job_id', '=', jobId)
      .execute();
  };

  return { add, find, claim, record, reserve, findHolder, release };
}
