/** Builds the statement that lists jobs. Every value except the limit is a parameter, and `$1` is the tenant. */
import type { JobCondition, JobQuery } from '../engine/jobs/ports.ts';
import { limitFor, ParameterList, type Statement } from './statements.ts';

export const ORIGIN = `
  case when template_id is not null then json_build_object('id', template_id, 'name', template_name) end`;

/** Omits plans, requests and logs: they may be large, and PostgreSQL then doesn't read their TOAST storage. */
const READ = `
  select job_id as id, type, status, progress, requester, ${ORIGIN} as origin, team_id as "subjectId",
         team_name as "subjectName", approval_id as "holdId", error, cancellation, bulk, created_at as "createdAt",
         last_action_at as "lastActionAt", steps[jsonb_array_length(ledger) + 1] as step
    from charter.jobs where tenant_id = $1`;

const COLUMN_OF: Record<JobCondition['field'], string> = {
  status: 'status',
  outcome: 'outcome',
  failedStep: 'failed_step',
  type: 'type',
  originId: 'template_id',
  requesterId: 'requester_id',
  createdAt: 'created_at',
};

const OPERATOR: Record<JobCondition['operator'], string> = { eq: '=', ge: '>=', gt: '>', le: '<=', lt: '<' };

export function listStatement({ top, after, conditions }: JobQuery): Statement {
  const parameters = new ParameterList();
  const parts = conditions.map(
    ({ field, operator, value }) =>
      ` and ${COLUMN_OF[field]} ${OPERATOR[operator]} ${parameters.place(value)}`,
  );
  if (after !== undefined) {
    const [time, id] = [parameters.place(after.createdAt), parameters.place(after.id)];
    parts.push(` and (created_at, job_id) < (${time}::timestamptz, ${id}::uuid)`);
  }
  const text = `${READ}${parts.join('')} order by created_at desc, job_id desc limit ${limitFor(top)}`;
  return { text, values: parameters.values };
}
