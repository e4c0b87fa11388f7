/** Roles that the service itself gives. */
import type { RoleAssignmentStore } from '../domain/identity/ports.ts';
import type { Role } from '../domain/principal.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import type { CharterTables } from './tables.ts';

export function createRoleAssignmentStore(databases: TenantDatabases<CharterTables>): RoleAssignmentStore {
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

    async assign(tenantId, principalId, role) {
      await databases
        .for(tenantId)
        .insertInto('charter.role_assignments')
        .values({ tenant_id: tenantId, principal_id: principalId, role })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async revoke(tenantId, principalId, role) {
      await databases
        .for(tenantId)
        .deleteFrom('charter.role_assignments')
        .where('tenant_id', '=', tenantId)
        .where('principal_id', '=', principalId)
        .where('role', '=', role)
        .execute();
    },
  };
}
