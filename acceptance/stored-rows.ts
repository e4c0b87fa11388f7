/** Reads all rows of a database, compares two readings around the erasure of a person, and searches the columns. */
import type pg from 'pg';

/** Columns as JSON, by primary key. */
type Rows = Map<string, Record<string, unknown>>;
/** Rows by table. */
export type StoredRows = Map<string, Rows>;

/** Tables to which an erasure and the calls about it add rows. */
const GROWING = [
  'charter.audit_chain',
  'charter.audit_records',
  'charter.erasures',
  'charter.person_keys',
  'charter.redacted_texts',
];
/** Tables and columns that calls, scheduled work and erasures change in any row. */
const VOLATILE_TABLES = [
  'charter.audit_checkpoints',
  'charter.audit_pending',
  'charter.idempotency_keys',
  'charter.rate_limits',
];
const VOLATILE_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  'charter.audit_records': ['trail_place'],
  'charter.erasures': ['sealed_marks', 'progress', 'redacted_rows', 'unchanged_records', 'completed_at'],
  'charter.person_keys': ['sealed_key'],
  'charter.governed_teams': ['due_at', 'leased_until', 'run', 'checked_at'],
  'charter.notifications': ['mail_state', 'mail_due_at', 'mail_tries'],
};
/** Columns with the owner of a row. An erasure deletes or replaces the person's rows. */
const OWNERS: Readonly<Record<string, string>> = {
  'charter.notifications': 'addressee_id',
  'directory.user_words': 'user_id',
};

/** Reads the tables of the service. Leaves out those of the queue. */
export async function readRows(owner: pg.Client): Promise<StoredRows> {
  const { rows: tables } = await owner.query<{ name: string; key: string[] }>(`
    select format('%I.%I', n.nspname, c.relname) as name,
           array(select a.attname::text from unnest(i.indkey) place
                   join pg_attribute a on a.attrelid = c.oid and a.attnum = place) as key
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_index i on i.indrelid = c.oid and i.indisprimary
     where n.nspname in ('charter', 'directory', 'embedded_suite', 'graph_suite')`);
  const stored: StoredRows = new Map();
  for (const { name, key } of tables) {
    if (VOLATILE_TABLES.includes(name)) continue;
    const { rows } = await owner.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${name} t`,
    );
    stored.set(name, new Map(rows.map(({ row }) => [key.map((column) => row[column]).join(' '), row])));
  }
  return stored;
}

export interface ErasedPerson {
  id: string;
  /** Names, addresses and messages of the person. */
  texts: readonly string[];
}

/** Returns the value as JSON, with an asterisk in place of each text that names the person. */
function masked(value: unknown, { id, texts }: ErasedPerson): string {
  let text = JSON.stringify(value ?? null);
  for (const one of [...texts, id, 'erased'])
    text = text.replaceAll(new RegExp(one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'giu'), '*');
  return text;
}

/** Returns every change between the readings that the erasure of this person does not explain. */
export function otherChanges(before: StoredRows, after: StoredRows, person: ErasedPerson): string[] {
  const changes: string[] = [];
  const names = (value: unknown) =>
    [person.id, ...person.texts].some((text) =>
      JSON.stringify(value ?? null)
        .toLowerCase()
        .includes(text.toLowerCase()),
    );
  for (const [table, rows] of before) {
    const left = after.get(table) as Rows;
    const owner = OWNERS[table];
    const isOwn = (row: Record<string, unknown>) => owner !== undefined && row[owner] === person.id;
    for (const [key, row] of rows) {
      const now = left.get(key);
      if (now === undefined) {
        if (!isOwn(row)) changes.push(`${table} lacks ${key}`);
        continue;
      }
      for (const [column, value] of Object.entries(row)) {
        if (VOLATILE_COLUMNS[table]?.includes(column)) continue;
        if (JSON.stringify(value) === JSON.stringify(now[column])) continue;
        const isEntry = table === 'directory.users' && row.user_id === person.id;
        const isSame = names(value) && masked(value, person) === masked(now[column], person);
        if (!isEntry && !isSame)
          changes.push(
            `${table}.${column} of ${key}: ${JSON.stringify(value)} became ${JSON.stringify(now[column])}`,
          );
      }
    }
    for (const [key, row] of left)
      if (!rows.has(key) && !GROWING.includes(table) && !isOwn(row)) changes.push(`${table} has ${key}`);
  }
  return changes;
}

/** Returns the columns, of all tables, in which a value contains one of the marks. The marks are in lower case. */
export async function columnsContaining(owner: pg.Client, marks: readonly string[]): Promise<string[]> {
  const { rows } = await owner.query<{ relation: string; name: string }>(`
    select format('%I.%I', table_schema, table_name) as relation, quote_ident(column_name) as name
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE' order by 1, 2`);
  const found: string[] = [];
  for (const { relation, name } of rows) {
    const { rowCount } = await owner.query(
      `select from ${relation} where exists (
         select from unnest($1::text[]) mark where position(mark in lower(${name}::text)) > 0) limit 1`,
      [marks],
    );
    if (rowCount) found.push(`${relation}.${name}`);
  }
  return found;
}
