import type { Principal } from '../../engine/principal.ts';
import type { Suite } from '../../engine/suite.ts';
import { mustListGroups } from './access.ts';
import type { GroupPage, GroupQuery } from './model.ts';

/**
 * Returns a page of the tenant's groups.
 * @throws Forbidden unless the caller is an administrator
 */
export async function listGroups(
  { suite }: { suite: Pick<Suite, 'groups'> },
  principal: Principal,
  query: GroupQuery,
): Promise<GroupPage> {
  mustListGroups(principal);
  return suite.groups.list(principal.tenantId, query);
}
