/**
 * The rows that a provisioning leaves behind, in every table, written by hand as fast as PostgreSQL and its
 * driver can: one transaction per team, one prepared multi-row insert per table, over the service's own
 * connections and bound to its tenant.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import type { CharterTables } from '../server/src/persistence/tables.ts';
import type { Tenancy } from '../server/src/persistence/tenancy.ts';

/** Tables in the order they are written, and how to find a team's rows in each. */
const TABLES = {
  'charter.jobs': 'job_id::text = $2',
  'embedded_suite.teams': 'marker = $2',
  'embedded_suite.team_members': 'team_id = $3',
  'embedded_suite.channels': 'team_id = $3',
  'embedded_suite.channel_members': 'team_id = $3',
  'embedded_suite.tabs': 'team_id = $3',
  'embedded_suite.messages': 'team_id = $3',
  'charter.domain_events': 'request_id = $4',
  'charter.audit_records': 'request_id = $4',
  'charter.audit_pending':
    'record_id in (select record_id from charter.audit_records where tenant_id = $1 and request_id = $4)',
  // Settled a moment after the job itself; before that the queue would give it to a worker once more.
  'pgboss.job_common': "data ->> 'jobId' = $2 and state = 'completed'",
} as const;

type Row = Record<string, unknown>;

/** One statement of a team: its text is the same for every team. */
interface Insert {
  text: string;
  rows: Row[];
}

const COLUMNS = `
  select column_name as name from information_schema.columns
   where table_schema || '.' || table_name = $1 and is_generated = 'NEVER' order by ordinal_position`;

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;
/** End of an id, which the names of these teams and their aliases hold. */
export const tagOf = (id: string): string => id.slice(-12);

/** The rows, as soon as there are any; none after a while. */
async function untilSome(read: () => Promise<Row[]>): Promise<Row[]> {
  for (let tries = 0; tries < 20; tries += 1) {
    const rows = await read();
    if (rows.length > 0) return rows;
    await delay(10);
  }
  return [];
}

const insertText = (table: string, columns: readonly string[], rows: number): string => {
  let parameter = 0;
  const values = Array.from({ length: rows }, () => `(${columns.map(() => `$${++parameter}`).join(', ')})`);
  return `insert into ${table} (${columns.join(', ')}) values ${values.join(', ')}`;
};

export class HandMadeTeams {
  readonly #tenancy: Tenancy<CharterTables>;
  readonly #tenantId: string;
  readonly #inserts: readonly Insert[];
  /** What makes the sample unlike every other team. */
  readonly #unique: RegExp;

  private constructor(
    tenancy: Tenancy<CharterTables>,
    tenantId: string,
    inserts: readonly Insert[],
    tag: string,
  ) {
    this.#tenancy = tenancy;
    this.#tenantId = tenantId;
    this.#inserts = inserts;
    this.#unique = new RegExp(`${UUID.source}|${tag}`, 'g');
  }

  /** Teams with the same rows as the one that a completed job has made. */
  static async like(
    tenancy: Tenancy<CharterTables>,
    tenantId: string,
    jobId: string,
  ): Promise<HandMadeTeams> {
    const database = tenancy.for(tenantId);
    const read = async (text: string, parameters: unknown[]): Promise<Row[]> =>
      (await database.executeQuery<Row>(CompiledQuery.raw(text, parameters))).rows;
    const [job] = await read(
      'select team_id, request_id from charter.jobs where tenant_id = $1 and job_id = $2::uuid',
      [tenantId, jobId],
    );
    const inserts: Insert[] = [];
    for (const [table, condition] of Object.entries(TABLES)) {
      const columns = (await read(COLUMNS, [table])).map(({ name }) => `"${name}"`);
      const texts = columns.map((column) => `${column}::text as ${column}`);
      const rows = await untilSome(() =>
        read(
          `select ${texts.join(', ')} from ${table}
          where ${table.startsWith('pgboss') ? '' : 'tenant_id = $1 and'} ${condition}
            and coalesce($1, $2, $3, $4) is not null`,
          [tenantId, jobId, job?.team_id, job?.request_id],
        ),
      );
      if (rows.length > 0) inserts.push({ text: insertText(table, columns, rows.length), rows });
    }
    return new HandMadeTeams(tenancy, tenantId, inserts, tagOf(jobId));
  }

  /** The statements of another team: every id in every value is a new one, the same in all its places. */
  prepare(): CompiledQuery[] {
    const renewed = new Map<string, string>();
    const renew = (old: string): string => {
      const known = renewed.get(old);
      if (known !== undefined) return known;
      const fresh = UUID.test(old) ? randomUUID() : tagOf(randomUUID());
      renewed.set(old, fresh);
      return fresh;
    };
    return this.#inserts.map(({ text, rows }) => {
      const values = rows.flatMap((row) => Object.values(row));
      return CompiledQuery.raw(
        text,
        values.map((value) => (typeof value === 'string' ? value.replace(this.#unique, renew) : value)),
      );
    });
  }

  async insert(statements: readonly CompiledQuery[]): Promise<void> {
    await this.#tenancy
      .for(this.#tenantId)
      .transaction()
      .execute(async (transaction) => {
        for (const statement of statements) await transaction.executeQuery(statement);
      });
  }
}
