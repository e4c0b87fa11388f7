import type { UnitOfWork } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import { type NewNotification, notificationsTo } from './kinds.ts';

/** Returns the owners who can act: they are in the directory, have an open account and are not guests. */
export async function findActing(
  { suite }: { suite: Pick<Suite, 'users'> },
  tenantId: string,
  ownerIds: readonly string[],
): Promise<string[]> {
  if (ownerIds.length === 0) return [];
  const users = await suite.users.resolve(tenantId, ownerIds);
  return users.flatMap((user) => (user?.accountEnabled && user.userType === 'Member' ? [user.id] : []));
}

/**
 * Notifies the owners of a team; the administrators when it has none.
 * @param owners those who can act
 */
export const notifyOwners = (
  { notifications }: Pick<UnitOfWork, 'notifications'>,
  owners: readonly string[],
  notification: Pick<NewNotification, 'kind' | 'facts'>,
  at: Date,
): Promise<void> =>
  owners.length === 0
    ? notifications.addForAdministrators(notification, at)
    : notifications.add(notificationsTo(owners, notification), at);
