import type { Database } from './sql.ts';

/** Prefix of a statement that PostgreSQL plans for its values on every execution instead of preparing it once. */
export const PLANNED_EACH_TIME = '/* planned each time */';

/**
 * Access to the database for modules that have tables of their own: a query builder bound to one tenant. Row-level
 * security confines every statement, and each query names the tenant as well.
 */
export interface TenantDatabases {
  for(tenantId: string): Database;
}
