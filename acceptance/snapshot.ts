/** All that the service keeps, in short, to see that a refused call wrote nothing. */
import { Client } from 'pg';
import type { Props } from './operations/operation-case.ts';
import type { Stage } from './stage.ts';

/** Counts the calls, refused ones among them. */
const NOT_COMPARED = ['rate_limits'];

const TABLES = `
  SELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname) AS name
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pgboss') AND n.nspname NOT LIKE 'pg_t%'
    AND c.relname <> ALL ($1)
  ORDER BY 1`;

/** Number of rows and a digest of their content, by table. */
async function ofDatabase(url: string): Promise<Record<string, string>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(TABLES, [NOT_COMPARED]);
    if (tables.rows.length < 5) throw new Error(`Only ${tables.rows.length} tables were found to compare.`);
    const digest = tables.rows.map(
      ({ name }) =>
        `SELECT '${name.replaceAll("'", "''")}' AS name, count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) AS digest FROM ${name} t`,
    );
    const { rows } = await client.query<{ name: string; digest: string }>(digest.join(' UNION ALL '));
    return Object.fromEntries(rows.map((row) => [row.name, row.digest]));
  } finally {
    await client.end();
  }
}

/** What an administrator sees, where the database is out of reach. */
async function ofInterface(stage: Stage, { team, channel }: Props): Promise<unknown> {
  const admin = stage.as('admin');
  return {
    team: await admin.teams.getTeam(team).catch(String),
    channels: await admin.channels.getTeamChannels(team).catch(String),
    tabs: await admin.channels.getTeamChannelTabs(team, channel).catch(String),
    templates: await admin.catalog.getCatalogTemplates({ language: '*' }),
  };
}

export const snapshot = (stage: Stage, props: Props): Promise<unknown> =>
  stage.service.databaseUrl === undefined ? ofInterface(stage, props) : ofDatabase(stage.service.databaseUrl);
