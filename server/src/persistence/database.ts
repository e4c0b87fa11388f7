/** Opens the database of a node: the embedded server, or the one in DATABASE_URL. */
import { text } from '../kernel/columns.ts';
import { invalidRequest } from '../kernel/errors.ts';
import { statementsOn } from './connection.ts';
import { DatabaseClient } from './database-client.ts';
import { findRunningEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { assertMigrated, type MigrationPlan, migrate, planMigration } from './migrate.ts';
import { assertSessions, hasSessions } from './pooler.ts';
import {
  assertServiceConnects,
  checkServiceRole,
  checkServiceUrl,
  type ServiceAccess,
  serviceAccess,
} from './service-role.ts';
import { startFailure, unreachable } from './unavailable.ts';

export interface DatabaseOptions {
  /** URL that connects as the database's owner. */
  databaseUrl: string | undefined;
  /**
   * URL of the role that the operator created for the service. If undefined, the service creates a role. Without
   * `databaseUrl`, the node changes nothing and needs a migrated database. Without both, the embedded server is used.
   */
  serviceDatabaseUrl: string | undefined;
  /**
   * URL of the same role for connections that need a session. Required when `serviceDatabaseUrl` leads to a pooler in
   * transaction mode.
   */
  directDatabaseUrl?: string | undefined;
  dataDirectory: string;
  /** Days that each trail stores its records. A trail that is absent stores them forever. */
  auditRetention: Readonly<Record<string, number>>;
  /** Days that jobs, approvals, events, notifications and reviews are stored. An absent kind is stored forever. */
  retention: Readonly<Record<string, number>>;
  /** Receives single lines for the operator. */
  log: (line: string) => void;
  /** Receives lines that ask the operator to act, or say what the start waits for. Default: `log`. */
  warn?: ((line: string) => void) | undefined;
}

export interface OpenedDatabase {
  /** URL of the service's role. It contains a password: never log it. */
  serviceUrl: string;
  /** URL of the service's role for connections that need a session: the queue and LISTEN. */
  directUrl: string;
  /** Key that encrypts secrets at rest, unless CHARTER_SECRET_KEY is set. Undefined without the owner's URL. */
  secretKey: string | undefined;
  /** Stops the embedded server. Does nothing for an external one. */
  stop(): Promise<void>;
  /** Resolves when the embedded server has ended for any reason. */
  ended: Promise<unknown>;
}

/** The schema needs PostgreSQL 15 or newer. */
const OLDEST_VERSION = 150_000;
async function assertUsable(connectionString: string, setting = 'DATABASE_URL'): Promise<void> {
  const client = new DatabaseClient({ connectionString, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect().catch((cause: Error) => {
      throw unreachable(setting, cause);
    });
    const version = await statementsOn(client).first(text())`select current_setting('server_version_num')`;
    if (Number(version) < OLDEST_VERSION) {
      throw startFailure(`${setting} names a PostgreSQL older than 15. Use 15 or newer.`);
    }
  } finally {
    await client.end();
  }
}

type Urls = Pick<DatabaseOptions, 'serviceDatabaseUrl' | 'directDatabaseUrl'>;
type Changes = Pick<DatabaseOptions, 'serviceDatabaseUrl' | 'auditRetention' | 'retention' | 'log' | 'warn'>;

/** Returns the options of a migration from the settings. */
async function migrationOf(
  ownerUrl: string,
  { serviceDatabaseUrl: given, auditRetention, retention, log, warn }: Changes,
) {
  const serviceRole = given === undefined ? undefined : await checkServiceUrl(given, ownerUrl);
  return { auditRetention, retention, serviceRole, log, warn };
}

/** Migrates the database and returns the service's URL and secret key. */
async function prepare(
  ownerUrl: string,
  options: Changes,
): Promise<Pick<OpenedDatabase, 'serviceUrl' | 'secretKey'>> {
  const { serviceDatabaseUrl: given } = options;
  await migrate(ownerUrl, await migrationOf(ownerUrl, options));
  const access = await serviceAccess(ownerUrl);
  if (given === undefined) await assertServiceConnects(access);
  return { serviceUrl: given ?? access.url, secretKey: access.secretKey };
}

/**
 * Returns the URL for connections that need a session.
 * @throws CharterError when there is none
 */
async function findDirectUrl(
  { serviceDatabaseUrl, directDatabaseUrl }: Urls,
  serviceUrl: string,
): Promise<string> {
  const isPooled =
    serviceDatabaseUrl !== undefined &&
    !(await hasSessions(serviceDatabaseUrl, 'CHARTER_SERVICE_DATABASE_URL'));
  if (directDatabaseUrl === undefined) {
    if (!isPooled) return serviceUrl;
    throw startFailure(
      'CHARTER_SERVICE_DATABASE_URL leads to a pooler in transaction mode. The queue and notifications need sessions: name a URL of the same role in CHARTER_DIRECT_DATABASE_URL that leads to PostgreSQL itself or to a pool in session mode.',
    );
  }
  const setting = 'CHARTER_DIRECT_DATABASE_URL';
  const [service, direct] = [
    await checkServiceRole(serviceUrl),
    await checkServiceRole(directDatabaseUrl, undefined, setting),
  ];
  if (service.role !== direct.role || service.database !== direct.database) {
    throw startFailure(
      `${setting} signs in as ${direct.role} to ${direct.database}, and CHARTER_SERVICE_DATABASE_URL as ${service.role} to ${service.database}. Name the same role and database in both.`,
    );
  }
  await assertSessions(directDatabaseUrl, setting, 'the queue and notifications need');
  return directDatabaseUrl;
}

/** Opens a database that was migrated before, as the service's role. */
async function openMigrated(
  serviceUrl: string,
  { auditRetention, retention, log, warn = log }: Changes,
): Promise<Pick<OpenedDatabase, 'serviceUrl' | 'secretKey'>> {
  await assertUsable(serviceUrl, 'CHARTER_SERVICE_DATABASE_URL');
  await checkServiceRole(serviceUrl);
  await assertMigrated(serviceUrl, { auditRetention, retention, warn });
  return { serviceUrl, secretKey: undefined };
}

/**
 * Starts or connects to the database. Migrates it, unless only the service's URL is given.
 * @throws CharterError with a message for the operator
 * @throws SchemaError when the database was not migrated for this version
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenedDatabase> {
  const { databaseUrl, serviceDatabaseUrl, dataDirectory, log } = options;
  const external = { stop: async () => undefined, ended: new Promise(() => undefined) };
  if (databaseUrl !== undefined) {
    await assertUsable(databaseUrl);
    await assertSessions(databaseUrl, 'DATABASE_URL', 'migrations need');
    const prepared = await prepare(databaseUrl, options);
    return { ...prepared, directUrl: await findDirectUrl(options, prepared.serviceUrl), ...external };
  }
  if (serviceDatabaseUrl !== undefined) {
    const opened = await openMigrated(serviceDatabaseUrl, options);
    return { ...opened, directUrl: await findDirectUrl(options, serviceDatabaseUrl), ...external };
  }
  const server = await startEmbeddedPostgres({ dataDirectory, log });
  try {
    const prepared = await prepare(server.connectionString, options);
    return { ...prepared, directUrl: prepared.serviceUrl, stop: () => server.stop(), ended: server.exited };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/**
 * Migrates an external database for `charter migrate`, and returns the changes. With `isPlan`, only returns the changes
 * that a migration would make.
 * @throws CharterError when DATABASE_URL is not set, or can't be used
 */
export async function migrateDatabase(
  options: Changes & Pick<DatabaseOptions, 'databaseUrl'>,
  isPlan: boolean,
): Promise<MigrationPlan> {
  const { databaseUrl } = options;
  if (databaseUrl === undefined) {
    throw invalidRequest(
      "Set DATABASE_URL to the URL of the database's owner. The embedded PostgreSQL is migrated when the service starts.",
    );
  }
  await assertUsable(databaseUrl);
  await assertSessions(databaseUrl, 'DATABASE_URL', 'migrations need');
  const migration = await migrationOf(databaseUrl, options);
  if (isPlan) return planMigration(databaseUrl, migration);
  return migrate(databaseUrl, migration);
}

type Place = Pick<DatabaseOptions, 'databaseUrl' | 'serviceDatabaseUrl' | 'dataDirectory'>;

/**
 * Returns the URL and the secret key for a command that runs in a process of its own and reads the service's secrets.
 * @throws CharterError (ServiceUnavailable) without `databaseUrl` when no service runs on the data directory, and when
 *   no service has run on the database yet
 */
export async function findServiceAccess({
  databaseUrl,
  serviceDatabaseUrl,
  dataDirectory,
}: Place): Promise<ServiceAccess> {
  if (databaseUrl === undefined && serviceDatabaseUrl !== undefined) {
    return { url: serviceDatabaseUrl, secretKey: undefined };
  }
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
 * Returns the database URL for a command that runs in a process of its own.
 * @throws CharterError (ServiceUnavailable) as findServiceAccess does, unless `serviceDatabaseUrl` is given
 */
export const findServiceUrl = async (place: Place): Promise<string> =>
  place.serviceDatabaseUrl ?? (await findServiceAccess(place)).url;
