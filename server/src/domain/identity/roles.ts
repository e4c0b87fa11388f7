import type { Principal, RequestContext } from '../../engine/principal.ts';
import type { Clock } from '../../kernel/clock.ts';
import { conflict, invalidField, notFound } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { type Page, toPage } from '../../kernel/page.ts';
import { findById } from '../directory/find-people.ts';
import type { SuiteUsers } from '../directory/suite.ts';
import { assertGlobalAdmin, timedCauseOf } from './access.ts';
import type {
  AppStore,
  AssignableRole,
  RoleAssignment,
  RoleAssignmentQuery,
  RoleAssignmentStore,
  StoredAssignment,
} from './ports.ts';

interface FindPrincipalsDeps {
  suite: { users: Pick<SuiteUsers, 'resolve'> };
  apps: Pick<AppStore, 'list'>;
}

interface FoundPrincipal {
  id: string;
  kind: 'user' | 'app';
  displayName: string;
}

/** Returns the principals in the order of the ids; undefined for unknown ids. */
async function findPrincipals(
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
type ListedAssignment = StoredAssignment & Partial<Omit<FoundPrincipal, 'id'>>;

const describeAssignment = (
  { principalId, role, expiresAt }: StoredAssignment,
  found?: FoundPrincipal,
): ListedAssignment => ({
  principalId,
  ...(found && { kind: found.kind, displayName: found.displayName }),
  role,
  expiresAt,
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
  assertGlobalAdmin(principal);
  const { tenantId } = principal;
  const found = await deps.roles.listPage(tenantId, query);
  const { items, next } = toPage<StoredAssignment, RoleAssignment>(found, query.top, (item) => item);
  const principals = await findPrincipals(
    deps,
    tenantId,
    items.map(({ principalId }) => principalId),
  );
  return { items: items.map((item, index) => describeAssignment(item, principals[index])), next };
}

const lastGlobalAdmin = () =>
  conflict(
    say(
      'identity.lastGlobalAdmin',
      'Nobody else has GLOBAL_ADMIN without an end. Assign it to somebody else first, then change it here.',
    ),
  );

export interface AssignRoleInput {
  principalId: string;
  role: AssignableRole;
  /** End of the role, in the future. Default: none. */
  expiresAt?: Date | undefined;
}

/**
 * Assigns the role to a person of the directory or to a registered app, or changes its end. Idempotent.
 * @throws Forbidden, NotFound, InvalidRequest at `expiresDateTime`, Conflict for an end of the last GLOBAL_ADMIN
 */
export async function assignRole(
  deps: FindPrincipalsDeps & { roles: RoleAssignmentStore; clock: Clock },
  principal: Principal,
  context: RequestContext,
  { principalId, role, expiresAt }: AssignRoleInput,
): Promise<ListedAssignment> {
  assertGlobalAdmin(principal);
  const at = deps.clock.now();
  if (expiresAt !== undefined && expiresAt <= at) {
    throw invalidField(
      'expiresDateTime',
      say('identity.roleExpiry', 'The role would have ended already. Give a time in the future.'),
    );
  }
  const { tenantId } = principal;
  const [found] = await findPrincipals(deps, tenantId, [principalId]);
  if (found === undefined) throw notFound('person or app', principalId);
  const { id, displayName } = found;
  const options = { expiresAt, displayName };
  const outcome = await deps.roles.assign(tenantId, id, role, timedCauseOf(principal, context, at), options);
  if (outcome === 'last') throw lastGlobalAdmin();
  return describeAssignment({ principalId: id, role, expiresAt: expiresAt ?? null }, found);
}

/**
 * Revokes the role, even from a principal that has left the directory.
 * @throws Forbidden, NotFound, Conflict for the tenant's last GLOBAL_ADMIN
 */
export async function removeRole(
  { roles, clock }: { roles: RoleAssignmentStore; clock: Clock },
  principal: Principal,
  context: RequestContext,
  { principalId, role }: { principalId: string; role: AssignableRole },
): Promise<void> {
  assertGlobalAdmin(principal);
  const cause = timedCauseOf(principal, context, clock.now());
  const outcome = await roles.revoke(principal.tenantId, principalId, role, cause, {
    keepLast: role === 'GLOBAL_ADMIN',
  });
  if (outcome === 'absent') throw notFound(`assignment of ${role} to a person or app`, principalId);
  if (outcome === 'last') throw lastGlobalAdmin();
}
