import { type Kysely, sql } from 'kysely';

/** Codes and parameters of messages, which are said in the reader's language later (docs/adr/0026-messages.md). */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table charter.jobs
      -- By the position of the line in the log, from 1.
      add column log_messages jsonb not null default '{}',
      -- Why the job waits, and until when. Holds while it is delayed.
      add column wait jsonb
  `.execute(database);
}
