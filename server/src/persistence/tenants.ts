/** The known tenants. Their list is readable without a tenant. */
import type { TenantStore } from '../domain/identity/ports.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import type { CharterTables } from './tables.ts';

/** Stands for no tenant: row-level security then admits only public rows. */
export const NO_TENANT = '';

const COLUMNS = ['tenant_id as id', 'display_name as displayName'] as const;

export function createTenantStore(databases: TenantDatabases<CharterTables>): TenantStore {
  return {
    find: (tenantId) =>
      databases
        .for(tenantId)
        .selectFrom('charter.tenants')
        .select(COLUMNS)
        .where('tenant_id', '=', tenantId)
        .executeTakeFirst(),

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

    list: () =>
      databases
        .for(NO_TENANT)
        .selectFrom('charter.tenants')
        .select(COLUMNS)
        .orderBy('display_name')
        .orderBy('tenant_id')
        .execute(),
  };
}
