/** Notifications, and the mail that is due for them. */
import type { Kysely } from 'kysely';
import type { NotificationRecord } from '../domain/notifications/model.ts';
import type { DueMail, NotificationStore } from '../domain/notifications/ports.ts';
import { isUuid } from '../kernel/ids.ts';
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

const LIST = `
  select ${COLUMNS} from charter.notifications item
   where tenant_id = $1 and addressee_id = $2 and notification_id < $3
     and (read_at is null or not $4::boolean)
   order by notification_id desc limit $5`;

const MARK_READ = `
  update charter.notifications set read_at = coalesce(read_at, $4)
   where tenant_id = $1 and addressee_id = $2 and notification_id = $3`;

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
  const { all, first, write } = statements(db, tenantId);

  return {
    async add(notifications, at) {
      if (notifications.length > 0) await write(ADD, at, JSON.stringify(notifications));
    },

    list: ({ addresseeId, unreadOnly, top, after = LAST_ID }) =>
      all<NotificationRecord>(LIST, addresseeId, after, unreadOnly, top + 1),

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
