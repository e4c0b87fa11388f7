/**
 * Binds every statement to one tenant, for row-level security, without an additional round trip.
 *
 * A statement outside of a transaction is sent as two extended-protocol executions before one Sync: first
 * `set_config('charter.tenant_id', …, true)`, then the statement. PostgreSQL runs everything up to a Sync as one
 * implicit transaction (PostgreSQL manual, "Extended Query": Pipelining). The setting is local to it and can't
 * leak to the connection's next user, even behind a transaction pooler. In a transaction, `BEGIN` and the same
 * `set_config` precede the first statement. See docs/adr/0002.
 *
 * Citus passes only SET LOCAL on to its workers, and only inside a transaction block. There, each statement is a
 * transaction of its own, which begins in the same way (docs/distributed-database.md).
 */
import { hash } from 'node:crypto';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { maxEntries } from '../kernel/cache.ts';
import { PLANNED_EACH_TIME, type TenantDatabases } from '../kernel/tenant-databases.ts';
import { DatabaseClient } from './database-client.ts';
import { StatementCompiler } from './statement-compiler.ts';
import type { TenantGate } from './tenant-gate.ts';
import { NO_TENANT } from './tenants.ts';
import { mustReplaceConnection, tenantBusy, toUnavailable, unavailable } from './unavailable.ts';

/** A statement that every connection prepares when it opens, so that it can precede others by name. */
interface PreparedStatement {
  name: string;
  values: unknown[];
}

/** The methods of pg's connection that an extended query uses. pg's types omit them. */
interface WireConnection {
  bind(message: { statement: string; values: unknown[] }): void;
  execute(message: { portal: string; rows: number }): void;
}

interface QueryInternals {
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: unknown): void;
  prepare(connection: WireConnection): void;
}

const pgInternals = pg as unknown as {
  Query: new (
    config: pg.QueryConfig,
    callback: (error: Error | undefined, result: pg.QueryResult) => void,
  ) => QueryInternals;
};

/** pg's query with preceding statements in the same implicit transaction. */
class PrecededQuery extends pgInternals.Query {
  readonly #preceding: readonly PreparedStatement[];
  #precedingDone = 0;

  constructor(
    preceding: readonly PreparedStatement[],
    config: pg.QueryConfig,
    callback: (error: Error | undefined, result: pg.QueryResult) => void,
  ) {
    super(config, callback);
    this.#preceding = preceding;
  }

  override prepare(connection: WireConnection): void {
    for (const { name, values } of this.#preceding) {
      connection.bind({ statement: name, values });
      connection.execute({ portal: '', rows: 0 });
    }
    super.prepare(connection);
  }

