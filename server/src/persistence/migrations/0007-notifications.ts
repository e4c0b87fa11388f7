import { type Kysely, sql } from 'kysely';

/** Notifications of people, and the mail about them (docs/notifications.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table charter.notifications (
      tenant_id text not null,
      addressee_id text not null,
      notification_id uuid not null,
      kind text not null,
      -- Facts only: the text is made when it is read, in the language of the reader.
      facts json not null,
      created_at timestamptz not null,
      read_at timestamptz,
      mail_state text not null default 'waiting' check (mail_state in ('waiting', 'sent', 'none', 'failed')),
      mail_tries smallint not null default 0,
      mail_due_at timestamptz not null,
      -- Why the latest try to send mail failed.
      mail_error text,
      primary key (tenant_id, addressee_id, notification_id)
    );
    create index notifications_by_mail on charter.notifications (tenant_id, mail_due_at)
      where mail_state = 'waiting';
    -- Tells a notification of another person (403) from one that does not exist (404).
    create index notifications_by_id on charter.notifications (tenant_id, notification_id);
  `.execute(db);
}
