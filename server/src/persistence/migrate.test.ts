import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { makeDataDirectory } from '../../test/data-directory.ts';
import { createUnprivilegedOwner, type UnprivilegedOwner } from '../../test/unprivileged-owner.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { assertMigrated, migrate, planMigration } from './migrate.ts';
import { SCHEMA_OF_BUILD, type SchemaOfBuild } from './migration-records.ts';
import * as baseline from './migrations/0043-baseline/index.ts';
import { migrations } from './migrations/index.ts';
import { serviceRoleName, serviceUrl } from './service-role.ts';

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

  it('changes nothing on a migrated database, and waits for no reader', async () => {
    await migrate(database.ownerUrl);
    const reader = new pg.Client(database.superuserUrl);
    await reader.connect();
    const { rows } = await reader.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
    );
    await reader.query('begin');
    await reader.query(`lock table ${rows.map(({ name }) => name).join(', ')} in access share mode`);
    assert.deepEqual((await planMigration(database.ownerUrl)).changes, []);
    assert.deepEqual((await migrate(database.ownerUrl)).changes, []);
    await reader.end();
  });

  it('waits for a reader of a table that must change, names it, and blocks nobody meanwhile', async () => {
    await migrate(database.ownerUrl);
    await database.superuser.query('alter table charter.jobs no force row level security');
    const reader = new pg.Client({
      connectionString: database.superuserUrl,
      application_name: 'nightly dump',
    });
    await reader.connect();
    await reader.query('begin; lock table charter.jobs in access share mode');
    const told = Promise.withResolvers<string>();
    const migrated = migrate(database.ownerUrl, { log: told.resolve });
    assert.match(
      await told.promise,
      /^"row-level security and rights of charter.jobs" waits for a lock that nightly dump \(process \d+\) holds/,
    );
    await database.superuser.query("set lock_timeout = '2s'");
    await database.superuser.query('select from charter.jobs');
    await reader.query('commit');
    assert.deepEqual(
      (await migrated).changes.map(({ name }) => name),
      ['row-level security and rights of charter.jobs'],
    );
    await reader.end();
  });

  const drifts: [string, string, string][] = [
    ['a missing policy', 'drop policy tenant_isolation on charter.hooks', 'charter.hooks'],
    [
      'a weaker policy',
      'alter policy tenant_isolation on charter.templates using (true)',
      'charter.templates',
    ],
    ['disabled row-level security', 'alter table charter.hooks disable row level security', 'charter.hooks'],
    ['an excess right', 'grant delete on charter.audit_records to ROLE', 'charter.audit_records'],
    [
      'a missing right',
      'revoke update (payload) on charter.domain_events from ROLE',
      'charter.domain_events',
    ],
    ['a disabled audit guard', 'alter table charter.jobs disable trigger audited_update', 'charter.jobs'],
    ['a missing audit guard', 'drop trigger audit_noted on charter.audit_records', 'charter.audit_records'],
  ];
  for (const [what, statement, table] of drifts) {
    it(`repairs ${what}, and makes no other change`, async () => {
      await migrate(database.ownerUrl);
      const role = serviceRoleName(new URL(database.ownerUrl).pathname.slice(1));
      await database.superuser.query(statement.replace('ROLE', role));
      const { changes } = await migrate(database.ownerUrl);
      assert.deepEqual(
        changes.map(({ name }) => name),
        [`row-level security and rights of ${table}`],
      );
      assert.deepEqual((await planMigration(database.ownerUrl)).changes, []);
    });
  }

  it('repairs the rights to the queue tables and the options of a queue', async () => {
    await migrate(database.ownerUrl);
    const role = serviceRoleName(new URL(database.ownerUrl).pathname.slice(1));
    await database.superuser.query(
      `revoke insert on pgboss.job from ${role}; update pgboss.queue set retry_limit = 3 where name = 'run-job'`,
    );
    const { changes } = await migrate(database.ownerUrl);
    assert.deepEqual(
      changes.map(({ name }) => name),
      ['queues', 'rights to schemas, functions and the queue'],
    );
    assert.deepEqual((await planMigration(database.ownerUrl)).changes, []);
  });

  it('does not deadlock with a node that serves requests', async () => {
    await migrate(database.ownerUrl);
    await database.superuser.query('alter table charter.jobs no force row level security');
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

/**
 * A hash of the rights, policies, guards and queues, and the migration that it changed with. A node of the previous
 * release would undo a change of them at its start, unless it finds a migration that it does not know. So a new hash
 * needs a new migration, an empty one if need be (docs/adr/0037-neighbouring-releases.md).
 */
const SECURED_WITH = { migration: '0081-inactive-guests', hash: 'bd6859af298211e7' };

describe('a migrated database', () => {
  let database: UnprivilegedOwner;
  before(async () => {
    database = await createUnprivilegedOwner();
    await migrate(database.ownerUrl);
  });
  after(() => database.drop());

  it('has rights, policies, audit guards and queues that change only together with a migration', async () => {
    const role = serviceRoleName(new URL(database.ownerUrl).pathname.slice(1));
    const { rows } = await database.superuser.query(
      `select c.oid::regclass::text as name, relrowsecurity, relforcerowsecurity,
              array(select privilege_type from aclexplode(relacl) a where grantee = r.oid order by 1) as rights,
              array(select attname || privilege_type from pg_attribute, aclexplode(attacl)
                     where attrelid = c.oid and grantee = r.oid order by 1) as columns,
              array(select polname || polcmd::text || pg_get_expr(polqual, polrelid) from pg_policy
                     where polrelid = c.oid order by 1) as policies,
              array(select obj_description(oid, 'pg_trigger') from pg_trigger
                     where tgrelid = c.oid and tgname like 'audit%' order by 1) as guards
         from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_roles r on r.rolname = $1
        where relkind in ('r', 'p', 'v') and nspname in ('charter', 'directory', 'embedded_suite', 'graph_suite') order by 1`,
      [role],
    );
    const { rows: queues } = await database.superuser.query(
      'select name, policy, retry_limit, retry_delay, expire_seconds, deletion_seconds, heartbeat_seconds, notify from pgboss.queue order by 1',
    );
    const found = hash('sha256', JSON.stringify([rows, queues])).slice(0, 16);
    assert.ok(SECURED_WITH.migration in migrations);
    assert.equal(found, SECURED_WITH.hash);
  });

  it('keeps words, counts and activity of the directory consistent with each change, within the tenant', async () => {
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
    (await database.superuser.query('select name from charter.migration_records order by name')).rows.map(
      ({ name }) => name,
    );

  /** The migrations in the table that versions without migration records read. */
  const listed = async () =>
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
    assert.deepEqual(
      await listed(),
      Object.keys(migrations).filter((name) => name < '0052'),
    );
  });

  it('rejects a database with only some of the earlier migrations, names the commit to start first, and changes nothing', async () => {
    const names = ['0001-identity', '0041-search-jobs'];
    await database.superuser.query('drop table charter.migration_records');
    await record(names);
    await assert.rejects(migrate(database.ownerUrl), {
      code: 'ServiceUnavailable',
      message:
        'The database has the migrations of an old version of Charter, up to 0041-search-jobs, and this version begins with those up to 0042-search-inside-words. Start the version of commit f42e817d on it once, then this version; or use an empty database.',
    });
    assert.deepEqual(await listed(), names);
    assert.equal(
      (await database.superuser.query("select to_regclass('charter.migration_records') as records")).rows[0]
        .records,
      null,
    );
  });
});

describe('neighbouring releases on one database', () => {
  const { version } = SCHEMA_OF_BUILD;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const next = `${major}.${minor + 1}.0`;
  const afterNext = `${major}.${minor + 2}.0`;
  const expansion = { up: async () => undefined };
  /**
   * The next release, with which this build is compatible, and the one after it, which removes what this build uses.
   */
  const newer: SchemaOfBuild = { version: next, migrations: { ...migrations, '9001-expands': expansion } };
  const newest: SchemaOfBuild = {
    version: afterNext,
    migrations: { ...newer.migrations, '9002-contracts': { ...expansion, oldestRelease: next } },
  };
  let database: UnprivilegedOwner;
  before(async () => {
    database = await createUnprivilegedOwner();
  });
  after(() => database.drop());

  it('a node without the owner’s URL names the command to run on an empty database', async () => {
    await assert.rejects(assertMigrated(database.ownerUrl), {
      name: 'SchemaError',
      code: 'SchemaBehind',
      message: `The database is not migrated. Run charter migrate of this version (${version}) with the owner's DATABASE_URL and with CHARTER_SERVICE_DATABASE_URL, then start this node again.`,
    });
  });

  it('a node without the owner’s URL names the missing migrations, and migrate applies only those', async () => {
    await migrate(database.ownerUrl);
    const service = await serviceUrl(database.ownerUrl);
    await assertMigrated(service);
    await assert.rejects(assertMigrated(service, { build: newer }), {
      code: 'SchemaBehind',
      message: /lacks migrations \(9001-expands\)\. Run charter migrate of this version/,
    });
    const { changes } = await migrate(database.ownerUrl, { build: newer });
    assert.deepEqual(
      changes.map(({ name, kind }) => [name, kind]),
      [['9001-expands', 'expansion']],
    );
    await assertMigrated(service, { build: newer });
  });

  it('this version runs on a newer schema with expansions, and changes nothing, even after drift', async () => {
    const service = await serviceUrl(database.ownerUrl);
    const lines: string[] = [];
    await assertMigrated(service, { log: (line) => lines.push(line) });
    await database.superuser.query('drop policy tenant_isolation on charter.hooks');
    const { changes, newerWarning } = await migrate(database.ownerUrl, { log: (line) => lines.push(line) });
    assert.deepEqual(changes, []);
    const sentence = `The database has migrations of a newer version (9001-expands). This version (${version}) runs on it and changes nothing.`;
    assert.deepEqual([...lines, newerWarning], [sentence, sentence, sentence]);
    await migrate(database.ownerUrl, { build: newer });
  });

  it('this version does not start on a newer schema with an incompatible contraction, and names the version to use', async () => {
    await migrate(database.ownerUrl, { build: newest });
    const service = await serviceUrl(database.ownerUrl);
    const rejection = {
      name: 'SchemaError',
      code: 'SchemaAhead',
      message: `The database has the migration 9002-contracts of Charter ${afterNext}, and this version (${version}) can't run on it. Start version ${next} or a newer one.`,
    };
    await assert.rejects(assertMigrated(service), rejection);
    await assert.rejects(migrate(database.ownerUrl), rejection);
    await assert.rejects(planMigration(database.ownerUrl), rejection);
    await assertMigrated(service, { build: newer });
  });

  it('a database with migrations of another line of development is rejected', async () => {
    const other: SchemaOfBuild = { ...newer, migrations: { ...migrations, '9003-elsewhere': expansion } };
    await assert.rejects(migrate(database.ownerUrl, { build: other }), { code: 'SchemaAhead' });
    await assert.rejects(migrate(database.ownerUrl, { build: { ...other, version: afterNext } }), {
      code: 'SchemaAhead',
      message:
        /lacks \(9001-expands, 9002-contracts\), and it lacks some that this version has \(9003-elsewhere\)/,
    });
  });

  it('this version does not start on newer tables of the queue, and asks for a newer version', async () => {
    const service = await serviceUrl(database.ownerUrl);
    await database.superuser.query('update pgboss.version set version = version + 1');
    await assert.rejects(assertMigrated(service, { build: newest }), {
      code: 'SchemaAhead',
      message: /Start a newer version/,
    });
    await database.superuser.query('update pgboss.version set version = version - 1');
  });
});

describe('migrating several databases of a new server', () => {
  it('creates a role for each database concurrently', async () => {
    const folder = await makeDataDirectory('charter-migrate-');
    const postgres = await startEmbeddedPostgres({ dataDirectory: folder, settings: { fsync: 'off' } });
    try {
      const superuser = new pg.Client(postgres.connectionString);
      await superuser.connect();
      const urls: string[] = [];
      for (const name of ['first', 'second', 'third']) {
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
