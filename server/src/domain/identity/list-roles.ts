import type { Principal } from '../../engine/principal.ts';
import { type Page, toPage } from '../../kernel/page.ts';
import { mustBeGlobalAdmin } from './access.ts';
import { type FindPrincipalsDeps, type FoundPrincipal, findPrincipals } from './find-principals.ts';
import type { RoleAssignment, RoleAssignmentQuery, RoleAssignmentStore } from './ports.ts';

/** An assignment, with the kind and the name of a principal that exists. */
export type ListedAssignment = RoleAssignment & Partial<Omit<FoundPrincipal, 'id'>>;

export const describeAssignment = ({ principalId, role }: RoleAssignment, found?: FoundPrincipal) => ({
  principalId,
  ...(found && { kind: found.kind, displayName: found.displayName }),
  role,
});

/**
 * Lists a page of role assignments, ordered by principal and role.
 * @throws Forbidden
 */
export async function listRoles(
  deps: FindPrincipalsDeps & { roles: RoleAssignmentStore },
  principal: Principal,
  query: RoleAssignmentQuery,
): Promise<Page<ListedAssignment, RoleAssignment>> {
  mustBeGlobalAdmin(principal);
  const { tenantId } = principal;
  const found = await deps.roles.listPage(tenantId, query);
  const { items, next } = toPage<RoleAssignment, RoleAssignment>(found, query.top, (item) => item);
  const principals = await findPrincipals(
    deps,
    tenantId,
    items.map(({ principalId }) => principalId),
  );
  return { items: items.map((item, index) => describeAssignment(item, principals[index])), next };
}
