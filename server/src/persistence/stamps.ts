/**
 * Stamps of cached state. A stamp is a random value in a row of the tenant. Every change of the state replaces the
 * stamp in the same transaction, so equal stamps mean equal state, and a process can cache state by its stamp.
 */

import { LRUCache } from 'lru-cache';
import { text } from '../kernel/columns.ts';
import { type Database, type Statements, sql, statements } from '../kernel/sql.ts';

type StampTable = 'charter.policy_stamps' | 'charter.template_stamps';

/** Returns the current stamp; undefined before the first change. */
export function readStamp({ tenant, first }: Statements, table: StampTable): Promise<string | undefined> {
  return first(text())`select stamp from ${sql.table(table)} where tenant_id = ${tenant}`;
}

/**
 * Runs a change in a transaction that first replaces the stamp. The lock of the stamp's row serializes the tenant's
 * changes, and the constant order of locks prevents deadlocks.
 */
export function changeWithStamp<T>(
  db: Database,
  table: StampTable,
  tenantId: string,
  work: (transaction: Statements) => Promise<T>,
): Promise<T> {
  const stamped = async (transaction: Database): Promise<T> => {
    const run = statements(transaction, tenantId);
    await run.write`
      insert into ${sql.table(table)} (tenant_id, stamp) values (${run.tenant}, gen_random_uuid())
      on conflict (tenant_id) do update set stamp = excluded.stamp`;
    return work(run);
  };
  return db.isTransaction ? stamped(db) : db.transaction().execute(stamped);
}

/** State as it was read, with the length of its JSON as a measure of memory. */
interface ReadState<State> {
  state: State;
  size: number;
}

/**
 * Returns a function that reads the state with a stamp, from the cache if possible. Concurrent reads of the same state
 * share one query. A read may find a newer state, which serves as well.
 */
export function cacheByStamp<State>(maxSize: number, read: (run: Statements) => Promise<ReadState<State>>) {
  const cache = new LRUCache<string, ReadState<State>, Statements>({
    maxSize,
    sizeCalculation: ({ size }) => Math.max(size, 1),
    fetchMethod: (_stamp, _stale, { context }) => read(context),
    // A read continues for its callers when other states push it out of the cache.
    ignoreFetchAbort: true,
  });
  return async (db: Database, tenantId: string, stamp: string): Promise<State> => {
    const context = statements(db, tenantId);
    // A state that is read within a transaction is not cached, because it may be rolled back.
    const found = db.isTransaction
      ? (cache.get(stamp) ?? (await read(context)))
      : await cache.forceFetch(stamp, { context });
    return found.state;
  };
}

/** Deeply freezes a value that callers share. */
export function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const child of Object.values(value)) freeze(child);
  return Object.freeze(value);
}
