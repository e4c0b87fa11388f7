import type { Principal } from '../../engine/principal.ts';
import type { Suite } from '../../engine/suite.ts';
import type { Group } from './model.ts';

interface GroupsDeps {
  suite: Pick<Suite, 'groups' | 'users'>;
}

/** Returns the groups that the principal is a direct member of, by display name; none for an app. */
export async function groupsOf(
  { suite }: GroupsDeps,
  { tenantId, kind, id }: Pick<Principal, 'tenantId' | 'kind' | 'id'>,
): Promise<Group[]> {
  if (kind === 'app') return [];
  const profile = await suite.users.profile(tenantId, id);
  // A profile has the ids of the groups and their names; a name is no id of a group.
  const found = await suite.groups.find(tenantId, profile?.directGroups ?? []);
  return found
    .filter((group) => group !== undefined)
    .toSorted((one, other) => one.displayName.localeCompare(other.displayName));
}

export const listMyGroups = (deps: GroupsDeps, principal: Principal): Promise<Group[]> =>
  groupsOf(deps, principal);
