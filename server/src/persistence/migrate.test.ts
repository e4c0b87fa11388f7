import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { makeDataDirectory } from '../../test/data-directory.ts';
import { createUnprivilegedOwner, type UnprivilegedOwner } from '../../test/unprivileged-owner.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';
import * as baseline from './migrations/0043-baseline/index.ts';
import { migrations } from './migrations/index.ts';
import { serviceRoleName } from './service-role.ts';

describe('the migrations', () => {
  it('are all listed, and numbered without a gap', async () => {
    const files = await readdir(new URL('./migrations/', import.meta.url));
    const names = files.filter((file) => file !== 'index.ts').map((file) => file.replace(/\.ts$/, ''));
    assert.deepEqual(Object.keys(migrations), names.sort());
    assert.deepEqual(
      names.map((name) => Number(name.slice(0, 4))),
      names.map((_, index) => 43 + index),
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
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('charter', 'directory', 'embedded_suite', 'graph_suite')",
    );
    for (const { name } of rows) if (name !== 'charter.jobs') await service.query(`select from ${name}`);
    await service.query('commit');
    await service.end();
    await migrated;
  });
});

describe('migrating a database from before the baseline', () => {
  let database: UnprivilegedOwner;
  before(async () => {
    database = await createUnprivilegedOwner();
    const pool = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
    const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }) });
    await pool.query(`
      create schema charter; create schema directory; create schema embedded_suite; create schema graph_suite;
      create table charter.migrations (name varchar(255) primary key, timestamp varchar(255) not null)`);
    await baseline.up(db);
    await db.destroy();
  });
  after(() => database.drop());

  /** Replaces the record of the migrations that the database has. */
  const record = (names: readonly string[]) =>
    database.superuser.query(`
      delete from charter.migrations;
      insert into charter.migrations values ${names.map((name) => `('${name}', '2026-11-01T00:00:00.000Z')`)}`);

  const recorded = async () =>
    (await database.superuser.query('select name from charter.migrations order by name')).rows.map(
      ({ name }) => name,
    );

  it('records the baseline for a database with all earlier migrations, and runs the later ones', async () => {
    const { superuser } = database;
    await superuser.query("insert into charter.tenants (tenant_id, display_name) values ('one', 'One')");
    await record(['0001-identity', '0041-search-jobs', '0042-search-inside-words']);
    await Promise.all([migrate(database.ownerUrl), migrate(database.ownerUrl)]);
    assert.deepEqual(await recorded(), Object.keys(migrations));
    const { rows } = await superuser.query('select tenant_id from charter.tenants');
    assert.deepEqual(rows, [{ tenant_id: 'one' }]);
  });

  it('rejects a database with only some of them, names the commit to start first, and changes nothing', async () => {
    const names = ['0001-identity', '0041-search-jobs'];
    await record(names);
    await assert.rejects(migrate(database.ownerUrl), {
      code: 'ServiceUnavailable',
      message:
        'The database has the migrations of an old version of Charter, up to 0041-search-jobs, and this version begins with those up to 0042-search-inside-words. Start the version of commit f42e817d on it once, then this version; or use an empty database.',
    });
    assert.deepEqual(await recorded(), names);
    await record(Object.keys(migrations));
  });
});

describe('the tables of the directory', () => {
  let database: UnprivilegedOwner;
  before(async () => {
    database = await createUnprivilegedOwner();
    await migrate(database.ownerUrl);
  });
  after(() => database.drop());

  it('keep words, counts and activity consistent with each change, within the tenant', async () => {
    const { superuser } = database;
    const role = serviceRoleName(new URL(database.ownerUrl).pathname.slice(1));
    await superuser.query(`begin; set local role ${pg.escapeIdentifier(role)};
      set local charter.tenant_id = 'one'; set local charter.audited = never;
      insert into directory.users (tenant_id, user_id, display_name, user_principal_name)
      values ('one', 'ada', 'Ada Lovelace', 'ada@one.example');
      insert into directory.groups (tenant_id, group_id, display_name) values ('one', 'g', 'Engineers');
      insert into directory.teams
        (tenant_id, team_id, display_name, internal_id, web_url, visibility, mail_nickname, settings, created_at)
      values ('one', 'harbour', 'Harbour', 'i', 'w', 'private', 'harbour', '{}', '2026-01-05T08:00:00Z');
      insert into directory.team_members (tenant_id, team_id, user_id, role)
      values ('one', 'harbour', 'ada', 'owner')`);
    const { rows: found } = await superuser.query(
      `select w.user_id, i.owner_count, i.last_activity_at, g.group_id
         from directory.user_words w, directory.team_index i, directory.group_words g
        where w.position like 'lovelace %' and g.word = 'engineers'`,
    );
    const created = new Date('2026-01-05T08:00:00Z');
    const harbour = { owner_count: 1, last_activity_at: created };
    assert.deepEqual(found, [{ user_id: 'ada', ...harbour, group_id: 'g' }]);
    await superuser.query(`
      update directory.users set display_name = 'Ada King';
      update directory.groups set display_name = 'Builders';
      update directory.teams set display_name = 'Port';
      insert into directory.team_members (tenant_id, team_id, user_id, role) values ('one', 'harbour', 'bob', 'member');
      insert into embedded_suite.messages (tenant_id, team_id, channel_id, message_id, marker, text, created_at)
      values ('one', 'harbour', 'c', 'm', 'm', 'Hello', '2026-02-01T00:00:00Z')`);
    const { rows: changed } = await superuser.query(
      `select w.user_id, i.member_count, i.name_key, i.last_activity_at, g.word as group, t.word as team
         from directory.user_words w, directory.team_index i, directory.group_words g, directory.team_words t
        where w.position like 'king %' and t.word in ('port', 'harbour')`,
    );
    const port = { member_count: 2, name_key: 'port', last_activity_at: new Date('2026-02-01T00:00:00Z') };
    assert.deepEqual(changed, [{ user_id: 'ada', ...port, group: 'builders', team: 'port' }]);
    await superuser.query("set local charter.tenant_id = 'two'");
    const { rows: others } = await superuser.query('select from directory.users, directory.teams');
    assert.equal(others.length, 0);
    await superuser.query('rollback');
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
