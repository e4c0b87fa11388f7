/** Notifications, and the mail that is due for them. */

import {
  DECISION_KINDS,
  type NewNotification,
  type NotificationKind,
  type NotificationRecord,
  notificationsTo,
} from '../domain/notifications/kinds.ts';
import type { DueMail, NotificationStore } from '../domain/notifications/ports.ts';
import type { Role } from '../engine/principal.ts';
import { boolean, columns, json, number, text, texts, time } from '../kernel/columns.ts';
import { isUuid } from '../kernel/ids.ts';
import { assigned, type Database, sql, statements, table } from '../kernel/sql.ts';
import { leaseRows, MAX_UUID, RETURNING_TRUE } from './statement-parts.ts';

/** Columns of `charter.notifications item`. */
const NOTIFICATION = columns<NotificationRecord>(
  {
    id: text('notification_id'),
    addresseeId: text(),
    kind: text(),
    facts: json(),
    createdAt: time(),
    readAt: time(),
  },
  'item',
);

const DUE_MAIL = columns<DueMail>({
  ...NOTIFICATION.members,
  tries: number('item.mail_tries'),
  feedAt: time('item.feed_at'),
  isOver: boolean(sql`item.mail_state = 'none'`),
});

const MAILS = {
  table: 'charter.notifications',
  key: ['addressee_id', 'notification_id'],
  until: 'mail_due_at',
  number: 'mail_tries',
};

const MAX_ERROR_CHARACTERS = 500;

/** Limits a mail server's response to one line and a readable length. */
const keepable = (error: string | undefined): string | null =>
  error === undefined
    ? null
    : error
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .slice(0, MAX_ERROR_CHARACTERS)
        .toWellFormed();

