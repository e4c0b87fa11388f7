import { type Kysely, sql } from 'kysely';

/**
 * An event is one node's while that sends its messages for the first time: a delivery is written down once, with
 * what came of that (docs/adr/0012-delivering-webhooks.md).
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table charter.hook_fan_outs
      -- Until when no other node takes the event; null: nobody has it.
      add column leased_until timestamptz,
      -- Fences nodes: each that takes the event has the next number.
      add column lease integer not null default 0;
  `.execute(db);
}
