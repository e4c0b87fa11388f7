import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { createTestDatabase } from '../../test/postgres.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';

describe('migrating as an owner who is no superuser', () => {
  const role = `owner_${randomBytes(6).toString('hex')}`;
  let test: Awaited<ReturnType<typeof createTestDatabase>>;
  let superuser: pg.Client;
  let ownerUrl: string;

  before(async () => {
    test = await createTestDatabase();
    superuser = new pg.Client(test.connectionString);
    await superuser.connect();
    const { rows } = await superuser.query<{ name: string }>('select current_database() as name');
    const database = pg.escapeIdentifier(String(rows[0]?.name));
    const url = new URL(test.connectionString);
    // The service's password follows from the owner's, and other databases of this server use the role too.
    const password = pg.escapeLiteral(decodeURIComponent(url.password));
    await superuser.query(`create role ${role} login createrole password ${password}`);
    await superuser.query(`alter database ${database} owner to ${role}`);
    url.username = role;
    ownerUrl = url.href;
  });
  after(async () => {
    await superuser.query(
      `reassign owned by ${role} to current_user; drop owned by ${role}; drop role ${role}`,
    );
    await superuser.end();
    await test.drop();
  });

  it('should do so again at each start, and by several nodes at once', async () => {
    await migrate(ownerUrl);
    await Promise.all([migrate(ownerUrl), migrate(ownerUrl)]);
    const { rows } = await superuser.query(
      "select rolcanlogin, rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = 'charter_service'",
    );
    assert.deepEqual(rows, [
      { rolcanlogin: true, rolsuper: false, rolbypassrls: false, rolcreaterole: false },
    ]);
  });

  it('should get along with nodes that serve meanwhile', async () => {
    await migrate(ownerUrl);
    const service = new pg.Client(test.connectionString);
    await service.connect();
    await service.query('begin; select from charter.jobs');
    const migrated = migrate(ownerUrl);
    const waiting = `select 1 from pg_locks where not granted and relation = 'charter.jobs'::regclass`;
    while ((await superuser.query(waiting)).rowCount === 0);
    // What a command may touch next: held by the migration, each would wait for the other.
    const { rows } = await superuser.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('charter', 'embedded_suite')",
    );
    for (const { name } of rows) if (name !== 'charter.jobs') await service.query(`select from ${name}`);
    await service.query('commit');
    await service.end();
    await migrated;
  });
});

describe('migrating several databases of a new server', () => {
  it('should make the one role they share, whichever comes first', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'charter-migrate-'));
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
