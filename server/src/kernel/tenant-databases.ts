import type { Database } from './sql.ts';

/** Prefix of a statement that PostgreSQL plans on every execution for its values, instead of preparing it once. */
export const PLANNED_EACH_TIME = '/* planned each time */';

/**
 * Database access for modules that have their own tables, bound to one tenant. Row-level security confines every
 * statement, and each query names the tenant as well.
 */
export interface TenantDatabases {
  for(tenantId: string): Database;
}
