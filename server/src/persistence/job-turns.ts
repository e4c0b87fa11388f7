/**
 * The order in which the jobs of a tenant run: start-time fair queueing. Requesters take turns, people come before apps,
 * and the jobs of one requester keep their order. A job gets its turn when it is queued for the first time, and keeps
 * it, so that a delayed job comes before later ones.
 */
import { CompiledQuery, type Transaction } from 'kysely';
import type { QueuedJob } from '../engine/jobs/queue.ts';
import type { CharterTables } from './tables.ts';

/** Later turns of a tenant that is never idle count as this one. */
const LAST_TURN = 999_999;

/** Added to the turns of apps and of Charter itself: they come after every person's. */
const AFTER_PEOPLE = LAST_TURN + 1;

/** Added to the turns of bulk jobs: nobody waits in front of them. */
const AFTER_ALL = 2 * AFTER_PEOPLE;

/**
 * Returns the job's turn. A new turn follows the last one of the requester's unfinished jobs, and is not before the
 * present turn of the tenant, so that a newcomer does not overtake a whole wave again and again.
 */
const TAKE_TURN = `
  with job as (
    select job_id, requester_id, requester ->> 'kind' as kind, bulk is not null as is_bulk, turn from charter.jobs
     where tenant_id = $1 and job_id = $2
  ),
  numbered as (
    update charter.jobs j
       set turn = least(${LAST_TURN}, greatest(
             0,
             (select min(turn) from charter.jobs
               where tenant_id = $1 and turn is not null and status in ('waiting', 'active')),
             (select max(o.turn) + 1 from charter.jobs o
               where o.tenant_id = $1 and o.requester_id = job.requester_id and o.turn is not null
                 and o.status in ('waiting', 'active', 'delayed'))))
      from job
     where j.tenant_id = $1 and j.job_id = job.job_id and job.turn is null
    returning j.turn
  )
  select coalesce((select turn from numbered), job.turn)
         + case when job.is_bulk then ${AFTER_ALL} when job.kind = 'user' then 0 else ${AFTER_PEOPLE} end as rank
    from job`;

/** Returns the rank of the job in the queue: the lower, the sooner it runs. */
export async function rankOf(
  transaction: Transaction<CharterTables>,
  { tenantId, jobId }: QueuedJob,
): Promise<number> {
  const query = CompiledQuery.raw(TAKE_TURN, [tenantId, jobId]);
  const { rows } = await transaction.executeQuery<{ rank: number }>(query);
  return rows[0]?.rank ?? 0;
}
