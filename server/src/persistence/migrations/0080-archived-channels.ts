import { type Kysely, sql } from 'kysely';

/** Adds whether a channel of the embedded suite is archived (domain/channels/archive-channel.ts). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table embedded_suite.channels
      add column is_archived boolean not null default false,
      -- Whether its site is read-only for members while it is archived.
      add column site_read_only boolean not null default false`.execute(db);
}
