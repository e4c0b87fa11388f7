/** Jobs, their ledgers and their reservations of names. */
import { CompiledQuery, type Kysely, type Selectable } from 'kysely';
import { nameKey } from '../domain/names/key.ts';
import type { DomainEvent } from '../engine/events/model.ts';
import type { JobError, JobRecord, JobStatus, LedgerEntry } from '../engine/jobs/model.ts';
import type { JobStore, Replanned, Reservation } from '../engine/jobs/ports.ts';
import type { Actor } from '../engine/principal.ts';
import { isUuid } from '../kernel/ids.ts';
import { recordParts, toRecordRow } from './audit-rows.ts';
import { eventParts, eventValues } from './events.ts';
import type { CharterTables, JobRow } from './tables.ts';

const toRecord = (row: Selectable<JobRow>): JobRecord => ({
  id: row.job_id,
  type: row.type,
  status: row.status as JobStatus,
  progress: row.progress,
  log: row.log,
  requester: row.requester as Actor,
  requestId: row.request_id,
  request: row.request as Record<string, unknown>,
  plan: row.plan,
  steps: row.steps,
  ledger: row.ledger as LedgerEntry[],
  holdId: row.approval_id,
  subjectId: row.team_id,
  error: row.error as JobError | null,
  attempt: row.attempt,
  tries: row.tries,
  createdAt: row.created_at,
  lastActionAt: row.last_action_at,
});

const jsonOrNull = (value: object | null | undefined): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

const keyOf = (name: string | undefined): string | null => (name === undefined ? null : nameKey(name));

/** A setting inside of a statement's own transaction ends with its commit. */
const DO_NOT_WAIT_FOR_DISK = "set_config('synchronous_commit', 'off', true)";

const ADD = `
  with added as (
    insert into charter.jobs (tenant_id, job_id, type, status, log, requester, request_id, request, plan, steps,
                              team_id, created_at, last_action_at, approval_id, name_key)
    values ($1, $3, $4, case when $12::uuid is null then 'waiting' else 'paused' end, $5::text[], $6, $7, $8, $9,
            $10::text[], $11, $2, $2, $12, $14)
    on conflict (tenant_id, job_id) do nothing
    returning job_id), ${recordParts('$13', 'added')}
  select job_id from added`;

const LEAVE_PAUSE = `
  update charter.jobs
     set status = $3, log = log || $4::text[], plan = coalesce($5::json, plan),
         steps = coalesce($6::text[], steps), error = $7, last_action_at = $8, name_key = coalesce($9, name_key)
   where tenant_id = $1 and job_id = $2 and status = 'paused'`;

const CLAIM = `
  update charter.jobs
     set status = 'active', attempt = attempt + 1, tries = tries + 1, last_action_at = $3,
         log = log || ($4::jsonb ->> status)
    from (select ${DO_NOT_WAIT_FOR_DISK} as commit) as relaxed
   where tenant_id = $1 and job_id = $2 and status in ('waiting', 'active', 'delayed')
  returning jobs.*`;

const RECORD = `
  update charter.jobs
     set status = coalesce($5, status),
         progress = greatest(progress, $6::smallint),
         ledger = ledger || $7::jsonb,
         log = log || $8::text[],
         team_id = coalesce($9, team_id),
         error = coalesce($10::jsonb, error),
         tries = coalesce($11::integer, tries),
         last_action_at = $2
    from (select case when $12::boolean then ${DO_NOT_WAIT_FOR_DISK} end as commit) as relaxed
   where tenant_id = $1 and job_id = $3 and attempt = $4 and status = 'active'`;

const recordWith = (events: readonly DomainEvent[]): string => `
  with held as (${RECORD} returning job_id), ${eventParts(events, '$13', '$14', 'held')}
  select job_id from held`;

/** @param recorded called after a write for the audit that commits with the enclosing transaction, if any */
export function jobStore(
  db: Kysely<CharterTables>,
  tenantId: string,
  recorded: () => void = () => undefined,
): JobStore {
  const run = <Row>(text: string, parameters: unknown[]) =>
    db.executeQuery<Row>(CompiledQuery.raw(text, parameters));

  const add: JobStore['add'] = async (job, at, record) => {
    const { rows } = await run(ADD, [
      tenantId,
      at,
      job.id,
      job.type,
      job.log,
      JSON.stringify(job.requester),
      job.requestId,
      JSON.stringify(job.request),
      jsonOrNull(job.plan as object | null),
      job.steps,
      job.subjectId,
      job.holdId ?? null,
      JSON.stringify(record === undefined ? [] : [toRecordRow(record)]),
      keyOf(job.name),
    ]);
    if (rows.length === 1 && record !== undefined) recorded();
    return rows.length === 1;
  };

  const find = async (jobId: string): Promise<JobRecord | undefined> => {
    if (!isUuid(jobId)) return undefined;
    const row = await db
      .selectFrom('charter.jobs')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('job_id', '=', jobId)
      .executeTakeFirst();
    return row && toRecord(row);
  };

  // A power failure may undo a claim: the queue's own record of it is undone as well.
  const claim: JobStore['claim'] = async (jobId, at, log) => {
    const { rows } = await run<Selectable<JobRow>>(CLAIM, [tenantId, jobId, at, JSON.stringify(log)]);
    return rows[0] && toRecord(rows[0]);
  };

  const record: JobStore['record'] = async (jobId, attempt, progress, at, events = []) => {
    const {
      status,
      progress: reached = 0,
      done = [],
      log = [],
      subjectId,
      error,
      tries,
      relaxed = false,
    } = progress;
    const values = [
      tenantId,
      at,
      jobId,
      attempt,
      status ?? null,
      reached,
      JSON.stringify(done),
      log,
      subjectId ?? null,
      jsonOrNull(error),
      tries ?? null,
      relaxed,
    ];
    if (events.length === 0) return (await run(RECORD, values)).numAffectedRows === 1n;
    const { rows } = await run(recordWith(events), [...values, ...eventValues(events, tenantId)]);
    if (rows.length === 1) recorded();
    return rows.length === 1;
  };

  const leavePause = async (
    jobId: string,
    status: JobStatus,
    log: readonly string[],
    { replanned, error }: { replanned?: Replanned; error?: JobError },
    at: Date,
  ): Promise<boolean> => {
    const values = [
      jsonOrNull(replanned?.plan),
      replanned?.steps ?? null,
      jsonOrNull(error),
      at,
      keyOf(replanned?.name),
    ];
    const { numAffectedRows } = await run(LEAVE_PAUSE, [tenantId, jobId, status, log, ...values]);
    return numAffectedRows === 1n;
  };

  const resume: JobStore['resume'] = (jobId, replanned, log, at) =>
    leavePause(jobId, 'waiting', log, { replanned }, at);

  const failPaused: JobStore['failPaused'] = (jobId, error, log, at) =>
    leavePause(jobId, 'failed', log, { error }, at);

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

  return {
    add,
    find,
    claim,
    record,
    resume,
    failPaused,
    reserve,
    findHolder,
    release,
  };
}
