/** Jobs, their ledgers and their reservations of names. */
import { nameKey } from '../domain/names/key.ts';
import type { JobHead, JobRecord, LogLine } from '../engine/jobs/model.ts';
import {
  isHeld,
  type JobChange,
  type JobCondition,
  type JobQuery,
  type JobStore,
  type RecordResult,
  type RemainingObjects,
  type ReplannedJob,
  type ReservationStore,
} from '../engine/jobs/ports.ts';
import { columns, json, number, text, texts, time } from '../kernel/columns.ts';
import { isUuid } from '../kernel/ids.ts';
import {
  COMPARISON,
  type Database,
  inserted,
  type Sql,
  type Statements,
  sql,
  statements,
} from '../kernel/sql.ts';
import { currentSpan } from '../kernel/tracing.ts';
import { recordParts } from './audit-rows.ts';
import { beginsWith, contains, rarestFirst } from './directory/search.ts';
import { eventParts } from './events.ts';
import { newTurn } from './job-turns.ts';
import { ASYNC_COMMIT, limitFor } from './statement-parts.ts';

const { members: HEAD } = columns<Omit<JobHead, 'step'>>({
  id: text('job_id'),
  type: text(),
  status: text(),
  progress: number(),
  requester: json(),
  origin: json(sql`
    case when template_id is not null then json_object('{id,name}', array[template_id, template_name]) end`),
  subjectId: text('team_id'),
  subjectName: text('team_name'),
  holdId: text('approval_id'),
  secondApproval: json(),
  error: json(),
  cancellation: json(),
  bulk: json(),
  createdAt: time(),
  lastActionAt: time(),
});

const JOB = columns<JobRecord>({
  ...HEAD,
  log: texts(),
  logMessages: json(),
  requestId: text(),
  request: json(),
  plan: json(),
  steps: texts(),
  ledger: json(),
  wait: json(),
  left: json('leftovers'),
  part: json(),
  attempt: number(),
  tries: number(),
  operationId: text(),
});

/** Omits plans, requests and logs: they may be large, and PostgreSQL then doesn't read their TOAST storage. */
const JOB_HEAD = columns<JobHead>({
  ...HEAD,
  step: text(sql`steps[jsonb_array_length(ledger) + 1]`),
});

const COLUMN_OF: Record<JobCondition['field'], Sql> = {
  status: sql`status`,
  outcome: sql`outcome`,
  failedStep: sql`failed_step`,
  type: sql`type`,
  originId: sql`template_id`,
  requesterId: sql`requester_id`,
  createdAt: sql`created_at`,
};

/** Returns the conditions on the columns of `charter.jobs`, each after `and`. */
export const jobConditions = (conditions: readonly JobCondition[]): Sql =>
  sql.join(
    conditions.map(
      ({ field, operator, value }) => sql`and ${COLUMN_OF[field]} ${COMPARISON[operator]} ${value}`,
    ),
    sql` `,
  );

/**
 * Maximum number of entries of the word index that a search reads. If a word has more, the search reads the jobs by
 * time until its page is full.
 */
const MAX_BY_WORD = 1_000;

/**
 * Returns the statement that lists jobs. A search finds the jobs whose team's name contains each word. Its statement
 * has two parts, and the number of jobs with the rarest word decides which of them PostgreSQL executes. When the
 * planner chose by its statistics, it read all jobs for a common word.
 */
export function listJobs(tenant: Sql, { top, after, search, conditions }: JobQuery): Sql {
  const start = after && sql`and (created_at, job_id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`;
  const page = (further: Sql): Sql => sql`
    select ${JOB_HEAD} from charter.jobs
     where tenant_id = ${tenant} ${jobConditions(conditions)} ${start ?? sql``} ${further}
     order by created_at desc, job_id desc limit ${limitFor(top)}`;
  const [rarest, ...others] = rarestFirst(search).map((word) => sql.val(word));
  if (rarest === undefined) return page(sql``);
  const named = (words: readonly Sql[]): Sql =>
    sql.join(
      words.map((word) => sql`and ${contains(sql`team_name`, word)}`),
      sql` `,
    );
  const isCommon = sql`(select count(*) > ${sql.lit(MAX_BY_WORD)} from with_word)`;
  return sql`
    with with_word as materialized (
      select w.job_id from charter.job_words w where w.tenant_id = ${tenant} and ${beginsWith(sql`w.ending`, rarest)}
       limit ${sql.lit(MAX_BY_WORD + 1)})
    (${page(sql`and not ${isCommon} and job_id in (select job_id from with_word) ${named(others)}`)})
    union all
    (${page(sql`and ${isCommon} ${named([rarest, ...others])}`)})`;
}

