/** Builds the statement that leases due rows of a queue table (engine/leases/lease.ts). */

export interface LeasedTable {
  table: string;
  /** Key columns, besides the tenant. */
  key: readonly string[];
  /** Column with the end of the lease. */
  until: string;
  /** Column that counts the leases, for fencing. Without one, the end of the lease is the fence. */
  number?: string;
}

export interface LeaseClauses {
  /** Condition for rows that may be leased at `$2`. */
  where: string;
  order: string;
  /** Additional assignments. */
  set?: string;
  /** Columns of the leased `item`. */
  returning: string;
}

/**
 * Leases up to `$4` rows of the tenant `$1` at the time `$2` until `$3`. Skips rows that another node is leasing.
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
