/**
 * Keeps the schema distributable by tenant (docs/distributed-database.md). A distributed database such as Citus stores
 * the rows of a tenant on one node. It enforces a unique key only inside a shard, so each key holds `tenant_id`. It
 * runs a trigger on the shard, where other tables have other names and transition tables don't exist.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { createMigratedDatabase, type TestDatabase } from '../../test/database.ts';
import { SCHEMAS } from './database-changes.ts';

/**
 * Reviewed unique keys without the tenant, each with the reason. A new key needs `tenant_id` instead of a line here.
 */
const KEYS_WITHOUT_TENANT: Readonly<Record<string, string>> = {
  'charter.apps apps_by_app_id':
    'An app is found by its id before its tenant is known, so two tenants share no id.',
};

const SEARCH_INDEX = 'Keeps the words of a name for searches.';
const COUNTS = 'Keeps the counts and the latest activity of a team for lists.';

/** Reviewed triggers that read other tables or transition tables. New code writes these rows in its own statements. */
const TRIGGERS_BEYOND_THEIR_ROW: Readonly<Record<string, string>> = {
  'charter.governed_teams store_requested_answers':
    'Stores the answers of teams that nodes of the earlier release create.',
  'charter.hooks deliveries_removed': 'Deletes the deliveries of a webhook, in place of a foreign key.',
  'charter.jobs index_new_job': SEARCH_INDEX,
  'charter.jobs index_renamed_job': SEARCH_INDEX,
  'directory.groups index_words_of_added': SEARCH_INDEX,
  'directory.groups index_words_of_renamed': SEARCH_INDEX,
  'directory.team_index owners_gone': 'Records a team that lost its last owner.',
  'directory.team_index team_gone': 'Forgets that a deleted team had lost its last owner.',
  'directory.team_members count_changed_members': COUNTS,
  'directory.team_members count_new_members': COUNTS,
  'directory.team_members count_removed_members': COUNTS,
  'directory.teams index_changed_teams': SEARCH_INDEX,
  'directory.teams index_new_teams': SEARCH_INDEX,
  'directory.teams index_removed_teams': SEARCH_INDEX,
  'directory.users count_teams_of_added': COUNTS,
  'directory.users count_teams_of_changed': COUNTS,
  'directory.users count_teams_of_removed': COUNTS,
  'directory.users index_words_of_changed': SEARCH_INDEX,
  'directory.users index_words_of_new': SEARCH_INDEX,
  'directory.users index_words_of_removed': SEARCH_INDEX,
  'directory.users keep_erased': 'Keeps the entry of an erased person empty, whoever writes it.',
  'embedded_suite.channel_members note_activity': COUNTS,
  'embedded_suite.channels note_activity': COUNTS,
  'embedded_suite.messages note_activity': COUNTS,
  'embedded_suite.tabs note_activity': COUNTS,
};

/** Selects the tables with a tenant, as `t`. */
const TENANT_TABLES = `
  t as (select c.oid, n.nspname || '.' || c.relname as name, a.attnum as tenant
          from pg_class c
          join pg_namespace n on n.oid = c.relnamespace
          join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
         where n.nspname = any($1) and c.relkind in ('r', 'p'))`;

/** Unique indexes and exclusion constraints whose key lacks the tenant. */
const FOUND_KEYS = `
  with ${TENANT_TABLES}
  select t.name || ' ' || i.indexrelid::regclass::text as fault
    from t join pg_index i on i.indrelid = t.oid and (i.indisunique or i.indisexclusion)
   where t.tenant <> all ((i.indkey::smallint[])[0:i.indnkeyatts - 1])
   order by 1`;

/** Foreign keys between tables of tenants that don't lead from tenant to tenant. */
const FOUND_FOREIGN_KEYS = `
  with ${TENANT_TABLES}
  select t.name || ' ' || f.conname as fault
    from t join pg_constraint f on f.conrelid = t.oid and f.contype = 'f' left join t target on target.oid = f.confrelid
   where target.oid is null
      or not exists (select from unnest(f.conkey, f.confkey) k(here, there) where here = t.tenant and there = target.tenant)
   order by 1`;

interface Trigger {
  name: string;
  calls: string;
  hasTransitionTable: boolean;
}

