import { type Kysely, sql } from 'kysely';

/** The turn of each job among those of its requester (persistence/job-turns.ts). */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    -- Null until the job is queued for the first time.
    alter table charter.jobs add column turn integer;
    create index jobs_by_turn on charter.jobs (tenant_id, turn)
     where turn is not null and status in ('waiting', 'active');
    create index jobs_by_turn_of_requester on charter.jobs (tenant_id, requester_id, turn)
     where turn is not null and status in ('waiting', 'active', 'delayed');
  `.execute(database);
}
