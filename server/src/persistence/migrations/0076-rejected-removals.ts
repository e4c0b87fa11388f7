import { type Kysely, sql } from 'kysely';

/**
 * Adds the time at which the suite last rejected the removal of a guest. The removal is repeated a day later, without
 * another notification.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table charter.guest_stays add column removal_rejected_at timestamptz`.execute(db);
}
