import type { UnitOfWork } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import { findActing } from '../directory/find-people.ts';
import { ownerIdsOf, type TeamMember } from '../teams/model.ts';
import { type NewNotification, notificationsTo } from './kinds.ts';

/** Returns the ids of the team's owners who are in the directory and can act. */
export const findActingOwners = (
  deps: { suite: Pick<Suite, 'users'> },
  tenantId: string,
  members: readonly TeamMember[],
): Promise<string[]> => findActing(deps, tenantId, ownerIdsOf(members));

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
