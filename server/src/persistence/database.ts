/** Opens the database of a node: the embedded server, or the one in DATABASE_URL. */
import pg from 'pg';
import { text } from '../kernel/columns.ts';
import { onConnection } from './connection.ts';
import { findRunningEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';
import { assertServiceConnects, checkServiceUrl, type ServiceAccess, serviceAccess } from './service-role.ts';
import { startFailure } from './unavailable.ts';

export interface DatabaseOptions {
  /** URL that connects as the database's owner. Undefined selects the embedded server. */
  databaseUrl: string | undefined;
  /** URL of the role that the operator created for the service. If undefined, the service creates a role. */
  serviceDatabaseUrl: string | undefined;
  dataDirectory: string;
  /** Days that each trail stores its records. A trail that is absent stores them forever. */
  auditRetention: Readonly<Record<string, number>>;
  /** Receives single lines for the operator. */
  log: (line: string) => void;
}

export interface Database {
  /** URL of the service's role. It contains a password: never log it. */
  serviceUrl: string;
  /** Key that encrypts secrets at rest, unless CHARTER_SECRET_KEY is set. */
  secretKey: string;
  /** Stops the embedded server. Does nothing for an external one. */
  stop(): Promise<void>;
  /** Resolves when the embedded server has ended for any reason. */
  ended: Promise<unknown>;
}

/** The schema needs PostgreSQL 15 or newer. */
const OLDEST_VERSION = 150_000;
/** Part of pg's message when the server asks for a password and the client has none. */
const NO_PASSWORD = 'client password must be a string';

const explainConnectFailure = ({ message }: Error): string =>
  message.includes(NO_PASSWORD)
    ? 'PostgreSQL asks for a password, and there is none. Give it in DATABASE_URL, PGPASSWORD or ~/.pgpass.'
    : `DATABASE_URL can't be reached: ${message}. Check host, port, user and password.`;

async function assertUsable(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect().catch((cause: Error) => {
      throw startFailure(explainConnectFailure(cause), cause);
    });
    const version = await onConnection(client).first(text())`select current_setting('server_version_num')`;
    if (Number(version) < OLDEST_VERSION) {
      throw startFailure('DATABASE_URL names a PostgreSQL older than 15. Use 15 or newer.');
    }
  } finally {
    await client.end();
  }
}

/** Migrates the database and returns the service's URL and secret key. */
async function prepare(
  ownerUrl: string,
  {
    serviceDatabaseUrl: given,
    auditRetention,
  }: Pick<DatabaseOptions, 'serviceDatabaseUrl' | 'auditRetention'>,
): Promise<Pick<Database, 'serviceUrl' | 'secretKey'>> {
  const serviceRole = given === undefined ? undefined : await checkServiceUrl(given, ownerUrl);
  await migrate(ownerUrl, { auditRetention, ...(serviceRole !== undefined && { serviceRole }) });
  const access = await serviceAccess(ownerUrl);
  if (given === undefined) await assertServiceConnects(access);
  return { serviceUrl: given ?? access.url, secretKey: access.secretKey };
}

/**
 * Starts or connects to the database and migrates it.
 * @throws CharterError with a message for the operator
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, serviceDatabaseUrl, dataDirectory, auditRetention, log } = options;
  if (databaseUrl !== undefined) {
    await assertUsable(databaseUrl);
    return {
      ...(await prepare(databaseUrl, options)),
      stop: async () => undefined,
      ended: new Promise(() => undefined),
    };
  }
  if (serviceDatabaseUrl !== undefined) {
    throw startFailure(
      'CHARTER_SERVICE_DATABASE_URL is set without DATABASE_URL. Set both, or neither for the embedded PostgreSQL.',
    );
  }
  const server = await startEmbeddedPostgres({ dataDirectory, log });
  try {
    const prepared = await prepare(server.connectionString, { serviceDatabaseUrl, auditRetention });
    return { ...prepared, stop: () => server.stop(), ended: server.exited };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

type Place = Pick<DatabaseOptions, 'databaseUrl' | 'serviceDatabaseUrl' | 'dataDirectory'>;

/**
 * Returns the URL and the secret key for a command that runs beside the service and reads its secrets.
 * @throws CharterError (ServiceUnavailable) without `databaseUrl` when no service runs on the data directory, and when
 *   no service has run on the database yet
 */
export async function findServiceAccess({
  databaseUrl,
  serviceDatabaseUrl,
  dataDirectory,
}: Place): Promise<ServiceAccess> {
  const owner = databaseUrl ?? (await findRunningEmbeddedPostgres(dataDirectory));
  if (owner === undefined) {
    throw startFailure(
      `No service runs on ${dataDirectory}. Start one with npm start, or set DATABASE_URL to the database of one elsewhere.`,
    );
  }
  const access = await serviceAccess(owner);
  return { ...access, url: serviceDatabaseUrl ?? access.url };
}

/**
 * Returns the database URL for a command that runs beside the service.
 * @throws CharterError (ServiceUnavailable) as findServiceAccess does, unless `serviceDatabaseUrl` is given
 */
export const findServiceUrl = async (place: Place): Promise<string> =>
  place.serviceDatabaseUrl ?? (await findServiceAccess(place)).url;
