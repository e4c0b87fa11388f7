/** The columns of a job, and the list of jobs. */
import type { JobHead, JobRecord } from '../engine/jobs/model.ts';
import type { JobCondition, JobQuery } from '../engine/jobs/ports.ts';
import { columns, json, number, text, texts, time } from '../kernel/columns.ts';
import { COMPARISON, type Sql, sql } from '../kernel/sql.ts';
import { beginsWith, contains, rarestFirst } from './directory/search.ts';
import { limitFor } from './statement-parts.ts';

const { members: HEAD } = columns<Omit<JobHead, 'step'>>({
  id: text('job_id'),
  type: text(),
  status: text(),
  progress: number(),
  requester: json(),
  origin: json(sql`
    case when template_id is not null then json_build_object('id', template_id, 'name', template_name) end`),
  subjectId: text('team_id'),
  subjectName: text('team_name'),
  holdId: text('approval_id'),
  error: json(),
  cancellation: json(),
  bulk: json(),
  createdAt: time(),
  lastActionAt: time(),
});

export const JOB = columns<JobRecord>({
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
  attempt: number(),
  tries: number(),
  operationId: text(),
});

/** Omits plans, requests and logs: they may be large, and PostgreSQL then doesn't read their TOAST storage. */
export const JOB_HEAD = columns<JobHead>({
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

/** Finds the jobs whose team's name contains each word. */
function named(tenant: Sql, search: string | undefined): Sql {
  const [rarest, ...others] = rarestFirst(search).map((word) => sql.val(word));
  if (rarest === undefined) return sql``;
  const rest = others.map((word) => sql`and ${contains(sql`team_name`, word)}`);
  return sql`
    and job_id in (
      select w.job_id from charter.job_words w where w.tenant_id = ${tenant} and ${beginsWith(sql`w.ending`, rarest)})
    ${sql.join(rest, sql` `)}`;
}

/** Returns the statement that lists jobs. */
export function listJobs(tenant: Sql, { top, after, search, conditions }: JobQuery): Sql {
  const parts = conditions.map(
    ({ field, operator, value }) => sql`and ${COLUMN_OF[field]} ${COMPARISON[operator]} ${value}`,
  );
  const start = after && sql`and (created_at, job_id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`;
  return sql`
    select ${JOB_HEAD} from charter.jobs
     where tenant_id = ${tenant} ${sql.join(parts, sql` `)} ${named(tenant, search)} ${start ?? sql``}
     order by created_at desc, job_id desc limit ${limitFor(top)}`;
}
