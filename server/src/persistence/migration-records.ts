/**
 * The record of the migrations that a database has, and whether a build runs on it
 * (docs/adr/0037-neighbouring-releases.md). A node that knows all recorded migrations runs when none is missing. A node
 * of an earlier release runs when it is compatible with each migration that it does not know.
 */
import { BUILD } from '../kernel/build.ts';
import { columns, type RowOf, text } from '../kernel/columns.ts';
import { type Statements, sql } from '../kernel/sql.ts';
import { type DatabaseChange, SCHEMAS, statement } from './database-changes.ts';
import { type Migration, migrations } from './migrations/index.ts';
import { SchemaError } from './schema-error.ts';
import { startFailure } from './unavailable.ts';

/** The version and migrations of a build. Tests use those of other releases. */
export interface SchemaOfBuild {
  version: string;
  migrations: Readonly<Record<string, Migration>>;
}

export const SCHEMA_OF_BUILD: SchemaOfBuild = { version: BUILD.version, migrations };

const BASELINE = '0043-baseline';
const LAST_BEFORE_BASELINE = '0042-search-inside-words';

const RECORD = columns({
  name: text<string>(),
  /** Release that made the migration. */
  release: text<string>(),
  /**
   * Oldest release that runs on the schema after a contraction; null for an expansion, on which every earlier one runs.
   */
  oldestRelease: text<string | null>(),
});
export type MigrationRecord = RowOf<typeof RECORD>;

/** The recorded migrations, in order. `isRecorded` is false before the first migration by a version with records. */
export interface MigrationRecords {
  isRecorded: boolean;
  records: readonly MigrationRecord[];
}

/** Versions before the records listed their migrations in this table. They still start on it. */
const EARLIER = columns({
  name: text<string>(),
  release: text<string>(sql`'0.1.0'`),
  oldestRelease: text<string | null>(sql`null`),
});

/**
 * Reads the records, or the list of versions that had none.
 * @throws CharterError for a database whose migrations this version can't continue
 */
export async function readRecords(
  { all, exists }: Statements,
  build: SchemaOfBuild,
): Promise<MigrationRecords> {
  if (await exists`select where to_regclass('charter.migration_records') is not null`) {
    const records = await all(RECORD)`select ${RECORD} from charter.migration_records order by name`;
    return { isRecorded: true, records };
  }
  if (!(await exists`select where to_regclass('charter.migrations') is not null`)) {
    return { isRecorded: false, records: [] };
  }
  const names = (await all(EARLIER)`select ${EARLIER} from charter.migrations order by name`).filter(
    ({ name }) => name >= BASELINE,
  );
  const last = await lastBeforeBaseline({ all });
  if (names.length === 0 && last !== undefined) {
    if (last !== LAST_BEFORE_BASELINE) {
      throw startFailure(
        `The database has the migrations of an old version of Charter, up to ${last}, and this version begins with those up to ${LAST_BEFORE_BASELINE}. Start the version of commit f42e817d on it once, then this version; or use an empty database.`,
      );
    }
    return { isRecorded: false, records: [{ name: BASELINE, release: '0.1.0', oldestRelease: null }] };
  }
  const unknown = names.filter(({ name }) => build.migrations[name] === undefined);
  if (unknown.length > 0) {
    throw new SchemaError(
      'SchemaAhead',
      `The database was migrated by another version of Charter (${listed(unknown)}). Start that version or a newer one, or use an empty database.`,
    );
  }
  return { isRecorded: false, records: names };
}

async function lastBeforeBaseline({ all }: Pick<Statements, 'all'>): Promise<string | undefined> {
  const names = await all(text())`select max(name) from charter.migrations where name < ${BASELINE}`;
  return names[0] ?? undefined;
}

const listed = (records: readonly { name: string }[]): string => records.map(({ name }) => name).join(', ');

/** Compares two versions such as `0.10.2`, as numbers. */
function isOlder(version: string, than: string): boolean {
  const [left, right] = [version, than].map((one) => one.split('.').map((part) => Number.parseInt(part, 10)));
  for (let place = 0; place < 3; place += 1) {
    const difference = (left?.[place] ?? 0) - (right?.[place] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

export interface Comparison {
  /** Names of this build's migrations that the database lacks. */
  missing: readonly string[];
  /** Migrations of the database that this build does not know, and is compatible with. */
  unknown: readonly MigrationRecord[];
}

/**
 * Compares the migrations of a database with those of a build.
 * @throws SchemaError (SchemaAhead) when the build can't run on the database
 */
export function compareRecords(records: readonly MigrationRecord[], build: SchemaOfBuild): Comparison {
  const recorded = new Set(records.map(({ name }) => name));
  const unknown = records.filter(({ name }) => build.migrations[name] === undefined);
  const missing = Object.keys(build.migrations).filter((name) => !recorded.has(name));
  const unbearable = unknown.find(
    ({ oldestRelease }) => oldestRelease !== null && isOlder(build.version, oldestRelease),
  );
  if (unbearable !== undefined) {
    throw new SchemaError(
      'SchemaAhead',
      `The database has the migration ${unbearable.name} of Charter ${unbearable.release}, and this version (${build.version}) can't run on it. Start version ${unbearable.oldestRelease} or a newer one.`,
    );
  }
  if (unknown.length > 0 && missing.length > 0) {
    throw new SchemaError(
      'SchemaAhead',
      `The database has migrations that this version lacks (${listed(unknown)}), and it lacks some that this version has (${missing.join(', ')}). Start a version that has all of them, or use an empty database.`,
    );
  }
  return { missing, unknown };
}

/** Describes a database of a newer release, which stays as it is, for the operator. */
export const describeNewerSchema = (
  unknown: readonly MigrationRecord[],
  { version }: SchemaOfBuild,
): string =>
  `The database has migrations of a newer version (${listed(unknown)}). This version (${version}) runs on it and changes nothing.`;

/** The failure of a node that may not migrate, on a database that lacks migrations. */
export function notMigrated(missing: readonly string[], build: SchemaOfBuild): SchemaError {
  const isEmpty = missing.length === Object.keys(build.migrations).length;
  const state = isEmpty
    ? 'The database is not migrated'
    : `The database lacks migrations (${missing.join(', ')})`;
  return new SchemaError(
    'SchemaBehind',
    `${state}. Run charter migrate of this version (${build.version}) with the owner's DATABASE_URL and with CHARTER_SERVICE_DATABASE_URL, then start this node again.`,
  );
}

const CREATE_RECORDS = `create table if not exists charter.migration_records (
  name text primary key,
  release text not null,
  oldest_release text,
  applied_at timestamptz not null default now()
)`;

/** Returns the change that creates the schemas and the records, with the migrations of earlier versions. */
export function recordsChange({ isRecorded, records }: MigrationRecords): DatabaseChange[] {
  if (isRecorded) return [];
  return [
    {
      name: 'record of the migrations',
      kind: 'records',
      statements: [
        ...SCHEMAS.map((schema) => ({ text: `create schema if not exists ${schema}` })),
        { text: CREATE_RECORDS },
        ...records.map(({ name, release }) => insertRecord(name, release, undefined)),
      ],
    },
  ];
}

/** Returns the statement that records a migration, in its transaction. */
export const insertRecord = (name: string, release: string, oldestRelease: string | undefined) => statement`
  insert into charter.migration_records (name, release, oldest_release)
  values (${name}, ${release}, ${oldestRelease ?? null})`;
