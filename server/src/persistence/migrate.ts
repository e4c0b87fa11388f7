/**
 * Migrates a database as its owner: schemas, tables, the queue, the service's role, row-level security and rights.
 * Every step compares first and changes only what differs, so a node that starts on a migrated database takes no lock.
 * Several nodes may migrate at the same time, while others serve.
 */
import type pg from 'pg';
import { columns, number, type RowOf, text } from '../kernel/columns.ts';
import { sql } from '../kernel/sql.ts';
import { statementsOn } from './connection.ts';
import {
  applyChange,
  type DatabaseChange,
  setLockTimeout,
  statement,
  statementsOf,
  whenUnlocked,
} from './database-changes.ts';
import { DatabaseClient } from './database-client.ts';
import { confineInstallationSecrets } from './installation-secrets.ts';
import {
  type Comparison,
  compareRecords,
  describeNewerSchema,
  insertRecord,
  notMigrated,
  readRecords,
  recordsChange,
  SCHEMA_OF_BUILD,
  type SchemaOfBuild,
} from './migration-records.ts';
import type { Migration } from './migrations/index.ts';
import { QUEUE_VERSION, queueSchemaChange, queuesChange, readQueueVersion } from './queue-schema.ts';
import { SchemaError } from './schema-error.ts';
import { tableSecurityChanges } from './secure-tables.ts';
import { explainRoleFailure, secretKeyChange, serviceRoleChange } from './service-role.ts';
import { startFailure } from './unavailable.ts';

export interface MigrateOptions {
  /** The role that the operator created for the service. If undefined, migrate creates one. */
  serviceRole?: string | undefined;
  /** Days that each trail stores its records. If undefined, the stored retention does not change. */
  auditRetention?: Readonly<Record<string, number>> | undefined;
  /** Days that jobs, approvals, events, notifications and reviews are stored. If undefined, nothing changes. */
  retention?: Readonly<Record<string, number>> | undefined;
  /** Receives lines for the operator about the changes. */
  log?: (line: string) => void;
  /** Receives waits for locks, and differences that the operator should know. Default: `log`. */
  warn?: ((line: string) => void) | undefined;
  /** Stands in for another release, in tests. */
  build?: SchemaOfBuild;
}

/** Adds the next step to errors that an operator can fix. */
function explain(error: unknown): unknown {
  const { code, message } = error as pg.DatabaseError;
  if (code !== '42501') return error;
  return startFailure(
    `The role of DATABASE_URL lacks a right: ${message}. It must own the database: ALTER DATABASE … OWNER TO …, and REASSIGN OWNED where another role made the tables.`,
    error,
  );
}

async function migrationChanges(missing: readonly string[], build: SchemaOfBuild): Promise<DatabaseChange[]> {
  const changes: DatabaseChange[] = [];
  for (const name of missing) {
    const migration = build.migrations[name] as Migration;
    changes.push({
      name,
      kind: migration.oldestRelease === undefined ? 'expansion' : 'contraction',
      statements: [
        ...(await statementsOf((db) => migration.up(db))),
        insertRecord(name, build.version, migration.oldestRelease),
      ],
    });
  }
  return changes;
}

/**
 * A table of retention periods. Only the owner may write it, because a function of the owner deletes rows according to
 * it.
 */
interface RetentionTable {
  name: string;
  table: string;
  key: string;
  setting: string;
}

const AUDIT_RETENTION: RetentionTable = {
  name: 'retention of audit records',
  table: 'charter.audit_retention',
  key: 'trail',
  setting: 'CHARTER_AUDIT_RETENTION',
};
const RETENTION: RetentionTable = {
  name: 'retention of jobs, approvals, events, notifications and reviews',
  table: 'charter.retention',
  key: 'kind',
  setting: 'CHARTER_RETENTION_…',
};