const TRIGGERS = `
  select n.nspname || '.' || c.relname || ' ' || g.tgname as name,
         pn.nspname || '.' || p.proname as calls,
         coalesce(g.tgoldtable, g.tgnewtable) is not null as "hasTransitionTable"
    from pg_trigger g
    join pg_class c on c.oid = g.tgrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_proc p on p.oid = g.tgfoid join pg_namespace pn on pn.oid = p.pronamespace
   where n.nspname = any($1) and not g.tgisinternal
   order by 1`;

const NAME = /\b[a-z_]+\.[a-z_]+\b/g;

describe('the schema, distributed by tenant', () => {
  let database: TestDatabase;
  let owner: pg.Client;

  before(async () => {
    database = await createMigratedDatabase();
    owner = new pg.Client(database.ownerUrl);
    await owner.connect();
  });
  after(async () => {
    await owner.end();
    await database.drop();
  });

  const faults = async (statement: string): Promise<string[]> =>
    (await owner.query<{ fault: string }>(statement, [SCHEMAS])).rows.map(({ fault }) => {
      const [table = '', key = ''] = fault.split(' ');
      return `${table} ${key.split('.').at(-1)}`;
    });

  /** Returns the triggers that read other tables or transition tables, themselves or by functions that they call. */
  async function triggersBeyondTheirRow(): Promise<string[]> {
    const { rows: tables } = await owner.query<{ name: string }>(
      "select schemaname || '.' || tablename as name from pg_tables where schemaname = any($1)",
      [[...SCHEMAS, 'pgboss']],
    );
    const { rows: functions } = await owner.query<{ name: string; body: string }>(
      `select n.nspname || '.' || p.proname as name, p.prosrc as body
         from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = any($1)`,
      [SCHEMAS],
    );
    const names = new Set(tables.map(({ name }) => name));
    const bodies = new Map(functions.map(({ name, body }) => [name, body]));
    const reads = (name: string, seen: readonly string[] = []): boolean =>
      (bodies.get(name)?.match(NAME) ?? []).some(
        (used) =>
          names.has(used) || (bodies.has(used) && !seen.includes(used) && reads(used, [...seen, used])),
      );
    const { rows: triggers } = await owner.query<Trigger>(TRIGGERS, [SCHEMAS]);
    return triggers
      .filter(({ calls, hasTransitionTable }) => hasTransitionTable || reads(calls))
      .map(({ name }) => name);
  }

  it('holds the tenant in each unique key, except the reviewed ones', async () => {
    assert.deepEqual(await faults(FOUND_KEYS), Object.keys(KEYS_WITHOUT_TENANT));
  });

  it('holds the tenant in each foreign key', async () => {
    assert.deepEqual(await faults(FOUND_FOREIGN_KEYS), []);
  });

  it('has no trigger that reads another table or a transition table, except the reviewed ones', async () => {
    assert.deepEqual(await triggersBeyondTheirRow(), Object.keys(TRIGGERS_BEYOND_THEIR_ROW));
  });

  it('is checked for new keys without the tenant and for new triggers that read another table', async () => {
    await owner.query(`
      begin;
      create unique index hooks_by_name on charter.hooks (name) include (tenant_id);
      create table charter.notes (tenant_id text, note_id text references charter.signing_keys, primary key (tenant_id, note_id));
      create function charter.count_notes() returns void language sql as 'update charter.hooks set name = name';
      create function charter.note() returns trigger language plpgsql as
        'begin perform charter.count_notes(); return null; end';
      create trigger counted after insert on charter.notes for each row execute function charter.note();
      create trigger seen after insert on charter.notes referencing new table as added
        for each statement execute function charter.announce_webhooks();
      create trigger told after insert on charter.notes for each row execute function charter.announce_webhooks();
    `);
    try {
      assert.ok((await faults(FOUND_KEYS)).includes('charter.hooks hooks_by_name'));
      assert.deepEqual(await faults(FOUND_FOREIGN_KEYS), ['charter.notes notes_note_id_fkey']);
      const found = (await triggersBeyondTheirRow()).filter((name) => name.startsWith('charter.notes'));
      assert.deepEqual(found, ['charter.notes counted', 'charter.notes seen']);
    } finally {
      await owner.query('rollback');
    }
  });
});
