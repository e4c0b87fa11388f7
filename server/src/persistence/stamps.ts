/**
 * Stamps of cached state. A stamp is a random value in a row of the tenant. Every change of the state replaces it in its
 * transaction, so equal stamps mean equal state, and a process can cache state by its stamp.
 */
import type { Kysely } from 'kysely';
import { type Statements, statements } from './statements.ts';
import type { CharterTables } from './tables.ts';

type StampTable = 'charter.policy_stamps' | 'charter.template_stamps';

/** Returns the current stamp; undefined before the first change. */
export async function readStamp({ first }: Statements, table: StampTable): Promise<string | undefined> {
  const row = await first<{ stamp: string }>(`select stamp from ${table} where tenant_id = $1`);
  return row?.stamp;
}

/**
 * Runs a change in a transaction that first replaces the stamp. The lock of the stamp's row serializes the tenant's
 * changes, and the constant order of locks prevents deadlocks.
 */
export function changeStamped<T>(
  db: Kysely<CharterTables>,
  table: StampTable,
  tenantId: string,
  work: (transaction: Statements) => Promise<T>,
): Promise<T> {
  const stamped = async (transaction: Kysely<CharterTables>): Promise<T> => {
    const run = statements(transaction, tenantId);
    await run.write(
      `insert into ${table} (tenant_id, stamp) values ($1, gen_random_uuid())
       on conflict (tenant_id) do update set stamp = excluded.stamp`,
    );
    return work(run);
  };
  return db.isTransaction ? stamped(db) : db.transaction().execute(stamped);
}

/** Freezes a value that callers share, with everything in it. */
export function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const child of Object.values(value)) freeze(child);
  return Object.freeze(value);
}
