import { type Kysely, sql } from 'kysely';

/** Adds to approvals the answers to the questions of the template (domain/answers). */
export async function up(db: Kysely<never>): Promise<void> {
  // json keeps the order of members and the character U+0000, as the request had them.
  await sql`alter table charter.approvals add column metadata json, add column answers json`.execute(db);
}
