import type { Principal, RequestContext } from '../../engine/principal.ts';
import type { Clock } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { mustBeGlobalAdmin, timedCauseOf } from './access.ts';
import {
  describeAssignment,
  type FindPrincipalsDeps,
  findPrincipals,
  type ListedAssignment,
} from './list-roles.ts';
import type { AssignableRole, RoleAssignmentStore } from './ports.ts';

/**
 * Assigns the role to a person of the directory or to a registered app. Idempotent.
 * @throws Forbidden, NotFound
 */
export async function assignRole(
  deps: FindPrincipalsDeps & { roles: RoleAssignmentStore; clock: Clock },
  principal: Principal,
  context: RequestContext,
  { principalId, role }: { principalId: string; role: AssignableRole },
): Promise<ListedAssignment> {
  mustBeGlobalAdmin(principal);
  const { tenantId } = principal;
  const [found] = await findPrincipals(deps, tenantId, [principalId]);
  if (found === undefined) throw notFound('person or app', principalId);
  await deps.roles.assign(tenantId, found.id, role, timedCauseOf(principal, context, deps.clock.now()));
  return describeAssignment({ principalId: found.id, role }, found);
}
