import { type Kysely, sql } from 'kysely';

/** What people get by mail, and indexes for the number of unread notifications and for repeated ones. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table charter.notification_settings (
      tenant_id text not null,
      person_id text not null,
      -- Kinds of notifications that the person gets no mail of.
      mail_off text[] not null,
      primary key (tenant_id, person_id)
    );
    create index notifications_unread on charter.notifications (tenant_id, addressee_id, notification_id)
      where read_at is null;
    create index notifications_by_kind on charter.notifications (tenant_id, addressee_id, kind, created_at);
  `.execute(db);
}
