/**
 * The order in which the jobs of a tenant run: start-time fair queueing. Requesters take turns, people come before
 * apps, and the jobs of one requester run in order. A job gets its turn when it is queued for the first time, and
 * keeps it, so that a delayed job comes before later ones.
 */
import type { QueuedJob } from '../engine/jobs/queue.ts';
import { columns, number, type RowOf, text } from '../kernel/columns.ts';
import { type Database, type Sql, sql, statements } from '../kernel/sql.ts';

/** The highest turn. Later turns of a tenant that is never idle are capped at it. */
const LAST_TURN = 999_999;

/** Added to the turns of apps and of Charter itself, which come after those of people. */
const AFTER_PEOPLE = LAST_TURN + 1;

/** Added to the turns of bulk jobs, which come last because nobody waits for them interactively. */
const AFTER_ALL = 2 * AFTER_PEOPLE;

/**
 * Returns the turn of a job that is queued now. It follows the last turn of the requester's unfinished jobs, but is at
 * least the tenant's current turn, so that a new requester does not overtake all waiting jobs.
 */
export const newTurn = (tenant: Sql, requesterId: Sql): Sql => sql`
  least(${sql.lit(LAST_TURN)}, greatest(
    0,
    (select min(turn) from charter.jobs
      where tenant_id = ${tenant} and turn is not null and status in ('waiting', 'active')),
    (select max(o.turn) + 1 from charter.jobs o
      where o.tenant_id = ${tenant} and o.requester_id = ${requesterId} and o.turn is not null
        and o.status in ('waiting', 'active', 'delayed'))))`;

const POSITION = columns({
  rank: number<number>(sql`
    coalesce((select turn from numbered), job.turn)
    + case when job.is_bulk then ${sql.lit(AFTER_ALL)} when job.kind = 'user' then 0
           else ${sql.lit(AFTER_PEOPLE)} end`),
  type: text<string>('job.type'),
  traceparent: text<string | null>('job.traceparent'),
});

/**
 * Returns the type of the job, its trace, and its rank in the queue: the lower, the sooner it runs. Jobs that were
 * added as `waiting` have a turn; jobs that were paused get theirs here.
 */
export async function positionOf(
  transaction: Database,
  { tenantId, jobId }: QueuedJob,
): Promise<Partial<RowOf<typeof POSITION>> & { rank: number }> {
  const { tenant, first } = statements(transaction, tenantId);
  const position = await first(POSITION)`
    with job as (
      select job_id, type, traceparent, requester_id, requester ->> 'kind' as kind, bulk is not null as is_bulk, turn
        from charter.jobs where tenant_id = ${tenant} and job_id = ${jobId}
    ),
    numbered as (
      update charter.jobs j set turn = ${newTurn(tenant, sql.ref('job.requester_id'))}
        from job
       where j.tenant_id = ${tenant} and j.job_id = job.job_id and job.turn is null
      returning j.turn
    )
    select ${POSITION} from job`;
  return position ?? { rank: 0 };
}
