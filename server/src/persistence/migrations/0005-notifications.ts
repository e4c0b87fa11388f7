import { type Kysely, sql } from 'kysely';

/** What people are told of requests that concern them, and the mail that says it (docs/notifications.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table charter.notifications (
      tenant_id text not null,
      addressee_id text not null,
      notification_id uuid not null,
      kind text not null,
      -- What it is about; the words are chosen when somebody reads it, in their language.
      facts json not null,
      created_at timestamptz not null,
      read_at timestamptz,
      mail_state text not null default 'waiting' check (mail_state in ('waiting', 'sent', 'none', 'failed')),
      mail_tries smallint not null default 0,
      mail_due_at timestamptz not null,
      primary key (tenant_id, addressee_id, notification_id)
    );
    create index notifications_by_mail on charter.notifications (tenant_id, mail_due_at)
      where mail_state = 'waiting';
  `.execute(db);
}
