import { type Kysely, sql } from 'kysely';

/** Code and parameters of a failed team's message, which is said in the reader's language later. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table charter.bulk_teams add column message_code text, add column message_parameters jsonb
  `.execute(database);
}
