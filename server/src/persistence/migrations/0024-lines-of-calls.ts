import { type Kysely, sql } from 'kysely';

/**
 * When a budget's pause began, and how many jobs it has rejected since. Also allows effects that were checked, but not
 * requested yet.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table graph_suite.pacing
      -- When the present pause began, and how many jobs were sent back since.
      add column paused_at double precision not null default 0,
      add column sent_back integer not null default 0;

    -- Null: Charter has checked that the effect can be asked for, and has not asked.
    alter table graph_suite.effects alter column asked_at drop not null;
  `.execute(database);
}
