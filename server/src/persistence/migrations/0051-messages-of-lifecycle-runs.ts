import { type Kysely, sql } from 'kysely';

/** Adds the code and parameters of a lifecycle run's error, for translations. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table charter.lifecycle_runs add column error_message json`.execute(db);
}
