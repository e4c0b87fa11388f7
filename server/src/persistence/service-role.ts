/**
 * The database role of the service. Roles are cluster-wide, so each database has its own. The role owns nothing and
 * is subject to row-level security. Its password is random (installation-secrets.ts).
 */
import { hash } from 'node:crypto';
import pg from 'pg';
import { boolean, columns, text } from '../kernel/columns.ts';
import { changeDatabaseUrl, urlsOfHosts } from '../kernel/database-url.ts';
import { sql } from '../kernel/sql.ts';
import { statementsOn } from './connection.ts';
import type { DatabaseChange, Statement } from './database-changes.ts';
import { DatabaseClient, withConnection } from './database-client.ts';
import { createInstallationSecret, readInstallationSecret, SECRET_BOX_KEY } from './installation-secrets.ts';
import { startFailure, unreachable } from './unavailable.ts';

const PREFIX = 'charter_service_';
/** PostgreSQL truncates longer names (NAMEDATALEN). */
const LONGEST_NAME = 63;
const HASH_LENGTH = 12;
/** SQLSTATEs undefined_table and invalid_schema_name. */
const UNDEFINED_TABLE = ['42P01', '3F000'];

/** Returns `charter_service_<database>`. A name that is long or needs quoting is shortened and gets a hash. */
export function serviceRoleName(database: string): string {
  const name = PREFIX + database;
  if (/^[a-z0-9_]+$/.test(database) && name.length <= LONGEST_NAME) return name;
  const readable = name.toLowerCase().replaceAll(/[^a-z0-9_]+/g, '_');
  const suffix = hash('sha256', database).slice(0, HASH_LENGTH);
  return `${readable.slice(0, LONGEST_NAME - HASH_LENGTH - 1)}_${suffix}`;
}

const passwordOf = (role: string): string => `password of ${role}`;

/** Access of the service to its database. Both fields are secret: never log them. */
export interface ServiceAccess {
  /** URL of the service's role. */
  url: string;
  /**
   * Key that encrypts secrets at rest, unless CHARTER_SECRET_KEY is set. Undefined without the owner's URL: only the
   * owner can read it.
   */
  secretKey: string | undefined;
}

const databaseOf = async (client: pg.Client): Promise<string> => {
  return (await statementsOn(client).first(text())`select current_database()`) ?? '';
};

/**
 * Returns the owner's URL with another user. User and password go into the query, because the URL of a Unix socket
 * has no host and can't hold them elsewhere.
 */
function urlAs(ownerUrl: string, database: string, role: string, password: string): string {
  return changeDatabaseUrl(ownerUrl, (url) => {
    url.username = '';
    url.password = '';
    if (url.pathname.length <= 1) url.pathname = encodeURI(database);
    url.searchParams.set('user', role);
    url.searchParams.set('password', password);
  });
}

/**
 * Reads the service's access as the owner of the database.
 * @throws CharterError when the database is not migrated
 */
export const serviceAccess = (ownerUrl: string): Promise<ServiceAccess> =>
  withConnection(ownerUrl, async (owner) => {
    const database = await databaseOf(owner);
    const role = serviceRoleName(database);
    try {
      const password = await readInstallationSecret(owner, passwordOf(role));
      const secretKey = await readInstallationSecret(owner, SECRET_BOX_KEY);
      return { url: urlAs(ownerUrl, database, role, password ?? ''), secretKey };
    } catch (cause) {
      if (!UNDEFINED_TABLE.includes((cause as pg.DatabaseError).code ?? '')) throw cause;
      throw startFailure(
        `No service has run on the database ${database} yet. Start one first, or correct DATABASE_URL.`,
        cause,
      );
    }
  });

/** Returns the URL of the service's role for the owner's URL. */
export const serviceUrl = async (ownerUrl: string): Promise<string> => (await serviceAccess(ownerUrl)).url;

