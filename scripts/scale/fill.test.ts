/** Tests that the generated database equals one that the service itself has written. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { chainedRecord, genesisOf, sourceOf } from '../../server/src/engine/audit/chain.ts';
import type { ChainHead } from '../../server/src/engine/audit/ports.ts';
import { type RecordRow, toContent } from '../../server/src/persistence/audit-rows.ts';
import { migrate } from '../../server/src/persistence/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../../server/test/postgres.ts';
import { fill } from './fill.ts';
import { closestTo, LARGE, tenantsOf } from './sizes.ts';

const SIZES = { tenants: 3, people: 60, teams: 15, records: 300, jobs: 40 };

describe('a generated database', () => {
  const tenants = tenantsOf(SIZES);
  let database: TestDatabase;
  let owner: pg.Client;

  before(async () => {
    database = await createTestDatabase();
    await migrate(database.connectionString);
    await fill(database.connectionString, tenants);
    owner = new pg.Client(database.connectionString);
    await owner.connect();
  });
  after(async () => {
    await owner.end();
    await database.drop();
  });

  const read = async (text: string): Promise<unknown[]> => (await owner.query(text)).rows;

  it('has the requested numbers of objects', async () => {
    const [found] = await read(`
      select (select count(*)::int from charter.tenants) as tenants, (select count(*)::int from directory.users) as people,
             (select count(*)::int from directory.teams) as teams, (select count(*)::int from charter.jobs) as jobs,
             (select count(*)::int from charter.audit_records) as records`);
    assert.deepEqual(found, SIZES);
  });

  it('has the indexes of the schema', async () => {
    const indexes = `select schemaname, indexname, indexdef from pg_indexes
      where schemaname in ('charter', 'directory', 'embedded_suite') order by 1, 2`;
    const filled = await read(indexes);
    const empty = await createTestDatabase();
    try {
      await migrate(empty.connectionString);
      const other = new pg.Client(empty.connectionString);
      await other.connect();
      const { rows } = await other.query(indexes);
      await other.end();
      assert.deepEqual(filled, rows);
    } finally {
      await empty.drop();
    }
  });

  it('has the same hash chains as the service would write', async () => {
    const rows = (await read(`
      select r.*, c.sequence::int as sequence, encode(c.hash, 'hex') as hash
        from charter.audit_chain c join charter.audit_records r using (tenant_id, record_id)
       order by c.tenant_id, c.trail, c.sequence`)) as (RecordRow & {
      tenant_id: string;
      sequence: number;
      hash: string;
    })[];
    assert.equal(rows.length, SIZES.records);
    let head: ChainHead | undefined;
    let source: string | undefined;
    for (const { tenant_id: tenantId, sequence, hash, ...row } of rows) {
      const own = sourceOf(tenantId, row.trail);
      if (own !== source) head = genesisOf(own);
      source = own;
      head = chainedRecord(own, head as ChainHead, toContent(row));
      assert.deepEqual([sequence, hash], [head.sequence, head.hash]);
    }
  });

  it('has the search words and counts that the triggers would write', async () => {
    const derived = {
      'directory.user_words': 'select * from directory.user_words order by tenant_id, position, user_id',
      'directory.team_index': 'select * from directory.team_index order by tenant_id, team_id',
      'directory.team_words': 'select * from directory.team_words order by tenant_id, word, team_id',
      'charter.job_words': 'select * from charter.job_words order by tenant_id, ending, job_id',
    };
    const before = new Map<string, unknown[]>();
    for (const [table, text] of Object.entries(derived)) before.set(table, await read(text));
    for (const table of Object.keys(derived)) await owner.query(`truncate ${table}`);
    for (const table of ['directory.users', 'directory.teams', 'directory.team_members', 'charter.jobs']) {
      const { rows } = await owner.query(
        `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
          where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [table],
      );
      const columns = rows[0].columns as string;
      await owner.query(
        `create temporary table again on commit preserve rows as select ${columns} from ${table}`,
      );
      await owner.query(`truncate ${table} cascade`);
      await owner.query(`insert into ${table} (${columns}) select ${columns} from again`);
      await owner.query('drop table again');
    }
    for (const [table, text] of Object.entries(derived))
      assert.deepEqual(await read(text), before.get(table), table);
  });
});

describe('the sizes of tenants', () => {
  it('add up to the totals, and fall from the largest tenant to tenants with a few people', () => {
    const tenants = tenantsOf(LARGE);
    for (const key of ['people', 'teams', 'records', 'jobs'] as const) {
      assert.equal(
        tenants.reduce((sum, tenant) => sum + tenant[key], 0),
        LARGE[key],
      );
    }
    assert.equal(tenants.length, LARGE.tenants);
    assert.ok((tenants[0]?.people ?? 0) > 100_000 && (tenants.at(-1)?.people ?? 0) < 100);
    assert.ok(Math.abs(closestTo(10_000, tenants).people - 10_000) < 500);
  });
});