/** Compares the days in the database with those of the settings; undefined settings change nothing. */
async function retentionChanges(
  client: pg.ClientBase,
  { name, table, key }: RetentionTable,
  days: Readonly<Record<string, number>> | undefined,
): Promise<DatabaseChange[]> {
  if (days === undefined) return [];
  const { all, exists } = statementsOn(client);
  const [from, column] = [sql.table(table), sql.ref(key)];
  const retentionColumns = columns({ key: text<string>(column), days: number<number>() });
  const isThere = await exists`select where to_regclass(${table}) is not null`;
  const found: RowOf<typeof retentionColumns>[] = isThere
    ? await all(retentionColumns)`select ${retentionColumns} from ${from}`
    : [];
  const stored = new Map(found.map((row) => [row.key, row.days]));
  const wanted = Object.entries(days);
  if (stored.size === wanted.length && wanted.every(([each, period]) => stored.get(each) === period))
    return [];
  const keys = Object.keys(days);
  const statements = [
    statement`delete from ${from} where ${column} <> all (${keys}::text[])`,
    statement`
      insert into ${from} (${column}, days)
      select * from unnest(${keys}::text[], ${Object.values(days)}::integer[])
      on conflict (${column}) do update set days = excluded.days`,
  ];
  return [{ name, kind: 'setting', statements }];
}

/** Compares the database with the build. @throws SchemaError (SchemaAhead) when the build can't run on it */
async function compareSchema(
  client: Pick<pg.ClientBase, 'query'>,
  build: SchemaOfBuild,
): Promise<Comparison> {
  const { records } = await readRecords(statementsOn(client), build);
  const comparison = compareRecords(records, build);
  const queue = await readQueueVersion(client);
  if (queue !== undefined && queue > QUEUE_VERSION) {
    throw new SchemaError(
      'SchemaAhead',
      `The queue's tables have version ${queue}, and this version of Charter (${build.version}) needs ${QUEUE_VERSION}. Start a newer version.`,
    );
  }
  return comparison;
}

/** Returns a sentence about a database that is newer than the build, which runs on it. @throws SchemaError as above */
async function newerSchema(client: pg.Client, build: SchemaOfBuild): Promise<string | undefined> {
  const { unknown } = await compareSchema(client, build);
  return unknown.length === 0 ? undefined : describeNewerSchema(unknown, build);
}

type Step = (client: pg.Client) => Promise<DatabaseChange[]>;

/** Returns the steps in order. Each step compares the database only after the changes of the earlier steps. */
function stepsOf(ownerUrl: string, options: MigrateOptions, build: SchemaOfBuild): Step[] {
  let role = options.serviceRole;
  return [
    async (client) => recordsChange(await readRecords(statementsOn(client), build)),
    async (client) => migrationChanges((await compareSchema(client, build)).missing, build),
    confineInstallationSecrets,
    secretKeyChange,
    async (client) => {
      if (options.serviceRole !== undefined) return [];
      const found = await serviceRoleChange(client, ownerUrl);
      role = found.role;
      return found.changes;
    },
    queueSchemaChange,
    queuesChange,
    (client) => tableSecurityChanges(client, role as string),
    (client) => retentionChanges(client, AUDIT_RETENTION, options.auditRetention),
    (client) => retentionChanges(client, RETENTION, options.retention),
  ];
}

async function asOwner<Result>(
  ownerUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new DatabaseClient({ connectionString: ownerUrl, application_name: 'charter migrate' });
  await client.connect();
  try {
    await setLockTimeout(client);
    return await work(client);
  } catch (error) {
    throw explain(error);
  } finally {
    await client.end();
  }
}

/** The pending or completed changes of a migration. */
export interface MigrationPlan {
  changes: DatabaseChange[];
  /** Warning that the database is newer than this build; undefined otherwise. The build then changes nothing. */
  newerWarning: string | undefined;
}

/** Name of the work in log lines about waits for locks. */
const COMPARISON = 'comparison with the database';

async function planOver(
  client: pg.Client,
  ownerUrl: string,
  options: MigrateOptions,
): Promise<MigrationPlan> {
  const { build = SCHEMA_OF_BUILD, log = () => undefined, warn = log } = options;
  const compare = async (): Promise<MigrationPlan> => {
    const newerWarning = await newerSchema(client, build);
    if (newerWarning !== undefined) return { changes: [], newerWarning };
    const changes: DatabaseChange[] = [];
    for (const step of stepsOf(ownerUrl, options, build)) changes.push(...(await step(client)));
    return { changes, newerWarning: undefined };
  };
  return whenUnlocked(client, COMPARISON, compare, warn);
}

