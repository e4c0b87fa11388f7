/**
 * Lists read only the rows of a page, whatever the size of the tenant. PostgreSQL plans a prepared statement for an
 * average tenant. A hash join suits a small tenant, but reads all rows of a large one. This test makes nested loops
 * expensive, so a statement for which the planner may choose a hash join fails.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { createMigratedDatabase, type TestDatabase } from '../../test/database.ts';
import { testSecrets } from '../../test/secrets.ts';
import type { AuditQuery } from '../engine/audit/ports.ts';
import { systemClock } from '../kernel/clock.ts';
import { sql } from '../kernel/sql.ts';
import { auditStore } from './audit.ts';
import { suiteDeps } from './directory/index.ts';
import type { CharterTables } from './tables.ts';
import { createPool, Tenancy } from './tenancy.ts';

const TENANT = 'large';
const ROWS = 5_000;
const PAGE = 25;
/** About twice what is needed: the rows of a page, and one more, are each read from two tables. */
const MAX_READ = 4 * PAGE;

const TABLES = ['audit_records', 'audit_chain', 'users', 'user_words'];

describe('a list of a large tenant', () => {
  let database: TestDatabase;
  let owner: pg.Client;
  let pool: pg.Pool;
  let tenancy: Tenancy<CharterTables>;

  before(async () => {
    database = await createMigratedDatabase();
    owner = new pg.Client(database.ownerUrl);
    await owner.connect();
    await owner.query(`
      insert into charter.audit_records (tenant_id, record_id, trail, type, occurred_at, actor_id, actor_kind, actor_name,
             target_type, target_id, target_name, request_id, outcome, fields)
      select '${TENANT}', lpad(to_hex(n), 32, '0')::uuid, 'teams', 'team_updated',
             timestamptz '2026-01-01T00:00:00Z' + n * interval '1 second', 'ada', 'user', 'Ada', 'team', 'one', 'One', 'r',
             'success', '{"teamId": "one"}'
        from generate_series(1, ${ROWS}) n;
      insert into charter.audit_chain (tenant_id, trail, sequence, record_id, hash)
      select '${TENANT}', 'teams', n, lpad(to_hex(n), 32, '0')::uuid, sha256(n::text::bytea) from generate_series(1, ${ROWS}) n;
      insert into directory.users (tenant_id, user_id, display_name, user_principal_name)
      select '${TENANT}', 'user-' || n, 'Ada Lovelace', 'ada' || n || '@example.com' from generate_series(1, ${ROWS}) n;
      analyze`);
    const url = new URL(database.serviceUrl);
    url.searchParams.set('options', '-c enable_nestloop=off');
    pool = createPool(url.href, 1, assert.fail);
    tenancy = new Tenancy<CharterTables>(pool);
  });
  after(async () => {
    await pool.end();
    await owner.end();
    await database.drop();
  });

  async function rowsRead(): Promise<number> {
    await sql`select pg_stat_force_next_flush()`.execute(tenancy.for(TENANT));
    const { rows } = await owner.query(
      `select sum(seq_tup_read + idx_tup_fetch)::float8 as read from pg_stat_user_tables where relname = any($1)`,
      [TABLES],
    );
    return rows[0].read;
  }

  async function assertReads(list: () => Promise<number>): Promise<void> {
    // The first statement of a connection also reads the catalogs.
    await list();
    const before = await rowsRead();
    assert.equal(await list(), PAGE + 1);
    const read = (await rowsRead()) - before;
    assert.ok(read <= MAX_READ, `${read} rows were read`);
  }

  const records = () => auditStore(tenancy.for(TENANT), TENANT, testSecrets());
  const query = (rest: Partial<AuditQuery> = {}): AuditQuery => ({
    ...{ trail: 'teams', conditions: [], order: 'time desc', top: PAGE },
    ...rest,
  });

  it('reads only the rows of a page of records by time', () =>
    assertReads(async () => (await records().list(query())).length));

  it('reads only the rows of a page of records by sequence', () =>
    assertReads(async () => (await records().list(query({ order: 'sequence asc' }))).length));

  it('reads only the rows of a page of records about a team', () =>
    assertReads(async () => (await records().listAbout('one', { top: PAGE })).length));

  it('reads only the rows of a page of people found by several words', () => {
    const { users } = suiteDeps(tenancy, systemClock).directory;
    return assertReads(async () => {
      const page = await users.list(TENANT, { top: PAGE, search: 'ada lovelace' });
      return page.users.length + (page.next === undefined ? 0 : 1);
    });
  });
});
