/** Notifications, and the mail that is due for them. */
import type { Kysely, Selectable } from 'kysely';
import type {
  NotificationFacts,
  NotificationKind,
  NotificationRecord,
} from '../domain/notifications/model.ts';
import type { DueMail, NotificationStore } from '../domain/notifications/ports.ts';
import { isUuid } from '../kernel/ids.ts';
import { leaseRows } from './leases.ts';
import { statements } from './statements.ts';
import type { CharterTables, NotificationRow } from './tables.ts';

const toRecord = (row: Selectable<NotificationRow>): NotificationRecord => ({
  id: row.notification_id,
  addresseeId: row.addressee_id,
  kind: row.kind as NotificationKind,
  facts: row.facts as NotificationFacts,
  createdAt: row.created_at,
  readAt: row.read_at,
});

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
  returning: 'item.*',
});

export function notificationStore(db: Kysely<CharterTables>, tenantId: string): NotificationStore {
  /** Guards by the number of tries, so that a later try is not overwritten. */
  const taken = (mail: DueMail) =>
    db
      .updateTable('charter.notifications')
      .where('tenant_id', '=', tenantId)
      .where('addressee_id', '=', mail.addresseeId)
      .where('notification_id', '=', mail.id)
      .where('mail_tries', '=', mail.tries);

  return {
    async add(notifications, at) {
      if (notifications.length === 0) return;
      const rows = notifications.map(({ id, addresseeId, kind, facts }) => ({
        tenant_id: tenantId,
        addressee_id: addresseeId,
        notification_id: id,
        kind,
        facts: JSON.stringify(facts),
        created_at: at,
        mail_due_at: at,
      }));
      await db.insertInto('charter.notifications').values(rows).execute();
    },

    async list({ addresseeId, unreadOnly, top, after }) {
      let query = db
        .selectFrom('charter.notifications')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('addressee_id', '=', addresseeId);
      if (unreadOnly) query = query.where('read_at', 'is', null);
      if (after !== undefined) query = query.where('notification_id', '<', after);
      const rows = await query
        .orderBy('notification_id', 'desc')
        .limit(top + 1)
        .execute();
      return rows.map(toRecord);
    },

    async markRead(addresseeId, notificationId, at) {
      if (!isUuid(notificationId)) return false;
      const { numUpdatedRows } = await db
        .updateTable('charter.notifications')
        .set(({ fn, val }) => ({ read_at: fn.coalesce('read_at', val(at)) }))
        .where('tenant_id', '=', tenantId)
        .where('addressee_id', '=', addresseeId)
        .where('notification_id', '=', notificationId)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async exists(notificationId) {
      if (!isUuid(notificationId)) return false;
      const row = await db
        .selectFrom('charter.notifications')
        .select('notification_id')
        .where('tenant_id', '=', tenantId)
        .where('notification_id', '=', notificationId)
        .executeTakeFirst();
      return row !== undefined;
    },

    async takeDueMail(at, leaseUntil, most) {
      const take = statements(db, tenantId);
      const rows = await take<Selectable<NotificationRow>>(TAKE, at, leaseUntil, most);
      return rows.map((row) => ({
        ...toRecord(row),
        tries: row.mail_tries,
        isOver: row.mail_state === 'none',
      }));
    },

    async settleMail(mail, outcome, error) {
      await taken(mail)
        .set({ mail_state: outcome, mail_error: keepable(error) })
        .execute();
    },

    async retryMail(mail, due, error) {
      await taken(mail)
        .set({ mail_due_at: due, mail_error: keepable(error) })
        .execute();
    },
  };
}
