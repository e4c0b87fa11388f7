/**
 * Brings a database up to date, as its owner: schemas, tables, row-level security, the queue's tables, and
 * the role the service connects as. Safe to run from several nodes at once and again at every start.
 */
import { hkdfSync } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { PgBoss, type Queue } from 'pg-boss';
import { migrations } from './migrations/index.ts';
import { QUEUES } from './queues.ts';
import { secureTables } from './secure-tables.ts';

/** The role the service connects as: owns nothing, may not bypass row-level security. */
const SERVICE_ROLE = 'charter_service';

/**
 * The service role's password, derived from the owner's, so that every node given the same DATABASE_URL
 * knows it and it is stored nowhere.
 */
function servicePassword(ownerUrl: URL): string {
  const secret = decodeURIComponent(ownerUrl.password) || `passwordless:${ownerUrl.host}`;
  return Buffer.from(hkdfSync('sha256', secret, 'charter', 'service role', 24)).toString('base64url');
}

/** The URL the service connects with, given the owner's. */
export function serviceUrl(ownerConnectionString: string): string {
  const url = new URL(ownerConnectionString);
  const password = servicePassword(url);
  url.username = SERVICE_ROLE;
  url.password = password;
  return url.toString();
}

/** Whether the service can connect, so that its role needs no other password. */
async function canConnect(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}

/**
 * Makes the service's role; one that is there is changed only as far as needed. Naming SUPERUSER or BYPASSRLS
 * takes a superuser, also to leave them as they are, and the owner of the database need be none.
 */
async function makeServiceRole(client: pg.Client, ownerConnectionString: string): Promise<void> {
  const password = `login password ${pg.escapeLiteral(servicePassword(new URL(ownerConnectionString)))}`;
  const attributes = 'nosuperuser nobypassrls nocreatedb nocreaterole';
  const { rows } = await client.query<{ restricted: boolean }>(
    `select not (rolsuper or rolbypassrls or rolcreatedb or rolcreaterole) as restricted
       from pg_roles where rolname = $1`,
    [SERVICE_ROLE],
  );
  const [existing] = rows;
  if (existing === undefined) await client.query(`create role ${SERVICE_ROLE} ${attributes} ${password}`);
  else if (!existing.restricted) await client.query(`alter role ${SERVICE_ROLE} ${attributes} ${password}`);
  else if (!(await canConnect(serviceUrl(ownerConnectionString)))) {
    await client.query(`alter role ${SERVICE_ROLE} ${password}`);
  }
}

/**
 * What PostgreSQL says when two sessions make or change one role: unique_violation, duplicate_object, and the
 * internal error "tuple concurrently updated".
 */
const SAME_MOMENT = ['23505', '42710', 'XX000'];
const MOST_TRIES = 20;

/**
 * Roles belong to the whole server, and no lock does: nodes on its other databases may be making the same one
 * in the same moment. Who comes second looks again.
 */
async function ensureServiceRole(client: pg.Client, ownerConnectionString: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await makeServiceRole(client, ownerConnectionString);
    } catch (error) {
      if (tries === MOST_TRIES || !SAME_MOMENT.includes((error as pg.DatabaseError).code ?? '')) throw error;
    }
  }
}

/** Keeps account of the migrations a database has had, in tables of its own. */
export const createMigrator = (db: Kysely<never>): Migrator =>
  new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableSchema: 'charter',
    migrationTableName: 'migrations',
    migrationLockTableName: 'migrations_lock',
  });

async function migrateTables(connectionString: string): Promise<void> {
  const pool = new pg.Pool({ connectionString, max: 1 });
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }) });
  try {
    await pool.query('create schema if not exists charter; create schema if not exists embedded_suite');
    const { error } = await createMigrator(db).migrateToLatest();
    if (error) throw error;
  } finally {
    await db.destroy();
  }
}

async function migrateQueue(connectionString: string): Promise<void> {
  const boss = new PgBoss({ connectionString, max: 2, supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
  try {
    for (const [name, options] of Object.entries<Omit<Queue, 'name'>>(QUEUES)) {
      await boss.createQueue(name, options);
      const { policy: _fixed, ...changeable } = options;
      await boss.updateQueue(name, changeable);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

export interface MigrateOptions {
  /** Role that an operator made for the service; undefined = charter_service, made here. */
  serviceRole?: string;
  /** Days that audit records are kept, by trail; undefined leaves what an earlier start said. */
  auditRetention?: Readonly<Record<string, number>>;
}

/** Only the owner says what may be removed; prune_audit_records goes by it. */
async function keepRetention(client: pg.Client, retention: Readonly<Record<string, number>>): Promise<void> {
  await client.query(
    `with removed as (delete from charter.audit_retention where trail <> all ($1::text[]))
     insert into charter.audit_retention (trail, days) select * from unnest($1::text[], $2::integer[])
     on conflict (trail) do update set days = excluded.days`,
    [Object.keys(retention), Object.values(retention)],
  );
}

/** Everything of the ground that must be as this version of the code expects it. */
export async function migrate(
  ownerConnectionString: string,
  { serviceRole, auditRetention }: MigrateOptions = {},
): Promise<void> {
  const client = new pg.Client({ connectionString: ownerConnectionString });
  await client.connect();
  try {
    // Serialises nodes that start together; released with the connection.
    await client.query("select pg_advisory_lock(hashtextextended('charter.migrate', 0))");
    if (serviceRole === undefined) await ensureServiceRole(client, ownerConnectionString);
    await migrateTables(ownerConnectionString);
    await migrateQueue(ownerConnectionString);
    await secureTables(client, pg.escapeIdentifier(serviceRole ?? SERVICE_ROLE));
    if (auditRetention !== undefined) await keepRetention(client, auditRetention);
  } finally {
    await client.end();
  }
}
