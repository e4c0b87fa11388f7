/** Runs SQL whose first parameter is the tenant's id. */
import { CompiledQuery, type Kysely } from 'kysely';
import type { CharterTables } from './tables.ts';

/** Relaxes the commit of the statement's transaction (docs/adr/0008-commits-that-wait-for-the-disk.md). */
export const DO_NOT_WAIT_FOR_DISK = "set_config('synchronous_commit', 'off', true)";

/** The greatest UUID: a list in descending order starts below it. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Collects the parameters of a dynamically built statement, and returns their placeholders. `$1` is the tenant. */
export class ParameterList {
  readonly values: unknown[] = [];

  place(value: unknown): string {
    return `$${this.values.push(value) + 1}`;
  }
}

/** A dynamically built statement. */
export interface Statement {
  text: string;
  values: unknown[];
}

/**
 * When the limit is a parameter, PostgreSQL plans for a tenth of the rows. The limit is therefore part of the text, in
 * a few sizes to bound the number of statements. The caller drops surplus rows.
 */
const LIMITS = [26, 101, 251, 501, 1000];

/** Returns at least one more than the page size; the extra row shows that another page follows. */
export const limitFor = (top: number): number => LIMITS.find((limit) => limit > top) ?? top + 1;

/** Locks a name for the tenant, or for one object of the tenant: concat_ws skips an absent id. */
const LOCK = `
  select pg_advisory_xact_lock(hashtextextended(concat_ws(':', $2::text, $1::text, $3::text), 0))`;

export function statements(db: Kysely<CharterTables>, tenantId: string) {
  const run = <Row>(text: string, values: unknown[]) =>
    db.executeQuery<Row>(CompiledQuery.raw(text, [tenantId, ...values]));

  return {
    all: async <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
      (await run<Row>(text, values)).rows,

    first: async <Row>(text: string, ...values: unknown[]): Promise<Row | undefined> =>
      (await run<Row>(text, values)).rows[0],

    /** Returns the column `count` of the only row. */
    async count(text: string, ...values: unknown[]): Promise<number> {
      const [row] = (await run<{ count: number }>(text, values)).rows;
      return row?.count ?? 0;
    },

    /**
     * Takes a lock until the transaction ends. It is a statement of its own, so that the snapshot of the next one
     * includes what earlier holders committed.
     * @param id limits the lock to one object of the tenant
     */
    async lock(name: string, id?: string): Promise<void> {
      await run(LOCK, [name, id]);
    },

    /** Returns the number of rows that the main INSERT, UPDATE or DELETE wrote. */
    async write(text: string, ...values: unknown[]): Promise<number> {
      const { numAffectedRows = 0n } = await run(text, values);
      return Number(numAffectedRows);
    },
  };
}

export type Statements = ReturnType<typeof statements>;
