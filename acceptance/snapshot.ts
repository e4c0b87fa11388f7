/** A digest of the stored data that a rejected call must not change. */
import type { CharterClient } from '@charter/sdk';
import { Client } from 'pg';

/**
 * Tables that rejected calls also change (rate limits, stored responses and audit records), and the queue of events,
 * from which a worker deletes an event of an earlier call. The events themselves are compared.
 */
const NOT_COMPARED = [
  'hook_fan_outs',
  'rate_limits',
  'idempotency_keys',
  'audit_records',
  'audit_pending',
  'audit_chain',
  'audit_checkpoints',
  'person_keys',
];

/** Workers change the other columns on their own: a team's next check, and the mail of a notification. */
const PARTLY_COMPARED: Readonly<Record<string, string>> = {
  'charter.governed_teams':
    '(SELECT tenant_id, team_id, template_id, created_at FROM charter.governed_teams)',
  'charter.notifications':
    '(SELECT tenant_id, addressee_id, notification_id, kind, facts::text, created_at, read_at FROM charter.notifications)',
};

const TABLES = `
  SELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname) AS name
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pgboss') AND n.nspname NOT LIKE 'pg_t%'
    AND c.relname <> ALL ($1)
  ORDER BY 1`;

/**
 * Returns the statement that reads the number of rows of each table and its newest row version, which every insert and
 * every update raises. Tables that are compared in part have a digest of their content instead.
 */
async function digestOf(client: Client): Promise<string> {
  const tables = await client.query<{ name: string }>(TABLES, [NOT_COMPARED]);
  if (tables.rows.length < 5) throw new Error(`Only ${tables.rows.length} tables were found to compare.`);
  const digests = tables.rows.map(({ name }) => {
    const part = PARTLY_COMPARED[name];
    const state = part === undefined ? 'max(xmin::text::bigint)' : 'sum(hashtextextended(t::text, 0))';
    return `SELECT '${name.replaceAll("'", "''")}' AS name, count(*) || ':' || coalesce(${state}, 0) AS digest FROM ${part ?? name} t`;
  });
  return digests.join(' UNION ALL ');
}

/** Objects that are compared over the API when the suite has no access to the database. */
export interface SnapshotObjects {
  team: string;
  channel: string;
}

/** Reads the objects over the API, for a service whose database is not accessible. */
async function ofInterface(admin: CharterClient, { team, channel }: SnapshotObjects): Promise<unknown> {
  return {
    team: await admin.teams.getTeam(team).catch(String),
    channels: await admin.channels.getTeamChannels(team).catch(String),
    tabs: await admin.channels.getTeamChannelTabs(team, channel).catch(String),
    templates: await admin.catalog.getCatalogTemplates({ language: '*' }),
  };
}

export interface Snapshots {
  take(subject: SnapshotObjects): Promise<unknown>;
  close(): Promise<void>;
}

export function openSnapshots(admin: () => CharterClient, databaseUrl: string | undefined): Snapshots {
  // The tables of a distributed database have no row versions.
  if (databaseUrl === undefined || process.env.TEST_DATABASE_WORKERS) {
    return { take: (subject) => ofInterface(admin(), subject), close: async () => undefined };
  }
  const client = new Client({ connectionString: databaseUrl });
  let digest: Promise<string> | undefined;
  return {
    take: async () => {
      digest ??= client.connect().then(() => digestOf(client));
      // With a name, PostgreSQL plans the long statement once.
      const { rows } = await client.query<{ name: string; digest: string }>({
        name: 'snapshot',
        text: await digest,
      });
      return Object.fromEntries(rows.map((row) => [row.name, row.digest]));
    },
    close: async () => {
      if (digest !== undefined) await client.end();
    },
  };
}
