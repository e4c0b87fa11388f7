import type { Kysely } from 'kysely';

/** Begins a statement that is planned anew for its values, instead of being prepared once. */
export const PLANNED_EACH_TIME = '/* planned each time */';

/**
 * The only door to the database for a room that keeps tables: a query builder bound to one tenant. Row-level
 * security confines whatever runs through it, and each query names the tenant besides.
 */
export interface TenantDatabases<Tables> {
  for(tenantId: string): Kysely<Tables>;
}
