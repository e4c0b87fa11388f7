import type { Deps } from '../../engine/deps.ts';
import type { Principal } from '../../engine/principal.ts';
import { type Page, type PageQuery, toPage } from '../../kernel/page.ts';
import { describeNotification, type Notification } from './describe.ts';

export interface ListNotificationsInput extends PageQuery {
  unreadOnly: boolean;
  /** Base URL of the portal. */
  publicUrl: string;
}

/** Returns a page of the caller's notifications, newest first, in the caller's language. */
export async function listNotifications(
  { store, suite }: Pick<Deps, 'store' | 'suite'>,
  principal: Principal,
  { publicUrl, unreadOnly, top, after }: ListNotificationsInput,
): Promise<Page<Notification>> {
  const { tenantId, id: addresseeId } = principal;
  const [found, [user]] = await Promise.all([
    store.in(tenantId).notifications.list({ addresseeId, unreadOnly, top, after }),
    suite.users.resolve(tenantId, [addresseeId]),
  ]);
  // The suite also resolves user principal names and mail, which people can choose, so compare the id.
  const language = user?.id === addresseeId ? user.preferredLanguage : undefined;
  const { items, next } = toPage(found, top, ({ id }) => id);
  return { items: items.map((record) => describeNotification(record, language, publicUrl)), next };
}
