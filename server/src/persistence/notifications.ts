/** Notifications, and the mail that is due for them. */
import type { Kysely } from 'kysely';
import type { NewNotification, NotificationKind, NotificationRecord } from '../domain/notifications/kinds.ts';
import type { DueMail, NotificationStore } from '../domain/notifications/ports.ts';
import { isUuid, newId } from '../kernel/ids.ts';
import { leaseRows } from './leases.ts';
import { LAST_ID, statements } from './statements.ts';
import type { CharterTables } from './tables.ts';

const COLUMNS = `
  item.notification_id as id, item.addressee_id as "addresseeId", item.kind, item.facts,
  item.created_at as "createdAt", item.read_at as "readAt"`;

const ADD = `
  insert into charter.notifications (tenant_id, addressee_id, notification_id, kind, facts, created_at, mail_due_at)
  select $1, "addresseeId", id, kind, facts, $2, $2
    from json_to_recordset($3::json) as item ("addresseeId" text, id uuid, kind text, facts json)`;

const ADMINISTRATORS = `
  select distinct principal_id as id from charter.role_assignments
   where tenant_id = $1 and role in ('GLOBAL_ADMIN', 'TEAMS_SERVICE_ADMIN')`;

const ADD_DEPARTED = `
  insert into charter.departed_people (tenant_id, template_id, person_id, noticed_at)
  select distinct $1, $2::text, id, $3::timestamptz from unnest($4::text[]) as i(id)
  on conflict do nothing
  returning person_id as id`;

const LIST = `
  select ${COLUMNS} from charter.notifications item
   where tenant_id = $1 and addressee_id = $2 and notification_id < $3
     and (read_at is null or not $4::boolean)
   order by notification_id desc limit $5`;

const MARK_READ = `
  update charter.notifications set read_at = coalesce(read_at, $4)
   where tenant_id = $1 and addressee_id = $2 and notification_id = $3`;

const COUNT =
  'select count(*)::int as count from charter.notifications where tenant_id = $1 and addressee_id = $2';
const COUNT_UNREAD = `${COUNT} and read_at is null`;

const MARK_ALL_READ = `
  update charter.notifications set read_at = $4
   where tenant_id = $1 and addressee_id = $2 and read_at is null and notification_id <= $3`;

const FIND_ADMINISTRATORS = `
  select distinct principal_id as id from charter.role_assignments assigned
   where tenant_id = $1 and role in ('GOVERNANCE_MANAGER', 'TEAMS_SERVICE_ADMIN', 'GLOBAL_ADMIN')
     and not exists (
       select from charter.notifications earlier
        where earlier.tenant_id = $1 and earlier.addressee_id = assigned.principal_id
          and earlier.kind = $2 and earlier.created_at > $4 and earlier.facts::jsonb @> $3::jsonb)`;

const FIND_MAIL_OFF = `
  select mail_off as "mailOff" from charter.notification_settings where tenant_id = $1 and person_id = $2`;

/** One statement, so that neither of two concurrent changes is lost. */
const CHANGE_MAIL = `
  insert into charter.notification_settings as settings (tenant_id, person_id, mail_off) values ($1, $2, $3)
  on conflict (tenant_id, person_id) do update
     set mail_off = array(select distinct kind from unnest(settings.mail_off || $3::text[]) as kind
                           where kind <> all ($4::text[]) order by kind)`;

const EXISTS = 'select from charter.notifications where tenant_id = $1 and notification_id = $2';

const MOST_ERROR_CHARACTERS = 500;

/** Limits a mail server's answer to one line and a readable length. */
const keepable = (error: string | undefined): string | null =>
  error === undefined
    ? null
    : error
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .slice(0, MOST_ERROR_CHARACTERS)
        .toWellFormed();

/** SQL: the request or its stage is no longer pending ($2: now). */
const IS_OVER = `
  item.kind in ('approval_requested', 'approval_reminder') and exists (
    select from charter.approvals a
     where a.tenant_id = item.tenant_id and a.approval_id = (item.facts->>'approvalId')::uuid
       and (a.status <> 'pending' or a.expires_at <= $2 or a.stage > (item.facts->>'stage')::int))`;

