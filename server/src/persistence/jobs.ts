/** Jobs, their ledgers and their reservations of names. */
import type { Kysely } from 'kysely';
import { nameKey } from '../domain/names/key.ts';
import type { DomainEvent } from '../engine/events/model.ts';
import type { JobHead, JobRecord, JobStatus, LogLine } from '../engine/jobs/model.ts';
import type {
  JobChange,
  JobStore,
  LeftByJob,
  Recorded,
  Replanned,
  ReservationStore,
} from '../engine/jobs/ports.ts';
import { isUuid } from '../kernel/ids.ts';
import { recordParts, toRecordRow } from './audit-rows.ts';
import { eventParts, eventValues } from './events.ts';
import { listStatement, ORIGIN } from './job-query.ts';
import { DO_NOT_WAIT_FOR_DISK, type Statements, statements } from './statements.ts';
import type { CharterTables } from './tables.ts';

const COLUMNS = `
  job_id as id, type, status, progress, log, log_messages as "logMessages", requester, request_id as "requestId", request, plan, steps, ledger,
  approval_id as "holdId", team_id as "subjectId", team_name as "subjectName", ${ORIGIN} as origin, error, wait,
  leftovers as "left", attempt, tries, cancellation, bulk, operation_id as "operationId", created_at as "createdAt",
  last_action_at as "lastActionAt"`;

const keyOf = (name: string | undefined): string | null => (name === undefined ? null : nameKey(name));

/** The texts of new lines of a log, from JSON. */
const linesOf = (lines: string): string => `
  array(select line ->> 'line' from jsonb_array_elements(${lines}::jsonb) with ordinality as l (line, n) order by n)`;

/** Codes and parameters of new lines of a log, by their position in the whole log. */
const messagesOf = (lines: string, length: string): string => `
  (select coalesce(jsonb_object_agg(${length} + n, line -> 'message') filter (where line ? 'message'), '{}')
     from jsonb_array_elements(${lines}::jsonb) with ordinality as l (line, n))`;

const append = (lines: string): string => `
  log = log || ${linesOf(lines)}, log_messages = log_messages || ${messagesOf(lines, 'cardinality(log)')}`;

const ADD = `
  with added as (
    insert into charter.jobs (tenant_id, job_id, type, status, log, log_messages, requester, request_id, request, plan, steps,
                              team_id, created_at, last_action_at, approval_id, name_key, team_name, template_id,
                              template_name, bulk)
    values ($1, $3, $4, case when $12::uuid is null then 'waiting' else 'paused' end, ${linesOf('$5')},
            ${messagesOf('$5', '0')}, $6, $7, $8, $9,
            $10::text[], $11, $2, $2, $12, $14, $15, $16, $17, $18::jsonb)
    on conflict (tenant_id, job_id) do nothing
    returning job_id), ${recordParts('$13', 'where exists (select from added)')}
  select job_id from added`;

const CHANGE_PAUSED = `
  update charter.jobs
     set status = $3, ${append('$4')}, plan = coalesce($5::json, plan),
         steps = coalesce($6::text[], steps), error = $7, last_action_at = $8, name_key = coalesce($9, name_key),
         team_name = coalesce($10, team_name), cancellation = $11::jsonb, operation_id = $12::uuid
   where tenant_id = $1 and job_id = $2 and status = 'paused'`;

const CLAIM = `
  update charter.jobs
     set status = 'active', attempt = attempt + 1, tries = tries + 1, last_action_at = $3,
         ${append(`case when status = 'delayed' and log[cardinality(log)] like '% waits: %'
                          or status = 'waiting' and attempt > 0 and bulk is not null then '[]'
                        else jsonb_build_array($4::jsonb -> status) end`)}
    from (select ${DO_NOT_WAIT_FOR_DISK} as commit) as relaxed
   where tenant_id = $1 and job_id = $2 and status in ('waiting', 'active', 'delayed')
  returning ${COLUMNS}`;

