import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts';
import { createUnprivilegedOwner, type UnprivilegedOwner } from '../../test/unprivileged-owner.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { serviceAccess, serviceRoleName, serviceUrl } from './service-role.ts';

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const open = (databaseUrl: string, serviceDatabaseUrl?: string) =>
  openDatabase({
    databaseUrl,
    serviceDatabaseUrl,
    dataDirectory: '/nonexistent',
    auditRetention: {},
    retention: {},
    log: () => undefined,
  });

const sentence = (message: RegExp) => ({ name: 'CharterError', code: 'ServiceUnavailable', message });

describe('the name of the service role', () => {
  it('is the prefix and the name of a database that needs no quotes', () => {
    assert.equal(serviceRoleName('charter_2'), 'charter_service_charter_2');
  });

  it('is plain ASCII, at most 63 bytes and different for every other name', () => {
    const names = [
      'Charter',
      'charter-eu',
      'charter eu',
      'x"; drop',
      'é'.repeat(31),
      'a'.repeat(63),
      'a'.repeat(62),
    ];
    const roles = names.map(serviceRoleName);
    assert.equal(new Set(roles).size, names.length);
    for (const role of roles) assert.match(role, /^charter_service_[a-z0-9_]{1,47}$/);
  });
});

describe('secrets of databases whose URL has no password', () => {
  const databases: TestDatabase[] = [];
  const urls: string[] = [];
  before(async () => {
    for (const database of [await createTestDatabase(), await createTestDatabase()]) {
      const url = new URL(database.connectionString);
      process.env.PGPASSWORD = url.password;
      url.password = '';
      databases.push(database);
      urls.push(url.href);
      await migrate(url.href);
    }
  });
  after(async () => {
    delete process.env.PGPASSWORD;
    for (const database of databases) await database.drop();
  });

  it('are random: two databases of one server have none in common', async () => {
    const [one, two] = [await serviceAccess(urls[0] ?? ''), await serviceAccess(urls[1] ?? '')];
    const password = (url: string) => new URL(url).searchParams.get('password');
    assert.notEqual(password(one.url), password(two.url));
    assert.notEqual(one.secretKey, two.secretKey);
    for (const secret of [password(one.url), one.secretKey]) assert.match(secret ?? '', /^[0-9a-f]{64}$/);
  });

  it('are the same for every node, and after every start', async () => {
    const [url = ''] = urls;
    const first = await serviceAccess(url);
    await Promise.all([migrate(url), migrate(url)]);
    assert.deepEqual(await serviceAccess(url), first);
  });

  it('can be read by the owner only, even after a grant to everybody and the next migration', async () => {
    const [url = ''] = urls;
    await query(url, 'grant select on charter.installation_secrets to public');
    await migrate(url);
    const service = await serviceUrl(url);
    for (const text of ['select * from', 'delete from']) {
      await assert.rejects(query(service, `${text} charter.installation_secrets`), { code: '42501' });
    }
  });
});

describe('two databases of one server', () => {
  let one: TestDatabase;
  let two: TestDatabase;
  before(async () => {
    [one, two] = [await createTestDatabase(), await createTestDatabase()];
  });
  after(() => Promise.all([one.drop(), two.drop()]));

  it('have separate roles and passwords', async () => {
    const other = new URL(two.connectionString);
    await query(one.connectionString, "create role other_owner login superuser password 'another'").catch(
      () => undefined,
    );
    other.username = 'other_owner';
    other.password = 'another';
    await migrate(one.connectionString);
    const first = await serviceUrl(one.connectionString);
    await migrate(other.href);
    const second = await serviceUrl(other.href);
    const [{ name: firstRole } = { name: '' }] = await query<{ name: string }>(
      first,
      'select current_user as name',
    );
    const [{ name: secondRole } = { name: '' }] = await query<{ name: string }>(
      second,
      'select current_user as name',
    );
    assert.notEqual(firstRole, secondRole);
    const crossed = new URL(first);
    crossed.pathname = new URL(second).pathname;
    await assert.rejects(query(crossed.href, 'select * from charter.jobs'), { code: '42501' });
    await query(one.connectionString, `reassign owned by other_owner to current_user`);
    await query(
      two.connectionString,
      'reassign owned by other_owner to current_user; drop owned by other_owner; drop role other_owner',
    );
  });
});