/** The job's state, and the lines of its log after those that the caller knows. */
const CHANGE = columns<JobChange>({
  ...JOB.only(
    'id',
    'status',
    'progress',
    'steps',
    'ledger',
    'subjectId',
    'error',
    'wait',
    'cancellation',
    'bulk',
    'lastActionAt',
    'logMessages',
  ),
  length: number(sql`cardinality(log)`),
  log: texts(sql`log[seen_lines + 1:]`),
});

const { id, requester } = JOB.members;
const LEFT = columns<RemainingObjects>({ id, requester, left: json('leftovers') });

const RECORD_RESULT = columns<RecordResult>({ cancellation: json() });

const keyOf = (name: string | undefined): string | null => (name === undefined ? null : nameKey(name));

const jsonOf = (lines: readonly LogLine[] = []): Sql => sql.val(JSON.stringify(lines));

/** The texts of new lines of a log, from JSON. */
const linesOf = (lines: Sql): Sql => sql`
  array(select line ->> 'line' from jsonb_array_elements(${lines}::jsonb) with ordinality as l (line, n) order by n)`;

/** Codes and parameters of new lines of a log, by their position in the whole log. */
const messagesOf = (lines: Sql, length: Sql): Sql => sql`
  (select coalesce(jsonb_object_agg(${length} + n, line -> 'message') filter (where line ? 'message'), '{}')
     from jsonb_array_elements(${lines}::jsonb) with ordinality as l (line, n))`;

const append = (lines: Sql): Sql => sql`
  log = log || ${linesOf(lines)}, log_messages = log_messages || ${messagesOf(lines, sql`cardinality(log)`)}`;

type ChangesOutsideRuns = Pick<
  JobStore,
  | 'resume'
  | 'replan'
  | 'failPaused'
  | 'approve'
  | 'listUnapproved'
  | 'failUnclaimed'
  | 'requestCancel'
  | 'retry'
>;

