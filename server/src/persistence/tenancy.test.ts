import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { createMigratedDatabase, type TestDatabase } from '../../test/database.ts';
import { assertDatabaseWritable } from './readiness.ts';
import type { CharterTables } from './tables.ts';
import { createPool, Tenancy } from './tenancy.ts';

/**
 * Tables of the installation without tenant data. No further table may join them: checkouts before 0.2.0 secure any
 * other table of these schemas by its tenant. One without a tenant belongs in the schema installation.
 */
const WITHOUT_TENANT = [
  // Only the owner may read this table (service-role.test.ts).
  'charter.installation_secrets',
  'charter.signing_keys',
  'charter.issuer_sessions',
  'charter.audit_keys',
  'charter.audit_retention',
];

describe('tenancy', () => {
  let database: TestDatabase;
  let owner: pg.Client;

  before(async () => {
    database = await createMigratedDatabase({ unaudited: true });
    owner = new pg.Client(database.ownerUrl);
    await owner.connect();
  });
  after(async () => {
    await owner.end();
    await database.drop();
  });

  const assign = (tenantId: string, principal: string, rowTenant = tenantId) =>
    database.tenancy
      .for(tenantId)
      .insertInto('charter.role_assignments')
      .values({ tenant_id: rowTenant, principal_id: principal, role: 'GLOBAL_ADMIN' })
      .execute();
  /** Reads without any condition, so that only row-level security applies. */
  const readAll = async (tenantId: string) =>
    (
      await database.tenancy
        .for(tenantId)
        .selectFrom('charter.role_assignments')
        .select('principal_id')
        .execute()
    ).map((row) => row.principal_id);

  it('confines reads and writes to the tenant, whatever the query says', async () => {
    await assign('one', 'ada');
    await assign('two', 'bob');
    assert.deepEqual(await readAll('one'), ['ada']);
    assert.deepEqual(await readAll('two'), ['bob']);
    await assert.rejects(assign('one', 'eve', 'two'), /row-level security/);
    const stolen = await database.tenancy
      .for('one')
      .updateTable('charter.role_assignments')
      .set({ role: 'AUTHORIZED_APP' })
      .where('tenant_id', '=', 'two')
      .executeTakeFirst();
    assert.equal(stolen.numUpdatedRows, 0n);
  });

  it('isolates many concurrent tenants on few connections, in statements and transactions', async () => {
    const tenants = Array.from({ length: 20 }, (_, index) => `crowd-${index}`);
    await Promise.all(tenants.map((tenant) => assign(tenant, tenant)));
    await Promise.all(
      Array.from({ length: 400 }, async (_, index) => {
        const tenant = tenants[index % tenants.length] as string;
        if (index % 3) {
          assert.deepEqual(await readAll(tenant), [tenant]);
          return;
        }
        await database.tenancy
          .for(tenant)
          .transaction()
          .execute(async (transaction) => {
            const rows = await transaction
              .selectFrom('charter.role_assignments')
              .select('principal_id')
              .execute();
            assert.deepEqual(rows, [{ principal_id: tenant }]);
          });
      }),
    );
  });

  it('resets the tenant after each statement, even after errors', async () => {
    await assert.rejects(sql`select 1 / 0`.execute(database.tenancy.for('one')), /division by zero/);
    await assert.rejects(sql`select nonsense`.execute(database.tenancy.for('one')), /nonsense/);
    await assert.rejects(sql`select nonsense`.execute(database.tenancy.for('one')), /nonsense/, 'and again');
    await assert.rejects(
      database.tenancy
        .for('one')
        .transaction()
        .execute(async (transaction) => {
          await sql`select 1 / 0`.execute(transaction);
        }),
      /division by zero/,
    );
    const service = new pg.Client(database.serviceUrl);
    await service.connect();
    assert.equal((await service.query('select * from charter.role_assignments')).rowCount, 0);
    await service.end();
  });

  it('commits or rolls back a transaction as a whole', async () => {
    const tenant = database.tenancy.for('whole');
    await assert.rejects(
      tenant.transaction().execute(async (transaction) => {
        const row = { tenant_id: 'whole', principal_id: 'gone', role: 'GLOBAL_ADMIN' };
        await transaction.insertInto('charter.role_assignments').values(row).execute();
        throw new Error('changed my mind');
      }),
      /changed my mind/,
    );
    assert.deepEqual(await readAll('whole'), []);
  });

  it('opens a transaction with its first statement, and ends the transaction when that statement fails', async () => {
    const tenant = database.tenancy.for('first');
    const transactionOf = (work: RawBuilder<unknown>[]) =>
      tenant.transaction().execute(async (transaction) => {
        const results = [];
        for (const statement of work) results.push((await statement.execute(transaction)).rows);
        return results;
      });
    const inBlock = sql`select now() <> statement_timestamp() as later, current_setting('charter.tenant_id') as tenant`;
    assert.deepEqual(await transactionOf([]), []);
    const [[first], [second]] = (await transactionOf([inBlock, inBlock])) as [
      { tenant: string }[],
      { later: boolean }[],
    ];
    assert.equal(first?.tenant, 'first');
    assert.equal(second?.later, true);
    for (const wrong of [sql`select 1 / 0`, sql`select no_such_column`]) {
      await assert.rejects(transactionOf([wrong]));
      assert.deepEqual(await readAll('first'), []);
    }
    const { rows } = await owner.query(
      "select count(*) from pg_stat_activity where datname = current_database() and state like 'idle in%'",
    );
    assert.deepEqual(rows, [{ count: '0' }]);
  });

  it('commits synchronously or asynchronously as configured', async () => {
    const setting = async (tenancy: TestDatabase['tenancy']) =>
      (
        await sql<{ value: string }>`select current_setting('synchronous_commit') as value`.execute(
          tenancy.for('disk'),
        )
      ).rows[0]?.value;
    const { rows } = await owner.query<{ name: string }>('select current_database() as name');
    await owner.query(`alter database ${rows[0]?.name} set synchronous_commit = on`);
    assert.equal(await setting(database.anotherTenancy()), 'on');
    assert.equal(await setting(database.anotherTenancy({ relaxed: true })), 'off');
  });

  it('sets the tenant with SET LOCAL, in a transaction for each statement, where Citus is installed', async () => {
    const distributed = await createMigratedDatabase({ unaudited: true });
    const coordinator = new pg.Client(distributed.ownerUrl);
    await coordinator.connect();
    // Citus itself is in no npm package (docs/distributed-database.md). The record of the extension stands in for it.
    await coordinator.query(`
      set allow_system_table_mods = on;
      insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
      select 1, 'citus', 10, 11, false, '1' where not exists (select from pg_extension where extname = 'citus');
      create table charter.calls (value text);
      grant insert on charter.calls to public;
      alter function charter.set_local rename to set_local_of_migration;
      create function charter.set_local(p_name text, p_value text) returns void language sql
        as 'insert into charter.calls values (p_value); select charter.set_local_of_migration(p_name, p_value)'`);
    const tenant = distributed.tenancy.for('one');
    const row = (id: string) => ({ tenant_id: 'one', principal_id: id, role: 'GLOBAL_ADMIN' });
    const insert = (id: string) => tenant.insertInto('charter.role_assignments').values(row(id));
    const readers = async (tenantId: string) =>
      (
        await distributed.tenancy
          .for(tenantId)
          .selectFrom('charter.role_assignments')
          .select('principal_id')
          .execute()
      ).map(({ principal_id }) => principal_id);
    await insert('ada').execute();
    await assert.rejects(insert('ada').execute(), /duplicate key/);
    await tenant.transaction().execute(async (transaction) => {
      for (const id of ['bob', 'eve']) {
        await transaction.insertInto('charter.role_assignments').values(row(id)).execute();
      }
    });
    assert.deepEqual(await readers('one'), ['ada', 'bob', 'eve']);
    assert.deepEqual(await readers('two'), []);
    // One call for each transaction that was committed.
    const { rows } = await coordinator.query(
      "select value, count(*)::int from charter.calls where value <> '' group by value order by value",
    );
    assert.deepEqual(rows, [
      { value: 'one', count: 3 },
      { value: 'two', count: 1 },
    ]);
    const { rows: open } = await coordinator.query(
      "select from pg_stat_activity where datname = current_database() and state like 'idle in%'",
    );
    assert.equal(open.length, 0);
    await coordinator.end();
    await distributed.drop();
  });

  it('begins every primary key with the tenant, and forces row-level security on every table', async () => {
    const { rows } = await owner.query<{ name: string; first: string; forced: boolean; policies: string }>(`
      select n.nspname || '.' || c.relname as name,
             c.relrowsecurity and c.relforcerowsecurity as forced,
             (select a.attname from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
               where i.indrelid = c.oid and i.indisprimary) as first,
             (select count(*) from pg_policy p where p.polrelid = c.oid) as policies
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('charter', 'directory', 'embedded_suite', 'graph_suite') and c.relkind in ('r', 'p') and c.relname not like 'migration%'`);
    assert.ok(rows.length > 20);
    for (const row of rows.filter(({ name }) => !WITHOUT_TENANT.includes(name))) {
      assert.deepEqual([row.name, row.first, row.forced], [row.name, 'tenant_id', true]);
      assert.ok(Number(row.policies) >= 1, row.name);
    }
  });

  it('connects as a role that owns nothing and may not bypass row-level security', async () => {
    const service = new pg.Client(database.serviceUrl);
    await service.connect();
    const { rows } = await service.query(`
      select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
             (select count(*) from pg_class where relowner = r.oid) as owned
        from pg_roles r where rolname = current_user`);
    assert.deepEqual(rows, [
      { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, owned: '0' },
    ]);
    await assert.rejects(service.query('create table charter.mine (id int)'), /permission denied/);
    await assert.rejects(
      service.query('alter table charter.jobs disable row level security'),
      /must be owner/,
    );
    await assert.rejects(
      service.query('update charter.domain_events set type = $1', ['x']),
      /permission denied/,
    );
    for (const table of ['domain_events', 'jobs', 'approvals']) {
      await assert.rejects(service.query(`delete from charter.${table}`), /permission denied/);
    }
    await service.end();
  });

  it('reports an unavailable database with 503', async () => {
    const gone = { name: 'CharterError', code: 'ServiceUnavailable' };
    const nowhere = new URL(database.serviceUrl);
    nowhere.port = '1';
    const pools = [nowhere.href, database.serviceUrl].map((url) => createPool(url, 2, () => undefined));
    const [unreachable, builder] = pools.map((pool) => new Tenancy<CharterTables>(pool).for('one'));
    assert.ok(unreachable && builder);
    const endOwnSession = sql`select pg_terminate_backend(pg_backend_pid())`;
    await assert.rejects(endOwnSession.execute(unreachable), gone);
    await assert.rejects(endOwnSession.execute(builder), gone);
    await assert.rejects(
      builder.transaction().execute((transaction) => endOwnSession.execute(transaction)),
      gone,
    );
    await assert.rejects(sql`select 1 / 0`.execute(builder), { code: '22012' });
    await Promise.all(pools.map((pool) => pool.end()));
  });

  it('replaces a connection to a server that has become read-only', async () => {
    const pool = createPool(database.serviceUrl, 1, () => undefined);
    const builder = new Tenancy<CharterTables>(pool).for('one');
    const makeReadOnly = sql`select set_config('default_transaction_read_only', 'on', false)`;
    await makeReadOnly.execute(builder);
    const write = sql`delete from charter.idempotency_keys where tenant_id = 'one'`;
    await assert.rejects(write.execute(builder), { code: 'ServiceUnavailable' });
    await write.execute(builder);
    await makeReadOnly.execute(builder);
    await assert.rejects(assertDatabaseWritable(pool), /read-only/);
    await assertDatabaseWritable(pool);
    await pool.end();
  });

  it('ends a statement that runs or waits for a lock too long, and limits the idle time of a transaction', async () => {
    const limits = { statementMilliseconds: 50, lockMilliseconds: 20 };
    const pool = createPool(database.serviceUrl, 2, () => undefined, limits);
    const builder = new Tenancy<CharterTables>(pool).for('one');
    const overrun = { code: 'ServiceUnavailable', retryAfterSeconds: 5 };
    await assert.rejects(sql`select pg_sleep(60)`.execute(builder), overrun);
    await builder.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(1)`.execute(transaction);
      await assert.rejects(sql`select pg_advisory_xact_lock(1)`.execute(builder), overrun);
      const { rows } =
        await sql`select current_setting('idle_in_transaction_session_timeout') as limit`.execute(
          transaction,
        );
      assert.deepEqual(rows, [{ limit: '30s' }]);
    });
    await pool.end();
  });
});