const RECORD = `
  update charter.jobs
     set status = coalesce($5, status),
         progress = greatest(progress, $6::smallint),
         ledger = ledger || $7::jsonb,
         ${append('$8')},
         wait = case when $5::text is null then wait else $15::jsonb end,
         team_id = coalesce($9, team_id),
         error = coalesce($10::jsonb, error),
         tries = coalesce($11::integer, tries),
         cancellation = cancellation || coalesce($13::jsonb, '{}'),
         bulk = coalesce($16::jsonb, bulk),
         leftovers = coalesce($17::jsonb, leftovers),
         last_action_at = $2
    from (select case when $12::boolean then ${DO_NOT_WAIT_FOR_DISK} end as commit) as relaxed
   where tenant_id = $1 and job_id = $3 and attempt = $4 and status = 'active'
     and (cancellation is null or not $14::boolean)
  returning cancellation`;

const recordWith = (events: readonly DomainEvent[]): string => `
  with held as (${RECORD}), ${eventParts(events, '$18', '$19', 'held')}
  select cancellation from held`;

const FAIL_UNCLAIMED = `
  update charter.jobs
     set status = 'failed', error = $4, cancellation = $5::jsonb, operation_id = $6, ${append('$7')},
         last_action_at = $8
   where tenant_id = $1 and job_id = $2 and attempt = $3 and status in ('waiting', 'delayed')`;

const REQUEST_CANCEL = `
  update charter.jobs
     set status = case status when 'active' then status else 'waiting' end,
         tries = case status when 'active' then tries else 0 end,
         cancellation = $3::jsonb, operation_id = $4, ${append('$5')}, last_action_at = $6
   where tenant_id = $1 and job_id = $2
     and (status in ('waiting', 'delayed', 'active') and cancellation is null and not $3::jsonb ? 'ended'
       or status = 'failed' and $3::jsonb ? 'ended' and not coalesce(cancellation, '{}') ? 'removed')
  returning status`;

const RETRY = `
  update charter.jobs
     set status = 'waiting', tries = 0, error = null, operation_id = $3, ${append('$4')}, last_action_at = $5
   where tenant_id = $1 and job_id = $2 and status = 'failed' and error ->> 'step' is not null
     and cancellation is null`;

/** `$2` holds job ids, `$3` the number of log entries of each job that the caller already has. */
const CHANGES_SINCE = `
  select j.job_id as id, status, progress, steps, ledger, team_id as "subjectId", error, wait,
         cancellation, bulk, last_action_at as "lastActionAt", log_messages as "logMessages", cardinality(log) as length, log[seen.length + 1:] as log
    from unnest($2::uuid[], $3::integer[]) as seen (job_id, length)
    join charter.jobs j on j.tenant_id = $1 and j.job_id = seen.job_id
   where cardinality(log) > seen.length`;

const FIND = `select ${COLUMNS} from charter.jobs where tenant_id = $1 and job_id = $2`;

const FIND_LEFT = `
  select job_id as id, requester, leftovers as "left" from charter.jobs
   where tenant_id = $1 and name_key = $2 and leftovers is not null and team_id is null and status = 'failed'
     and not coalesce(cancellation, '{}') ? 'removed'
   order by created_at desc limit 3`;

const FIND_HOLDER = `
  select ${COLUMNS} from charter.jobs
   where tenant_id = $1 and job_id = (
     select job_id from charter.reservations where tenant_id = $1 and kind = $2 and value = $3)`;

const RESERVE = `
  insert into charter.reservations (tenant_id, kind, value, job_id) values ($1, $2, $3, $4)
  on conflict (tenant_id, kind, value) do nothing`;

const RELEASE = 'delete from charter.reservations where tenant_id = $1 and job_id = $2';

type ChangesOutsideOfRuns = Pick<
  JobStore,
  'resume' | 'replan' | 'failPaused' | 'failUnclaimed' | 'requestCancel' | 'retry'
>;

/** Writes a new plan of a paused job, and the status that the job then has. */
async function writePlan(
  write: Statements['write'],
  status: 'waiting' | 'paused',
  jobId: string,
  { plan, steps, name }: Replanned,
  log: readonly LogLine[],
  at: Date,
): Promise<boolean> {
  const values = [jobId, status, JSON.stringify(log), plan, steps, null, at, keyOf(name), name, null, null];
  return (await write(CHANGE_PAUSED, ...values)) === 1;
}