function changesOutsideRuns({ tenant, all, first, write }: Statements): ChangesOutsideRuns {
  /** Writes a new plan of a paused job, and the status that the job then has. */
  const writePlan = async (
    status: 'waiting' | 'paused',
    jobId: string,
    { plan, steps, name }: ReplannedJob,
    log: readonly LogLine[],
    at: Date,
  ): Promise<boolean> =>
    (await write`
      update charter.jobs
         set status = ${status}, ${append(jsonOf(log))}, plan = ${plan}::json, steps = ${steps}, last_action_at = ${at},
             name_key = coalesce(${keyOf(name)}, name_key), team_name = coalesce(${name}, team_name)
       where tenant_id = ${tenant} and job_id = ${jobId} and status = 'paused'`) === 1;

  return {
    resume: (jobId, replanned, log, at) => writePlan('waiting', jobId, replanned, log, at),

    replan: (jobId, replanned, at) => writePlan('paused', jobId, replanned, [], at),

    failPaused: async (jobId, error, log, at, { cancellation, operationId, secondApproval } = {}) =>
      (await write`
        update charter.jobs
           set status = 'failed', ${append(jsonOf(log))}, error = ${error}, last_action_at = ${at},
               cancellation = ${cancellation}, operation_id = ${operationId},
               second_approval = coalesce(${secondApproval}::jsonb, second_approval)
         where tenant_id = ${tenant} and job_id = ${jobId} and status = 'paused'`) === 1,

    approve: async (jobId, secondApproval, operationId, log, at) =>
      (await write`
        update charter.jobs
           set status = 'waiting', ${append(jsonOf(log))}, second_approval = ${secondApproval}::jsonb,
               operation_id = ${operationId}, last_action_at = ${at}
         where tenant_id = ${tenant} and job_id = ${jobId} and status = 'paused' and second_approval is not null`) ===
      1,

    listUnapproved: (at, limit) => all(JOB)`
      select ${JOB} from charter.jobs
       where tenant_id = ${tenant} and second_approval is not null and status = 'paused'
         and (second_approval ->> 'expires')::timestamptz <= ${at} order by created_at limit ${limit}`,

    failUnclaimed: async (jobId, attempt, error, { cancellation, operationId, log }, at) =>
      (await write`
        update charter.jobs
           set status = 'failed', ${append(jsonOf(log))}, error = ${error}, last_action_at = ${at},
               cancellation = ${cancellation}, operation_id = ${operationId}
         where tenant_id = ${tenant} and job_id = ${jobId} and attempt = ${attempt}
           and status in ('waiting', 'delayed')`) === 1,

    requestCancel(jobId, { cancellation, operationId, log }, at) {
      const isEnded = cancellation.ended === true;
      const isCancellable = isEnded
        ? sql`status = 'failed' and not coalesce(cancellation, '{}') ? 'removed'`
        : sql`status in ('waiting', 'delayed', 'active') and cancellation is null`;
      return first(JOB.members.status)`
        update charter.jobs
           set status = case status when 'active' then status else 'waiting' end,
               tries = case status when 'active' then tries else 0 end, wait = null,
               cancellation = ${cancellation}, operation_id = ${operationId}, ${append(jsonOf(log))},
               last_action_at = ${at}
         where tenant_id = ${tenant} and job_id = ${jobId} and ${isCancellable}
        returning status`;
    },

    retry: async (jobId, operationId, log, at) =>
      (await write`
        update charter.jobs
           set status = 'waiting', tries = 0, error = null, operation_id = ${operationId}, ${append(jsonOf(log))},
               last_action_at = ${at}
         where tenant_id = ${tenant} and job_id = ${jobId} and status = 'failed' and error ->> 'step' is not null
           and cancellation is null`) === 1,
  };
}

const reservationStore = ({ tenant, first, write }: Statements): ReservationStore => ({
  reserve: async ({ kind, value }, jobId) =>
    (await write`
      insert into charter.reservations ${inserted({ tenant_id: tenant, kind, value, job_id: jobId })}
      on conflict (tenant_id, kind, value) do update set job_id = excluded.job_id
        where reservations.job_id = excluded.job_id`) === 1,

  findHolder: ({ kind, value }) =>
    first(JOB)`
      select ${JOB} from charter.jobs
       where tenant_id = ${tenant} and job_id = (
         select job_id from charter.reservations where tenant_id = ${tenant} and kind = ${kind} and value = ${value})`,

  async release(jobId) {
    await write`delete from charter.reservations where tenant_id = ${tenant} and job_id = ${jobId}`;
  },
});

