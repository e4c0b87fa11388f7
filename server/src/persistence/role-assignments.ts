/** Roles that the service itself gives. */
import type { Kysely } from 'kysely';
import { roleAssigned, roleRecord, roleRevoked } from '../domain/identity/identity-records.ts';
import type { RoleAssignmentStore } from '../domain/identity/ports.ts';
import type { Role } from '../engine/principal.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import { auditStore } from './audit.ts';
import type { CharterTables } from './tables.ts';

export function createRoleAssignmentStore(databases: TenantDatabases<CharterTables>): RoleAssignmentStore {
  const change = (tenantId: string, work: (transaction: Kysely<CharterTables>) => Promise<void>) =>
    databases.for(tenantId).transaction().execute(work);
  return {
    async rolesOf(tenantId, principalId) {
      const rows = await databases
        .for(tenantId)
        .selectFrom('charter.role_assignments')
        .select('role')
        .where('tenant_id', '=', tenantId)
        .where('principal_id', '=', principalId)
        .orderBy('role')
        .execute();
      return rows.map((row) => row.role as Role);
    },

    async list(tenantId) {
      const rows = await databases
        .for(tenantId)
        .selectFrom('charter.role_assignments')
        .select(['principal_id', 'role'])
        .where('tenant_id', '=', tenantId)
        .orderBy('principal_id')
        .orderBy('role')
        .execute();
      return rows.map((row) => ({ principalId: row.principal_id, role: row.role as Role }));
    },

    assign(tenantId, principalId, role, cause) {
      return change(tenantId, async (transaction) => {
        const result = await transaction
          .insertInto('charter.role_assignments')
          .values({ tenant_id: tenantId, principal_id: principalId, role })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (result.numInsertedOrUpdatedRows !== 1n) return;
        const record = roleRecord(roleAssigned, principalId, role, cause);
        await auditStore(transaction, tenantId).append([record], cause.at);
      });
    },

    revoke(tenantId, principalId, role, cause) {
      return change(tenantId, async (transaction) => {
        const result = await transaction
          .deleteFrom('charter.role_assignments')
          .where('tenant_id', '=', tenantId)
          .where('principal_id', '=', principalId)
          .where('role', '=', role)
          .executeTakeFirst();
        if (result.numDeletedRows !== 1n) return;
        const record = roleRecord(roleRevoked, principalId, role, cause);
        await auditStore(transaction, tenantId).append([record], cause.at);
      });
    },
  };
}
