/** Readiness checks on a dedicated connection, so that a busy pool does not fail them. */
import type pg from 'pg';
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

/** @throws Error unless the database answers and accepts writes */
export async function assertWritable(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ read_only: string }>(
    "select current_setting('transaction_read_only') as read_only",
  );
  if (rows[0]?.read_only !== 'off') throw new Error('PostgreSQL is read-only: it may be a standby.');
}

const ANY_QUEUE: QueueName = 'run-job';

/** @throws Error unless the queue's tables are readable */
export async function assertQueue(pool: pg.Pool): Promise<void> {
  const { rowCount } = await pool.query('select from pgboss.queue where name = $1', [ANY_QUEUE]);
  if (rowCount !== 1) throw new Error(`The queue ${ANY_QUEUE} does not exist.`);
}
