import { type Kysely, sql } from 'kysely';

/** Why the latest try to send a notification as mail failed (docs/notifications.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table charter.notifications add column mail_error text`.execute(db);
}
