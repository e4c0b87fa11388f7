import type { UnitOfWork } from '../../engine/store.ts';
import { type NewNotification, notificationsTo } from './kinds.ts';

/** Notifies the owners of a team; the administrators when it has none. */
export const notifyOwners = (
  { notifications }: Pick<UnitOfWork, 'notifications'>,
  owners: readonly string[],
  notification: Pick<NewNotification, 'kind' | 'facts'>,
  at: Date,
): Promise<void> =>
  owners.length === 0
    ? notifications.addForAdministrators(notification, at)
    : notifications.add(notificationsTo(owners, notification), at);
