import type { Principal } from '../../engine/principal.ts';
import type { Suite } from '../../engine/suite.ts';
import { notFound } from '../../kernel/errors.ts';
import { type Page, toPage } from '../../kernel/page.ts';
import { assertCanListGroups, canReadGroupMembers } from './access.ts';
import type { Group, GroupPage, GroupQuery, User } from './model.ts';

/**
 * Returns a page of the tenant's groups.
 * @throws Forbidden unless the caller is an administrator
 */
export async function listGroups(
  { suite }: { suite: Pick<Suite, 'groups'> },
  principal: Principal,
  query: GroupQuery,
): Promise<GroupPage> {
  assertCanListGroups(principal);
  return suite.groups.list(principal.tenantId, query);
}

interface GroupsDeps {
  suite: Pick<Suite, 'groups' | 'users'>;
}

/** Returns the groups that the principal is a direct member of, by display name; none for an app. */
async function groupsOf(
  { suite }: GroupsDeps,
  { tenantId, kind, id }: Pick<Principal, 'tenantId' | 'kind' | 'id'>,
): Promise<Group[]> {
  if (kind === 'app') return [];
  const profile = await suite.users.profile(tenantId, id);
  // A profile lists both ids and names of groups. `find` returns undefined for a name.
  const found = await suite.groups.find(tenantId, profile?.directGroups ?? []);
  return found
    .filter((group) => group !== undefined)
    .toSorted((one, other) => one.displayName.localeCompare(other.displayName));
}

export const listMyGroups = (deps: GroupsDeps, principal: Principal): Promise<Group[]> =>
  groupsOf(deps, principal);

interface GroupMembersInput {
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
  // Reads one extra member to find out whether another page follows.
  const users = await suite.users.groupMembers(tenantId, groupId, top + 1, after);
  return toPage(users, top, ({ displayName, id }) => [displayName, id] as const);
}
