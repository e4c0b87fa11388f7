/** Roles that the service assigns. Each change writes an audit record. */
import { roleAssigned, roleRevoked } from '../domain/identity/identity-records.ts';
import type { RoleAssignment, RoleAssignmentStore, TimedCause } from '../domain/identity/ports.ts';
import type { Role } from '../engine/principal.ts';
import { columns, text } from '../kernel/columns.ts';
import { type Database, inserted, type Sql, type Statements, sql, statements } from '../kernel/sql.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import { auditLog } from './audit.ts';

const ASSIGNMENT = columns<RoleAssignment>({ principalId: text(), role: text() });

const ORDER = sql`order by principal_id, role`;

async function insert(
  transaction: Database,
  tenantId: string,
  principalId: string,
  role: Role,
  cause: TimedCause,
): Promise<void> {
  const { tenant, write } = statements(transaction, tenantId);
  const inserts = await write`
    insert into charter.role_assignments ${inserted({ tenant_id: tenant, principal_id: principalId, role })}
    on conflict do nothing`;
  if (inserts === 0) return;
  const record = roleAssigned.record({ principalId, role }, cause);
  await auditLog(transaction, tenantId).append([record], cause.at);
}

/**
 * Returns the principals with the role and locks their rows, so that concurrent removals can't remove the last two.
 */
const lockHolders = ({ tenant, all }: Statements, role: Role): Promise<string[]> => all(text())`
  select principal_id from charter.role_assignments
   where tenant_id = ${tenant} and role = ${role} order by principal_id for update`;

export function createRoleAssignmentStore(databases: TenantDatabases): RoleAssignmentStore {
  const change = <Result>(tenantId: string, work: (transaction: Database) => Promise<Result>) =>
    databases.for(tenantId).transaction().execute(work);
  const list = (tenantId: string, rest: Sql): Promise<RoleAssignment[]> => {
    const { tenant, all } = statements(databases.for(tenantId), tenantId);
    return all(
      ASSIGNMENT,
    )`select ${ASSIGNMENT} from charter.role_assignments where tenant_id = ${tenant} ${rest}`;
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

    assign: (tenantId, principalId, role, cause) =>
      change(tenantId, (transaction) => insert(transaction, tenantId, principalId, role, cause)),

    assignFirst: (tenantId, principalId, role, cause) =>
      change(tenantId, async (transaction) => {
        const run = statements(transaction, tenantId);
        // Without a holder, lockHolders has no row to lock.
        await run.lock('charter.first-role', role);
        if ((await lockHolders(run, role)).length > 0) return false;
        await insert(transaction, tenantId, principalId, role, cause);
        return true;
      }),

    revoke: (tenantId, principalId, role, cause, { keepLast = false } = {}) =>
      change(tenantId, async (transaction) => {
        const run = statements(transaction, tenantId);
        const holders = await lockHolders(run, role);
        if (!holders.includes(principalId)) return 'absent';
        if (keepLast && holders.length === 1) return 'last';
        await run.write`
          delete from charter.role_assignments
           where tenant_id = ${run.tenant} and principal_id = ${principalId} and role = ${role}`;
        const record = roleRevoked.record({ principalId, role }, cause);
        await auditLog(transaction, tenantId).append([record], cause.at);
        return 'revoked';
      }),
  };
}
