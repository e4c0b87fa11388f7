import type { Deps } from '../../engine/deps.ts';
import type { Principal } from '../../engine/principal.ts';
import { hidden, notFound } from '../../kernel/errors.ts';
import { type Page, type PageQuery, toPage } from '../../kernel/page.ts';
import { findById } from '../directory/find-people.ts';
import { languageOfPerson, negotiateLanguage } from '../languages/language.ts';
import { describeNotification, type Notification } from './describe.ts';
import type { NotificationRecord } from './kinds.ts';

interface ListNotificationsInput extends PageQuery {
  unreadOnly: boolean;
  /** Whether to count all matches. */
  countAll?: boolean;
  /** Base URL of the portal. */
  publicUrl: string;
  /** Value of `Accept-Language`. Takes precedence over the language that the directory stores for the caller. */
  acceptLanguage?: string | undefined;
}

/** Returns a page of the caller's notifications, newest first, in the caller's language. */
export async function listNotifications(
  { store, suite }: Pick<Deps, 'store' | 'suite'>,
  principal: Principal,
  { publicUrl, acceptLanguage, unreadOnly, countAll = false, top, after }: ListNotificationsInput,
): Promise<Page<Notification> & { count: number | undefined }> {
  const { tenantId, id: addresseeId } = principal;
  const { notifications } = store.in(tenantId);
  const [found, count, [user]] = await Promise.all([
    notifications.list({ addresseeId, unreadOnly, top, after }),
    countAll ? notifications.count(addresseeId, unreadOnly) : undefined,
    findById(suite.users, tenantId, [addresseeId]),
  ]);
  const { items, next } = toPage(found, top, ({ id }) => id);
  const language = negotiateLanguage(acceptLanguage, languageOfPerson(user?.preferredLanguage));
  const describe = (record: NotificationRecord) => describeNotification(record, language, publicUrl);
  return { items: items.map(describe), next, count };
}

/**
 * Marks the caller's notification as read. Idempotent.
 * @throws NotFound, also for another person's notification
 */
export async function markNotificationRead(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  principal: Principal,
  { notificationId }: { notificationId: string },
): Promise<void> {
  const { notifications } = store.in(principal.tenantId);
  if (await notifications.markRead(principal.id, notificationId, clock.now())) return;
  const isAnothers = await notifications.exists(notificationId);
  throw isAnothers ? hidden('notification', notificationId) : notFound('notification', notificationId);
}

/** Marks the caller's notifications as read, up to `upTo` or all. Returns how many were unread. */
export async function markNotificationsRead(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { tenantId, id }: Principal,
  { upTo }: { upTo: string | undefined },
): Promise<{ count: number }> {
  return { count: await store.in(tenantId).notifications.markAllRead(id, upTo, clock.now()) };
}
