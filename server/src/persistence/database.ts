/** The node's database: the embedded server, or the one that the configuration names. */
import pg from 'pg';
import { CharterError } from '../kernel/errors.ts';
import { findRunningEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate, serviceUrl } from './migrate.ts';

export interface DatabaseOptions {
  /** URL of the owner; undefined = embedded. */
  databaseUrl: string | undefined;
  /** URL of the service's role, where it is not made here. */
  serviceDatabaseUrl: string | undefined;
  dataDirectory: string;
  /** Days that audit records are kept, by trail; trails that are not named are kept for ever. */
  auditRetention: Readonly<Record<string, number>>;
  /** Told, in one line each, what an operator may want to know. */
  log: (line: string) => void;
}

export interface Database {
  /** What the service connects with. */
  serviceUrl: string;
  /** Stops the embedded server; nothing to do for another one. */
  stop(): Promise<void>;
  /** Resolves when the embedded server has ended, whoever ended it. */
  ended: Promise<unknown>;
}

/** PostgreSQL 15 is the oldest version with everything the schema uses. */
const OLDEST_VERSION = 150_000;

async function assertUsable(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
  } catch (cause) {
    throw new CharterError(
      'ServiceUnavailable',
      `DATABASE_URL can't be reached: ${(cause as Error).message}. Check host, port, user and password.`,
      { cause },
    );
  }
  try {
    const { rows } = await client.query<{ version: string }>(
      "select current_setting('server_version_num') as version",
    );
    if (Number(rows[0]?.version) < OLDEST_VERSION) {
      throw new CharterError(
        'ServiceUnavailable',
        'DATABASE_URL names a PostgreSQL older than 15. Use 15 or newer.',
      );
    }
  } finally {
    await client.end();
  }
}

/** Starts or reaches the database and brings it up to date. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, serviceDatabaseUrl, dataDirectory, auditRetention, log } = options;
  if (databaseUrl !== undefined) {
    await assertUsable(databaseUrl);
    await migrate(databaseUrl, {
      auditRetention,
      ...(serviceDatabaseUrl !== undefined && {
        serviceRole: decodeURIComponent(new URL(serviceDatabaseUrl).username),
      }),
    });
    return {
      serviceUrl: serviceDatabaseUrl ?? serviceUrl(databaseUrl),
      stop: async () => undefined,
      ended: new Promise(() => undefined),
    };
  }
  const server = await startEmbeddedPostgres({ dataDirectory, log });
  try {
    await migrate(server.connectionString, { auditRetention });
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { serviceUrl: serviceUrl(server.connectionString), stop: () => server.stop(), ended: server.exited };
}

/**
 * How a command beside the running service reaches its database.
 * @throws ServiceUnavailable when no service runs on the data directory.
 */
export async function findServiceUrl(
  options: Pick<DatabaseOptions, 'databaseUrl' | 'serviceDatabaseUrl' | 'dataDirectory'>,
): Promise<string> {
  const { databaseUrl, serviceDatabaseUrl, dataDirectory } = options;
  if (serviceDatabaseUrl !== undefined) return serviceDatabaseUrl;
  const owner = databaseUrl ?? (await findRunningEmbeddedPostgres(dataDirectory));
  if (owner !== undefined) return serviceUrl(owner);
  throw new CharterError(
    'ServiceUnavailable',
    `No service runs on ${dataDirectory}. Start one with npm start, or set DATABASE_URL to the database of one elsewhere.`,
  );
}
