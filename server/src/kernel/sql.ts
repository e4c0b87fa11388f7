/**
 * Access to the database: SQL with values in place.
 *
 *     const { tenant, first } = statements(db, tenantId);
 *     const find = (id: string): Promise<Policy | undefined> =>
 *       first(POLICY)`select ${POLICY} from charter.policies where tenant_id = ${tenant} and policy_id = ${id}`;
 *
 * Each value is a parameter; one that `sql.val` creates is sent once, however often the statement names it. PostgreSQL
 * prepares a statement once for each text, so the text must not depend on input: lists are passed as arrays
 * (docs/adr/0030-one-door-to-the-database.md).
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Reader, Row } from './columns.ts';

export { sql };

/** A statement or a part of one. */
export type Sql = RawBuilder<unknown>;

/** Connections that are bound to a tenant, or a transaction over one of them. */
// biome-ignore lint/suspicious/noExplicitAny: the statements are SQL, and rows have the types of their columns
export type Database = Kysely<any>;

export const COMPARISON = { eq: sql`=`, ge: sql`>=`, gt: sql`>`, le: sql`<=`, lt: sql`<` };

/** Names and values of the columns of a row, for `insert`. */
export const inserted = (row: Row): Sql =>
  sql`(${sql.join(Object.keys(row).map((name) => sql.ref(name)))}) values (${sql.join(Object.values(row))})`;

/** Names and values of columns, for the SET clause of `update`. */
export const assigned = (row: Row): Sql =>
  sql.join(Object.entries(row).map(([name, value]) => sql`${sql.ref(name)} = ${value}`));

/** Assignments of an upsert that replace these columns. */
export const replaced = (names: readonly string[]): Sql =>
  sql.join(names.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`));

/** The records as a table with the given columns. Further members are not sent: they may be long, or secret. */
export function table<T extends object>(
  alias: string,
  records: readonly T[],
  types: { readonly [Member in keyof T]?: string },
): Sql {
  const members = Object.keys(types) as (keyof T)[];
  const list = members.map((name) => sql`${sql.ref(name as string)} ${sql.raw(types[name] as string)}`);
  const rows = records.map((record) => {
    const row: Partial<T> = {};
    for (const name of members) row[name] = record[name];
    return row;
  });
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as ${sql.ref(alias)} (${sql.join(list)})`;
}

/** SQLSTATE of a row that a unique index rejects (PostgreSQL, appendix A). */
export const UNIQUE_VIOLATION = '23505';

/** Whether the database rejected a row because of a unique index. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;

type Template = Parameters<typeof sql>;

/** Runs an access to the database. May retry it, and may replace its error. */
export type Guard = <T>(access: () => Promise<T>) => Promise<T>;

const unguarded: Guard = (access) => access();

/** Returns the functions that run statements. `tenant` is the value for conditions on the tenant. */
export function statements(db: Database, tenantId: string, guard = unguarded) {
  const run = (template: Template) => guard(() => sql<Row>(...template).execute(db));

  return {
    tenantId,
    tenant: sql.val(tenantId),

    all:
      <T>(reader: Reader<T>) =>
      async (...template: Template): Promise<T[]> =>
        reader.read((await run(template)).rows),

    first:
      <T>(reader: Reader<T>) =>
      async (...template: Template): Promise<T | undefined> =>
        reader.read((await run(template)).rows)[0],

    /** Whether the statement returns a row. */
    exists: async (...template: Template): Promise<boolean> => (await run(template)).rows.length > 0,

    /** Returns the number of rows that the main INSERT, UPDATE or DELETE wrote. */
    write: async (...template: Template): Promise<number> =>
      Number((await run(template)).numAffectedRows ?? 0n),

    /** Runs several statements in one transaction. */
    transaction: <T>(work: (run: Statements) => Promise<T>): Promise<T> =>
      guard(() => db.transaction().execute((transaction) => work(statements(transaction, tenantId)))),

    /**
     * Takes a lock until the transaction ends, in its own statement, so that the next statement's snapshot includes
     * what earlier holders committed.
     * @param id limits the lock to one object of the tenant
     */
    async lock(name: string, id?: string): Promise<void> {
      const key = sql`concat_ws(':', ${name}::text, ${tenantId}::text, ${id}::text)`;
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db);
    },
  };
}

export interface Statements extends ReturnType<typeof statements> {}
