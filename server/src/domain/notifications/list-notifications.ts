import type { Principal } from '../principal.ts';
import type { Store } from '../store.ts';
import type { Suite } from '../suite.ts';
import { describeNotification } from './describe.ts';
import type { Notification } from './model.ts';

export interface ListNotificationsInput {
  unreadOnly: boolean;
  /** Page size, 1 to 999. */
  top: number;
  /** Where the page before ended: its `next`. */
  after: string | undefined;
  /** Where people reach the portal. */
  publicUrl: string;
}

export interface NotificationPage {
  notifications: Notification[];
  /** Where this page ends, when more follow. */
  next: string | undefined;
}

/** A page of the calling person's notifications, newest first, in their language. */
export async function listNotifications(
  { store, suite }: { store: Store; suite: Pick<Suite, 'users'> },
  principal: Principal,
  { publicUrl, unreadOnly, top, after }: ListNotificationsInput,
): Promise<NotificationPage> {
  const { tenantId, id: addresseeId } = principal;
  const [found, [reader]] = await Promise.all([
    store.in(tenantId).notifications.list({ addresseeId, unreadOnly, top, after }),
    suite.users.resolve(tenantId, [addresseeId]),
  ]);
  const page = found.slice(0, top);
  return {
    notifications: page.map((record) => describeNotification(record, reader?.preferredLanguage, publicUrl)),
    next: found.length > top ? page.at(-1)?.id : undefined,
  };
}
