/** Sizes of tables and indexes, and the time of their vacuum. */
import type pg from 'pg';
import type { Figure } from './figure.ts';
import { count, type FilledDatabase } from './nodes.ts';

const SCHEMAS = ['charter', 'directory', 'embedded_suite', 'pgboss'];

/** Size of a table: its rows with their TOAST storage, and its indexes. */
export interface TableSize {
  table: string;
  rows: number;
  rowBytes: number;
  indexBytes: number;
}

/** Returns the tables with rows, the largest first. */
export async function readSizes(owner: pg.Client): Promise<TableSize[]> {
  const { rows } = await owner.query<TableSize>({
    text: `
      select n.nspname || '.' || c.relname as table, greatest(c.reltuples, 0)::float8 as rows,
             pg_table_size(c.oid)::float8 as "rowBytes", pg_indexes_size(c.oid)::float8 as "indexBytes"
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = any($1) and c.relkind = 'r' and c.reltuples > 0
       order by pg_total_relation_size(c.oid) desc`,
    values: [SCHEMAS],
  });
  return rows;
}

export const databaseBytes = (owner: pg.Client): Promise<number> =>
  count(owner, 'select pg_database_size(current_database())');

/** The largest tables, and those that change the most. */
const VACUUMED = [
  'charter.audit_records',
  'charter.audit_chain',
  'charter.jobs',
  'directory.users',
  'directory.team_index',
];

async function seconds(owner: pg.Client, statement: string): Promise<number> {
  const began = performance.now();
  await owner.query(statement);
  return (performance.now() - began) / 1000;
}

/** Vacuums every table after the fill. Returns the seconds for those of VACUUMED and for changed rows, by table. */
export async function vacuum({ owner }: Pick<FilledDatabase, 'owner'>): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  for (const table of VACUUMED) times.set(table, await seconds(owner, `vacuum (analyze) ${table}`));
  await owner.query('vacuum (analyze)');
  // Each comparison of a team with its policies writes the team's row twice.
  await owner.query(`update charter.governed_teams set due_at = due_at + interval '1 minute'`);
  const table = 'charter.governed_teams, each row changed once';
  times.set(table, await seconds(owner, 'vacuum (analyze) charter.governed_teams'));
  return times;
}

const tableOf = (name: string): string => name.split(',')[0] as string;

/** Compares the times of the vacuum with the numbers of rows. */
export function vacuumFigures(
  small: { times: Map<string, number>; sizes: readonly TableSize[] },
  large: { times: Map<string, number>; sizes: readonly TableSize[] },
): Figure[] {
  const rows = (sizes: readonly TableSize[], table: string): number =>
    sizes.find((size) => size.table === table)?.rows ?? 1;
  return [...large.times].map(([name, time]) => ({
    ...{ name: `vacuum of ${name}`, unit: 's', small: small.times.get(name) ?? 0, large: time },
    work: {
      unit: 'row',
      small: rows(small.sizes, tableOf(name)),
      large: rows(large.sizes, tableOf(name)),
    },
  }));
}
