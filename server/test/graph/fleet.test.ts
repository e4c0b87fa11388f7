/** Tests the fleet on virtual time (fleet.ts): its own faults must not look like faults of the service. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertComplete, assertNothingTwice } from './assertions.ts';
import { startProvisioningFleet } from './provisioning-fleet.ts';

describe('a fleet of workers', () => {
  it('builds each team once when every job is queued twice', async () => {
    const world = await startProvisioningFleet({ workers: 1, concurrency: 8 });
    try {
      await world.request(4);
      const now = world.time.now().getTime();
      for (const { id: jobId } of await world.jobs()) {
        world.fleet.enqueue({ tenantId: world.tenant.id, jobId }, now);
      }
      const jobs = await world.finish();
      assert.deepEqual(
        jobs.map(({ status }) => status),
        Array(4).fill('completed'),
      );
      assertNothingTwice(world.tenant);
      assertComplete(world.tenant, world.expected);
    } finally {
      await world.close();
    }
  });
});
