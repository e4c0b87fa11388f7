/** The known tenants. Their list is readable without a tenant and holds names only. */
import type { Tenant, TenantStore } from '../domain/identity/ports.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import type { CharterTables, TenantRow } from './tables.ts';

/** Stands for no tenant: row-level security then admits only public rows. */
export const NO_TENANT = '';

const toTenant = (row: Pick<TenantRow, 'tenant_id' | 'display_name'>): Tenant => ({
  id: row.tenant_id,
  displayName: row.display_name,
});

export function createTenantStore(databases: TenantDatabases<CharterTables>): TenantStore {
  return {
    async find(tenantId) {
      const row = await databases
        .for(tenantId)
        .selectFrom('charter.tenants')
        .select(['tenant_id', 'display_name'])
        .where('tenant_id', '=', tenantId)
        .executeTakeFirst();
      return row && toTenant(row);
    },

    async save(tenant) {
      await databases
        .for(tenant.id)
        .insertInto('charter.tenants')
        .values({ tenant_id: tenant.id, display_name: tenant.displayName })
        .onConflict((conflict) =>
          conflict.column('tenant_id').doUpdateSet({ display_name: tenant.displayName }),
        )
        .execute();
    },

    async list() {
      const rows = await databases
        .for(NO_TENANT)
        .selectFrom('charter.tenants')
        .select(['tenant_id', 'display_name'])
        .orderBy('display_name')
        .orderBy('tenant_id')
        .execute();
      return rows.map(toTenant);
    },
  };
}