/**
 * Returns the changes that `migrate` would make. Rights to tables that a migration creates are compared after it, so
 * they are not among the changes of a database that lacks that migration.
 * @throws SchemaError (SchemaAhead) when this build can't run on the database
 */
export const planMigration = (ownerUrl: string, options: MigrateOptions = {}): Promise<MigrationPlan> =>
  asOwner(ownerUrl, (client) => planOver(client, ownerUrl, options));

/** Serialises nodes that start together. The lock ends with the connection. */
const TAKE_TURN = "select pg_advisory_lock(hashtextextended('charter.migrate', 0))";

/**
 * Migrates the database to this version, and returns the changes. Changes nothing on a database of a newer version
 * on which this one runs.
 * @throws SchemaError (SchemaAhead) when this build can't run on the database
 * @throws CharterError when the owner lacks a right, or a lock was held for too long
 */
export const migrate = (ownerUrl: string, options: MigrateOptions = {}): Promise<MigrationPlan> =>
  asOwner(ownerUrl, async (client) => {
    const { build = SCHEMA_OF_BUILD, log = () => undefined, warn = log } = options;
    const planned = await planOver(client, ownerUrl, options);
    if (planned.newerWarning !== undefined) warn(planned.newerWarning);
    if (planned.changes.length === 0) return planned;
    await whenUnlocked(client, 'migration', () => client.query(TAKE_TURN), warn);
    // A newer version may have migrated in the meantime.
    const compare = () => newerSchema(client, build);
    const newerWarning = await whenUnlocked(client, COMPARISON, compare, warn);
    if (newerWarning !== undefined) return { changes: [], newerWarning };
    const done: DatabaseChange[] = [];
    for (const step of stepsOf(ownerUrl, options, build)) {
      const changes = await whenUnlocked(client, COMPARISON, () => step(client), warn);
      for (const change of changes) {
        await applyChange(client, change, warn).catch((error: unknown) => {
          throw change.kind === 'role' ? explainRoleFailure(error, change.name) : error;
        });
        log(`Changed the database: ${change.name}.`);
        done.push(change);
      }
    }
    return { changes: done, newerWarning: undefined };
  });

/**
 * Checks the schema as the service's role, on a node that may not change it. Warns of a retention that differs from the
 * settings, because only `charter migrate` applies it.
 * @throws SchemaError when migrations are missing, or this build can't run on the database
 */
export async function assertMigrated(
  serviceUrl: string,
  {
    auditRetention,
    retention,
    log = () => undefined,
    warn = log,
    build = SCHEMA_OF_BUILD,
  }: Omit<MigrateOptions, 'serviceRole'> = {},
): Promise<void> {
  const client = new DatabaseClient({ connectionString: serviceUrl, application_name: 'charter' });
  await client.connect();
  try {
    const { missing, unknown } = await compareSchema(client, build);
    if (missing.length > 0) throw notMigrated(missing, build);
    if ((await readQueueVersion(client)) !== QUEUE_VERSION) {
      throw notMigrated([`tables of the queue, version ${QUEUE_VERSION}`], build);
    }
    if (unknown.length > 0) warn(describeNewerSchema(unknown, build));
    const expected = [[AUDIT_RETENTION, auditRetention] as const, [RETENTION, retention] as const];
    for (const [kind, days] of expected) {
      if ((await retentionChanges(client, kind, days)).length === 0) continue;
      warn(`${kind.setting} differs from the ${kind.name} in the database. Run charter migrate with it.`);
    }
  } catch (error) {
    // insufficient_privilege: the role was never granted the records. invalid_schema_name: nothing was ever migrated.
    if (!['42501', '3F000'].includes((error as pg.DatabaseError).code ?? '')) throw error;
    throw notMigrated(Object.keys(build.migrations), build);
  } finally {
    await client.end();
  }
}
