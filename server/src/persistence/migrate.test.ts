import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { makeDataDirectory } from '../../test/data-directory.ts';
import { createUnprivilegedOwner, type UnprivilegedOwner } from '../../test/unprivileged-owner.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { serviceRoleName } from './service-role.ts';

describe('the migrations', () => {
  it('are all listed, and numbered without a gap', async () => {
    const files = await readdir(new URL('./migrations/', import.meta.url));
    const names = files.filter((file) => file !== 'index.ts').map((file) => file.replace(/\.ts$/, ''));
    assert.deepEqual(Object.keys(migrations), names.sort());
    assert.deepEqual(
      names.map((name) => Number(name.slice(0, 4))),
      names.map((_, index) => index + 1),
    );
  });
});

describe('migrating as an owner who is not a superuser', () => {
  let database: UnprivilegedOwner;
  before(async () => {
    database = await createUnprivilegedOwner();
  });
  after(() => database.drop());

  it('migrates an empty database, again at each start, and from several nodes at once', async () => {
    await migrate(database.ownerUrl);
    await Promise.all([migrate(database.ownerUrl), migrate(database.ownerUrl)]);
    const { rows } = await database.superuser.query(
      'select rolcanlogin, rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = $1',
      [serviceRoleName(new URL(database.ownerUrl).pathname.slice(1))],
    );
    assert.deepEqual(rows, [
      { rolcanlogin: true, rolsuper: false, rolbypassrls: false, rolcreaterole: false },
    ]);
  });

  it('makes the present state of each template its first version', async () => {
    await migrate(database.ownerUrl);
    const { superuser } = database;
    await superuser.query(`
      set local session_replication_role = replica; -- skips the check for an audit record
      insert into charter.templates
        (tenant_id, template_id, revision, version, catalog_template, structure, manifest, manifest_format)
      values ('one', 'room', 4, '1.3', '{"templateConfiguration": {"name": "Room", "enabled": false}}', '{}',
              'id: room', 'yaml');
      drop table charter.template_versions`);
    const pool = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
    const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }) });
    await db.transaction().execute((transaction) => migrations['0014-template-versions']!.up(transaction));
    await db.destroy();
    await migrate(database.ownerUrl);
    const { rows } = await superuser.query(
      'select tenant_id, revision, version, name, enabled, manifest from charter.template_versions',
    );
    const version = { tenant_id: 'one', revision: 4, version: '1.3', name: 'Room', enabled: false };
    assert.deepEqual(rows, [{ ...version, manifest: 'id: room' }]);
    const forced = await superuser.query(
      "select relforcerowsecurity as forced from pg_class where oid = 'charter.templates'::regclass",
    );
    assert.deepEqual(forced.rows, [{ forced: true }]);
    await superuser.query('set local session_replication_role = replica; delete from charter.templates');
  });

  it('lets every queue remove its finished jobs within an hour', async () => {
    await migrate(database.ownerUrl);
    const owner = new pg.Client(database.ownerUrl);
    await owner.connect();
    const { rows } = await owner.query('select name from pgboss.queue where deletion_seconds > 3600');
    await owner.end();
    assert.deepEqual(rows, []);
  });

  it('does not deadlock with a node that serves requests', async () => {
    await migrate(database.ownerUrl);
    const service = new pg.Client(database.superuserUrl);
    await service.connect();
    await service.query('begin; select from charter.jobs');
    const migrated = migrate(database.ownerUrl);
    const waiting = `select 1 from pg_locks where not granted and relation = 'charter.jobs'::regclass`;
    while ((await database.superuser.query(waiting)).rowCount === 0);
    // While it waits for one table, the migration must lock no other: requests lock tables in another order.
    const { rows } = await database.superuser.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('charter', 'embedded_suite', 'graph_suite')",
    );
    for (const { name } of rows) if (name !== 'charter.jobs') await service.query(`select from ${name}`);
    await service.query('commit');
    await service.end();
    await migrated;
  });
});

describe('migrating several databases of a new server', () => {
  it('creates a role for each concurrently', async () => {
    const folder = await makeDataDirectory('charter-migrate-');
    const postgres = await startEmbeddedPostgres({ dataDirectory: folder });
    try {
      const superuser = new pg.Client(postgres.connectionString);
      await superuser.connect();
      const urls: string[] = [];
      for (const name of ['first', 'second', 'third', 'fourth']) {
        await superuser.query(`create database ${name}`);
        const url = new URL(postgres.connectionString);
        url.pathname = `/${name}`;
        urls.push(url.href);
      }
      await superuser.end();
      const results = await Promise.allSettled(urls.map((url) => migrate(url)));
      assert.deepEqual(
        results.filter(({ status }) => status === 'rejected'),
        [],
      );
    } finally {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
