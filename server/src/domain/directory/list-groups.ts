import { ADMIN_ROLES, type Principal } from '../../engine/principal.ts';
import type { Suite } from '../../engine/suite.ts';
import { forbidden } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { canListGroups } from './access.ts';
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
  if (!canListGroups(principal)) {
    throw forbidden(
      say('groups.readers', 'Listing groups needs one of the roles {roles}.', {
        roles: ADMIN_ROLES.join(', '),
      }),
    );
  }
  return suite.groups.list(principal.tenantId, query);
}