/** @param recorded called after each write of audit records. In a transaction, they are not committed yet. */
export function jobStore(db: Database, tenantId: string, recorded: () => void = () => undefined): JobStore {
  const run = statements(db, tenantId);
  const { tenant, all, first } = run;

  return {
    ...changesOutsideRuns(run),
    ...reservationStore(run),

    async add(job, at, record) {
      const [time, lines] = [sql.val(at), jsonOf(job.log)];
      const isPaused = isHeld(job);
      const row = {
        tenant_id: tenant,
        job_id: job.id,
        type: job.type,
        status: isPaused ? 'paused' : 'waiting',
        log: linesOf(lines),
        log_messages: messagesOf(lines, sql`0`),
        requester: job.requester,
        request_id: job.requestId,
        traceparent: currentSpan()?.traceparent,
        request: job.request,
        plan: job.plan,
        steps: job.steps,
        team_id: job.subjectId,
        created_at: time,
        last_action_at: time,
        approval_id: job.holdId,
        second_approval: job.secondApproval,
        name_key: keyOf(job.name),
        team_name: job.subjectName ?? job.name,
        template_id: job.origin?.id,
        template_name: job.origin?.name,
        bulk: job.bulk,
        // Setting the turn later would update the row, and therefore all of its index entries.
        turn: isPaused ? null : newTurn(tenant, sql.val(job.requester.id)),
      };
      const names = sql.join(Object.keys(row).map((name) => sql.ref(name)));
      const records = recordParts(run, record ? [record] : [], time, sql`where exists (select from added)`);
      const added = await first(JOB.members.id)`
        with added as (
          -- Citus allows no subquery in VALUES.
          insert into charter.jobs (${names}) select ${sql.join(Object.values(row))}
          on conflict (tenant_id, job_id) do nothing returning job_id),
        ${records}
        select job_id from added`;
      if (added !== undefined && record !== undefined) recorded();
      return added !== undefined;
    },

    find: async (jobId) =>
      isUuid(jobId)
        ? first(JOB)`select ${JOB} from charter.jobs where tenant_id = ${tenant} and job_id = ${jobId}`
        : undefined,

    findLeft: (name) =>
      all(LEFT)`
        select ${LEFT} from charter.jobs
         where tenant_id = ${tenant} and name_key = ${nameKey(name)} and leftovers is not null and team_id is null
           and status = 'failed' and not coalesce(cancellation, '{}') ? 'removed'
         order by created_at desc limit 3`,

    // A power failure may undo a claim, but it then undoes the queue's own record of the claim as well.
    claim(jobId, at, log) {
      const isSilent = sql`
        (status = 'delayed' and wait ? 'bySuite' or status = 'waiting' and attempt > 0 and (bulk is not null or part is not null))`;
      const line = sql`case when ${isSilent} then '[]' else jsonb_build_array(${sql.val(log)}::jsonb -> status) end`;
      return first(JOB)`
        update charter.jobs
           set status = 'active', attempt = attempt + 1, tries = tries + 1, last_action_at = ${at}, ${append(line)},
               wait = case when ${isSilent} then wait end
          from (select ${ASYNC_COMMIT} as commit) as relaxed
         where tenant_id = ${tenant} and job_id = ${jobId} and status in ('waiting', 'active', 'delayed')
        returning ${JOB}`;
    },

    async record(jobId, attempt, progress, at, events = []) {
      const [time, lines] = [sql.val(at), jsonOf(progress.log)];
      const written = sql`
        update charter.jobs
           set status = coalesce(${progress.status}, status),
               progress = greatest(progress, ${progress.progress ?? 0}::smallint),
               ledger = ledger || ${JSON.stringify(progress.done ?? [])}::jsonb,
               ${append(lines)},
               wait = coalesce(${progress.wait}::jsonb, case when ${lines}::jsonb = '[]' then wait end),
               team_id = coalesce(${progress.subjectId}, team_id),
               error = coalesce(${progress.error}::jsonb, error),
               tries = coalesce(${progress.tries}::integer, tries),
               cancellation = cancellation || coalesce(${progress.cancellation}::jsonb, '{}'),
               bulk = coalesce(${progress.bulk}::jsonb, bulk),
               part = ${progress.part && JSON.stringify(progress.part)}::jsonb,
               leftovers = coalesce(${progress.left && JSON.stringify(progress.left)}::jsonb, leftovers),
               last_action_at = ${time}
          from (select case when ${progress.relaxed ?? false}::boolean then ${ASYNC_COMMIT} end as commit) relaxed
         where tenant_id = ${tenant} and job_id = ${jobId} and attempt = ${attempt} and status = 'active'
           and (cancellation is null or not ${progress.unlessCancelled ?? false}::boolean)
        returning cancellation`;
      if (events.length === 0) return first(RECORD_RESULT)`${written}`;
      const parts = eventParts(run, events, time, { gate: sql`where exists (select from held)` });
      const held = await first(
        RECORD_RESULT,
      )`with held as (${written}), ${parts} select cancellation from held`;
      if (held !== undefined) recorded();
      return held;
    },

    list: (query) => all(JOB_HEAD)`${listJobs(tenant, query)}`,

    changesSince: (seen) =>
      all(CHANGE)`
        select ${CHANGE}
          from unnest(${[...seen.keys()]}::uuid[], ${[...seen.values()]}::integer[]) as seen (seen_id, seen_lines)
          join charter.jobs on tenant_id = ${tenant} and job_id = seen_id
         where cardinality(log) > seen_lines`,
  };
}
