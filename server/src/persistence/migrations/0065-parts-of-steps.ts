import { type Kysely, sql } from 'kysely';

/** Adds to jobs the progress of a step that has parts (engine/jobs/run-job.ts). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table charter.jobs add column part jsonb`.execute(db);
}
