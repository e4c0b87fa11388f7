/** The cost of scheduled work when no tenant has any: it does not grow with the number of tenants. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { pino } from 'pino';
import { createMigratedDatabase, type TestDatabase } from '../../test/database.ts';
import { killedAtStatement } from '../../test/killed-at-statement.ts';
import { testSecrets } from '../../test/secrets.ts';
import { connectQueue } from '../../test/store.ts';
import { readConfig } from '../config.ts';
import { systemClock } from '../kernel/clock.ts';
import type { StartedQueue } from '../persistence/queue.ts';
import { createStore } from '../persistence/unit-of-work.ts';
import type { ScheduledWork } from '../workers/index.ts';
import {
  backgroundLimits,
  createCallLimits,
  type Infrastructure,
  type Node,
  openInfrastructure,
} from './node.ts';
import { scheduledWork } from './schedule.ts';

/** Work that visits each tenant, at most four times an hour. */
const VISITING = ['audit-retention', 'remove-expired'];

describe('scheduled work', () => {
  let database: TestDatabase;
  let folder: string;
  let queue: StartedQueue;
  let infrastructure: Infrastructure;
  let owner: pg.Client;
  let scheduled: ScheduledWork[];

  before(async () => {
    database = await createMigratedDatabase();
    folder = await mkdtemp(join(tmpdir(), 'charter-schedule-'));
    owner = new pg.Client(database.ownerUrl);
    await owner.connect();
    queue = await connectQueue(database.serviceUrl);
    const config = readConfig({
      CHARTER_DATA_DIR: folder,
      DATABASE_URL: database.ownerUrl,
      CHARTER_LIFECYCLE_HOURS: 'off',
    });
    const log = pino({ level: 'silent' });
    const secrets = testSecrets();
    infrastructure = await openInfrastructure(
      config,
      database.serviceUrl,
      log,
      systemClock,
      backgroundLimits(config),
      secrets,
    );
    const { tenancy } = infrastructure;
    const node = {
      ...{ config, infrastructure, boss: queue.boss, secrets, log },
      store: createStore({ databases: tenancy, boss: queue.boss, secrets }),
      calls: createCallLimits(config, infrastructure, secrets, systemClock, log),
      clock: systemClock,
    } as unknown as Node;
    scheduled = scheduledWork(node, undefined, () => 'http://127.0.0.1');
  });
  after(async () => {
    await infrastructure.pool.end();
    await queue.stop();
    await owner.end();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const addTenants = (from: number, to: number) =>
    owner.query(`
      insert into charter.tenants (tenant_id, display_name)
      select 'tenant-' || n, 'Tenant ' || n from generate_series(${from}, ${to}) n`);

  async function statementsOf({ run, idle }: ScheduledWork): Promise<number> {
    // Runs once without counting, because the first run also opens connections.
    await run(new AbortController().signal);
    const statements = await killedAtStatement(undefined, async () => {
      await run(new AbortController().signal);
      await idle?.();
    });
    return statements.filter((statement) => !/^(begin|rollback|select set_config)/.test(statement)).length;
  }

  it('runs as many statements for thirty tenants without due work as for one', async () => {
    const count = async (): Promise<Record<string, number>> => {
      const counts: Record<string, number> = {};
      for (const work of scheduled) {
        if (!VISITING.includes(work.queue)) counts[work.queue] = await statementsOf(work);
      }
      return counts;
    };
    await addTenants(1, 1);
    const ofOne = await count();
    await addTenants(2, 30);
    assert.deepEqual(await count(), ofOne);
    assert.ok(Math.max(...Object.values(ofOne)) <= 2, JSON.stringify(ofOne));
    assert.equal(Object.keys(ofOne).length, scheduled.length - VISITING.length);
  });

  it('ends an expired role in the only tenant that has one', async () => {
    await owner.query(`
      insert into charter.role_assignments (tenant_id, principal_id, role, expires_at)
      values ('tenant-7', 'ada', 'GOVERNANCE_MANAGER', now() - interval '1 minute')`);
    const ending = scheduled.find(({ queue: name }) => name === 'end-roles');
    assert.ok(ending);
    await ending.run(new AbortController().signal);
    await ending.idle?.();
    const { rows } = await owner.query(
      `select tenant_id, type from charter.audit_records where type = 'role_expired'`,
    );
    assert.deepEqual(rows, [{ tenant_id: 'tenant-7', type: 'role_expired' }]);
  });
});
