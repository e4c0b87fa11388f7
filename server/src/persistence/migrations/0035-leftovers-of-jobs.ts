import { type Kysely, sql } from 'kysely';

/** What the unfinished step of a job has made (engine/jobs/model.ts, `left`), and an index to find it by name. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table charter.jobs add column leftovers jsonb`.execute(database);
  await sql`
    create index jobs_leftovers on charter.jobs (tenant_id, name_key) where leftovers is not null
  `.execute(database);
}
