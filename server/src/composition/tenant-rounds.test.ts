import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { TenantRounds } from './tenant-rounds.ts';

const TIMEOUT_MILLISECONDS = 1;

describe('rounds of all tenants', () => {
  it('continue without a slow tenant, and skip it until its work has ended', async () => {
    const rounds = new TenantRounds(TIMEOUT_MILLISECONDS);
    const slow = Promise.withResolvers<void>();
    const begun: string[] = [];
    const run = async (tenantId: string): Promise<void> => {
      begun.push(tenantId);
      if (tenantId === 'slow') await slow.promise;
    };
    await rounds.round(['slow', 'healthy'], run, assert.fail);
    await rounds.round(['slow', 'healthy'], run, assert.fail);
    assert.deepEqual(begun, ['slow', 'healthy', 'healthy']);
    let isIdle = false;
    const idle = rounds.idle().then(() => {
      isIdle = true;
    });
    await rounds.round([], run, assert.fail);
    assert.equal(isIdle, false);
    slow.resolve();
    await idle;
    await rounds.round(['slow'], run, assert.fail);
    assert.equal(begun.at(-1), 'slow');
  });

  it('report a failure, and continue with the other tenants', async () => {
    const failures: [string, string][] = [];
    const done: string[] = [];
    await new TenantRounds().round(
      ['failing', 'healthy'],
      async (tenantId) => {
        if (tenantId === 'failing') throw new Error('no answer');
        done.push(tenantId);
      },
      (error, tenantId) => failures.push([tenantId, String(error)]),
    );
    assert.deepEqual(failures, [['failing', 'Error: no answer']]);
    assert.deepEqual(done, ['healthy']);
  });

  it('start no further tenant while the work of 36 tenants is running', async () => {
    const rounds = new TenantRounds(TIMEOUT_MILLISECONDS);
    const released = Promise.withResolvers<void>();
    const full = Promise.withResolvers<void>();
    const begun: string[] = [];
    const ids = Array.from({ length: 60 }, (_, number) => `tenant ${number}`);
    const round = rounds.round(
      ids,
      async (tenantId) => {
        if (begun.push(tenantId) === 36) full.resolve();
        await released.promise;
      },
      assert.fail,
    );
    await full.promise;
    // A round that does not wait for each tenant starts the next ones within this time.
    await delay(20 * TIMEOUT_MILLISECONDS);
    assert.equal(begun.length, 36);
    released.resolve();
    await round;
    assert.deepEqual(begun, ids);
  });
});
