import type { Deps } from '../../engine/deps.ts';
import type { Principal } from '../../engine/principal.ts';
import { type Page, type PageQuery, toPage } from '../../kernel/page.ts';
import { findById } from '../directory/find-people.ts';
import { describeNotification, type Notification } from './describe.ts';
import type { NotificationRecord } from './kinds.ts';

export interface ListNotificationsInput extends PageQuery {
  unreadOnly: boolean;
  /** Whether to count all matches. */
  countAll?: boolean;
  /** Base URL of the portal. */
  publicUrl: string;
}

/** Returns a page of the caller's notifications, newest first, in the caller's language. */
export async function listNotifications(
  { store, suite }: Pick<Deps, 'store' | 'suite'>,
  principal: Principal,
  { publicUrl, unreadOnly, countAll = false, top, after }: ListNotificationsInput,
): Promise<Page<Notification> & { count: number | undefined }> {
  const { tenantId, id: addresseeId } = principal;
  const { notifications } = store.in(tenantId);
  const [found, count, [user]] = await Promise.all([
    notifications.list({ addresseeId, unreadOnly, top, after }),
    countAll ? notifications.count(addresseeId, unreadOnly) : undefined,
    findById(suite.users, tenantId, [addresseeId]),
  ]);
  const { items, next } = toPage(found, top, ({ id }) => id);
  const describe = (record: NotificationRecord) =>
    describeNotification(record, user?.preferredLanguage, publicUrl);
  return { items: items.map(describe), next, count };
}
