import { type Kysely, sql } from 'kysely';

/**
 * Outcome and failed step of jobs, as columns for lists and figures. Row-level security prevents the use of an index
 * on a JSON member.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function charter.job_outcome(status text, code text) returns text
    language sql immutable parallel safe as $$
      select case when status = 'completed' then 'completed'
                  when status <> 'failed' then 'open'
                  when code in ('ApprovalRejected', 'ApprovalExpired') then 'rejected'
                  when code in ('ApprovalCancelled', 'Cancelled') then 'withdrawn'
                  else 'failed' end
    $$;
    alter table charter.jobs
      add column outcome text not null
        generated always as (charter.job_outcome(status, error ->> 'code')) stored,
      add column failed_step text generated always as (
        case when charter.job_outcome(status, error ->> 'code') = 'failed' then error ->> 'step' end) stored;
    create index jobs_by_outcome on charter.jobs (tenant_id, outcome, created_at, job_id);
    create index jobs_by_failed_step on charter.jobs (tenant_id, failed_step, created_at, job_id)
     where failed_step is not null;
  `.execute(database);
}
