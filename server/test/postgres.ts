/**
 * A real PostgreSQL database for each test file. The server is the one in TEST_DATABASE_URL (a user that
 * may create databases), or else an embedded one that all test processes of this checkout share. With
 * TEST_DATABASE_WORKERS, which names further servers, it is the coordinator of Citus, and each database is distributed.
 */
import { createHash, randomBytes } from 'node:crypto';
import { Client, type ClientBase, Pool } from 'pg';
import { serviceRoleName } from '../src/persistence/service-role.ts';
import { leaseSharedPostgres } from './shared-postgres.ts';

export interface TestDatabase {
  /** Connects as the owner of the database. */
  connectionString: string;
  /** Ends all its sessions and drops it. */
  drop(): Promise<void>;
}

export interface TestDatabaseTemplate {
  /** Identifies the content, for example by a hash of the migrations. A changed `prepare` needs another key. */
  key: string;
  /** Fills an empty database, once per key. It closes its connections before it resolves. */
  prepare: (connectionString: string) => Promise<void>;
}

export interface TestDatabaseOptions {
  /** Clones a prepared database instead of starting from an empty one. */
  template?: TestDatabaseTemplate;
  /** A setting of all its sessions, for example `charter.audited = never`. */
  setting?: string;
}

const DATABASE_PREFIX = 'charter_test_';
const TEMPLATE_PREFIX = 'charter_template_';
const STORED_TEMPLATES = 8;
/** An external server may serve other test runs, so only databases older than any run are removed. */
const OLD_MILLISECONDS = 2 * 60 * 60_000;

interface Server {
  url: string;
  /** Strategy of clones. FILE_COPY needs a checkpoint, so it is the faster one only when fsync is off. */
  strategy: 'FILE_COPY' | 'WAL_LOG';
}

let server: Promise<Server> | undefined;

/** URLs of the workers of Citus. */
const WORKERS: readonly string[] = (process.env.TEST_DATABASE_WORKERS ?? '').split(' ').filter(Boolean);
const citus = WORKERS.length > 0 ? await import('./distributed-postgres.ts') : undefined;

async function findServer(): Promise<Server> {
  const given = process.env.TEST_DATABASE_URL;
  if (!given) return { url: (await leaseSharedPostgres()).connectionString, strategy: 'FILE_COPY' };
  const before = Date.now() - OLD_MILLISECONDS;
  await withClient(given, (client) => removeTestDatabases(client, before));
  return { url: given, strategy: 'WAL_LOG' };
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

async function withClient<Result>(
  url: string,
  work: (client: Client) => Promise<Result> | Result,
): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Connections of this process to the servers, by URL. A new connection takes 7 ms of CPU time. */
const pools = new Map<string, Pool>();

/** Returns connections that don't keep the process running while they are idle. */
function poolOf(url: string): Pool {
  const present = pools.get(url);
  if (present) return present;
  const pool = new Pool({ connectionString: url, max: 2, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // The pool replaces a connection that the server has closed.
  pool.on('error', () => undefined);
  pools.set(url, pool);
  return pool;
}

/** Creates a database, empty or a clone of the template. Call `drop` in an `after` hook. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  server ??= findServer();
  const { url, strategy } = await server;
  const created = Math.floor(Date.now() / 1000).toString(36);
  const name = `${DATABASE_PREFIX}${created}_${randomBytes(6).toString('hex')}`;
  // A distributed database can't be empty: its tables are distributed after the migrations.
  const template = options.template ?? citus?.DISTRIBUTED_TEMPLATE;
  const source = template ? await ensureTemplate(url, template) : 'template1';
  await onServers(url, async (pool) => {
    await pool.query(`CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY ${strategy}`);
    if (options.setting) await pool.query(`ALTER DATABASE ${name} SET ${options.setting}`);
  });
  return {
    connectionString: urlOf(url, name),
    drop: () => onServers(url, (pool) => dropAfterUse(pool, name)),
  };
}

/** Does the work on the server, and on each worker. */
async function onServers(url: string, work: (pool: Pool) => Promise<unknown>): Promise<void> {
  for (const each of [url, ...WORKERS]) await work(poolOf(each));
}

async function dropDatabase(client: ClientBase | Pool, name: string): Promise<void> {
  await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await dropServiceRole(client, name);
}

/** Drops the role that a service created for the database. */
const dropServiceRole = (client: ClientBase | Pool, database: string) =>
  client.query(`DROP ROLE IF EXISTS ${serviceRoleName(database)}`);

/**
 * Drops a database after its pools were ended. Waits up to a second for closing connections, then terminates the
 * remaining ones.
 */
async function dropAfterUse(pool: Pool, name: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('SET statement_timeout = 1000');
    try {
      await client.query(`DROP DATABASE IF EXISTS ${name}`);
      await dropServiceRole(client, name);
    } catch {
      await client.query('SET statement_timeout = 0');
      await dropDatabase(client, name);
    }
    await client.query('SET statement_timeout = 0');
  } finally {
    client.release();
  }
}

/**
 * Returns the template database for this key, and creates it if needed. One process creates it while the others wait
 * for the lock. It counts as complete once it is marked as a template.
 */
async function ensureTemplate(server: string, template: TestDatabaseTemplate): Promise<string> {
  const name = TEMPLATE_PREFIX + createHash('sha256').update(template.key).digest('hex').slice(0, 16);
  if (await isComplete(poolOf(server), name)) return name;
  await withClient(server, (client) => createTemplate(client, server, name, template));
  return name;
}

async function createTemplate(
  client: Client,
  server: string,
  name: string,
  template: TestDatabaseTemplate,
): Promise<void> {
  await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name]);
  try {
    if (await isComplete(client, name)) return;
    await onServers(server, async (each) => {
      await dropDatabase(each, name);
      await each.query(`CREATE DATABASE ${name}`);
    });
    const url = urlOf(server, name);
    await citus?.joinServers(url, WORKERS);
    await template.prepare(url);
    await citus?.distribute(url);
    await onServers(server, async (each) => {
      await each.query(`ALTER DATABASE ${name} IS_TEMPLATE true ALLOW_CONNECTIONS false`);
      await citus?.leaveDatabase(each, name);
    });
  } finally {
    await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name]);
  }
}

async function isComplete(client: Client | Pool, name: string): Promise<boolean> {
  const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1 AND datistemplate', [name]);
  return found.rowCount === 1;
}

async function namesWithPrefix(client: Client, prefix: string): Promise<string[]> {
  const { rows } = await client.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE starts_with(datname, $1) ORDER BY oid DESC',
    [prefix],
  );
  return rows.map((row) => row.datname);
}

/** Removes the test databases created before the second of a time. Their names contain the second. */
async function removeTestDatabases(client: Client, before: number): Promise<void> {
  const second = Math.floor(before / 1000);
  for (const name of await namesWithPrefix(client, DATABASE_PREFIX)) {
    const created = Number.parseInt(name.slice(DATABASE_PREFIX.length), 36);
    if (created < second) await dropDatabase(client, name);
  }
}

/**
 * Removes the test databases created before a time: all of them when a server starts, because no test runs yet. Keeps
 * the newest templates.
 */
export async function removeLeftovers(url: string, before = Number.POSITIVE_INFINITY): Promise<void> {
  await withClient(url, async (client) => {
    await removeTestDatabases(client, before);
    for (const name of (await namesWithPrefix(client, TEMPLATE_PREFIX)).slice(STORED_TEMPLATES)) {
      await client.query(`ALTER DATABASE ${name} IS_TEMPLATE false`);
      await dropDatabase(client, name);
    }
  });
}
