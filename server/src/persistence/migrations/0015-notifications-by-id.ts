import { type Kysely, sql } from 'kysely';

/** A notification is found by its id alone, to tell one of somebody else's from one that nobody has. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index notifications_by_id on charter.notifications (tenant_id, notification_id)`.execute(
    db,
  );
}
