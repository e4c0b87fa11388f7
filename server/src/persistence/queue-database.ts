/**
 * The queue's own connections. pg-boss sends unnamed statements, which PostgreSQL would parse and plan each time (more
 * than half of the cost). Here each connection prepares a statement once.
 *
 * These connections commit asynchronously. They fetch jobs, send heartbeats and record completion; after a power
 * failure a lost record only repeats a job, which resumes from its ledger. Jobs are sent in the service's own
 * transactions, over its own connections.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Db } from 'pg-boss';
import { poolCloser } from './close-pool.ts';
import { DatabaseClient } from './database-client.ts';
import { statementName } from './tenancy.ts';

export interface QueueDatabase extends Db {
  listen: NonNullable<Db['listen']>;
  close(): Promise<void>;
}

interface Listener {
  onNotification(payload: string): void;
  onReconnect(): void;
  onError(error: Error): void;
}

const APPLICATION_NAME = 'charter queue';
const RECONNECT_MILLISECONDS = 1000;

/** The queue's statements find rows by key, so one generic plan fits every value. */
const SESSION = 'set synchronous_commit = off; set plan_cache_mode = force_generic_plan';

/** PostgreSQL can't prepare scripts of several statements. */
const IS_SCRIPT = /^\s*BEGIN\b|;\s*\S/i;

async function openListener(
  connectionString: string,
  channel: string,
  listener: Listener,
): Promise<pg.Client> {
  const client = new DatabaseClient({
    connectionString,
    application_name: APPLICATION_NAME,
    keepAlive: true,
  });
  client.on('error', listener.onError);
  client.on('notification', ({ payload }) => listener.onNotification(payload ?? ''));
  try {
    await client.connect();
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

/**
 * Listens on a dedicated connection and reconnects when it is lost. `onReconnect` and polling cover notifications
 * missed in between.
 */
export async function listen(
  connectionString: string,
  channel: string,
  listener: Listener,
): Promise<{ close(): Promise<void> }> {
  const closing = new AbortController();
  let client: pg.Client;
  const use = (opened: pg.Client): void => {
    client = opened;
    opened.once('end', () => void reopen());
    listener.onReconnect();
  };
  const reopen = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        await delay(RECONNECT_MILLISECONDS, undefined, { signal: closing.signal });
        return use(await openListener(connectionString, channel, listener));
      } catch (error) {
        if (!closing.signal.aborted) listener.onError(error as Error);
      }
    }
  };
  use(await openListener(connectionString, channel, listener));
  return {
    async close() {
      closing.abort();
      await client.end();
    },
  };
}

export function openQueueDatabase(
  connectionString: string,
  connections: number,
  onError: (error: Error) => void,
): QueueDatabase {
  const pool = new pg.Pool({
    Client: DatabaseClient,
    connectionString,
    max: connections,
    application_name: APPLICATION_NAME,
    onConnect: async (client) => void (await client.query(SESSION)),
  });
  pool.on('error', onError);
  const close = poolCloser(pool);
  return {
    async executeSql(text, values = []) {
      if (values.length > 0 || !IS_SCRIPT.test(text)) {
        return pool.query({ name: statementName(text), text, values });
      }
      // A script returns one result per statement.
      const results: unknown = await pool.query(text);
      return { rows: [results].flat().flatMap((result) => (result as pg.QueryResult).rows) };
    },
    listen: (channel, onNotification, onReconnect) =>
      listen(connectionString, channel, { onNotification, onReconnect, onError }),
    close,
  };
}
