/** The metrics of an organisation, each group in one statement. */
import type {
  DeciderBacklog,
  OverviewStore,
  PendingMetrics,
  RequestMetrics,
} from '../flows/overview/ports.ts';
import { columns, json, number } from '../kernel/columns.ts';
import { type Database, type Sql, sql, statements } from '../kernel/sql.ts';

const MAX_APPROVERS = 20;

/** Returns percentiles of a duration in seconds; null when no request has that duration. */
const percentiles = (seconds: Sql): Sql => sql`
  (select json_build_object('p50', percentile_cont(0.5) within group (order by ${seconds}),
                            'p95', percentile_cont(0.95) within group (order by ${seconds}))
     from request where ${seconds} is not null having count(*) > 0)`;

const REQUESTS = columns<RequestMetrics>({
  weeks: json(sql`
    (select coalesce(json_agg(counted), '[]')
       from (select week, outcome, count(*)::integer as count from request group by 1, 2) counted)`),
  failures: json(sql`
    (select coalesce(json_agg(failure), '[]')
       from (select step, count(*)::integer as count from request
              where step is not null
              group by step order by count desc, step) failure)`),
  approval: json(percentiles(sql`approval`)),
  completion: json(percentiles(sql`completion`)),
});

type Waiting = Omit<PendingMetrics, 'approvers'> & {
  approvers: (Omit<DeciderBacklog, 'oldestAt'> & { oldestAt: string })[];
};

const WAITING = columns<Waiting>({
  approvals: number(sql`(select count(*)::integer from pending)`),
  renewals: number(sql`(select count(*)::integer from inactive)`),
  approvers: json(sql`
    (select coalesce(json_agg(person), '[]')
       from (select id, min(name) as "displayName", count(*)::integer as count, min(created_at) as "oldestAt"
               from asked group by id order by count desc, "oldestAt", id
              limit ${sql.lit(MAX_APPROVERS)}) person)`),
});

export function overviewStore(db: Database, tenantId: string): OverviewStore {
  const { tenant, first } = statements(db, tenantId);
  return {
    async ofRequests(starts) {
      const weeks = sql.val(starts);
      const figures = await first(REQUESTS)`
        with request as materialized (
          select width_bucket(job.created_at, ${weeks}::timestamptz[]) - 1 as week,
                 job.outcome, job.failed_step as step,
                 case when job.status = 'completed'
                   then extract(epoch from job.last_action_at - job.created_at)::float8 end as completion,
                 case when approval.status = 'approved' and json_array_length(approval.stages) > 0
                   then extract(epoch from approval.decided_at - approval.created_at)::float8 end as approval
            from charter.jobs job
            left join charter.approvals approval
              on approval.tenant_id = ${tenant} and approval.approval_id = job.approval_id
           where job.tenant_id = ${tenant} and job.type = 'TeamProvisioning'
             and job.created_at >= (${weeks}::timestamptz[])[1])
        select ${REQUESTS}`;
      return figures!;
    },

    /** Lists only the approvers with the most undecided approvals in the current stage. */
    async ofWaiting() {
      const figures = await first(WAITING)`
        with pending as materialized (
          select approval_id, created_at, case when question is null then stages -> stage::integer end as stage
            from charter.approvals
           where tenant_id = ${tenant} and status = 'pending'),
        inactive as (
          select team_id from charter.team_lifecycles where tenant_id = ${tenant} and state = 'inactive'),
        asked as (
          select distinct on (approval_id, person ->> 'id') person ->> 'id' as id,
                 person ->> 'displayName' as name, created_at
            from pending, json_array_elements(stage -> 'approvers') person
           where not coalesce(stage -> 'approvedBy', '[]')::jsonb ? (person ->> 'id'))
        select ${WAITING}`;
      const approvers = figures!.approvers.map((one) => ({ ...one, oldestAt: new Date(one.oldestAt) }));
      return { ...figures!, approvers };
    },
  };
}