const changesOutsideOfRuns = ({ first, write }: Statements): ChangesOutsideOfRuns => ({
  resume: (jobId, replanned, log, at) => writePlan(write, 'waiting', jobId, replanned, log, at),

  replan: (jobId, replanned, at) => writePlan(write, 'paused', jobId, replanned, [], at),

  async failPaused(jobId, error, log, at, { cancellation, operationId } = {}) {
    const values = [
      jobId,
      'failed',
      JSON.stringify(log),
      null,
      null,
      error,
      at,
      null,
      null,
      cancellation,
      operationId,
    ];
    return (await write(CHANGE_PAUSED, ...values)) === 1;
  },

  async failUnclaimed(jobId, attempt, error, { cancellation, operationId, log }, at) {
    const values = [jobId, attempt, error, cancellation, operationId, JSON.stringify(log), at];
    return (await write(FAIL_UNCLAIMED, ...values)) === 1;
  },

  async requestCancel(jobId, { cancellation, operationId, log }, at) {
    const values = [jobId, cancellation, operationId, JSON.stringify(log), at];
    const row = await first<{ status: JobStatus }>(REQUEST_CANCEL, ...values);
    return row?.status;
  },

  retry: async (jobId, operationId, log, at) =>
    (await write(RETRY, jobId, operationId, JSON.stringify(log), at)) === 1,
});

const reservationStore = ({ first, write }: Statements): ReservationStore => ({
  reserve: async ({ kind, value }, jobId) => (await write(RESERVE, kind, value, jobId)) === 1,

  findHolder: ({ kind, value }) => first<JobRecord>(FIND_HOLDER, kind, value),

  async release(jobId) {
    await write(RELEASE, jobId);
  },
});

/** @param recorded called after each write of audit records. In a transaction, they are not committed yet. */
export function jobStore(
  db: Kysely<CharterTables>,
  tenantId: string,
  recorded: () => void = () => undefined,
): JobStore {
  const run = statements(db, tenantId);
  const { all, first } = run;

  return {
    ...changesOutsideOfRuns(run),
    ...reservationStore(run),

    async add(job, at, record) {
      const added = await all(
        ADD,
        at,
        job.id,
        job.type,
        JSON.stringify(job.log),
        job.requester,
        job.requestId,
        job.request,
        job.plan,
        job.steps,
        job.subjectId,
        job.holdId,
        JSON.stringify(record === undefined ? [] : [toRecordRow(record)]),
        keyOf(job.name),
        job.subjectName ?? job.name,
        job.origin?.id,
        job.origin?.name,
        job.bulk,
      );
      if (added.length === 1 && record !== undefined) recorded();
      return added.length === 1;
    },

    find: async (jobId) => (isUuid(jobId) ? first<JobRecord>(FIND, jobId) : undefined),

    findLeft: (name) => all<LeftByJob>(FIND_LEFT, keyOf(name)),

    // A power failure may undo a claim, but it then undoes the queue's own record of the claim as well.
    claim: (jobId, at, log) => first<JobRecord>(CLAIM, jobId, at, log),

    async record(jobId, attempt, progress, at, events = []) {
      const values = [
        at,
        jobId,
        attempt,
        progress.status,
        progress.progress ?? 0,
        JSON.stringify(progress.done ?? []),
        JSON.stringify(progress.log ?? []),
        progress.subjectId,
        progress.error,
        progress.tries,
        progress.relaxed ?? false,
        progress.cancellation,
        progress.unlessCancelled ?? false,
        progress.wait,
        progress.bulk,
        progress.left && JSON.stringify(progress.left),
      ];
      if (events.length === 0) return first<Recorded>(RECORD, ...values);
      const held = await first<Recorded>(recordWith(events), ...values, ...eventValues(events, tenantId));
      if (held !== undefined) recorded();
      return held;
    },

    async list(query) {
      const { text, values } = listStatement(query);
      return all<JobHead>(text, ...values);
    },

    changesSince: (seen) => all<JobChange>(CHANGES_SINCE, [...seen.keys()], [...seen.values()]),
  };
}
