/**
 * Detects the mode of a pooler such as PgBouncer. In session mode a connection keeps one session of PostgreSQL. In
 * transaction mode each transaction may run in another session, so session state (LISTEN, session-level advisory locks,
 * SET) is lost or reaches other clients.
 */
import type pg from 'pg';
import { withConnection } from './database-client.ts';
import { startFailure } from './unavailable.ts';

/** Prepared by name, like the statements of the service. */
const PID = { name: 'charter_pid', text: 'select pg_catalog.pg_backend_pid() as pid' };
/** SQLSTATEs behind a pooler that does not track prepared statements: the name is missing, or exists already. */
const UNTRACKED = ['26000', '42P05'];
/** Number of rounds. One could fail to detect the mode, because other clients may take the session that it expects. */
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

/** Returns whether two connections keep sessions of their own. */
async function areSeparate(first: pg.Client, second: pg.Client): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round += 1) if (await swapsSessions(first, second)) return false;
  return true;
}

const LIMITS = { connectionTimeoutMillis: 10_000 };

/**
 * Returns true when each connection of the URL has its own session of PostgreSQL, false behind a pooler in transaction
 * mode.
 * @throws CharterError when the service can't work through the pooler
 */
export const hasSessions = (url: string, setting: string): Promise<boolean> => {
  const compare = async (first: pg.Client): Promise<boolean> => {
    // PostgreSQL sends the process id of the session to the client. A pooler sends a number of its own.
    const { processID } = first as unknown as { processID: number };
    if ((await pidOf(first)) === processID) return true;
    try {
      return await withConnection(url, (second) => areSeparate(first, second), LIMITS);
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
  };
  return withConnection(url, compare, LIMITS);
};

/** @throws CharterError when the URL leads to a pooler in transaction mode */
export async function assertSessions(url: string, setting: string, use: string): Promise<void> {
  if (await hasSessions(url, setting)) return;
  throw startFailure(
    `${setting} leads to a pooler in transaction mode, and ${use} sessions. Give a URL that leads to PostgreSQL itself or to a pool in session mode.`,
  );
}