export function notificationStore(db: Database, tenantId: string): NotificationStore {
  const { tenant, all, exists, first, write } = statements(db, tenantId);

  const administrators = (roles: readonly Role[], without = sql``): Promise<string[]> => all(text())`
    select distinct principal_id from charter.role_assignments assigned
     where tenant_id = ${tenant} and role = any(${roles}::text[]) ${without}`;

  async function add(notifications: readonly NewNotification[], at: Date): Promise<void> {
    if (notifications.length === 0) return;
    const time = sql.val(at);
    const items = table('item', notifications, {
      addresseeId: 'text',
      id: 'uuid',
      kind: 'text',
      facts: 'json',
    });
    await write`
      insert into charter.notifications
        (tenant_id, addressee_id, notification_id, kind, facts, created_at, mail_due_at)
      select ${tenant}, "addresseeId", id, kind, facts, ${time}, ${time} from ${items} ${RETURNING_TRUE}`;
  }

  async function addForAdministrators(
    notification: Pick<NewNotification, 'kind' | 'facts'>,
    at: Date,
    exceptId?: string,
  ): Promise<void> {
    const ids = await administrators(['GLOBAL_ADMIN', 'TEAMS_SERVICE_ADMIN']);
    await add(
      notificationsTo(
        ids.filter((id) => id !== exceptId),
        notification,
      ),
      at,
    );
  }

  /** Compares the number of tries, so that a later attempt is not overwritten. */
  async function setMail({ addresseeId, id, tries }: DueMail, row: Record<string, unknown>): Promise<void> {
    await write`
      update charter.notifications set ${assigned(row)}
       where tenant_id = ${tenant} and addressee_id = ${addresseeId} and notification_id = ${id}
         and mail_tries = ${tries}`;
  }

  return {
    add,
    addForAdministrators,

    async addDeparted(template, people, at) {
      if (people.length === 0) return;
      const added = await all(text())`
        insert into charter.departed_people (tenant_id, template_id, person_id, noticed_at)
        select distinct ${tenant}, ${template.id}::text, id, ${at}::timestamptz
          from unnest(${people.map(({ id }) => id)}::text[]) as i(id)
        on conflict do nothing
        returning person_id`;
      const names = added.map((added) => people.find(({ id }) => id === added)?.displayName ?? added);
      if (names.length === 0) return;
      const facts = { templateId: template.id, templateName: template.name, people: names };
      await addForAdministrators({ kind: 'template_people_departed', facts }, at);
    },

    list: ({ addresseeId, unreadOnly, top, after = MAX_UUID }) => all(NOTIFICATION)`
      select ${NOTIFICATION} from charter.notifications item
       where tenant_id = ${tenant} and addressee_id = ${addresseeId} and notification_id < ${after}
         ${unreadOnly ? sql`and read_at is null` : sql``}
       order by notification_id desc limit ${top + 1}`,

    count: async (addresseeId, unreadOnly) =>
      (await first(number())`
        select count(*)::int from charter.notifications
         where tenant_id = ${tenant} and addressee_id = ${addresseeId}
           ${unreadOnly ? sql`and read_at is null` : sql``}`) ?? 0,

    markAllRead: (addresseeId, upTo = MAX_UUID, at) => write`
      update charter.notifications set read_at = ${at}
       where tenant_id = ${tenant} and addressee_id = ${addresseeId} and read_at is null
         and notification_id <= ${upTo}`,

    findAdministrators: ({ kind, facts, since }) =>
      administrators(
        ['GOVERNANCE_MANAGER', 'TEAMS_SERVICE_ADMIN', 'GLOBAL_ADMIN'],
        sql`
        and not exists (
          select from charter.notifications earlier
           where earlier.tenant_id = ${tenant} and earlier.addressee_id = assigned.principal_id
             and earlier.kind = ${kind} and earlier.created_at > ${since} and earlier.facts::jsonb @> ${facts}::jsonb)`,
      ),

    findMailOff: async (personId) =>
      (await first(texts<NotificationKind[]>())`
        select mail_off from charter.notification_settings
         where tenant_id = ${tenant} and person_id = ${personId}`) ?? [],

    /**
     * The update reads the row that it locks, so neither of two concurrent changes is lost. Citus can't plan its
     * subquery in ON CONFLICT.
     */
    async changeMail(personId, { on, off }) {
      await write`
        insert into charter.notification_settings (tenant_id, person_id, mail_off) values (${tenant}, ${personId}, '{}')
        on conflict do nothing`;
      await write`
        update charter.notification_settings
           set mail_off = array(select distinct kind from unnest(mail_off || ${off}::text[]) as kind
                                 where kind <> all (${on}::text[]) order by kind)
         where tenant_id = ${tenant} and person_id = ${personId}`;
    },

    markRead: async (addresseeId, notificationId, at) =>
      isUuid(notificationId) &&
      (await write`
        update charter.notifications set read_at = coalesce(read_at, ${at})
         where tenant_id = ${tenant} and addressee_id = ${addresseeId} and notification_id = ${notificationId}`) ===
        1,

    exists: async (notificationId) =>
      isUuid(notificationId) &&
      exists`
        select from charter.notifications where tenant_id = ${tenant} and notification_id = ${notificationId}`,

    /** Also settles mail about requests, or about stages of requests, that are no longer pending. */
    leaseDueMail(at, leaseUntil, limit) {
      const now = sql.val(at);
      const isOver = sql`
        item.kind = any(${DECISION_KINDS}::text[]) and exists (
          select from charter.approvals a
           where a.tenant_id = ${tenant} and a.approval_id = (item.facts->>'approvalId')::uuid
             and (a.status <> 'pending' or a.expires_at <= ${now} or a.stage > (item.facts->>'stage')::int))`;
      return all(DUE_MAIL)`${leaseRows(tenant, MAILS, {
        leaseUntil,
        limit,
        where: sql`mail_state = 'waiting' and mail_due_at <= ${now}`,
        order: sql`mail_due_at`,
        set: sql`mail_state = case when ${isOver} then 'none' else item.mail_state end`,
        returning: DUE_MAIL,
      })}`;
    },

    settleFeed: (mail, at) => setMail(mail, { feed_at: at }),

    settleMail: (mail, outcome, error) => setMail(mail, { mail_state: outcome, mail_error: keepable(error) }),

    retryMail: (mail, due, error) => setMail(mail, { mail_due_at: due, mail_error: keepable(error) }),
  };
}
