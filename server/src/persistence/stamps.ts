/**
 * Stamps of cached state. A stamp is a random value in a row of the tenant. Every change of the state replaces it in its
 * transaction, so equal stamps mean equal state, and a process can cache state by its stamp.
 */
import { type Kysely, sql } from 'kysely';
import type { CharterTables } from './tables.ts';

type Database = Kysely<CharterTables>;

type StampTable = 'charter.policy_stamps' | 'charter.template_stamps';

/** Returns the current stamp; undefined before the first change. */
export async function readStamp(
  db: Database,
  table: StampTable,
  tenantId: string,
): Promise<string | undefined> {
  const row = await db.selectFrom(table).select('stamp').where('tenant_id', '=', tenantId).executeTakeFirst();
  return row?.stamp;
}

/**
 * Runs a change in a transaction that first replaces the stamp. The lock of the stamp's row serializes the tenant's
 * changes, and the constant order of locks prevents deadlocks.
 */
export function changeStamped<T>(
  db: Database,
  table: StampTable,
  tenantId: string,
  work: (transaction: Database) => Promise<T>,
): Promise<T> {
  const stamp = sql<string>`gen_random_uuid()`;
  const stamped = async (transaction: Database): Promise<T> => {
    await transaction
      .insertInto(table)
      .values({ tenant_id: tenantId, stamp })
      .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ stamp }))
      .execute();
    return work(transaction);
  };
  return db.isTransaction ? stamped(db) : db.transaction().execute(stamped);
}

/** Freezes a value that callers share, with everything in it. */
export function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const child of Object.values(value)) freeze(child);
  return Object.freeze(value);
}
