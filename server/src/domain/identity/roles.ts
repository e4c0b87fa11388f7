import type { Deps } from '../../engine/deps.ts';
import { causeOfJob } from '../../engine/jobs/define-job.ts';
import { type JobRecord, logLine } from '../../engine/jobs/model.ts';
import { type NewJob, newJobRecord } from '../../engine/jobs/ports.ts';
import { actorOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { conflict, invalidField, notFound } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { type Page, toPage } from '../../kernel/page.ts';
import { findById } from '../directory/find-people.ts';
import { assertGlobalAdmin, timedCauseOf } from './access.ts';
import type {
  AppStore,
  AssignableRole,
  RoleAssignment,
  RoleAssignmentQuery,
  RoleAssignmentStore,
  StoredAssignment,
} from './ports.ts';
import {
  describeRoleChange,
  lastGlobalAdminConflict,
  type RoleChange,
  reservationOf,
  roleChangeRequested,
  roleJob,
} from './role-job.ts';
import {
  type FourEyesSettings,
  notificationsForApprovers,
  type RequiredApproval,
  requireSecondApproval,
} from './second-approval.ts';

interface FindPrincipalsDeps extends Pick<Deps, 'suite'> {
  apps: Pick<AppStore, 'list'>;
}

export interface ChangeRoleDeps extends FindPrincipalsDeps, Deps {
  roles: RoleAssignmentStore;
  settings: FourEyesSettings;
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

export interface AssignRoleInput {
  principalId: string;
  role: AssignableRole;
  /** End of the role, in the future. Default: none. */
  expiresAt?: Date | undefined;
}

const isSame = (one: RoleChange, other: RoleChange): boolean =>
  one.action === other.action && one.expiresDateTime === other.expiresDateTime;

/**
 * Starts the job of a change that waits for a second administrator. A repeated call returns the job of the first call.
 * @throws Conflict while another change of the principal's role waits
 */
function startChange(
  { store, clock }: Deps,
  principal: Principal,
  { operationId, requestId }: RequestContext,
  plan: RoleChange,
  required: RequiredApproval,
): Promise<JobRecord> {
  const { tenantId } = principal;
  const at = clock.now();
  const { action, principalId: id, displayName, role, expiresDateTime } = plan;
  const job: NewJob<RoleChange> = {
    id: operationId,
    type: roleJob.type,
    requester: actorOf(principal),
    requestId,
    request: {
      action,
      principal: { id, displayName },
      role,
      ...(expiresDateTime !== null && { expiresDateTime }),
    },
    plan,
    steps: ['changeRole'],
    log: [logLine(at, required.line)],
    subjectId: null,
    secondApproval: required.secondApproval,
  };
  return store.transaction(tenantId, async (unit) => {
    if (!(await unit.jobs.reserve(reservationOf(plan), job.id))) {
      const holder = await unit.jobs.findHolder(reservationOf(plan));
      const isRepeated = holder?.requester.id === principal.id && isSame(holder.plan as RoleChange, plan);
      if (holder !== undefined && isRepeated) return holder;
      throw conflict(
        say('identity.changeWaits', 'Another change of this role waits for a decision: job {id}.', {
          id: holder?.id ?? '',
        }),
      );
    }
    await unit.jobs.add(job, at, roleChangeRequested.record(job, causeOfJob(job)));
    const facts = describeRoleChange(plan, job.id, job.requester);
    await unit.notifications.add(notificationsForApprovers(required, facts), at);
    return newJobRecord(job, at);
  });
}

/**
 * Assigns the role to a person of the directory or to a registered app, or changes its end. Idempotent. When the
 * settings require a second administrator, returns the job that waits for one.
 * @throws Forbidden, NotFound, InvalidRequest at `expiresDateTime`; Conflict for an end of the last GLOBAL_ADMIN, and
 * while another change of the role waits
 */
export async function assignRole(
  deps: ChangeRoleDeps,
  principal: Principal,
  context: RequestContext,
  { principalId, role, expiresAt }: AssignRoleInput,
): Promise<ListedAssignment | { job: JobRecord }> {
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
  const required = await requireSecondApproval(deps, principal, 'roles');
  if (required !== undefined) {
    const held = (await deps.roles.list(tenantId)).find((one) => one.principalId === id && one.role === role);
    const isHeld = held !== undefined && held.expiresAt?.getTime() === expiresAt?.getTime();
    if (isHeld) return describeAssignment(held, found);
    const expiresDateTime = expiresAt?.toISOString() ?? null;
    const change: RoleChange = { action: 'assign', principalId: id, displayName, role, expiresDateTime };
    return { job: await startChange(deps, principal, context, change, required) };
  }
  const options = { expiresAt, displayName };
  const outcome = await deps.roles.assign(tenantId, id, role, timedCauseOf(principal, context, at), options);
  if (outcome === 'last') throw lastGlobalAdminConflict();
  return describeAssignment({ principalId: id, role, expiresAt: expiresAt ?? null }, found);
}

/**
 * Revokes the role, even from a principal that has left the directory. When the settings require a second
 * administrator, returns the job that waits for one.
 * @throws Forbidden, NotFound; Conflict for the tenant's last GLOBAL_ADMIN, and while another change of the role waits
 */
export async function removeRole(
  deps: ChangeRoleDeps,
  principal: Principal,
  context: RequestContext,
  { principalId, role }: { principalId: string; role: AssignableRole },
): Promise<JobRecord | undefined> {
  assertGlobalAdmin(principal);
  const { roles, clock } = deps;
  const absent = () => notFound(`assignment of ${role} to a person or app`, principalId);
  const required = await requireSecondApproval(deps, principal, 'roles');
  if (required !== undefined) {
    const held = await roles.rolesOf(principal.tenantId, principalId);
    if (!held.includes(role)) throw absent();
    const [found] = await findPrincipals(deps, principal.tenantId, [principalId]);
    const displayName = found?.displayName ?? principalId;
    const change: RoleChange = { action: 'remove', principalId, displayName, role, expiresDateTime: null };
    return startChange(deps, principal, context, change, required);
  }
  const cause = timedCauseOf(principal, context, clock.now());
  const outcome = await roles.revoke(principal.tenantId, principalId, role, cause, {
    keepLast: role === 'GLOBAL_ADMIN',
  });
  if (outcome === 'absent') throw absent();
  if (outcome === 'last') throw lastGlobalAdminConflict();
  return undefined;
}
