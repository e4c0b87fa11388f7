/** Roles that the service assigns. Each change records an event, with its audit record, in the same transaction. */
import { roleAssigned, roleExpired, roleRevoked } from '../domain/identity/events.ts';
import type {
  AssignOptions,
  RoleAssignment,
  RoleAssignmentStore,
  StoredAssignment,
  TenantRoleStore,
  TimedCause,
} from '../domain/identity/ports.ts';
import type { Role } from '../engine/principal.ts';
import { type Clock, systemClock } from '../kernel/clock.ts';
import { columns, text, time } from '../kernel/columns.ts';
import { type Database, inserted, type Sql, type Statements, sql, statements } from '../kernel/sql.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import { eventStore } from './events.ts';
import { notificationStore } from './notifications.ts';

const ASSIGNMENT = columns<StoredAssignment>({ principalId: text(), role: text(), expiresAt: time() });

const ORDER = sql`order by principal_id, role`;

type Definition = typeof roleAssigned | typeof roleRevoked | typeof roleExpired;

const eventOf = (
  definition: Definition,
  { principalId: id, role, expiresAt }: StoredAssignment,
  { actor, requestId }: TimedCause,
  displayName = id,
) => ({
  ...definition.happened({
    // Omits the name, which the audit record would contain in plain text.
    target: { type: 'principal', id, displayName: id },
    payload: { principal: { id, displayName }, role, expiresDateTime: expiresAt?.toISOString() ?? null },
    audience: [id],
  }),
  actor,
  requestId,
});

/** Inserts or changes the assignment. Notifies all administrators of a new GLOBAL_ADMIN, the new one included. */
async function put(
  transaction: Database,
  tenantId: string,
  { principalId, role, expiresAt }: StoredAssignment,
  cause: TimedCause,
  displayName: string = principalId,
): Promise<void> {
  const { tenant, first } = statements(transaction, tenantId);
  const row = { tenant_id: tenant, principal_id: principalId, role, expires_at: expiresAt };
  const written = await first(columns<{ was: string | null }>({ was: text('was') }))`
    with before as materialized (
      select role from charter.role_assignments
       where tenant_id = ${tenant} and principal_id = ${principalId} and role = ${role}),
    written as (
      insert into charter.role_assignments as r ${inserted(row)}
      on conflict (tenant_id, principal_id, role) do update set expires_at = excluded.expires_at
       where r.expires_at is distinct from excluded.expires_at
      returning role)
    select (select role from before) as was from written`;
  if (written === undefined) return;
  const event = eventOf(roleAssigned, { principalId, role, expiresAt }, cause, displayName);
  await eventStore(transaction, tenantId).append([event], cause.at);
  if (role !== 'GLOBAL_ADMIN' || written.was !== null) return;
  const facts = { principalName: displayName, actorName: cause.actor.displayName };
  await notificationStore(transaction, tenantId).addForAdministrators(
    { kind: 'global_admin_assigned', facts },
    cause.at,
  );
}

/** Returns the assignments of the role and locks their rows, so that concurrent removals can't remove the last two. */
const lockHolders = ({ tenant, all }: Statements, role: Role): Promise<StoredAssignment[]> => all(ASSIGNMENT)`
  select ${ASSIGNMENT} from charter.role_assignments
   where tenant_id = ${tenant} and role = ${role} order by principal_id for update`;

/** Whether somebody besides the principal has the role without an end. */
const isHeldByOthers = (holders: readonly StoredAssignment[], principalId: string): boolean =>
  holders.some((holder) => holder.principalId !== principalId && holder.expiresAt === null);

export function createRoleAssignmentStore(
  databases: TenantDatabases,
  clock: Clock = systemClock,
): RoleAssignmentStore {
  const change = <Result>(tenantId: string, work: (transaction: Database) => Promise<Result>) =>
    databases.for(tenantId).transaction().execute(work);
  /** Leaves out assignments that have ended and are not removed yet. */
  const list = (tenantId: string, rest: Sql): Promise<StoredAssignment[]> => {
    const { tenant, all } = statements(databases.for(tenantId), tenantId);
    return all(ASSIGNMENT)`
      select ${ASSIGNMENT} from charter.role_assignments
       where tenant_id = ${tenant} and (expires_at is null or expires_at > ${clock.now()}) ${rest}`;
  };
  return {
    async rolesOf(tenantId, principalId) {
      const rows = await list(tenantId, sql`and principal_id = ${principalId} ${ORDER}`);
      return rows.map(({ role }) => role);
    },

    list: (tenantId) => list(tenantId, ORDER),

    listPage: (tenantId, { top, after }) =>
      list(
        tenantId,
        after === undefined
          ? sql`${ORDER} limit ${top + 1}`
          : sql`and (principal_id, role) > (${after.principalId}, ${after.role}) ${ORDER} limit ${top + 1}`,
      ),

    assign: (tenantId, principalId, role, cause, { expiresAt = null, displayName }: AssignOptions = {}) =>
      change(tenantId, async (transaction) => {
        if (expiresAt !== null && role === 'GLOBAL_ADMIN') {
          const holders = await lockHolders(statements(transaction, tenantId), role);
          if (!isHeldByOthers(holders, principalId)) return 'last';
        }
        await put(transaction, tenantId, { principalId, role, expiresAt }, cause, displayName);
        return 'assigned';
      }),

    assignFirst: (tenantId, principalId, role, cause) =>
      change(tenantId, async (transaction) => {
        const run = statements(transaction, tenantId);
        // Without a holder, lockHolders has no row to lock.
        await run.lock('charter.first-role', role);
        if ((await lockHolders(run, role)).length > 0) return false;
        await put(transaction, tenantId, { principalId, role, expiresAt: null }, cause);
        return true;
      }),

    revoke: (tenantId, principalId, role, cause, { keepLast = false } = {}) =>
      change(tenantId, async (transaction) => {
        const run = statements(transaction, tenantId);
        const holders = await lockHolders(run, role);
        const held = holders.find((holder) => holder.principalId === principalId);
        if (held === undefined) return 'absent';
        if (keepLast && !isHeldByOthers(holders, principalId)) return 'last';
        await remove(run, held);
        await eventStore(transaction, tenantId).append([eventOf(roleRevoked, held, cause)], cause.at);
        return 'revoked';
      }),

    endDue: (tenantId, cause) =>
      change(tenantId, async (transaction) => {
        const { tenant, all } = statements(transaction, tenantId);
        const ended = await all(ASSIGNMENT)`
          delete from charter.role_assignments
           where tenant_id = ${tenant} and expires_at <= ${cause.at} returning ${ASSIGNMENT}`;
        if (ended.length === 0) return;
        const events = ended.map((held) => eventOf(roleExpired, held, cause));
        await eventStore(transaction, tenantId).append(events, cause.at);
      }),
  };
}

/** Binds the store to a tenant. */
export function tenantRoles(db: Database, tenantId: string): TenantRoleStore {
  const all = createRoleAssignmentStore({ for: () => db });
  return {
    async holders(roles) {
      const assignments = await all.list(tenantId);
      const held = assignments.filter(({ role }) => roles.includes(role));
      return [...new Set(held.map(({ principalId }) => principalId))];
    },
    assign: (...change) => all.assign(tenantId, ...change),
    revoke: (...change) => all.revoke(tenantId, ...change),
  };
}

const remove = ({ tenant, write }: Statements, { principalId, role }: RoleAssignment) => write`
  delete from charter.role_assignments
   where tenant_id = ${tenant} and principal_id = ${principalId} and role = ${role}`;
