/**
 * Finds and replaces the encrypted texts of the database, for a change of key (docs/operations.md). A text names the key
 * that encrypted it, so the rotation needs no record of its progress: it continues where an earlier one ended.
 */
import { CompiledQuery, type Kysely } from 'kysely';
import type { TimedCause } from '../domain/identity/ports.ts';
import { secretsRotated } from '../domain/registrations/registration-records.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import { auditStore } from './audit.ts';
import { type KeyedBox, sealedKeyOf } from './secret-box.ts';
import type { CharterTables } from './tables.ts';
import { NO_TENANT } from './tenants.ts';

type Row = Record<string, string>;

/** A column with encrypted texts. */
export interface SealedPlace {
  /** Name for people. */
  name: string;
  table: string;
  /** Columns that identify a row, besides the tenant. */
  key: readonly string[];
  /** Other columns that the context needs. */
  needs?: readonly string[];
  column: string;
  /** `list`: a JSON list of objects. `object`: a JSON object. Each holds its text as `sealed`. Default: the text itself. */
  form?: 'list' | 'object';
  /** Whether the rows belong to the installation instead of a tenant. */
  isShared?: boolean;
  context(tenantId: string, row: Row): string;
}

export interface SealedCount {
  place: string;
  /** Id of the key; undefined for a text in clear. */
  key: string | undefined;
  rows: number;
}

/** Rows that one transaction re-encrypts. */
const BATCH = 100;

/** SQL: the texts of a row. */
const textsOf = ({ column, form }: SealedPlace): string => {
  if (form === 'list') return `(select item->>'sealed' from jsonb_array_elements(${column}) item)`;
  return form === 'object' ? `(select ${column}->>'sealed')` : `(select ${column})`;
};

const query = async <Result>(db: Kysely<CharterTables>, text: string, values: unknown[]) =>
  (await db.executeQuery<Result>(CompiledQuery.raw(text, values))).rows;

const tenantsOf = ({ isShared }: SealedPlace, tenantIds: readonly string[]): readonly string[] =>
  isShared ? [NO_TENANT] : tenantIds;

const ofTenant = ({ isShared }: SealedPlace): string =>
  isShared ? '$1::text is not null' : 'tenant_id = $1';

/** Counts the texts of each place by the key that encrypted them. */
export async function countSealed(
  databases: TenantDatabases<CharterTables>,
  places: readonly SealedPlace[],
  tenantIds: readonly string[],
): Promise<SealedCount[]> {
  const counts = new Map<string, SealedCount>();
  for (const place of places) {
    for (const tenantId of tenantsOf(place, tenantIds)) {
      const rows = await query<{ key: string | null; rows: number }>(
        databases.for(tenantId),
        `select split_part(sealed, '.', 2) as key, count(*)::int as rows
           from ${place.table}, lateral ${textsOf(place)} texts(sealed)
          where ${ofTenant(place)} and ${place.column} is not null group by 1`,
        [tenantId],
      );
      for (const { key, rows: number } of rows) {
        const id = `${place.name} ${key}`;
        const before = counts.get(id)?.rows ?? 0;
        counts.set(id, { place: place.name, key: key ?? undefined, rows: before + number });
      }
    }
  }
  return [...counts.values()];
}

/** Returns the value of the column with its texts encrypted by the present key. @throws Error without the key */
function resealed({ form }: SealedPlace, value: string, context: string, box: KeyedBox): string {
  const reseal = (text: string): string =>
    sealedKeyOf(text) === box.currentKey ? text : box.seal(box.open(text, context), context);
  if (form === undefined) return reseal(value);
  const parsed = JSON.parse(value) as { sealed: string } | { sealed: string }[];
  const replace = (one: { sealed: string }) => ({ ...one, sealed: reseal(one.sealed) });
  return JSON.stringify(Array.isArray(parsed) ? parsed.map(replace) : replace(parsed));
}

interface Outcome {
  /** Rows that were re-encrypted. */
  done: number;
  /** Rows whose key this installation no longer has. */
  left: number;
}

/**
 * Re-encrypts the rows of one place and tenant that another key encrypted. Each batch is a transaction with an audit
 * record.
 */
async function rotatePlace(
  db: Kysely<CharterTables>,
  tenantId: string,
  place: SealedPlace,
  box: KeyedBox,
  cause: TimedCause,
): Promise<Outcome> {
  const { table, key, needs = [], column, form } = place;
  const columns = [...key, ...needs].map((name) => `${name}::text as "${name}"`);
  const place$ = (index: number): string => `$${index + 3}`;
  const after = key.map((_, index) => place$(index)).join(', ');
  const keyText = key.map((name) => `${name}::text`).join(', ');
  const select = `
    select ${[...columns, `${column}::text as "value"`].join(', ')} from ${table}
     where ${ofTenant(place)}
       and exists (select from ${textsOf(place)} texts(sealed) where split_part(sealed, '.', 2) <> $2)
       and (${keyText}) > (${after})
     order by ${keyText} limit ${BATCH} for update`;
  const update = `
    update ${table} set ${column} = $2${form === undefined ? '' : '::jsonb'}
     where ${ofTenant(place)} and (${keyText}) = (${after})`;
  const outcome: Outcome = { done: 0, left: 0 };
  let last: string[] | undefined = key.map(() => '');
  while (last !== undefined) {
    const from: string[] = last;
    last = await db.transaction().execute(async (transaction) => {
      const rows = await query<Row>(transaction, select, [tenantId, box.currentKey, ...from]);
      const before = outcome.done;
      for (const row of rows) {
        try {
          const value = resealed(place, row.value as string, place.context(tenantId, row), box);
          await query(transaction, update, [tenantId, value, ...key.map((name) => row[name])]);
          outcome.done += 1;
        } catch (error) {
          if (!(error instanceof Error) || 'code' in error) throw error;
          outcome.left += 1;
        }
      }
      const count = outcome.done - before;
      if (count > 0 && !place.isShared) {
        const record = secretsRotated.record({ tenantId }, cause, { secrets: place.name, count });
        await auditStore(transaction, tenantId).append([record], cause.at);
      }
      const end = rows.at(-1);
      return rows.length < BATCH || end === undefined ? undefined : key.map((name) => end[name] as string);
    });
  }
  return outcome;
}

/** Re-encrypts everything. `report` receives the outcome of each place. */
export async function rotateSealed(
  databases: TenantDatabases<CharterTables>,
  places: readonly SealedPlace[],
  tenantIds: readonly string[],
  box: KeyedBox,
  cause: TimedCause,
  report: (place: string, outcome: Outcome) => void,
): Promise<void> {
  for (const place of places) {
    const sum: Outcome = { done: 0, left: 0 };
    for (const tenantId of tenantsOf(place, tenantIds)) {
      const { done, left } = await rotatePlace(databases.for(tenantId), tenantId, place, box, cause);
      sum.done += done;
      sum.left += left;
    }
    report(place.name, sum);
  }
}
