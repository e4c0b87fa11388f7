/**
 * Runs nodes behind PgBouncer, in session and in transaction mode, under load: no call fails, and no setting of a
 * session reaches another client. A node behind an unsuitable pooler exits at startup, and names the setting to change.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { createExternalDatabase, type ExternalDatabase } from '../../server/test/external-database.ts';
import { TEST_SECRET_KEY } from '../../server/test/secrets.ts';
import { subjectOf } from '../callers.ts';
import { charter, freePort, GIVEN_URL, RAISED_LIMITS, type Service, startNode } from '../service.ts';
import { issueToken } from '../tokens.ts';
import { Load } from './load.ts';
import { missingPgBouncer, PgBouncer, type PoolMode } from './pgbouncer.ts';

/** Jobs that the load starts through each kind of pool. */
const JOBS = 40;
/** Exit code when the database prevents the start (docs/operations.md). */
const DATABASE_FAILS = 5;

const skip = (GIVEN_URL === undefined ? missingPgBouncer() : 'needs nodes of its own') ?? false;

describe('nodes behind PgBouncer', { skip }, () => {
  let database: ExternalDatabase;
  let pooler: PgBouncer;
  let untracked: PgBouncer;
  let settings: Record<string, string>;

  before(async () => {
    database = await createExternalDatabase();
    const urls = [database.ownerUrl, database.serviceUrl];
    [pooler, untracked] = await Promise.all([
      PgBouncer.start({ urls, maxPreparedStatements: 200 }),
      PgBouncer.start({ urls, maxPreparedStatements: 0 }),
    ]);
    settings = {
      ...RAISED_LIMITS,
      CHARTER_SECRET_KEY: TEST_SECRET_KEY,
      // In session mode, each connection of a node occupies a connection of the pool.
      CHARTER_DATABASE_POOL_SIZE: '4',
      CHARTER_TENANT_CONNECTIONS: '4',
    };
  });
  after(async () => {
    await Promise.all([pooler?.stop(), untracked?.stop()]);
    await database?.drop();
  });

  const migrateThrough = (ownerUrl: string) =>
    charter(
      {
        environment: {
          ...settings,
          DATABASE_URL: ownerUrl,
          CHARTER_SERVICE_DATABASE_URL: database.serviceUrl,
        },
      },
      ['migrate'],
    );

  it('migrate in session mode only', async () => {
    const rejected = await migrateThrough(pooler.through(database.ownerUrl, 'transaction'));
    assert.equal(rejected.code, DATABASE_FAILS, rejected.stderr);
    assert.match(
      rejected.stderr,
      /DATABASE_URL leads to a pooler in transaction mode, and migrations need sessions/,
    );
    const migrated = await migrateThrough(pooler.through(database.ownerUrl, 'session'));
    assert.equal(migrated.code, 0, migrated.stderr);
  });

  it('exit at startup and name the setting to change when the pooler is unsuitable', async () => {
    const rejected: [url: string, direct: string | undefined, message: RegExp][] = [
      [
        pooler.through(database.serviceUrl, 'transaction'),
        undefined,
        /name a URL .* in CHARTER_DIRECT_DATABASE_URL/,
      ],
      [
        pooler.through(database.serviceUrl, 'transaction'),
        pooler.through(database.serviceUrl, 'transaction'),
        /CHARTER_DIRECT_DATABASE_URL leads to a pooler in transaction mode/,
      ],
      [
        untracked.through(database.serviceUrl, 'transaction'),
        database.serviceUrl,
        /max_prepared_statements = 200/,
      ],
      [pooler.through(database.serviceUrl, 'statement'), database.serviceUrl, /is in statement mode/],
      [
        pooler.through(database.serviceUrl, 'transaction'),
        database.ownerUrl,
        /CHARTER_DIRECT_DATABASE_URL signs in as/,
      ],
    ];
    for (const [url, direct, message] of rejected) {
      const environment = {
        ...settings,
        CHARTER_SERVICE_DATABASE_URL: url,
        ...(direct !== undefined && { CHARTER_DIRECT_DATABASE_URL: direct }),
      };
      const { code, stderr } = await charter({ environment }, ['serve', '--port=0']);
      assert.equal(code, DATABASE_FAILS, stderr);
      assert.match(stderr, message);
    }
  });

  for (const mode of ['session', 'transaction'] satisfies PoolMode[]) {
    it(`complete all jobs without a failed call in ${mode} mode, also when the pooler is killed and restarted`, async (t) => {
      const port = String(await freePort());
      const environment = {
        ...settings,
        CHARTER_PUBLIC_URL: `http://127.0.0.1:${port}`,
        CHARTER_SERVICE_DATABASE_URL: pooler.through(database.serviceUrl, mode),
        ...(mode === 'transaction' && {
          CHARTER_DIRECT_DATABASE_URL: pooler.through(database.serviceUrl, 'session'),
        }),
      };
      const nodes: Service[] = [];
      const start = async (services: string, more = {}): Promise<Service> => {
        const node = await startNode({
          environment: { ...environment, ...more },
          args: [`--services=${services}`],
        });
        nodes.push(node);
        return node;
      };
      try {
        const first = await start('api', { PORT: port });
        const second = await start('api');
        await start('worker');
        const [owner = '', admin = ''] = await Promise.all(
          (['owner', 'admin'] as const).map((caller) => issueToken(first, subjectOf(caller))),
        );
        const load = new Load(() => [first.url, second.url], { owner, admin }, { hasOutages: true });
        await load.prepare();
        await load.during(() => load.accepts(JOBS));
        assert.equal(load.unavailable, 0);
        await assertCleanSessions(pooler.through(database.serviceUrl, mode));
        await load.during(async () => {
          await pooler.kill();
          await pooler.run();
          await load.accepts(2 * JOBS);
        });
        assert.deepEqual(load.failures, []);
        assert.deepEqual(await load.unfinished(), []);
        t.diagnostic(
          `${load.responses} responses, ${load.jobs.size} jobs, ${load.unavailable} times 503 while the pooler was down`,
        );
      } finally {
        await Promise.all(nodes.map((node) => node.stop()));
      }
    });
  }

  /** Asserts that no session of the pool still has a tenant or the settings of the queue. */
  async function assertCleanSessions(url: string): Promise<void> {
    const clients = Array.from({ length: 4 }, () => new pg.Client(url));
    try {
      for (const client of clients) {
        await client.connect();
        await client.query('begin');
        const { rows } = await client.query(
          `select name from pg_settings where source = 'session'
              and (name like 'charter.%' or name like '%_timeout' or name in ('synchronous_commit', 'plan_cache_mode'))`,
        );
        assert.deepEqual(rows, []);
      }
    } finally {
      await Promise.all(clients.map((client) => client.end()));
    }
  }
});