  override handleDataRow(message: unknown): void {
    if (this.#precedingDone === this.#preceding.length) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: unknown): void {
    if (this.#precedingDone === this.#preceding.length) super.handleCommandComplete(message, connection);
    else this.#precedingDone += 1;
  }
}

/** Limits of a pool and of the statements on its connections. An omitted limit is unbounded. */
export interface PoolLimits {
  /** Longest wait for a free or new connection. */
  waitMilliseconds?: number;
  /** Time that an idle connection stays open; 0 means forever. Default: ten seconds. */
  idleMilliseconds?: number;
  /** Longest run time of a statement. */
  statementMilliseconds?: number;
  /** Longest wait of a statement for a lock. */
  lockMilliseconds?: number;
  /** Disables parallel workers, so that a statement uses one core. */
  isSerial?: boolean;
}

const TENANT: PreparedStatement = { name: 'charter_tenant', values: [''] };
const RELAXED_TENANT: PreparedStatement = { name: 'charter_tenant_relaxed', values: [''] };
const BEGIN = { name: 'charter_begin', text: 'begin', values: [] };

/** Releases the locks of a transaction whose node is paused. */
const IDLE_IN_TRANSACTION_MILLISECONDS = 30_000;

/** Time after the statement timeout for the server to respond. */
const SILENCE_MILLISECONDS = 1_000;

const FIND_CITUS = "select from pg_extension where extname = 'citus'";

/** Clients on a coordinator of Citus. */
const distributedClients = new WeakSet<object>();

/** Returns the statement that sets tenant and limits for one transaction. */
function tenantText(
  { statementMilliseconds = 0, lockMilliseconds = 0, isSerial = false }: PoolLimits,
  isRelaxed: boolean,
  isDistributed: boolean,
): string {
  const settings = {
    statement_timeout: statementMilliseconds,
    lock_timeout: lockMilliseconds,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MILLISECONDS,
    ...(isRelaxed && { synchronous_commit: 'off' }),
    ...(isSerial && { max_parallel_workers_per_gather: 0 }),
  };
  const calls = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', true)`);
  const tenant = isDistributed
    ? "charter.set_local('charter.tenant_id', $1)"
    : "set_config('charter.tenant_id', $1, true)";
  // As one condition, the calls return no row that would have to be sent and parsed.
  return `select where (${[tenant, ...calls].join(' || ')}) is null`;
}

/**
 * Creates a pool whose connections can be bound to tenants. A lost idle connection is reported to `onError` and
 * replaced.
 */
export function createPool(
  connectionString: string,
  max: number,
  onError: (error: Error) => void,
  limits: PoolLimits = {},
): pg.Pool {
  const pool = new pg.Pool({
    Client: DatabaseClient,
    connectionString,
    max,
    application_name: 'charter',
    keepAlive: true,
    // PostgreSQL enforces the statement timeout. The client gives up only on a silent server.
    ...(limits.statementMilliseconds && {
      query_timeout: limits.statementMilliseconds + SILENCE_MILLISECONDS,
    }),
    connectionTimeoutMillis: limits.waitMilliseconds ?? 0,
    idleTimeoutMillis: limits.idleMilliseconds ?? 10_000,
    onConnect: async (client) => {
      const isDistributed = (await client.query(FIND_CITUS)).rowCount === 1;
      if (isDistributed) distributedClients.add(client);
      await client.query({ ...TENANT, text: tenantText(limits, false, isDistributed) });
      await client.query({ ...RELAXED_TENANT, text: tenantText(limits, true, isDistributed) });
      await client.query(BEGIN);
      await client.query('rollback');
    },
  });
  pool.on('error', onError);
  // The pool listens to idle connections only. Without this listener, a connection lost while in use would end the
  // process; its statement fails anyway.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function runPreceded(
  client: pg.PoolClient,
  preceding: readonly PreparedStatement[],
  statement: pg.QueryConfig,
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const query = new PrecededQuery(preceding, statement, (error, result) =>
      error ? reject(error) : resolve(result),
    );
    client.query(query as unknown as pg.Submittable);
  });
}

/** Statement names by text. Code builds the queries, so their number is bounded; the limit is a safeguard. */
const statementNames = new LRUCache<string, string>(maxEntries(2000));

/** Returns the name under which a connection prepares the statement. */
export function statementName(text: string): string {
  let name = statementNames.get(text);
  if (name === undefined) {
    name = `q_${hash('sha256', text, 'base64url').slice(0, 22)}`;
    statementNames.set(text, name);
  }
  return name;
}

const toStatement = (query: CompiledQuery): pg.QueryConfig => ({
  // PostgreSQL plans an unnamed statement each time.
  ...(!query.sql.startsWith(PLANNED_EACH_TIME) && { name: statementName(query.sql) }),
  text: query.sql,
  values: query.parameters as unknown[],
});

/** One client of the pool, bound to one tenant. */
class TenantConnection implements DatabaseConnection {
  readonly client: pg.PoolClient;
  readonly #tenant: PreparedStatement;
  /** `begun` sends BEGIN with the first statement, so that an empty transaction is never opened. */
  #transaction: 'none' | 'begun' | 'open' = 'none';
  /** The server is silent or read-only, so the connection is closed after use. */
  isUseless = false;

  constructor(client: pg.PoolClient, tenant: PreparedStatement) {
    this.client = client;
    this.#tenant = tenant;
  }

  async begin(settings: TransactionSettings): Promise<void> {
    if (settings.isolationLevel || settings.accessMode) {
      throw new Error('Transaction settings are not supported: every transaction is read committed.');
    }
    this.#transaction = 'begun';
  }

