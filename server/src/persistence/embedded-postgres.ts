/**
 * The PostgreSQL that comes with the service, for when no DATABASE_URL is given: the real server, run as
 * a child on a private data directory, on 127.0.0.1 only, with a random password.
 *
 * In the data directory: `cluster` (the files of the server, or a link to them), `connection.json` (port
 * and password, mode 0600), `postgres.log`, `service.lock`. docs/adr/0005 tells why it is built this way.
 */
import { realpath, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
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
import { freePort, isFree } from './embedded-postgres/ports.ts';
import {
  clearLeftovers,
  type Exit,
  isPostmasterOf,
  type Postmaster,
  readPidFile,
  startPostmaster,
} from './embedded-postgres/postmaster.ts';
import { lockDataDirectory } from './embedded-postgres/service-lock.ts';

export { EmbeddedPostgresError, type EmbeddedPostgresFailure } from './embedded-postgres/failures.ts';

export interface EmbeddedPostgresOptions {
  /** Made when missing. Absolute. */
  dataDirectory: string;
  /** 0 or undefined: a free port, kept for the next start while it stays free. */
  port?: number;
  /** Told, in one line each, what an operator may want to know (not the server's own log). */
  log?: (line: string) => void;
  /** Server settings over the defaults, by their PostgreSQL names. */
  settings?: Readonly<Record<string, string>>;
}

export interface EmbeddedPostgres {
  /** Superuser, who owns the database `charter`, on 127.0.0.1. Holds the password: never log it. */
  connectionString: string;
  port: number;
  /** Ends all sessions, writes everything to disk, and resolves when no process is left. Idempotent. */
  stop(): Promise<void>;
  /** Resolves when the server has ended, whoever ended it. */
  readonly exited: Promise<Exit>;
}

/** Chosen for one node with a pool of a few dozen connections; the server's own defaults otherwise. */
const DEFAULT_SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  max_logical_replication_workers: '0',
  // Statements and their values may hold what people wrote; the service reports its own query errors.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
};

const LOG_BYTES = 4 * 1024 * 1024;
/** How long a start goes on trying when a port or the sessions of a killed server are in its way. */
const RETRY_MILLISECONDS = 15_000;
const PAUSE_MILLISECONDS = 100;

/** @throws EmbeddedPostgresError with a message for the operator. Leaves no process behind then. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => undefined);
  const dataDirectory = await prepareDataDirectory(options.dataDirectory);
  const release = await lockDataDirectory(dataDirectory);
  try {
    const binariesFor = (account: Cluster['account']) => locateBinaries(account, log);
    const saved = await readConnection(dataDirectory);
    let cluster = await findCluster(dataDirectory, log);
    if (cluster) await clearLeftovers(cluster.path, log);
    const password = passwordOf(saved, cluster, dataDirectory);
    if (!cluster) {
      await writeConnection(dataDirectory, { port: saved?.port ?? 0, password });
      cluster = await createCluster(dataDirectory, binariesFor, password, log);
    }
    const { postgres } = await binariesFor(cluster.account);
    const logFile = await prepareLog(dataDirectory);
    const { postmaster, port } = await startOnPort(
      { cluster, postgres, logFile, settings: { ...DEFAULT_SETTINGS, ...options.settings } },
      options.port || undefined,
      saved?.port || undefined,
    );
    const connection = { port, password };
    try {
      await ensureDatabase(connection);
      if (saved?.port !== port) await writeConnection(dataDirectory, connection);
    } catch (error) {
      await postmaster.stop();
      throw error;
    }
    void postmaster.exited.then(release);
    const stop = () => postmaster.stop().then(release);
    return { connectionString: connectionString(connection), port, stop, exited: postmaster.exited };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Reaches an embedded server that a service runs on this data directory; undefined when none is ready. */
export async function findRunningEmbeddedPostgres(dataDirectory: string): Promise<string | undefined> {
  const connection = await readConnection(dataDirectory);
  if (!connection) return undefined;
  const path = await realpath(join(dataDirectory, 'cluster')).catch(() => undefined);
  const running = path === undefined ? undefined : await readPidFile(path);
  if (running?.status !== 'ready' || running.port !== connection.port) return undefined;
  return isPostmasterOf(path!, running.pid) ? connectionString(connection) : undefined;
}

function passwordOf(
  saved: Connection | undefined,
  cluster: Cluster | undefined,
  dataDirectory: string,
): string {
  if (saved) return saved.password;
  if (!cluster) return newPassword();
  throw new EmbeddedPostgresError(
    'DataLost',
    `The file connection.json with the password of the database is missing in ${dataDirectory}. Restore it, or remove the data directory to start with an empty database.`,
  );
}

/** The server appends to one file; a large one is set aside at the start, so at most two are kept. */
async function prepareLog(dataDirectory: string): Promise<string> {
  const file = join(dataDirectory, 'postgres.log');
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LOG_BYTES) await rename(file, `${file}.1`);
  return file;
}

interface StartOptions {
  cluster: Cluster;
  postgres: string;
  logFile: string;
  settings: Readonly<Record<string, string>>;
}

/**
 * A wished port must be free; a port of our own choice is changed when another program was faster. After a
 * kill, sessions of the earlier server may need a moment to notice; until then a new one is refused.
 */
async function startOnPort(
  options: StartOptions,
  wished: number | undefined,
  remembered: number | undefined,
): Promise<{ postmaster: Postmaster; port: number }> {
  if (wished && !(await isFree(wished))) throw portTaken(wished);
  const deadline = Date.now() + RETRY_MILLISECONDS;
  let preferred = remembered;
  for (;;) {
    const port = wished ?? (await freePort(preferred));
    const postmaster = await startPostmaster({ ...options, port });
    await giveToFolderOwner(options.logFile);
    try {
      await postmaster.ready();
      return { postmaster, port };
    } catch (error) {
      await postmaster.stop();
      const reason = error instanceof EmbeddedPostgresError ? error.reason : undefined;
      if (reason === 'PortTaken' && wished) throw portTaken(wished);
      if ((reason !== 'PortTaken' && reason !== 'InUse') || Date.now() > deadline) throw error;
      if (reason === 'PortTaken') preferred = undefined;
      await delay(PAUSE_MILLISECONDS);
    }
  }
}

const portTaken = (port: number): EmbeddedPostgresError =>
  new EmbeddedPostgresError(
    'PortTaken',
    `Port ${port} on 127.0.0.1 is taken by another program. Stop that one, or choose another port for the embedded PostgreSQL (0 takes any free one).`,
  );

/** The first connection proves the password and the port, and makes the database when it is missing. */
async function ensureDatabase(connection: Connection): Promise<void> {
  try {
    const found = await query(connectionString(connection, 'postgres'), FIND_DATABASE, [DATABASE]);
    if (found === 0) await query(connectionString(connection, 'postgres'), `CREATE DATABASE ${DATABASE}`);
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
  }
}

const FIND_DATABASE = 'SELECT 1 FROM pg_database WHERE datname = $1';

async function query(url: string, text: string, values: string[] = []): Promise<number> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 30_000 });
  try {
    await client.connect();
    return (await client.query(text, values)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}
