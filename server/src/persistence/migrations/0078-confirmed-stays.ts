import { type Kysely, sql } from 'kysely';

/** Adds the columns that a confirmation of a guest needs: the next review, and the stay before it (docs/guests.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- Deadline of the next review, as planned.
    alter table charter.reviews add column next_deadline_at timestamptz;
    -- The stay before the latest confirmation; null when it can't be revoked.
    alter table charter.guest_stays add column since_before timestamptz;
    alter table charter.guest_stays add column ends_before timestamptz;
  `.execute(db);
}