describe('a database with a name that needs quotes', () => {
  const name = `Ünit "${randomBytes(4).toString('hex')}" ${'long '.repeat(6)}`.trim();
  let server: TestDatabase;
  before(async () => {
    server = await createTestDatabase();
    await query(server.connectionString, `create database ${pg.escapeIdentifier(name)}`);
  });
  after(async () => {
    await query(server.connectionString, `drop database ${pg.escapeIdentifier(name)} with (force)`);
    await query(server.connectionString, `drop role ${serviceRoleName(name)}`);
    await server.drop();
  });

  it('is migrated and served', async () => {
    const url = new URL(server.connectionString);
    url.pathname = encodeURI(name);
    const { serviceUrl: service } = await open(url.href);
    assert.deepEqual(await query(service, 'select current_user as role, current_database() as name'), [
      { role: serviceRoleName(name), name },
    ]);
  });
});

describe('a start that must fail', () => {
  let database: UnprivilegedOwner;
  let role: string;
  before(async () => {
    database = await createUnprivilegedOwner();
    role = serviceRoleName(new URL(database.ownerUrl).pathname.slice(1));
  });
  after(() => database.drop());
  const owner = (): string => new URL(database.ownerUrl).username;

  it('names the remedy for an owner who may not create roles', async () => {
    await database.superuser.query(`alter role ${owner()} nocreaterole`);
    await assert.rejects(
      open(database.ownerUrl),
      sentence(
        new RegExp(
          `may not make or change the role ${role} of the service: .* CREATEROLE.*CHARTER_SERVICE_DATABASE_URL`,
        ),
      ),
    );
    await database.superuser.query(`alter role ${owner()} createrole`);
  });

  it('names the remedy for an owner who may not create schemas', async () => {
    const stranger = await createUnprivilegedOwner();
    const url = new URL(database.ownerUrl);
    url.username = new URL(stranger.ownerUrl).username;
    url.password = new URL(stranger.ownerUrl).password;
    await assert.rejects(open(url.href), sentence(/lacks a right: .* It must own the database/));
    await stranger.drop();
  });

  it("rejects the owner, a superuser and a role that bypasses row-level security as the service's role", async () => {
    const bypassing = `bypassing_${randomBytes(4).toString('hex')}`;
    await database.superuser.query(`create role ${bypassing} login bypassrls password 'x'`);
    const bypassUrl = new URL(database.ownerUrl);
    bypassUrl.username = bypassing;
    bypassUrl.password = 'x';
    await assert.rejects(open(database.ownerUrl, database.ownerUrl), sentence(/owns the tables/));
    await assert.rejects(open(database.ownerUrl, database.superuserUrl), sentence(/is a superuser/));
    await assert.rejects(open(database.ownerUrl, bypassUrl.href), sentence(/may bypass row-level security/));
    await database.superuser.query(
      `alter role ${bypassing} nobypassrls; grant pg_read_all_data to ${bypassing}`,
    );
    await assert.rejects(open(database.ownerUrl, bypassUrl.href), sentence(/may read every table/));
    await database.superuser.query(`revoke pg_read_all_data from ${bypassing}`);
    const { serviceUrl: service } = await open(database.ownerUrl, bypassUrl.href);
    assert.deepEqual(await query(service, 'select current_user as role'), [{ role: bypassing }]);
    // The same rules apply on a node that has only the service's URL.
    const openWithoutOwner = (url: string) =>
      openDatabase({
        databaseUrl: undefined,
        serviceDatabaseUrl: url,
        dataDirectory: '/nonexistent',
        auditRetention: {},
        retention: {},
        log: () => undefined,
      });
    const { serviceUrl: opened, secretKey } = await openWithoutOwner(bypassUrl.href);
    assert.deepEqual({ opened, secretKey }, { opened: bypassUrl.href, secretKey: undefined });
    await assert.rejects(openWithoutOwner(database.ownerUrl), sentence(/owns the tables/));
    await assert.rejects(openWithoutOwner(database.superuserUrl), sentence(/is a superuser/));
    await database.superuser.query(`drop owned by ${bypassing}; drop role ${bypassing}`);
  });

  it("names the reason when PostgreSQL rejects the sign-in of the service's role", async () => {
    await open(database.ownerUrl);
    await database.superuser.query(`alter role ${role} valid until '2000-01-01'`);
    await assert.rejects(
      open(database.ownerUrl),
      sentence(new RegExp(`can't sign in to PostgreSQL as its role ${role}: `)),
    );
    await database.superuser.query(`alter role ${role} valid until 'infinity'`);
    await open(database.ownerUrl);
  });

  it('rejects a database that another version has migrated', async () => {
    await query(database.ownerUrl, "insert into charter.migrations values ('9999-later', '2030')");
    await query(database.ownerUrl, 'drop table charter.migration_records');
    await assert.rejects(open(database.ownerUrl), {
      name: 'SchemaError',
      code: 'SchemaAhead',
      message: /another version of Charter .*9999-later/,
    });
  });
});
