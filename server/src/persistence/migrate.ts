/**
 * Migrates a database as its owner: schemas, tables, row-level security, the queue's tables and the service's role.
 * Idempotent. Several nodes may run it at the same time.
 */
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { PgBoss, type Queue } from 'pg-boss';
import { columns, text } from '../kernel/columns.ts';
import { sql, statements } from '../kernel/sql.ts';
import { onConnection } from './connection.ts';
import { confineInstallationSecrets } from './installation-secrets.ts';
import { migrations } from './migrations/index.ts';
import { QUEUES, SCHEDULED, SCHEDULER_QUEUE } from './queues.ts';
import { secureTables } from './secure-tables.ts';
import { ensureServiceRole } from './service-role.ts';
import { NO_TENANT } from './tenants.ts';
import { startFailure } from './unavailable.ts';

const BASELINE = '0043-baseline';
const LAST_BEFORE_BASELINE = '0042-search-inside-words';

const createMigrator = (db: Kysely<never>): Migrator =>
  new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableSchema: 'charter',
    migrationTableName: 'migrations',
    migrationLockTableName: 'migrations_lock',
  });

/** Adds the next step to errors that an operator can fix. */
function explain(error: unknown): unknown {
  const { code, message } = error as pg.DatabaseError;
  if (code === '42501') {
    return startFailure(
      `The role of DATABASE_URL lacks a right: ${message}. It must own the database: ALTER DATABASE … OWNER TO …, and REASSIGN OWNED where another role made the tables.`,
      error,
    );
  }
  if (message.startsWith('corrupted migrations')) {
    return startFailure(
      `The database was migrated by another version of Charter (${message}). Start that version or a newer one, or use an empty database.`,
      error,
    );
  }
  return error;
}

const RECORDED = columns({ first: text(sql`min(name)`), last: text(sql`max(name)`) });

/**
 * Records the baseline for a database that has all 42 migrations before it, because both create the same schema
 * (docs/adr/0033-baseline-of-the-migrations.md).
 * @throws CharterError when the database has only some of them
 */
async function adoptBaseline(transaction: Transaction<never>): Promise<void> {
  const { exists, first, write } = statements(transaction, NO_TENANT);
  if (!(await exists`select where to_regclass('charter.migrations') is not null`)) return;
  const recorded = await first(RECORDED)`select ${RECORDED} from charter.migrations`;
  if ((recorded?.first ?? BASELINE) >= BASELINE) return;
  if (recorded?.last !== LAST_BEFORE_BASELINE) {
    throw startFailure(
      `The database has the migrations of an old version of Charter, up to ${recorded?.last}, and this version begins with those up to ${LAST_BEFORE_BASELINE}. Start the version of commit f42e817d on it once, then this version; or use an empty database.`,
    );
  }
  await write`
    with replaced as (delete from charter.migrations)
    insert into charter.migrations (name, timestamp) values (${BASELINE}, ${new Date().toISOString()})`;
}

async function migrateTables(connectionString: string): Promise<void> {
  const pool = new pg.Pool({ connectionString, max: 1 });
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }) });
  try {
    await pool.query(
      ['charter', 'directory', 'embedded_suite', 'graph_suite']
        .map((schema) => `create schema if not exists ${schema}`)
        .join(';'),
    );
    await db.transaction().execute(async (transaction) => {
      await adoptBaseline(transaction);
      const { error } = await createMigrator(transaction).migrateToLatest();
      if (error) throw explain(error);
    });
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
    await boss.createQueue(SCHEDULER_QUEUE);
    await boss.updateQueue(SCHEDULER_QUEUE, { deleteAfterSeconds: SCHEDULED.deleteAfterSeconds });
  } finally {
    await boss.stop({ graceful: false });
  }
}

export interface MigrateOptions {
  /** The role that the operator created for the service. If undefined, migrate creates one. */
  serviceRole?: string;
  /** Days that each trail stores its records. If undefined, the stored retention does not change. */
  auditRetention?: Readonly<Record<string, number>>;
}

/** Stores the retention that prune_audit_records applies. Only the owner may write it. */
async function keepRetention(client: pg.Client, retention: Readonly<Record<string, number>>): Promise<void> {
  const trails = sql.val(Object.keys(retention));
  await onConnection(client).write`
    with removed as (delete from charter.audit_retention where trail <> all (${trails}::text[]))
    insert into charter.audit_retention (trail, days)
    select * from unnest(${trails}::text[], ${Object.values(retention)}::integer[])
    on conflict (trail) do update set days = excluded.days`;
}

/**
 * Migrates the database to this version.
 * @throws CharterError when the owner lacks a right, or another version of Charter migrated the database
 */
export async function migrate(
  ownerConnectionString: string,
  { serviceRole, auditRetention }: MigrateOptions = {},
): Promise<void> {
  const client = new pg.Client({ connectionString: ownerConnectionString });
  await client.connect();
  try {
    // Serialises nodes that start together. The lock ends with the connection.
    await client.query("select pg_advisory_lock(hashtextextended('charter.migrate', 0))");
    await migrateTables(ownerConnectionString);
    await confineInstallationSecrets(client);
    const role = serviceRole ?? (await ensureServiceRole(client, ownerConnectionString));
    await migrateQueue(ownerConnectionString);
    await secureTables(client, pg.escapeIdentifier(role));
    if (auditRetention !== undefined) await keepRetention(client, auditRetention);
  } catch (error) {
    throw explain(error);
  } finally {
    await client.end();
  }
}
