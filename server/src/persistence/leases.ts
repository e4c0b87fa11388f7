/** The statement by which nodes lease due rows of a queue table (engine/leases/lease.ts). */

export interface LeasedTable {
  table: string;
  /** Columns of the key, besides the tenant. */
  key: readonly string[];
  /** Column with the end of the lease. */
  until: string;
  /** Column that numbers the leases, for fencing; a table without one is fenced by the end of the lease. */
  number?: string;
}

export interface LeaseClauses {
  /** Rows that may be leased at `$2`. */
  where: string;
  order: string;
  /** Further assignments. */
  set?: string;
  /** Columns of the leased `item`. */
  returning: string;
}

/**
 * Leases up to `$4` rows of the tenant `$1` at the time `$2` until `$3`. Skips rows that another node is leasing at the
 * same moment.
 */
export const leaseRows = (
  { table, key, until, number }: LeasedTable,
  { where, order, set, returning }: LeaseClauses,
): string => `
  update ${table} as item
     set ${[`${until} = $3`, ...(number ? [`${number} = item.${number} + 1`] : []), ...(set ? [set] : [])].join(', ')}
    from (select ${key.join(', ')} from ${table} as item
           where tenant_id = $1 and ${where}
           order by ${order} limit $4 for update skip locked) due
   where item.tenant_id = $1 and ${key.map((column) => `item.${column} = due.${column}`).join(' and ')}
  returning ${returning}`;
