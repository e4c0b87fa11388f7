import { type Kysely, sql } from 'kysely';

/** Adds the second approval to jobs, and an index of jobs that wait for one (domain/identity/second-approval.ts). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table charter.jobs add column second_approval jsonb`.execute(db);
  await sql`
    create index jobs_for_second_approval on charter.jobs (tenant_id, created_at)
     where second_approval is not null and status = 'paused'`.execute(db);
}
