import { sql } from 'kysely';

/** Notifications of people, and the mail about them (docs/notifications.md). */
export const notifications = sql`
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
  -- Finds a notification of another person, which is recorded as hidden (404), unlike a missing one.
  create index notifications_by_id on charter.notifications (tenant_id, notification_id);
  -- For the number of unread notifications, and for repeated ones.
  create index notifications_unread on charter.notifications (tenant_id, addressee_id, notification_id)
    where read_at is null;
  create index notifications_by_kind on charter.notifications (tenant_id, addressee_id, kind, created_at);

  create table charter.notification_settings (
    tenant_id text not null,
    person_id text not null,
    -- Kinds of notifications that the person gets no mail about.
    mail_off text[] not null,
    primary key (tenant_id, person_id)
  );

  -- People who have left the directory and of whom administrators were notified, by the template that names them.
  create table charter.departed_people (
    tenant_id text not null,
    template_id text not null,
    -- Id, user principal name or mail address, as the template or the request has it.
    person_id text not null,
    noticed_at timestamptz not null,
    primary key (tenant_id, template_id, person_id)
  );
`;
