/**
 * The columns of rows, each declared once: its member, its SQL, and its type.
 *
 *     const POLICY = columns<Policy>({ id: text('policy_id'), name: text(), settings: json(), createdAt: time() });
 *
 * In a statement, POLICY is the list that `select` and `returning` take; `all(POLICY)` reads the rows (sql.ts). A member
 * without a column, or with one of another type, does not compile.
 */
import {
  type OperationNodeSource,
  PostgresQueryCompiler,
  type RawBuilder,
  type RawNode,
  type RootOperationNode,
  sql,
} from 'kysely';

export type Row = Record<string, unknown>;

export interface Reader<T> {
  read(rows: Row[]): T[];
}

/** A column whose name is not the member's name in snake case, or an expression. */
type Source = string | RawBuilder<unknown> | undefined;

/** The rows that a reader returns. */
export type RowOf<R> = R extends Reader<infer T> ? T : never;

/** A column of a result. As a reader, it reads the only column of each row. */
class Column<T> implements Reader<T> {
  readonly source: Source;
  readonly convert: ((value: unknown) => T) | undefined;

  constructor(source: Source, convert?: (value: unknown) => T) {
    this.source = source;
    this.convert = convert;
  }

  read(rows: Row[]): T[] {
    const values = rows.map((row) => Object.values(row)[0]);
    return this.convert === undefined ? (values as T[]) : values.map(this.convert);
  }
}

const columnOf =
  <Type>() =>
  <T extends Type = NonNullable<Type>>(source?: Source): Column<T> =>
    new Column<T>(source);

export const text = columnOf<string | null>();
/** A smallint, integer or double precision. The driver reads a bigint as text. */
export const number = columnOf<number | null>();
export const boolean = columnOf<boolean | null>();
export const time = columnOf<Date | null>();
export const texts = columnOf<readonly string[] | null>();
export const json = columnOf<unknown>();

/** Reads a timestamp as RFC 3339 in UTC. */
export const dateTime = <T extends string | null = string>(source?: Source): Column<T> =>
  new Column(source, (value) => ((value as Date | null)?.toISOString() ?? null) as T);

/** Reads null as undefined. */
export const optional = <T>({ source }: Column<T>): Column<NonNullable<T> | undefined> =>
  new Column(source, (value) => (value as T) ?? undefined);

/** Columns that are read into one object. As a reader, it reads rows of these columns. */
class Nested<T> implements Reader<T> {
  readonly columns: Columns<Row>;
  readonly convert: (row: never) => T;

  constructor(columns: Columns<Row>, convert: (row: never) => T) {
    this.columns = columns;
    this.convert = convert;
  }

  read(rows: Row[]): T[] {
    return this.columns.read(rows).map((row) => this.convert(row as never));
  }
}

/** A member with nested columns: their names in its object, and in the row. */
interface NestedMember {
  name: string;
  columns: readonly (readonly [string, string])[];
  convert: (row: never) => unknown;
}

/**
 * Reads the columns into one object, as a member. PostgreSQL needs less time for columns than for a JSON object of them.
 * @param convert makes the object of the row that the columns read
 */
export const nested = <R, T>(columns: Columns<R>, convert: (row: R) => T): Nested<T> =>
  new Nested<T>(columns as unknown as Columns<Row>, convert as (row: never) => T);

type Members<T> = { readonly [Member in keyof T & string]: Column<T[Member]> | Nested<T[Member]> };
type Inferred<M> = { [Member in keyof M]: M[Member] extends Column<infer T> | Nested<infer T> ? T : never };

const NO_ID = { queryId: '' };

export const toSnakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

class Columns<T> implements Reader<T>, OperationNodeSource {
  readonly members: Members<T>;
  readonly #list: RawNode;
  readonly #converted: readonly [string, (value: unknown) => unknown][];
  /** The names of plain members. */
  readonly #plain: readonly string[];
  readonly #nested: readonly NestedMember[];

  constructor(members: Members<T>, table: string | undefined) {
    const all = Object.entries<Column<unknown> | Nested<unknown>>(members).map(([name, member]) => {
      if (member instanceof Nested) return [name, member] as const;
      const { source = toSnakeCase(name), convert } = member;
      const column = typeof source === 'string' ? sql.ref(table ? `${table}.${source}` : source) : source;
      return [name, new Column(column, convert)] as const;
    });
    this.members = Object.fromEntries(all) as Members<T>;
    this.#plain = all.flatMap(([name, member]) => (member instanceof Column ? [name] : []));
    this.#nested = all.flatMap(([name, member]) => {
      if (member instanceof Column) return [];
      const columns = Object.keys(member.columns.members).map(
        (inner) => [inner, `${name}.${inner}`] as const,
      );
      return [{ name, columns, convert: member.convert }];
    });
    const columns = all.flatMap(([name, member]): [string, Column<unknown>][] =>
      member instanceof Column
        ? [[name, member]]
        : Object.entries(member.columns.members).map(([inner, column]) => [
            `${name}.${inner}`,
            column as Column<unknown>,
          ]),
    );
    const list = sql.join(columns.map(([name, { source }]) => sql`${source} as ${sql.id(name)}`));
    // Compiles the list once, so that a statement inserts it as one text.
    const compiled = new PostgresQueryCompiler().compileQuery(
      list.toOperationNode() as RootOperationNode,
      NO_ID,
    );
    this.#list = sql.raw(compiled.sql).toOperationNode() as RawNode;
    this.#converted = columns.flatMap(([name, { convert }]) => (convert ? [[name, convert]] : []));
  }

  toOperationNode(): RawNode {
    return this.#list;
  }

  read(rows: Row[]): T[] {
    for (const [name, convert] of this.#converted) {
      for (const row of rows) row[name] = convert(row[name]);
    }
    return this.#nested.length === 0 ? (rows as T[]) : rows.map((row) => this.#nest(row));
  }

  /** Returns the row with an object in place of each group of columns. */
  #nest(row: Row): T {
    const result: Row = {};
    for (const { name, columns, convert } of this.#nested) {
      const object: Row = {};
      for (const [member, column] of columns) object[member] = row[column];
      result[name] = convert(object as never);
    }
    for (const name of this.#plain) result[name] = row[name];
    return result as T;
  }

  /** Returns the named members, for the columns of a smaller row. */
  only<Name extends keyof T & string>(...names: Name[]): Pick<Members<T>, Name> {
    return Object.fromEntries(names.map((name) => [name, this.members[name]])) as Pick<Members<T>, Name>;
  }
}

/** @param table the alias of the table, for columns without an expression */
export function columns<M extends Record<string, Column<unknown>>>(
  members: M,
  table?: string,
): Columns<Inferred<M>>;
export function columns<T>(members: Members<T>, table?: string): Columns<T>;
export function columns<T>(members: Members<T>, table?: string): Columns<T> {
  return new Columns(members, table);
}

/** Columns of the named members, each with its name in snake case. `others` has the members whose columns differ. */
export const columnsOf = <T>(
  names: readonly (keyof T & string)[],
  others: Partial<Members<T>>,
  table?: string,
): Columns<T> =>
  columns<T>({ ...Object.fromEntries(names.map((name) => [name, json()])), ...others } as Members<T>, table);
