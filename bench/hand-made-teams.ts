/**
 * Inserts the rows that a provisioning leaves in every table, as fast as PostgreSQL allows: one transaction per
 * team and one multi-row insert per table, on the connections of the service and bound to its tenant.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import type { CharterTables } from '../server/src/persistence/tables.ts';
import type { Tenancy } from '../server/src/persistence/tenancy.ts';

/** Tables in the order of insertion, each with the condition that finds the rows of a team. */
const TABLES = {
  'charter.jobs': 'job_id::text = $2',
  'directory.teams': 'marker = $2',
  'directory.team_members': 'team_id = $3',
  'embedded_suite.channels': 'team_id = $3',
  'embedded_suite.channel_members': 'team_id = $3',
  'embedded_suite.tabs': 'team_id = $3',
  'embedded_suite.messages': 'team_id = $3',
  'charter.governed_teams': 'team_id = $3',
  'charter.domain_events': 'request_id = $4',
  'charter.audit_records': 'request_id = $4',
  'charter.audit_pending':
    'record_id in (select record_id from charter.audit_records where tenant_id = $1 and request_id = $4)',
  // pg-boss completes its job shortly after the service completes its own. A copy of an earlier row would be
  // delivered to a worker again.
  'pgboss.job_common': "data ->> 'jobId' = $2 and state = 'completed'",
} as const;

type Row = Record<string, unknown>;

/** One insert. Its text is the same for every team. */
interface Insert {
  text: string;
  rows: Row[];
}

const COLUMNS = `
  select column_name as name from information_schema.columns
   where table_schema || '.' || table_name = $1 and is_generated = 'NEVER' order by ordinal_position`;

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;
/** Last 12 digits of an id. The names and aliases of these teams contain them. */
export const idSuffix = (id: string): string => id.slice(-12);

/** Polls until there are rows; returns none after 20 attempts. */
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

export class InsertedTeams {
  readonly #tenancy: Tenancy<CharterTables>;
  readonly #tenantId: string;
  readonly #inserts: readonly Insert[];
  /** Matches the values that differ for each team: ids and tags. */
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

  /** Reads the rows of a completed job as the sample. */
  static async like(
    tenancy: Tenancy<CharterTables>,
    tenantId: string,
    jobId: string,
  ): Promise<InsertedTeams> {
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
    return new InsertedTeams(tenancy, tenantId, inserts, idSuffix(jobId));
  }

  /** Returns the statements for another team. Each id is replaced consistently in all values. */
  prepare(): CompiledQuery[] {
    const renewed = new Map<string, string>();
    const renew = (old: string): string => {
      const known = renewed.get(old);
      if (known !== undefined) return known;
      const fresh = UUID.test(old) ? randomUUID() : idSuffix(randomUUID());
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
