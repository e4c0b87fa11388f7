import { type Kysely, sql } from 'kysely';

/** Columns and indexes for listing, cancelling and retrying jobs. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table charter.jobs
      add column requester_id text generated always as (requester ->> 'id') stored,
      -- Name of the team that the job makes or changes.
      add column team_name text,
      add column template_id text,
      -- As the template was called at the time of the request.
      add column template_name text,
      add column cancellation jsonb,
      -- The latest call that cancelled or retried the job.
      add column operation_id uuid;

    -- The owner writes to all tenants here; secure-tables.ts forces row-level security again at each start.
    alter table charter.jobs no force row level security;
    update charter.jobs
       set team_name = case when plan is null then request -> 'team' ->> 'displayName' else plan ->> 'name' end,
           template_id = plan -> 'template' ->> 'id',
           template_name = plan -> 'template' ->> 'displayName';
    alter table charter.jobs force row level security;

    -- Newest first, one index for each filter: a list reads only rows of its most selective filter.
    create index jobs_by_time on charter.jobs (tenant_id, created_at, job_id);
    create index jobs_by_requester on charter.jobs (tenant_id, requester_id, created_at, job_id);
    create index jobs_by_template on charter.jobs (tenant_id, template_id, created_at, job_id)
     where template_id is not null;
    create index jobs_by_status on charter.jobs (tenant_id, status, created_at, job_id);
    create index jobs_by_type on charter.jobs (tenant_id, type, created_at, job_id);
  `.execute(database);
}