/** Returns why a connection with this URL fails; undefined when it succeeds. */
async function connectFailure(connectionString: string): Promise<Error | undefined> {
  const client = new DatabaseClient({ connectionString, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return error as Error;
  } finally {
    await client.end();
  }
}

/**
 * Sets the password on the server, so that no statement log contains it. The handler drops the error context, which
 * would contain the inner statement.
 */
const setPassword = (role: string): string => `do $do$ begin
    execute format('alter role %I password %L', ${pg.escapeLiteral(role)},
      (select value from charter.installation_secrets where name = ${pg.escapeLiteral(passwordOf(role))}));
  exception when others then
    raise exception using errcode = sqlstate, message = sqlerrm;
  end $do$`;

/**
 * Returns the changes that create or correct the service's role, and its name. ALTER ROLE with SUPERUSER or BYPASSRLS
 * needs a superuser, which the owner may not be, so an unchanged role is not altered.
 */
export async function serviceRoleChange(
  owner: pg.Client,
  ownerUrl: string,
): Promise<{ role: string; changes: DatabaseChange[] }> {
  const database = await databaseOf(owner);
  const role = serviceRoleName(database);
  const name = pg.escapeIdentifier(role);
  const attributes = 'login nosuperuser nobypassrls nocreatedb nocreaterole';
  const { exists, first } = statementsOn(owner);
  const hasSecrets = await exists`select where to_regclass('charter.installation_secrets') is not null`;
  const password = hasSecrets ? await readInstallationSecret(owner, passwordOf(role)) : undefined;
  const isRestricted = await first(boolean())`
    select rolcanlogin and not (rolsuper or rolbypassrls or rolcreatedb or rolcreaterole)
      from pg_roles where rolname = ${role}`;
  const statements: Statement[] = [];
  if (password === undefined) statements.push(createInstallationSecret(passwordOf(role)));
  if (isRestricted === undefined) statements.push({ text: `create role ${name} ${attributes}` });
  else if (!isRestricted) statements.push({ text: `alter role ${name} ${attributes}` });
  const mayConnect =
    isRestricted !== undefined &&
    password !== undefined &&
    (await connectFailure(urlAs(ownerUrl, database, role, password))) === undefined;
  if (!mayConnect) {
    statements.push(
      { text: setPassword(role) },
      // Needed when CONNECT was revoked from PUBLIC.
      { text: `grant connect on database ${pg.escapeIdentifier(database)} to ${name}` },
    );
  }
  const changes: DatabaseChange[] =
    statements.length === 0 ? [] : [{ name: `role ${role} of the service`, kind: 'role', statements }];
  return { role, changes };
}

/** Returns the change that creates the key of secrets at rest. */
export async function secretKeyChange(owner: pg.Client): Promise<DatabaseChange[]> {
  const hasSecrets = await statementsOn(owner).exists`
    select where to_regclass('charter.installation_secrets') is not null`;
  if (hasSecrets && (await readInstallationSecret(owner, SECRET_BOX_KEY)) !== undefined) return [];
  return [{ name: SECRET_BOX_KEY, kind: 'setting', statements: [createInstallationSecret(SECRET_BOX_KEY)] }];
}

/** Adds the next step to the failure of an owner who may not create the role. */
export function explainRoleFailure(cause: unknown, role: string): unknown {
  const { code, message } = cause as pg.DatabaseError;
  if (code !== '42501') return cause;
  return startFailure(
    `The role of DATABASE_URL may not make or change the ${role}: ${message}. ` +
      'Give it the right (ALTER ROLE … CREATEROLE), or create a role for the service and name it in CHARTER_SERVICE_DATABASE_URL.',
    cause,
  );
}

/** @throws CharterError when PostgreSQL rejects the service's role */
export async function assertServiceConnects(access: ServiceAccess): Promise<void> {
  const failure = await connectFailure(access.url);
  if (failure === undefined) return;
  const role = new URL(urlsOfHosts(access.url)[0] as string).searchParams.get('user');
  throw startFailure(
    `The service can't sign in to PostgreSQL as its role ${role}: ${failure.message}. ` +
      'Let that role sign in with a password (pg_hba.conf, method scram-sha-256), or create another role for the service and name it in CHARTER_SERVICE_DATABASE_URL.',
    failure,
  );
}

const FACTS = columns({
  role: text<string>(sql`current_user`),
  database: text<string>(sql`current_database()`),
  /** Why row-level security would not apply to the role; null when it does. */
  objection: text<string | null>(sql`
    case when rolsuper then 'is a superuser'
         when pg_has_role(owner, 'member') then 'owns the tables, or is a member of the role that does'
         when rolbypassrls then 'may bypass row-level security'
         when pg_has_role('pg_read_all_data', 'usage') then 'may read every table (pg_read_all_data)' end`),
});

/**
 * Checks the role of the service's URL.
 * @param ownerRole role of DATABASE_URL; undefined on a node without it, where the owner is that of the schema
 * @throws CharterError when the URL can't be reached, or has a role to which row-level security would not apply
 */
export async function checkServiceRole(
  serviceDatabaseUrl: string,
  ownerRole?: string,
  setting = 'CHARTER_SERVICE_DATABASE_URL',
): Promise<{ role: string; database: string }> {
  const failure = await connectFailure(serviceDatabaseUrl);
  if (failure !== undefined) throw unreachable(setting, failure);
  const { role, database, objection } = (await withConnection(
    serviceDatabaseUrl,
    (service) => statementsOn(service).first(FACTS)`
      select ${FACTS}
        from pg_roles,
             (select coalesce((select oid from pg_roles where rolname = ${ownerRole ?? null}),
                              (select nspowner from pg_namespace where nspname = 'charter')) as owner) given
       where rolname = current_user`,
  ))!;
  if (objection === null) return { role, database };
  throw startFailure(
    `${setting} signs in as ${role}, which ${objection}. The service needs a role that owns nothing. ` +
      "Create one (CREATE ROLE charter_app LOGIN PASSWORD '…' NOSUPERUSER NOBYPASSRLS) and name it there.",
  );
}

/**
 * Checks CHARTER_SERVICE_DATABASE_URL against DATABASE_URL, and returns the name of its role.
 * @throws CharterError as checkServiceRole does, and when the URLs name different databases
 */
export async function checkServiceUrl(serviceDatabaseUrl: string, ownerUrl: string): Promise<string> {
  const [ownerRole, ownerDatabase] = await withConnection(ownerUrl, async (owner) => [
    (await statementsOn(owner).first(text())`select current_user`) ?? '',
    await databaseOf(owner),
  ]);
  const { role, database } = await checkServiceRole(serviceDatabaseUrl, ownerRole);
  if (database !== ownerDatabase) {
    throw startFailure(
      `CHARTER_SERVICE_DATABASE_URL is on the database ${database}, and DATABASE_URL on ${ownerDatabase}. Name the same database in both.`,
    );
  }
  return role;
}
