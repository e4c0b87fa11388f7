/**
 * Finds and replaces the encrypted texts of the database, for a key rotation (docs/operations.md). A text names the
 * key that encrypted it, so the rotation needs no record of its progress: it continues where an earlier one ended.
 */
import type { TimedCause } from '../domain/identity/ports.ts';
import { secretsRotated } from '../domain/registrations/registration-records.ts';
import { columns, number, text } from '../kernel/columns.ts';
import { type Database, type Sql, sql, statements } from '../kernel/sql.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import { auditLog } from './audit.ts';
import { type KeyedSecretBox, sealedKeyOf } from './secret-box.ts';
import { NO_TENANT } from './tenants.ts';

type Row = Record<string, string>;

/** A column with encrypted texts. */
export interface SealedPlace {
  /** Human-readable name. */
  name: string;
  table: string;
  /** Columns that identify a row, besides the tenant. */
  key: readonly string[];
  /** Other columns that the context needs. */
  needs?: readonly string[];
  column: string;
  /**
   * `list`: a JSON list of objects. `object`: a JSON object. Each holds its text as `sealed`. Default: the text itself.
   */
  form?: 'list' | 'object';
  /** Whether the rows belong to the installation instead of a tenant. */
  isShared?: boolean;
  context(tenantId: string, row: Row): string;
}

export interface SealedCount {
  place: string;
  /** Id of the key; undefined for a plain text. */
  key: string | undefined;
  rows: number;
}

/** Number of rows that one transaction re-encrypts. */
const BATCH = 100;

/** The texts of a row, as a table. */
const textsOf = ({ column, form }: SealedPlace): Sql => {
  const of = sql.ref(column);
  if (form === 'list')
    return sql`(select item->>'sealed' from jsonb_array_elements(${of}) item) texts(sealed)`;
  return form === 'object' ? sql`(select ${of}->>'sealed') texts(sealed)` : sql`(select ${of}) texts(sealed)`;
};

const tenantsOf = ({ isShared }: SealedPlace, tenantIds: readonly string[]): readonly string[] =>
  isShared ? [NO_TENANT] : tenantIds;

const ofTenant = ({ isShared }: SealedPlace, tenant: Sql): Sql =>
  isShared ? sql`true` : sql`tenant_id = ${tenant}`;

const KEY_COUNT = columns<{ key: string | null; rows: number }>({
  key: text(sql`split_part(sealed, '.', 2)`),
  rows: number(sql`count(*)::int`),
});

/** Counts the texts of each place by the key that encrypted them. */
export async function countSealedTexts(
  databases: TenantDatabases,
  places: readonly SealedPlace[],
  tenantIds: readonly string[],
): Promise<SealedCount[]> {
  const counts = new Map<string, SealedCount>();
  for (const place of places) {
    for (const tenantId of tenantsOf(place, tenantIds)) {
      const { tenant, all } = statements(databases.for(tenantId), tenantId);
      const rows = await all(KEY_COUNT)`
        select ${KEY_COUNT} from ${sql.table(place.table)}, lateral ${textsOf(place)}
         where ${ofTenant(place, tenant)} and ${sql.ref(place.column)} is not null group by 1`;
      for (const { key, rows: number } of rows) {
        const id = `${place.name} ${key}`;
        const before = counts.get(id)?.rows ?? 0;
        counts.set(id, { place: place.name, key: key ?? undefined, rows: before + number });
      }
    }
  }
  return [...counts.values()];
}

/** Returns the value of the column with its texts encrypted by the current key. @throws Error without the key */
function resealed({ form }: SealedPlace, value: string, context: string, box: KeyedSecretBox): string {
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
 * Re-encrypts the rows of one place and tenant that another key encrypted. Each batch is a transaction, with an audit
 * record when the rows belong to a tenant.
 */
async function rotatePlace(
  db: Database,
  tenantId: string,
  place: SealedPlace,
  box: KeyedSecretBox,
  cause: TimedCause,
): Promise<Outcome> {
  const { key, needs = [], column, form } = place;
  const table = sql.table(place.table);
  const row = columns<Row>({
    ...Object.fromEntries([...key, ...needs].map((name) => [name, text(sql`${sql.ref(name)}::text`)])),
    value: text(sql`${sql.ref(column)}::text`),
  });
  const keyText = sql.join(key.map((name) => sql`${sql.ref(name)}::text`));
  const outcome: Outcome = { done: 0, left: 0 };
  let last: string[] | undefined = key.map(() => '');
  while (last !== undefined) {
    const from: string[] = last;
    last = await db.transaction().execute(async (transaction) => {
      const { tenant, all, write } = statements(transaction, tenantId);
      const rows = await all(row)`
        select ${row} from ${table}
         where ${ofTenant(place, tenant)}
           and exists (select from ${textsOf(place)} where split_part(sealed, '.', 2) <> ${box.currentKey})
           and (${keyText}) > (${sql.join(from)})
         order by ${keyText} limit ${sql.lit(BATCH)} for update`;
      const before = outcome.done;
      for (const found of rows) {
        try {
          const value = resealed(place, found.value as string, place.context(tenantId, found), box);
          await write`
            update ${table} set ${sql.ref(column)} = ${form === undefined ? value : sql`${value}::jsonb`}
             where ${ofTenant(place, tenant)} and (${keyText}) = (${sql.join(key.map((name) => found[name]))})`;
          outcome.done += 1;
        } catch (error) {
          if (!(error instanceof Error) || 'code' in error) throw error;
          outcome.left += 1;
        }
      }
      const count = outcome.done - before;
      if (count > 0 && !place.isShared) {
        const record = secretsRotated.record({ tenantId }, cause, { secrets: place.name, count });
        await auditLog(transaction, tenantId).append([record], cause.at);
      }
      const end = rows.at(-1);
      return rows.length < BATCH || end === undefined ? undefined : key.map((name) => end[name] as string);
    });
  }
  return outcome;
}

/** Re-encrypts all rows that another key encrypted. `report` receives the outcome of each place. */
export async function rotateSealedTexts(
  databases: TenantDatabases,
  places: readonly SealedPlace[],
  tenantIds: readonly string[],
  box: KeyedSecretBox,
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
