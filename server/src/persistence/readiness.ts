/** Readiness checks on a dedicated connection, so that a busy pool does not fail them. */
import type pg from 'pg';
import { text } from '../kernel/columns.ts';
import { onConnection } from './connection.ts';
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
  const isReadOnly = await onConnection(pool).first(text())`select current_setting('transaction_read_only')`;
  if (isReadOnly !== 'off') throw new Error('PostgreSQL is read-only: it may be a standby.');
}

const ANY_QUEUE: QueueName = 'run-job';

/** @throws Error unless the queue's tables are readable */
export async function assertQueue(pool: pg.Pool): Promise<void> {
  const hasQueue = await onConnection(pool).exists`select from pgboss.queue where name = ${ANY_QUEUE}`;
  if (!hasQueue) throw new Error(`The queue ${ANY_QUEUE} does not exist.`);
}
