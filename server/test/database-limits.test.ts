/**
 * Tests a service on a database that has no free connection, or whose tables are locked.
 * @long
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { backgroundLimits } from '../src/composition/node.ts';
import { readConfig } from '../src/config.ts';
import { createPool, Tenancy } from '../src/persistence/tenancy.ts';
import { type JsonResponse, startTeamService, type TeamService } from './team-service.ts';

const TENANT_CONNECTIONS = 2;

describe('a service at the limits of its database', () => {
  let service: TeamService;
  let administrator: pg.Client;
  before(async () => {
    service = await startTeamService({
      databasePoolSize: 5,
      tenantConnections: TENANT_CONNECTIONS,
      databaseWaitSeconds: 1.5,
      databaseLockSeconds: 3,
      databaseStatementSeconds: 6,
    });
    administrator = new pg.Client(service.world.database.ownerUrl);
    await administrator.connect();
    // Authenticates every caller first, so that tests read only the tables that they lock.
    for (const caller of ['ada', 'app', 'foreign app'] as const) await service.call(caller, 'GET', '/users');
  });
  after(async () => {
    await administrator.end();
    await service.close();
  });

  const readiness = () => fetch(new URL('/readyz', service.url));
  const people = (as: 'ada' | 'foreign app') => service.call(as, 'GET', '/users');

  function assertUnavailable(answer: JsonResponse): void {
    assert.equal(answer.status, 503);
    assert.equal(answer.body.error.code, 'ServiceUnavailable');
    assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  }

  /** Runs the work while an administrator's transaction holds a lock that excludes readers. */
  async function whileLocked<Result>(table: string, work: () => Promise<Result>): Promise<Result> {
    await administrator.query(`begin; lock table ${table}`);
    try {
      return await work();
    } finally {
      await administrator.query('rollback');
    }
  }

  /** Resolves when this many sessions wait for a lock. */
  async function lockWaiters(count: number): Promise<void> {
    for (;;) {
      const { rows } = await administrator.query(
        'select from pg_locks join pg_database on oid = database and datname = current_database() where not granted',
      );
      if (rows.length === count) return;
      await delay(10);
    }
  }

  it('responds with 503 while a table is locked; other operations and readiness continue', async () => {
    await whileLocked('directory.users', async () => {
      const stuck = people('ada');
      await lockWaiters(1);
      assert.equal((await service.call('app', 'GET', '/catalog/templates')).status, 200);
      assert.equal((await readiness()).status, 200);
      assertUnavailable(await stuck);
    });
    assert.equal((await people('ada')).status, 200);
  });

  it('leaves connections to other tenants when one tenant uses its share', async () => {
    await whileLocked('directory.users', async () => {
      const stuck = Array.from({ length: 20 }, () => people('ada'));
      await lockWaiters(TENANT_CONNECTIONS);
      assert.equal((await service.call('foreign app', 'GET', '/catalog/templates')).status, 200);
      await lockWaiters(TENANT_CONNECTIONS);
      for (const answer of await Promise.all(stuck)) assertUnavailable(answer);
    });
    assert.equal((await people('ada')).status, 200);
  });

  it('limits how long background statements wait for a lock', async () => {
    const pool = createPool(service.world.database.serviceUrl, 1, () => {}, backgroundLimits(readConfig({})));
    const db = new Tenancy<object>(pool).for('any');
    const { rows } = await sql<{ limit: string }>`select current_setting('lock_timeout') as limit`.execute(
      db,
    );
    await pool.end();
    assert.deepEqual(rows, [{ limit: '10s' }]);
  });

  it('stays ready while every connection is in use', async () => {
    await whileLocked('directory.users', async () => {
      const stuck = (['ada', 'foreign app'] as const).flatMap((caller) =>
        Array.from({ length: TENANT_CONNECTIONS }, () => people(caller)),
      );
      await lockWaiters(2 * TENANT_CONNECTIONS);
      assert.equal((await readiness()).status, 200);
      await Promise.all(stuck);
    });
  });
});
