import type { Principal } from '../../engine/principal.ts';
import type { Suite } from '../../engine/suite.ts';
import { notFound } from '../../kernel/errors.ts';
import { type Page, toPage } from '../../kernel/page.ts';
import { canReadGroupMembers } from './access.ts';
import { groupsOf } from './list-my-groups.ts';
import type { User } from './model.ts';

export interface GroupMembersInput {
  groupId: string;
  /** Page size, 1 to 999. */
  top: number;
  /** The last member of the previous page. */
  after: Pick<User, 'displayName' | 'id'> | undefined;
}

/**
 * Returns a page of the direct members of a group, by display name.
 * @throws NotFound for an unknown group, and for one that the caller may not read
 */
export async function listGroupMembers(
  { suite }: { suite: Pick<Suite, 'groups' | 'users'> },
  principal: Principal,
  { groupId, top, after }: GroupMembersInput,
): Promise<Page<User, readonly [displayName: string, id: string]>> {
  const { tenantId } = principal;
  const [[group], own] = await Promise.all([
    suite.groups.find(tenantId, [groupId]),
    groupsOf({ suite }, principal),
  ]);
  const isMember = own.some(({ id }) => id === groupId);
  if (group === undefined || !canReadGroupMembers(principal, isMember)) throw notFound('group', groupId);
  // One member more than a page shows whether another page follows.
  const users = await suite.users.groupMembers(tenantId, groupId, top + 1, after);
  return toPage(users, top, ({ displayName, id }) => [displayName, id] as const);
}