  async end(command: 'commit' | 'rollback'): Promise<void> {
    const isOpen = this.#transaction === 'open';
    this.#transaction = 'none';
    // Closing the connection rolls back as well.
    if (!isOpen || (this.isUseless && command === 'rollback')) return;
    try {
      await this.client.query(command);
    } catch (error) {
      throw this.#failure(error);
    }
  }

  #failure(error: unknown): unknown {
    this.isUseless ||= mustReplaceConnection(error);
    return toUnavailable(error);
  }

  #run(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    switch (this.#transaction) {
      case 'none':
        return runPreceded(this.client, [this.#tenant], statement);
      case 'begun':
        // The transaction is open even when the statement fails: BEGIN has run by then.
        this.#transaction = 'open';
        return runPreceded(this.client, [BEGIN, this.#tenant], statement);
      case 'open':
        return this.client.query(statement);
    }
  }

  /** Runs the statement in a transaction of its own. */
  async #runAlone(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    this.#transaction = 'begun';
    try {
      const result = await this.#run(statement);
      await this.end('commit');
      return result;
    } catch (error) {
      const failure = this.#failure(error);
      await this.end('rollback');
      throw failure;
    }
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const isAlone = this.#transaction === 'none' && distributedClients.has(this.client);
    const running = isAlone ? this.#runAlone(toStatement(query)) : this.#run(toStatement(query));
    const result = await running.catch((error: unknown) => {
      throw this.#failure(error);
    });
    const affected = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(result.command)
      ? { numAffectedRows: BigInt(result.rowCount ?? 0) }
      : {};
    return { rows: result.rows as R[], ...affected };
  }

  // biome-ignore lint/correctness/useYield: streaming is rejected, the interface asks for the method
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not supported: page by keyset instead.');
  }
}

function tenantDriver(
  pool: pg.Pool,
  tenantId: string,
  { relaxed = false, gate: gateOfAll }: TenancyOptions,
): Driver {
  const tenant = { ...(relaxed ? RELAXED_TENANT : TENANT), values: [tenantId] };
  const gate = tenantId === NO_TENANT ? undefined : gateOfAll;
  return {
    async init() {},

    async acquireConnection() {
      await gate?.enter(tenantId).catch((reason: Error) => {
        throw tenantBusy(reason);
      });
      try {
        return new TenantConnection(await pool.connect(), tenant);
      } catch (error) {
        gate?.leave(tenantId);
        throw unavailable(error);
      }
    },

    beginTransaction: (connection: TenantConnection, settings) => connection.begin(settings),

    commitTransaction: (connection: TenantConnection) => connection.end('commit'),

    rollbackTransaction: (connection: TenantConnection) => connection.end('rollback'),

    async releaseConnection(connection: TenantConnection) {
      connection.client.release(connection.isUseless);
      gate?.leave(tenantId);
    },

    async destroy() {},
  };
}

export interface TenancyOptions {
  /**
   * Commits asynchronously. Only for writes that a synchronous commit to the same database follows before anyone
   * relies on them: the log is sequential, so the later commit flushes them too. See docs/adr/0008.
   */
  relaxed?: boolean;
  /** Limits the connections of each tenant. Shared by all tenancies over one pool. */
  gate?: TenantGate;
}

/** Query builders by tenant over one pool. They hold no connection, so caching many is cheap. */
export class Tenancy<Tables> implements TenantDatabases {
  readonly #pool: pg.Pool;
  readonly #options: TenancyOptions;
  readonly #builders = new LRUCache<string, Kysely<Tables>>(maxEntries(10_000));

  constructor(pool: pg.Pool, options: TenancyOptions = {}) {
    this.#pool = pool;
    this.#options = options;
  }

  for(tenantId: string): Kysely<Tables> {
    let builder = this.#builders.get(tenantId);
    if (builder === undefined) {
      builder = new Kysely<Tables>({
        dialect: {
          createAdapter: () => new PostgresAdapter(),
          createDriver: () => tenantDriver(this.#pool, tenantId, this.#options),
          createIntrospector: (db) => new PostgresIntrospector(db),
          createQueryCompiler: () => new StatementCompiler(),
        },
      });
      this.#builders.set(tenantId, builder);
    }
    return builder;
  }
}
