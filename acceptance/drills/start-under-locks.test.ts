/**
 * Nodes start, and the database is migrated, while a dump or a report reads tables. Other nodes serve meanwhile: no
 * call fails, and none waits longer than a schema change waits for its lock.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../../server/src/persistence/migrate.ts';
import { createExternalDatabase, type ExternalDatabase } from '../../server/test/external-database.ts';
import { TEST_SECRET_KEY } from '../../server/test/secrets.ts';
import { subjectOf } from '../callers.ts';
import { charter, freePort, GIVEN_URL, RAISED_LIMITS, type Service, startNode } from '../service.ts';
import { issueToken } from '../tokens.ts';
import { Load } from './load.ts';

/** Time for which a dump or a report holds its locks. */
const READER_MILLISECONDS = 30_000;
/** Time within which a waiting schema change retries. */
const NEXT_TRY_MILLISECONDS = 1_500;
/** Sets the lock timeout of requests (CHARTER_DATABASE_LOCK_SECONDS). */
const REQUEST_LOCK = "set lock_timeout = '2s'";

async function connect(connectionString: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: name });
  await client.connect();
  return client;
}

const skip = GIVEN_URL === undefined ? false : 'needs nodes of its own';

describe('a start while others read the tables', { skip }, () => {
  let database: ExternalDatabase;
  let superuser: pg.Client;
  let tables: string[];
  let nodes: Service[] = [];
  let load: Load;
  /** Settings of a node that holds no owner's password. */
  let settings: Record<string, string>;

  const start = async (environment: Record<string, string>, services: string): Promise<Service> => {
    const node = await startNode({ environment, args: [`--services=${services}`] });
    nodes.push(node);
    return node;
  };
  const asOwner = () => ({ ...settings, DATABASE_URL: database.ownerUrl });

  before(async () => {
    database = await createExternalDatabase();
    const port = String(await freePort());
    settings = {
      ...RAISED_LIMITS,
      CHARTER_SERVICE_DATABASE_URL: database.serviceUrl,
      CHARTER_PUBLIC_URL: `http://127.0.0.1:${port}`,
      CHARTER_SECRET_KEY: TEST_SECRET_KEY,
    };
    const { code, stderr } = await charter({ environment: asOwner() }, ['migrate']);
    assert.equal(code, 0, stderr);
    const first = await start({ ...settings, PORT: port }, 'api');
    await start(settings, 'api');
    await start(settings, 'worker');
    const [owner, admin] = await Promise.all(
      (['owner', 'admin'] as const).map((caller) => issueToken(first, subjectOf(caller))),
    );
    const apis = nodes.slice(0, 2).map(({ url }) => url);
    load = new Load(() => apis, { owner: owner as string, admin: admin as string });
    await load.prepare();
    superuser = await connect(database.superuserUrl, 'a drill');
    const { rows } = await superuser.query<{ name: string }>(
      `select format('%I.%I', nspname, relname) as name
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where relkind in ('r', 'p') and nspname not in ('pg_catalog', 'information_schema', 'pg_toast') order by 1`,
    );
    tables = rows.map(({ name }) => name);
  });
  after(async () => {
    await superuser?.end();
    await Promise.all(nodes.map((node) => node.stop()));
    nodes = [];
    await database?.drop();
  });

  it('succeeds with and without the owner’s URL while a reader locks all tables, and no call fails', async () => {
    const reader = await connect(database.superuserUrl, 'a dump');
    await reader.query(`begin; lock table ${tables.join(', ')} in access share mode`);
    const left = delay(READER_MILLISECONDS);
    await load.during(async () => {
      const started = await Promise.all([
        start(settings, 'api'),
        start(settings, 'worker'),
        start(asOwner(), 'api'),
        start(asOwner(), 'worker'),
      ]);
      const check = await charter({ environment: asOwner() }, ['migrate', '--check']);
      assert.equal(check.code, 0, check.stdout + check.stderr);
      await left;
      for (const node of started) {
        await node.stop();
        nodes.splice(nodes.indexOf(node), 1);
      }
    });
    const { rows } = await reader.query(
      "select count(*)::int as held from pg_locks where pid = pg_backend_pid() and mode = 'AccessShareLock' and granted",
    );
    assert.ok(rows[0].held >= tables.length, 'the dump still held its locks');
    await reader.end();
    console.log(
      `${tables.length} tables read for ${READER_MILLISECONDS / 1000} s: ${load.responses} responses, the slowest after ${load.slowest.toFixed(0)} ms`,
    );
    assert.deepEqual(load.failures, []);
    assert.deepEqual(await load.unfinished(), []);
  });

  it('changes each table after its reader has ended, and blocks no statement on it until then', async () => {
    const { rows } = await superuser.query<{ name: string }>(
      `select format('%I.%I', nspname, relname) as name
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where relforcerowsecurity order by 1`,
    );
    const role = new URL(database.serviceUrl).username;
    const service = await connect(database.serviceUrl, 'charter');
    await service.query(REQUEST_LOCK);
    let slowest = 0;
    let statements = 0;
    for (const { name } of rows) {
      await superuser.query(`alter table ${name} no force row level security`);
      const reader = await connect(database.superuserUrl, 'a dump');
      await reader.query(`begin; lock table ${name} in access share mode`);
      const waits = Promise.withResolvers<string>();
      const migrated = migrate(database.ownerUrl, { serviceRole: role, log: waits.resolve });
      assert.match(await waits.promise, /waits for a lock that a dump \(process \d+\) holds/);
      for (const until = Date.now() + NEXT_TRY_MILLISECONDS; Date.now() < until; statements += 1) {
        const started = performance.now();
        await service.query(`select from ${name} limit 1`);
        slowest = Math.max(slowest, performance.now() - started);
        await delay(5);
      }
      await reader.query('commit');
      await reader.end();
      const { changes } = await migrated;
      assert.deepEqual(
        changes.map((change) => change.name.replaceAll('"', '')),
        [`row-level security and rights of ${name}`.replaceAll('"', '')],
      );
    }
    await service.end();
    console.log(
      `${rows.length} tables changed behind a reader: ${statements} statements, the slowest after ${slowest.toFixed(0)} ms`,
    );
    assert.ok(rows.length > 40, `${rows.length}`);
  });
});