const MAILS = {
  table: 'charter.notifications',
  key: ['addressee_id', 'notification_id'],
  until: 'mail_due_at',
  number: 'mail_tries',
};

const TAKE = leaseRows(MAILS, {
  where: "mail_state = 'waiting' and mail_due_at <= $2",
  order: 'mail_due_at',
  set: `mail_state = case when ${IS_OVER} then 'none' else item.mail_state end`,
  returning: `${COLUMNS}, item.mail_tries as tries, item.mail_state = 'none' as "isOver"`,
});

/** Compares the number of tries, so that a later try is not overwritten. */
const SETTLE_MAIL = `
  update charter.notifications
     set mail_state = coalesce($5, mail_state), mail_due_at = coalesce($6, mail_due_at), mail_error = $7
   where tenant_id = $1 and addressee_id = $2 and notification_id = $3 and mail_tries = $4`;

export function notificationStore(db: Kysely<CharterTables>, tenantId: string): NotificationStore {
  const { all, count, first, write } = statements(db, tenantId);

  async function add(notifications: readonly NewNotification[], at: Date): Promise<void> {
    if (notifications.length > 0) await write(ADD, at, JSON.stringify(notifications));
  }

  async function addForAdministrators(
    notification: Pick<NewNotification, 'kind' | 'facts'>,
    at: Date,
  ): Promise<void> {
    const administrators = await all<{ id: string }>(ADMINISTRATORS);
    await add(
      administrators.map(({ id: addresseeId }) => ({ id: newId(), addresseeId, ...notification })),
      at,
    );
  }

  return {
    add,
    addForAdministrators,

    async addDeparted(template, people, at) {
      if (people.length === 0) return;
      const ids = people.map(({ id }) => id);
      const added = await all<{ id: string }>(ADD_DEPARTED, template.id, at, ids);
      const names = added.map(({ id }) => people.find((one) => one.id === id)?.displayName ?? id);
      if (names.length === 0) return;
      const facts = { templateId: template.id, templateName: template.name, people: names };
      await addForAdministrators({ kind: 'template_people_departed', facts }, at);
    },

    list: ({ addresseeId, unreadOnly, top, after = LAST_ID }) =>
      all<NotificationRecord>(LIST, addresseeId, after, unreadOnly, top + 1),

    count: (addresseeId, unreadOnly) => count(unreadOnly ? COUNT_UNREAD : COUNT, addresseeId),

    markAllRead: (addresseeId, upTo = LAST_ID, at) => write(MARK_ALL_READ, addresseeId, upTo, at),

    async findAdministrators({ kind, facts, since }) {
      const found = await all<{ id: string }>(FIND_ADMINISTRATORS, kind, JSON.stringify(facts), since);
      return found.map(({ id }) => id);
    },

    async findMailOff(personId) {
      return (await first<{ mailOff: NotificationKind[] }>(FIND_MAIL_OFF, personId))?.mailOff ?? [];
    },

    async changeMail(personId, { on, off }) {
      await write(CHANGE_MAIL, personId, off, on);
    },

    async markRead(addresseeId, notificationId, at) {
      return isUuid(notificationId) && (await write(MARK_READ, addresseeId, notificationId, at)) === 1;
    },

    async exists(notificationId) {
      return isUuid(notificationId) && (await first(EXISTS, notificationId)) !== undefined;
    },

    takeDueMail: (at, leaseUntil, most) => all<DueMail>(TAKE, at, leaseUntil, most),

    async settleMail({ addresseeId, id, tries }, outcome, error) {
      await write(SETTLE_MAIL, addresseeId, id, tries, outcome, null, keepable(error));
    },

    async retryMail({ addresseeId, id, tries }, due, error) {
      await write(SETTLE_MAIL, addresseeId, id, tries, null, due, keepable(error));
    },
  };
}
