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

/** Name or expression of a column. Default: the member's name in snake case. */
type Source = string | RawBuilder<unknown> | undefined;

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

/** A column whose values `convert` makes from the driver's values. */
export const converted = <T>(source: Source, convert: (value: unknown) => T): Column<T> =>
  new Column(source, convert);

/** Reads a timestamp as RFC 3339 in UTC. */
export const dateTime = <T extends string | null = string>(source?: Source): Column<T> =>
  new Column(source, (value) => ((value as Date | null)?.toISOString() ?? null) as T);

/** Reads null as undefined. */
export const optional = <T>({ source }: Column<T>): Column<NonNullable<T> | undefined> =>
  new Column(source, (value) => (value as T) ?? undefined);

type Members<T> = { readonly [Member in keyof T & string]: Column<T[Member]> };
type Inferred<M> = { [Member in keyof M]: M[Member] extends Column<infer T> ? T : never };

const NO_ID = { queryId: '' };

export const toSnakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

class Columns<T> implements Reader<T>, OperationNodeSource {
  readonly members: Members<T>;
  readonly #list: RawNode;
  readonly #converted: readonly [string, (value: unknown) => unknown][];

  constructor(members: Members<T>, table: string | undefined) {
    const all = Object.entries<Column<unknown>>(members).map(
      ([name, { source = toSnakeCase(name), convert }]) => {
        const column = typeof source === 'string' ? sql.ref(table ? `${table}.${source}` : source) : source;
        return [name, new Column(column, convert)] as const;
      },
    );
    this.members = Object.fromEntries(all) as Members<T>;
    const list = sql.join(all.map(([name, { source }]) => sql`${source} as ${sql.ref(name)}`));
    // Compiles the list once, so that a statement inserts it as one text.
    const compiled = new PostgresQueryCompiler().compileQuery(
      list.toOperationNode() as RootOperationNode,
      NO_ID,
    );
    this.#list = sql.raw(compiled.sql).toOperationNode() as RawNode;
    this.#converted = all.flatMap(([name, { convert }]) => (convert ? [[name, convert]] : []));
  }

  toOperationNode(): RawNode {
    return this.#list;
  }

  read(rows: Row[]): T[] {
    for (const [name, convert] of this.#converted) {
      for (const row of rows) row[name] = convert(row[name]);
    }
    return rows as T[];
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
