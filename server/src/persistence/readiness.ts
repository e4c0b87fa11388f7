/** Readiness checks on a dedicated connection, so that a busy pool does not fail them. */
import type pg from 'pg';
import { text } from '../kernel/columns.ts';
import { statementsOn } from './connection.ts';
import type { QueueName } from './queues.ts';
import { createPool } from './tenancy.ts';

const LONGEST_MILLISECONDS = 2_000;

/** Opens a pool of one permanent connection. Checks then work even when PostgreSQL accepts no new ones. */
export const openReadinessPool = (connectionString: string, onError: (error: Error) => void): pg.Pool =>
  createPool(connectionString, 1, onError, {
    waitMilliseconds: LONGEST_MILLISECONDS,
    statementMilliseconds: LONGEST_MILLISECONDS,
    idleMilliseconds: 0,
  });

/** PostgreSQL's SQLSTATE of a write that a read-only server rejects. */
const READ_ONLY = '25006';

/**
 * Checks that the database responds, is not a standby, and has disk space. An exported snapshot is a small file in the
 * server's data folder, which exists until the end of the statement: it needs space, but leaves no row, no WAL and no
 * bloat behind (PostgreSQL manual, "Snapshot Synchronization Functions").
 * @throws Error with PostgreSQL's SQLSTATE: 25006 for a read-only server, 53100 without disk space
 */
export async function assertDatabaseWritable(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  let snapshot: string | undefined;
  try {
    snapshot = await statementsOn(client).first(text())`
      select case current_setting('transaction_read_only') when 'off' then pg_catalog.pg_export_snapshot() else '' end`;
  } finally {
    // A failed or read-only connection is closed, so that the next check finds the writable host.
    client.release(!snapshot);
  }
  if (snapshot === '') throw Object.assign(new Error('PostgreSQL is read-only.'), { code: READ_ONLY });
}

/**
 * Checks that a pool without connections can open one. A busy pool has some, so it is never disturbed.
 * @throws Error when the server gives it none
 */
export async function assertConnects(pool: pg.Pool): Promise<void> {
  if (pool.totalCount === 0) (await pool.connect()).release();
}

const ANY_QUEUE: QueueName = 'run-job';

/** @throws Error when the queue's tables are unreadable, or lack a queue of the service */
export async function assertQueue(pool: pg.Pool): Promise<void> {
  const hasQueue = await statementsOn(pool).exists`select from pgboss.queue where name = ${ANY_QUEUE}`;
  if (!hasQueue) throw new Error(`The queue ${ANY_QUEUE} does not exist.`);
}
