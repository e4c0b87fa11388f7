import { type Kysely, sql } from 'kysely';

/** What the unfinished step of a job has made (engine/jobs/model.ts, `left`). */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table charter.jobs add column leftovers jsonb`.execute(database);
}
