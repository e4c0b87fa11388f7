/** Roles that the service assigns. Each change writes an audit record. */
import { type Kysely, sql } from 'kysely';
import { roleAssigned, roleRevoked } from '../domain/identity/identity-records.ts';
import type { RoleAssignment, RoleAssignmentStore, TimedCause } from '../domain/identity/ports.ts';
import type { Role } from '../engine/principal.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import { auditStore } from './audit.ts';
import { statements } from './statements.ts';
import type { CharterTables } from './tables.ts';

type Transaction = Kysely<CharterTables>;

async function insert(
  transaction: Transaction,
  tenantId: string,
  principalId: string,
  role: Role,
  cause: TimedCause,
): Promise<void> {
  const result = await transaction
    .insertInto('charter.role_assignments')
    .values({ tenant_id: tenantId, principal_id: principalId, role })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (result.numInsertedOrUpdatedRows !== 1n) return;
  const record = roleAssigned.record({ principalId, role }, cause);
  await auditStore(transaction, tenantId).append([record], cause.at);
}

/**
 * Returns the principals with the role and locks their rows, so that concurrent removals can't remove the last two.
 */
async function lockHolders(transaction: Transaction, tenantId: string, role: Role): Promise<string[]> {
  const rows = await transaction
    .selectFrom('charter.role_assignments')
    .select('principal_id')
    .where('tenant_id', '=', tenantId)
    .where('role', '=', role)
    .orderBy('principal_id')
    .forUpdate()
    .execute();
  return rows.map((row) => row.principal_id);
}

export function createRoleAssignmentStore(databases: TenantDatabases<CharterTables>): RoleAssignmentStore {
  const change = <Result>(tenantId: string, work: (transaction: Transaction) => Promise<Result>) =>
    databases.for(tenantId).transaction().execute(work);
  const all = (tenantId: string) =>
    databases
      .for(tenantId)
      .selectFrom('charter.role_assignments')
      .select(['principal_id as principalId', 'role'])
      .where('tenant_id', '=', tenantId)
      .orderBy('principal_id')
      .orderBy('role')
      .$narrowType<RoleAssignment>();
  return {
    async rolesOf(tenantId, principalId) {
      const rows = await all(tenantId).where('principal_id', '=', principalId).execute();
      return rows.map(({ role }) => role);
    },

    list: (tenantId) => all(tenantId).execute(),

    listPage(tenantId, { top, after }) {
      const page = all(tenantId).limit(top + 1);
      if (after === undefined) return page.execute();
      return page.where(sql<boolean>`(principal_id, role) > (${after.principalId}, ${after.role})`).execute();
    },

    assign: (tenantId, principalId, role, cause) =>
      change(tenantId, (transaction) => insert(transaction, tenantId, principalId, role, cause)),

    assignFirst: (tenantId, principalId, role, cause) =>
      change(tenantId, async (transaction) => {
        // Without a holder, lockHolders has no row to lock.
        await statements(transaction, tenantId).lock('charter.first-role', role);
        if ((await lockHolders(transaction, tenantId, role)).length > 0) return false;
        await insert(transaction, tenantId, principalId, role, cause);
        return true;
      }),

    revoke: (tenantId, principalId, role, cause, { keepLast = false } = {}) =>
      change(tenantId, async (transaction) => {
        const holders = await lockHolders(transaction, tenantId, role);
        if (!holders.includes(principalId)) return 'absent';
        if (keepLast && holders.length === 1) return 'last';
        await transaction
          .deleteFrom('charter.role_assignments')
          .where('tenant_id', '=', tenantId)
          .where('principal_id', '=', principalId)
          .where('role', '=', role)
          .execute();
        const record = roleRevoked.record({ principalId, role }, cause);
        await auditStore(transaction, tenantId).append([record], cause.at);
        return 'revoked';
      }),
  };
}
