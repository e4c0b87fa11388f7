/**
 * Tests provisioning on a Graph without faults: the calls for one team, and the teams per hour within the published
 * limits.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertComplete, assertNothingTwice, assertWithinBudgets } from './assertions.ts';
import { BUDGETS } from './budgets.ts';
import type { RecordedCall } from './calls.ts';
import { type ProvisioningFleet, startProvisioningFleet } from './provisioning-fleet.ts';

/** Number of teams; 0 skips the test of the rate. Only `npm run test:chaos` builds enough teams to reach the limits. */
const TEAMS = Number(process.env.CHARTER_TEST_GRAPH_POLITE_TEAMS ?? 0);

async function build(world: ProvisioningFleet, teams: number): Promise<void> {
  await world.request(teams);
  world.standIn.calls.clear();
  const jobs = await world.finish();
  assert.deepEqual(
    jobs.filter(({ status }) => status !== 'completed').map(({ error }) => error),
    [],
  );
  assertNothingTwice(world.tenant);
  assertComplete(world.tenant, world.expected);
}

/**
 * Returns the rate of calls to these routes per second, in the middle third of the time, because start and end are
 * slower.
 */
function rateInTheMiddle(calls: readonly RecordedCall[], routes: RegExp): number {
  const [first, last] = [calls[0]!.at, calls.at(-1)!.at];
  const [from, to] = [first + (last - first) / 3, last - (last - first) / 3];
  const counted = calls.filter(({ at, route = '' }) => routes.test(route) && at >= from && at < to);
  return counted.length / ((to - from) / 1000);
}

const CREATIONS = /^POST .*\/(channels|tabs)$/;
/** Channels and tabs of one team. */
const CREATED = 13;

describe('provisioning on a Graph without faults', () => {
  test('makes few calls for a team of 5 channels (one private, one shared), 8 tabs and 10 people', async (t) => {
    const world = await startProvisioningFleet({ workers: 1, concurrency: 1 });
    try {
      await build(world, 1);
      const calls = world.standIn.calls.all;
      for (const [route, count] of world.standIn.calls.byRoute()) t.diagnostic(`${count} ${route}`);
      t.diagnostic(`${calls.length} calls in all`);
      assertWithinBudgets(calls);
      // Five of the calls check that Graph shows a new channel, before its first tab is created.
      assert.ok(calls.length <= 30, `${calls.length} calls`);
    } finally {
      await world.close();
    }
  });

  test('reaches 0.8 of the rate that the limits permit', { skip: TEAMS === 0 }, async (t) => {
    const world = await startProvisioningFleet({ workers: 3, concurrency: 40 });
    try {
      await build(world, TEAMS);
      const { all: calls } = world.standIn.calls;
      const rate = rateInTheMiddle(calls, CREATIONS);
      const possible = BUDGETS.teamsPost.calls;
      const hourly = (creations: number): string => ((creations / CREATED) * 3600).toFixed(0);
      t.diagnostic(`${hourly(rate)} teams an hour; the limits let ${hourly(possible)} by`);
      assertWithinBudgets(calls);
      assert.ok(rate >= 0.8 * possible, `${rate.toFixed(1)} of ${possible} creations a second`);
    } finally {
      await world.close();
    }
  });
});
