/**
 * Changes to the schema and to rights, which `charter migrate` and starting nodes make. Other nodes serve requests
 * meanwhile, and a dump or a report may hold locks for hours. A statement that waits for a lock makes every later one
 * on the table wait behind it. So each change waits for a short time, gives up its place, and tries again.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Dialect,
  DummyDriver,
  Kysely,
  type LogConfig,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type pg from 'pg';
import { columns, number, text } from '../kernel/columns.ts';
import { sql } from '../kernel/sql.ts';
import { statementsOn } from './connection.ts';
import { startFailure } from './unavailable.ts';

export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
}

/**
 * `expansion` and `contraction` are migrations (migrations/index.ts). The others bring a part of the database in line
 * with this build: the tables and options of the queue, the service's role, rights and row-level security, settings.
 */
export type ChangeKind = 'expansion' | 'contraction' | 'records' | 'queue' | 'role' | 'rights' | 'setting';

/** Statements that run in one transaction. */
export interface DatabaseChange {
  readonly name: string;
  readonly kind: ChangeKind;
  readonly statements: readonly Statement[];
}

/** Compiles statements without running them. */
const OFFLINE_DIALECT: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};
const COMPILER = new Kysely<never>({ dialect: OFFLINE_DIALECT });

/** Returns the statement with its inline values as parameters (kernel/sql.ts). */
export function statement(...template: Parameters<typeof sql>): Statement {
  const { sql: compiled, parameters } = sql(...template).compile(COMPILER);
  return { text: compiled, ...(parameters.length > 0 && { values: parameters }) };
}

/** Returns the statements that the work would run. */
export async function statementsOf(work: (db: Kysely<never>) => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const log: LogConfig = ({ query }) => void statements.push({ text: query.sql });
  await work(new Kysely<never>({ dialect: OFFLINE_DIALECT, log }));
  return statements;
}

/** Schemas with tables of the service, without those of the queue. */
export const SCHEMAS: readonly string[] = ['charter', 'directory', 'embedded_suite', 'graph_suite'];

/** Maximum wait for a lock, and therefore the maximum time for which a change blocks requests on its table. */
const LOCK_MILLISECONDS = 100;
const PAUSE_MILLISECONDS = 1_000;
/** A dump of a large database takes minutes. A change that waits longer needs the operator. */
const LOCK_WAIT_MILLISECONDS = 15 * 60_000;
/** SQLSTATEs lock_not_available and deadlock_detected. */
const LOCKED = ['55P03', '40P01'];

const HOLDER = columns({
  pid: number<number>('a.pid'),
  program: text<string>(sql`coalesce(nullif(application_name, ''), 'a session')`),
});

/** Names the sessions that hold locks on tables of the service, except those of nodes. */
async function describeHolders(client: pg.Client): Promise<string> {
  const holders = await statementsOn(client).all(HOLDER)`
    select distinct ${HOLDER}
      from pg_locks l
      join pg_class c on c.oid = l.relation
      join pg_namespace n on n.oid = c.relnamespace
      join pg_stat_activity a on a.pid = l.pid
     where l.granted and l.database = (select oid from pg_database where datname = current_database())
       and n.nspname = any(${[...SCHEMAS, 'pgboss']}::text[])
       and a.pid <> pg_backend_pid() and a.application_name not like 'charter%'`;
  if (holders.length === 0) return 'another session';
  return holders.map(({ pid, program }) => `${program} (process ${pid})`).join(', ');
}

/** Bounds every later wait of the connection for a lock. */
export const setLockTimeout = (client: pg.Client): Promise<unknown> =>
  client.query(`set lock_timeout = ${LOCK_MILLISECONDS}`);

/**
 * Repeats the work while locks of other sessions prevent it.
 * @param log receives a line for the operator when a wait begins, and when other sessions cause it
 * @throws CharterError after 15 minutes
 */
export async function whenUnlocked<Result>(
  client: pg.Client,
  name: string,
  work: () => Promise<Result>,
  log: (line: string) => void,
): Promise<Result> {
  const deadline = Date.now() + LOCK_WAIT_MILLISECONDS;
  let reported = '';
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!LOCKED.includes((error as pg.DatabaseError).code ?? '')) throw error;
      const holders = await describeHolders(client);
      if (Date.now() >= deadline) {
        throw startFailure(
          `"${name}" waits for a lock that ${holders} holds. Wait until that ends or end it, then start again.`,
          error,
        );
      }
      if (holders !== reported) log(`"${name}" waits for a lock that ${holders} holds, and tries again.`);
      reported = holders;
      // Nodes that start together try at different times.
      await delay(PAUSE_MILLISECONDS + randomInt(PAUSE_MILLISECONDS / 4));
    }
  }
}

/** Makes the change in one transaction, which it repeats while locks of other sessions prevent it. */
export const applyChange = (
  client: pg.Client,
  { name, statements }: DatabaseChange,
  log: (line: string) => void,
): Promise<void> =>
  whenUnlocked(
    client,
    name,
    async () => {
      await client.query('begin');
      try {
        for (const { text: script, values } of statements) {
          // Without values, the text may hold several statements (PostgreSQL manual, "Simple Query").
          await (values === undefined ? client.query(script) : client.query(script, [...values]));
        }
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
    },
    log,
  );
