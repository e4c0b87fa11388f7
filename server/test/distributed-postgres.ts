/**
 * Distributes a database of Charter by tenant with Citus (docs/distributed-database.md): the tables of `charter` and
 * `graph_suite` are spread over the workers, those of `directory` and `embedded_suite` stay on the coordinator, because
 * their triggers read transition tables.
 */
import { Client, type ClientBase, type Pool } from 'pg';
import { migrate } from '../src/persistence/migrate.ts';

const DISTRIBUTED_SCHEMAS = ['charter', 'graph_suite'];

/** Unique keys without the tenant, which Citus can't enforce over several workers. A plain index replaces each key. */
const KEYS_WITHOUT_TENANT = [
  'drop index charter.apps_by_app_id; create index apps_by_app_id on charter.apps (app_id)',
];

/** Template of migrated and distributed databases. */
export const DISTRIBUTED_TEMPLATE = {
  key: 'distributed',
  prepare: async (url: string): Promise<void> => void (await migrate(url)),
};

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Makes the empty database a coordinator, and those with its name on the other servers its workers. */
export async function joinServers(url: string, workers: readonly string[]): Promise<void> {
  const database = new URL(url).pathname;
  const nodes = [
    url,
    ...workers.map((worker) => Object.assign(new URL(worker), { pathname: database }).href),
  ];
  for (const node of nodes) {
    await withClient(node, (client) => client.query('create extension citus'));
  }
  await withClient(url, async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', ['localhost', new URL(url).port]);
    for (const node of nodes.slice(1)) {
      await client.query('select citus_add_node($1, $2)', ['localhost', new URL(node).port]);
    }
  });
}

/** Selects the tables with a tenant. A table follows those that its foreign keys reference. */
const TABLES = `
  with recursive t as (
    select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where n.nspname = any($1) and c.relkind = 'r'),
  ordered as (
    select oid, 0 as place from t
    union
    select f.conrelid, place + 1 from ordered join pg_constraint f on f.confrelid = ordered.oid and f.contype = 'f')
  select oid::regclass::text as name from ordered group by oid order by max(place), 1`;

/** Distributes the tables of a migrated database. */
export const distribute = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    for (const statement of KEYS_WITHOUT_TENANT) await client.query(statement);
    const { rows } = await client.query<{ name: string }>(TABLES, [DISTRIBUTED_SCHEMAS]);
    for (const { name } of rows) {
      await client.query("select create_distributed_table($1::regclass, 'tenant_id')", [name]);
    }
  });

/** Ends the sessions that Citus itself has in the database, so that the database can be cloned. */
export const leaveDatabase = (client: ClientBase | Pool, name: string): Promise<unknown> =>
  client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
