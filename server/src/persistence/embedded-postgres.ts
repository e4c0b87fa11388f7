/**
 * The embedded PostgreSQL, used when DATABASE_URL is not set: the real server as a child process on a private data
 * directory, on 127.0.0.1 with a random password.
 *
 * The data directory holds `cluster` (the server's files, or a link to them), `connection.json` (port and password,
 * mode 0600), `postgres.log` and `lock.db`. See docs/adr/0005-embedded-postgresql.md.
 */
import { once } from 'node:events';
import { realpath, rename, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { statementsOn } from './connection.ts';
import { locateBinaries } from './embedded-postgres/binaries.ts';
import {
  type Cluster,
  createCluster,
  findCluster,
  prepareDataDirectory,
} from './embedded-postgres/cluster.ts';
import {
  type Connection,
  connectionString,
  DATABASE,
  giveToFolderOwner,
  newPassword,
  readConnection,
  writeConnection,
} from './embedded-postgres/connection-file.ts';
import { EmbeddedPostgresError } from './embedded-postgres/failures.ts';
import {
  clearLeftovers,
  isPostmasterOf,
  type Postmaster,
  type PostmasterOptions,
  readPidFile,
  startPostmaster,
} from './embedded-postgres/postmaster.ts';
import { chooseAccount } from './embedded-postgres/processes.ts';
import { lockFolder } from './embedded-postgres/service-lock.ts';

export { EmbeddedPostgresError, type EmbeddedPostgresFailure } from './embedded-postgres/failures.ts';

export interface EmbeddedPostgresOptions {
  /** Absolute path. Created when missing. */
  dataDirectory: string;
  /** Receives single lines for the operator, without the server's own log. */
  log?: (line: string) => void;
  /** PostgreSQL settings that override the defaults. */
  settings?: Readonly<Record<string, string>>;
}

export interface EmbeddedPostgres {
  /** URL of the superuser for the database `charter`. It contains the password: never log it. */
  connectionString: string;
  /** The next start reuses the port when it is free. */
  port: number;
  /** Ends all sessions and resolves when no process is left. Flushes to disk unless that takes 30 s. Idempotent. */
  stop(): Promise<void>;
  /** Resolves when the server has ended for any reason. */
  readonly exited: Promise<void>;
}

/** Sized for one node with a pool of a few dozen connections. Other settings keep PostgreSQL's defaults. */
const DEFAULT_SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  max_logical_replication_workers: '0',
  // Statements may contain personal data. The service logs its own query errors.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
};

const LOG_BYTES = 4 * 1024 * 1024;
/** Time for retries when a port is taken or sessions of a killed server still run. */
const RETRY_MILLISECONDS = 15_000;
const PAUSE_MILLISECONDS = 100;

/** @throws EmbeddedPostgresError with a message for the operator, leaving no process behind */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => undefined);
  const dataDirectory = await prepareDataDirectory(options.dataDirectory);
  const release = await lockFolder(dataDirectory);
  try {
    const { cluster, postgres, saved } = await openCluster(dataDirectory, log);
    const settings = { ...DEFAULT_SETTINGS, ...options.settings };
    const logFile = await prepareLog(dataDirectory);
    const { postmaster, port } = await startOnPort({ ...cluster, postgres, logFile, settings }, saved.port);
    const connection = { ...saved, port };
    try {
      await ensureDatabase(connection);
      if (saved.port !== port) await writeConnection(dataDirectory, connection);
    } catch (error) {
      await postmaster.stop();
      throw error;
    }
    void postmaster.exited.then(release);
    const stop = () => postmaster.stop().then(release);
    return { connectionString: connectionString(connection), port, stop, exited: postmaster.exited };
  } catch (error) {
    release();
    throw error;
  }
}

/** Returns the URL of an embedded server that runs on this data directory; undefined when none is ready. */
export async function findRunningEmbeddedPostgres(dataDirectory: string): Promise<string | undefined> {
  const connection = await readConnection(dataDirectory);
  const path = await realpath(join(dataDirectory, 'cluster')).catch(() => undefined);
  if (connection === undefined || path === undefined) return undefined;
  const running = await readPidFile(path);
  if (running?.status !== 'ready' || running.port !== connection.port) return undefined;
  return isPostmasterOf(path, running.pid) ? connectionString(connection) : undefined;
}

/** Opens the cluster of earlier starts with its password, or creates both. */
async function openCluster(
  dataDirectory: string,
  log: (line: string) => void,
): Promise<{ cluster: Cluster; postgres: string; saved: Connection }> {
  let saved = await readConnection(dataDirectory);
  const found = await findCluster(dataDirectory);
  if (found && !saved) {
    throw new EmbeddedPostgresError(
      'DataLost',
      `The file connection.json with the password of the database is missing in ${dataDirectory}. Restore it, or remove the data directory to start with an empty database.`,
    );
  }
  if (found) await clearLeftovers(found.path, log);
  const account = found ? found.account : await chooseAccount();
  const { postgres, initdb } = await locateBinaries(account, log);
  if (!saved) {
    saved = { port: 0, password: newPassword() };
    await writeConnection(dataDirectory, saved);
  }
  const cluster = found ?? (await createCluster(dataDirectory, account, initdb, saved.password, log));
  return { cluster, postgres, saved };
}

/** Rotates a large log file at each start, so that at most two files exist. */
async function prepareLog(dataDirectory: string): Promise<string> {
  const file = join(dataDirectory, 'postgres.log');
  const size = (await stat(file).catch(() => undefined))?.size ?? 0;
  if (size > LOG_BYTES) await rename(file, `${file}.1`);
  return file;
}

/** Returns a port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts the server. Uses another port when its own is in use, and waits for sessions of a killed server to end. */
async function startOnPort(
  options: PostmasterOptions,
  remembered: number,
): Promise<{ postmaster: Postmaster; port: number }> {
  const deadline = Date.now() + RETRY_MILLISECONDS;
  let port = remembered || (await freePort());
  for (;;) {
    const settings = { ...options.settings, port: String(port) };
    const postmaster = await startPostmaster({ ...options, settings });
    await giveToFolderOwner(options.logFile);
    try {
      await postmaster.ready();
      return { postmaster, port };
    } catch (error) {
      await postmaster.stop();
      const reason = error instanceof EmbeddedPostgresError ? error.reason : undefined;
      if ((reason !== 'PortTaken' && reason !== 'InUse') || Date.now() > deadline) throw error;
      if (reason === 'PortTaken') port = await freePort();
      await delay(PAUSE_MILLISECONDS);
    }
  }
}

/** Connects once to verify password and port, and creates the database when it is missing. */
async function ensureDatabase(connection: Connection): Promise<void> {
  const client = new Client({
    connectionString: connectionString(connection, 'postgres'),
    connectionTimeoutMillis: 30_000,
  });
  try {
    await client.connect();
    const isThere = await statementsOn(client).exists`select from pg_database where datname = ${DATABASE}`;
    if (!isThere) await client.query(`CREATE DATABASE ${DATABASE}`);
  } catch (error) {
    if ((error as { code?: string }).code === '28P01') {
      throw new EmbeddedPostgresError(
        'DataLost',
        'The password in connection.json is not that of the database files beside it. Restore both from the same backup.',
        error,
      );
    }
    const detail = error instanceof Error ? error.message : String(error);
    throw new EmbeddedPostgresError('Failed', `PostgreSQL started but cannot be used: ${detail}`, error);
  } finally {
    await client.end();
  }
}
