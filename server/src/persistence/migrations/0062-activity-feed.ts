import { type Kysely, sql } from 'kysely';

/** Adds the time at which the suite's activity feed accepted a notification (domain/notifications/send-mail.ts). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table charter.notifications add column feed_at timestamptz`.execute(db);
}
