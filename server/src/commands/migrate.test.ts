/**
 * Tests the options and exit codes of `charter migrate`, and those of a node on a database that it can't use. Each case
 * starts processes; persistence/migrate.test.ts tests the rules.
 * @long
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { charter as run } from '../../test/run-charter.ts';
import { TEST_SECRET_KEY } from '../../test/secrets.ts';
import { createUnprivilegedOwner, type UnprivilegedOwner } from '../../test/unprivileged-owner.ts';

describe('migrations by command and at the start of a node', () => {
  const role = `app_${randomBytes(6).toString('hex')}`;
  let database: UnprivilegedOwner;
  let serviceUrl: string;
  before(async () => {
    database = await createUnprivilegedOwner();
    await database.superuser.query(`create role ${role} login password 'x'`);
    const url = new URL(database.ownerUrl);
    url.username = role;
    url.password = 'x';
    serviceUrl = url.href;
  });
  after(async () => {
    await database.superuser.query(`drop owned by ${role}; drop role ${role}`);
    await database.drop();
  });

  /** The settings of the job that migrates. */
  const asOwner = () => ({ DATABASE_URL: database.ownerUrl, CHARTER_SERVICE_DATABASE_URL: serviceUrl });
  /** The settings of a node. */
  const asNode = () => ({
    CHARTER_SERVICE_DATABASE_URL: serviceUrl,
    CHARTER_SECRET_KEY: TEST_SECRET_KEY,
    PORT: '0',
    CHARTER_LOG_LEVEL: 'silent',
  });
  const migrate = (...args: string[]) => run(['migrate', ...args], asOwner());

  it('charter migrate needs the owner’s URL, and rejects --check together with --plan', async () => {
    const without = await run(['migrate'], {
      CHARTER_SERVICE_DATABASE_URL: serviceUrl,
      CHARTER_SECRET_KEY: TEST_SECRET_KEY,
    });
    assert.equal(without.code, 2);
    assert.match(without.stderr, /Set DATABASE_URL to the URL of the database's owner/);
    assert.equal((await migrate('--check', '--plan')).code, 2);
  });

  it('a node without the owner’s URL needs CHARTER_SECRET_KEY', async () => {
    const { CHARTER_SECRET_KEY: _key, ...settings } = asNode();
    const { code, stderr } = await run(['serve'], settings);
    assert.equal(code, 2);
    assert.match(stderr, /CHARTER_SERVICE_DATABASE_URL without DATABASE_URL needs CHARTER_SECRET_KEY/);
  });

  it('a node on a database that is not migrated ends with exit code 9 and names the command', async () => {
    const { code, stderr } = await run(['serve'], asNode());
    assert.equal(code, 9);
    assert.match(stderr, /The database is not migrated\. Run charter migrate of this version/);
  });

  it('charter migrate reports pending changes with --check, prints their SQL with --plan, and otherwise applies them', async () => {
    const check = await migrate('--check', '--json');
    assert.equal(check.code, 9);
    const changes: { name: string; kind: string }[] = JSON.parse(check.stdout);
    assert.deepEqual(changes[1], { name: '0043-baseline', kind: 'expansion' });
    const plan = await migrate('--plan');
    assert.equal(plan.code, 0);
    assert.match(
      plan.stdout,
      /^-- records: record of the migrations\nbegin;\ncreate schema if not exists charter;/,
    );
    assert.match(plan.stdout, /^-- expansion: 0043-baseline\nbegin;[\s\S]+create table charter\.jobs/m);
    assert.match(plan.stdout, /^-- queue: tables of the queue\nbegin;/m);
    // A change is one transaction, so no statement has one of its own.
    assert.equal(plan.stdout.match(/^\s*commit;/gim)?.length, changes.length);
    const { rows } = await database.superuser.query("select from pg_namespace where nspname = 'charter'");
    assert.equal(rows.length, 0);

    const done = await migrate('--output', 'json');
    assert.equal(done.code, 0, done.stderr);
    const names = (JSON.parse(done.stdout) as { name: string }[]).map(({ name }) => name);
    assert.ok(names.includes('row-level security and rights of charter.jobs'), names.join());
    const again = await migrate('--check');
    assert.deepEqual([again.code, again.stderr], [0, 'The database is up to date.\n']);
  });

  it('a node and charter migrate --check end with exit code 10 on a newer, incompatible schema', async () => {
    await database.superuser.query(
      "insert into charter.migration_records values ('9002-contracts', '98.0.0', '97.0.0')",
    );
    for (const { code, stderr } of [await run(['serve'], asNode()), await migrate('--check')]) {
      assert.equal(code, 10);
      assert.match(
        stderr,
        /has the migration 9002-contracts of Charter 98\.0\.0.*Start version 97\.0\.0 or a newer one/,
      );
    }
    await database.superuser.query("delete from charter.migration_records where name = '9002-contracts'");
  });
});
