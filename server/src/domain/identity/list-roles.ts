import type { Principal } from '../../engine/principal.ts';
import { type Page, toPage } from '../../kernel/page.ts';
import { findById } from '../directory/find-people.ts';
import type { SuiteUsers } from '../directory/suite.ts';
import { mustBeGlobalAdmin } from './access.ts';
import type { AppStore, RoleAssignment, RoleAssignmentQuery, RoleAssignmentStore } from './ports.ts';

export interface FindPrincipalsDeps {
  suite: { users: Pick<SuiteUsers, 'resolve'> };
  apps: Pick<AppStore, 'list'>;
}

export interface FoundPrincipal {
  id: string;
  kind: 'user' | 'app';
  displayName: string;
}

/** Returns the principals in the order of the ids; undefined for unknown ids. */
export async function findPrincipals(
  { suite, apps }: FindPrincipalsDeps,
  tenantId: string,
  ids: readonly string[],
): Promise<(FoundPrincipal | undefined)[]> {
  const [people, registered] = await Promise.all([findById(suite.users, tenantId, ids), apps.list(tenantId)]);
  const appNames = new Map(registered.map(({ appId, displayName }) => [appId, displayName]));
  return ids.map((id, index) => {
    const person = people[index];
    if (person !== undefined) return { id, kind: 'user', displayName: person.displayName };
    const appName = appNames.get(id);
    return appName === undefined ? undefined : { id, kind: 'app', displayName: appName };
  });
}

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
