/** Parts of statements that several stores need. */
import type { OperationNodeSource } from 'kysely';
import { ownStepName } from '../flows/provisioning/plan.ts';
import { type Sql, sql } from '../kernel/sql.ts';

/** Makes the commit of the statement's transaction asynchronous (docs/adr/0008-commits-that-wait-for-the-disk.md). */
export const ASYNC_COMMIT = sql`set_config('synchronous_commit', 'off', true)`;

/**
 * Ends an INSERT … SELECT that has no other RETURNING and no ON CONFLICT. Without it, Citus would copy the rows into
 * the shard, and row-level security rejects COPY (docs/distributed-database.md).
 */
export const RETURNING_TRUE = sql`returning true`;

/**
 * Begins a statement on the rows `item` of the source. PostgreSQL inlines a SELECT without FOR UPDATE. Citus reads or
 * writes the rows first, so that subqueries can compare them with tables of the coordinator
 * (docs/distributed-database.md).
 */
export const asItem = (source: Sql): Sql => sql`with item as (${source})`;

/** Name of the team of `item` in the directory, or null. Citus fails at a left join with a table of the coordinator. */
export const TEAM_NAME = sql`
  (select t.display_name from directory.teams t where t.tenant_id = item.tenant_id and t.team_id = item.team_id)`;

/** Restricts the rows of `item` to teams that the person owns; undefined restricts nothing. */
export const ofTeamsOwnedBy = (tenant: Sql, ownerId: string | undefined): Sql =>
  ownerId === undefined
    ? sql``
    : sql`and exists (
        select from directory.team_members owner
         where owner.tenant_id = ${tenant} and owner.team_id = item.team_id and owner.user_id = ${ownerId}
           and owner.role = 'owner')`;

/**
 * Whether `charter.jobs job` may still change its team. A job whose remaining steps are all own steps may not, unless
 * it is being cancelled: its receivers can take a month, and policy checks of the team must not wait for them.
 */
export const mayChangeTeam = sql`
  job.status in ('waiting', 'active', 'delayed')
  and (job.cancellation is not null
       or not coalesce((select bool_and(starts_with(step, ${ownStepName('')}))
                          from unnest(job.steps[jsonb_array_length(job.ledger) + 1:]) as step), false))`;

/** The greatest UUID: a list in descending order starts below it. */
export const MAX_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * When the limit is a parameter, PostgreSQL plans for a tenth of the rows. The limit is therefore part of the text, in
 * a few sizes to bound the number of statements. The caller drops surplus rows.
 */
const LIMITS = [26, 101, 251, 501, 1000];

/** Returns at least one more than the page size; the extra row shows that another page follows. */
export const limitFor = (top: number): Sql => sql.lit(LIMITS.find((limit) => limit > top) ?? top + 1);

export interface LeasedTable {
  table: string;
  /** Key columns, besides the tenant. */
  key: readonly string[];
  /** Column with the end of the lease. */
  until: string;
  /** Column that counts the leases, for fencing. Without one, the end of the lease is the fence. */
  number?: string;
}

interface LeaseClauses {
  leaseUntil: Date;
  limit: number;
  /** Condition for the rows that may be leased now. */
  where: Sql;
  order: Sql;
  /** Additional assignments. */
  set?: Sql;
  /** Columns of the leased `item`. */
  returning: OperationNodeSource;
}

/**
 * Returns the statement that leases due rows of a queue table (engine/leases/lease.ts). Skips rows that another node is
 * leasing. `due` is materialized: a subquery in the inner loop of a join would lock other rows in each repetition,
 * more than `limit` in all.
 */
export function leaseRows(
  tenant: Sql,
  { table, key, until, number }: LeasedTable,
  { leaseUntil, limit, where, order, set, returning }: LeaseClauses,
): Sql {
  const keys = key.map((column) => sql.ref(column));
  const assigned = [
    sql`${sql.ref(until)} = ${leaseUntil}`,
    number === undefined ? [] : sql`${sql.ref(number)} = item.${sql.ref(number)} + 1`,
    set ?? [],
  ].flat();
  const isDue = keys.map((column) => sql`item.${column} = due.${column}`);
  return sql`
    with due as materialized (
      select ${sql.join(keys)} from ${sql.table(table)} as item
       where tenant_id = ${tenant} and ${where}
       order by ${order} limit ${limit} for update skip locked)
    update ${sql.table(table)} as item set ${sql.join(assigned)}
      from due
     where item.tenant_id = ${tenant} and ${sql.join(isDue, sql` and `)}
    returning ${returning}`;
}
