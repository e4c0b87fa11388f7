/** The known tenants. A connection that is bound to no tenant may read the list. */
import type { Tenant, TenantStore } from '../domain/identity/ports.ts';
import { columns, text } from '../kernel/columns.ts';
import { type Database, statements } from '../kernel/sql.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';

/** Stands for no tenant: row-level security then admits only public rows. */
export const NO_TENANT = '';

const TENANT = columns<Tenant>({ id: text('tenant_id'), displayName: text() });

/** Adds or renames the tenant. */
export async function saveTenant(db: Database, { id, displayName }: Tenant): Promise<void> {
  const { tenant, write } = statements(db, id);
  await write`
    insert into charter.tenants (tenant_id, display_name) values (${tenant}, ${displayName})
    on conflict (tenant_id) do update set display_name = excluded.display_name`;
}

export function createTenantStore(databases: TenantDatabases): TenantStore {
  const inTenant = (tenantId: string) => statements(databases.for(tenantId), tenantId);
  return {
    find(tenantId) {
      const { tenant, first } = inTenant(tenantId);
      return first(TENANT)`select ${TENANT} from charter.tenants where tenant_id = ${tenant}`;
    },

    save: (tenant) => saveTenant(databases.for(tenant.id), tenant),

    list: () =>
      inTenant(NO_TENANT).all(TENANT)`select ${TENANT} from charter.tenants order by display_name, tenant_id`,
  };
}
