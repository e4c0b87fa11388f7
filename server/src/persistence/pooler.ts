/**
 * Finds out how a pooler such as PgBouncer lends sessions of PostgreSQL. In session mode a connection has one session. In
 * transaction mode each transaction may run in another one, so what belongs to a session is lost or reaches others:
 * LISTEN, session-level advisory locks, SET.
 */
import type pg from 'pg';
import { DatabaseClient } from './database-client.ts';
import { startFailure } from './unavailable.ts';

/** Prepared by name, as the statements of the service are. */
const PID = { name: 'charter_pid', text: 'select pg_catalog.pg_backend_pid() as pid' };
/** SQLSTATEs of a pooler that does not track prepared statements: one is missing in a session, or exists in it. */
const UNTRACKED = ['26000', '42P05'];
/** Other clients of a pooler may take the session that a round expects, so there are several. */
const ROUNDS = 3;

const pidOf = async (client: pg.Client): Promise<number> => (await client.query(PID)).rows[0].pid;

async function swapsSessions(first: pg.Client, second: pg.Client): Promise<boolean> {
  const mine = new Set([await pidOf(first), await pidOf(first)]);
  // The transaction occupies a session. If that is the first client's, its next statement runs in another one.
  await second.query('begin');
  const others = await pidOf(second);
  mine.add(await pidOf(first));
  await second.query('rollback');
  return mine.size > 1 || mine.has(others);
}

async function connected<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Returns true when each connection of the URL has a session of PostgreSQL, false behind a pooler in transaction mode.
 * @throws CharterError when the service can't work through the pooler
 */
export const hasSessions = (url: string, setting: string): Promise<boolean> =>
  connected(url, async (first) => {
    // PostgreSQL announces its process to the client. A pooler announces a number of its own.
    const { processID } = first as unknown as { processID: number };
    if ((await pidOf(first)) === processID) return true;
    try {
      return await connected(url, async (second) => {
        for (let round = 0; round < ROUNDS; round += 1) if (await swapsSessions(first, second)) return false;
        return true;
      });
    } catch (error) {
      const { code = '', message } = error as pg.DatabaseError;
      if (UNTRACKED.includes(code)) {
        throw startFailure(
          `The pooler of ${setting} is in transaction mode and tracks no prepared statements. Use PgBouncer 1.21 or newer with max_prepared_statements = 200, or a pool in session mode.`,
        );
      }
      if (message.includes('statement pooling')) {
        throw startFailure(
          `The pooler of ${setting} is in statement mode, which has no transactions. Use a pool in transaction or session mode.`,
        );
      }
      throw error;
    }
  });

/** @throws CharterError when the URL leads to a pooler in transaction mode */
export async function assertSessions(url: string, setting: string, use: string): Promise<void> {
  if (await hasSessions(url, setting)) return;
  throw startFailure(
    `${setting} leads to a pooler in transaction mode, and ${use} sessions. Give a URL that leads to PostgreSQL itself or to a pool in session mode.`,
  );
}
