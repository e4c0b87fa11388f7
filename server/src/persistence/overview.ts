/** The figures of an organisation, each group in one statement. */
import type { Kysely } from 'kysely';
import type {
  OverviewStore,
  Percentiles,
  RequestFigures,
  WaitingFigures,
  WaitingFor,
} from '../flows/overview/ports.ts';
import { statements } from './statements.ts';
import type { CharterTables } from './tables.ts';

const MOST_APPROVERS = 20;

/** Returns SQL for percentiles of a duration in seconds; null when no request has that duration. */
const percentiles = (seconds: string): string => `
  (select json_build_object('p50', percentile_cont(0.5) within group (order by ${seconds}),
                            'p95', percentile_cont(0.95) within group (order by ${seconds}))
     from request where ${seconds} is not null having count(*) > 0)`;

const REQUESTS = `
  with request as materialized (
    select width_bucket(job.created_at, $2::timestamptz[]) - 1 as week,
           job.outcome, job.failed_step as step,
           case when job.status = 'completed'
             then extract(epoch from job.last_action_at - job.created_at)::float8 end as completion,
           case when approval.status = 'approved'
             then extract(epoch from approval.decided_at - approval.created_at)::float8 end as approval
      from charter.jobs job
      left join charter.approvals approval
        on approval.tenant_id = $1 and approval.approval_id = job.approval_id
     where job.tenant_id = $1 and job.type = 'TeamProvisioning' and job.created_at >= ($2::timestamptz[])[1])
  select (select coalesce(json_agg(counted), '[]')
            from (select week, outcome, count(*)::integer as count from request group by 1, 2) counted) as weeks,
         (select coalesce(json_agg(failure), '[]')
            from (select step, count(*)::integer as count from request
                   where step is not null
                   group by step order by count desc, step) failure) as failures,
         ${percentiles('approval')} as approval,
         ${percentiles('completion')} as completion`;

/**
 * Counts pending approvals and renewals, and lists the approvers with the most undecided approvals in the current
 * stage.
 */
const WAITING = `
  with pending as materialized (
    select approval_id, created_at, stages -> stage::integer as stage from charter.approvals
     where tenant_id = $1 and status = 'pending'),
  asked as (
    select distinct on (approval_id, person ->> 'id') person ->> 'id' as id,
           person ->> 'displayName' as name, created_at
      from pending, json_array_elements(stage -> 'approvers') person
     where not coalesce(stage -> 'approvedBy', '[]')::jsonb ? (person ->> 'id'))
  select (select count(*)::integer from pending) as approvals,
         (select count(*)::integer from charter.team_lifecycles
           where tenant_id = $1 and state = 'inactive') as renewals,
         (select coalesce(json_agg(person), '[]')
            from (select id, min(name) as "displayName", count(*)::integer as count, min(created_at) as "oldestAt"
                    from asked group by id order by count desc, "oldestAt", id limit ${MOST_APPROVERS}) person)
           as approvers`;

interface RequestsRow extends Omit<RequestFigures, 'approval' | 'completion'> {
  approval: Percentiles | null;
  completion: Percentiles | null;
}

type WaitingRow = Omit<WaitingFigures, 'approvers'> & {
  approvers: (Omit<WaitingFor, 'oldestAt'> & { oldestAt: string })[];
};

export function overviewStore(db: Kysely<CharterTables>, tenantId: string): OverviewStore {
  const { first } = statements(db, tenantId);
  return {
    ofRequests: async (starts) => (await first<RequestsRow>(REQUESTS, starts)) as RequestFigures,
    async ofWaiting() {
      const row = (await first<WaitingRow>(WAITING)) as WaitingRow;
      return {
        ...row,
        approvers: row.approvers.map((person) => ({ ...person, oldestAt: new Date(person.oldestAt) })),
      };
    },
  };
}
