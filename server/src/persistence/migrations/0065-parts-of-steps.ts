import { type Kysely, sql } from 'kysely';

/** The progress of a step that has parts (engine/jobs/run-job.ts). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table charter.jobs add column part jsonb`.execute(db);
}
