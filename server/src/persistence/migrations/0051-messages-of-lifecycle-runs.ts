import { type Kysely, sql } from 'kysely';

/** The code and parameters of a run's error, for readers of other languages. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table charter.lifecycle_runs add column error_message json`.execute(db);
}
