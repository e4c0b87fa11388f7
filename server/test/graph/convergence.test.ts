/**
 * Tests how soon teams are complete when a tenth of the calls to Graph fails: throttled, failed with or without an
 * effect, or without a response. `npm run test:chaos` builds more teams.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  assertComplete,
  assertNothingTwice,
  assertRetryAfterRespected,
  assertWithinBudgets,
} from './assertions.ts';
import { hostileToATenth } from './hostile.ts';
import { startProvisioningFleet } from './provisioning-fleet.ts';

const TEAMS = Number(process.env.CHARTER_TEST_GRAPH_CONVERGING_TEAMS ?? 20);
const SEED = 1;
/**
 * Share of the teams that must be complete within five minutes. It is lower for few teams, whose share varies more.
 */
const SOON = TEAMS >= 100 ? 0.95 : 0.8;

describe('provisioning while a tenth of the calls fails', () => {
  test(`completes ${SOON * 100} % of ${TEAMS} teams within 5 minutes, and all within 15`, async (t) => {
    const world = await startProvisioningFleet({ workers: 2, concurrency: 32 });
    const { standIn, tenant } = world;
    try {
      await world.request(TEAMS);
      standIn.calls.clear();
      standIn.behave(hostileToATenth(SEED));
      const jobs = await world.finish();
      const minutes = jobs
        .map(({ createdAt, lastActionAt }) => (lastActionAt.getTime() - createdAt.getTime()) / 60_000)
        .sort((one, other) => one - other);
      t.diagnostic(`minutes: ${minutes.map((one) => one.toFixed(1)).join(' ')}`);
      assert.deepEqual(
        jobs.filter(({ status }) => status !== 'completed').map(({ error }) => error),
        [],
      );
      assertNothingTwice(tenant);
      assertComplete(tenant, world.expected);
      assertWithinBudgets(standIn.calls.all);
      assertRetryAfterRespected(standIn.calls);
      assert.ok(minutes[Math.ceil(SOON * TEAMS) - 1]! <= 5, 'most teams');
      assert.ok(minutes.at(-1)! <= 15, 'the slowest team');
    } finally {
      await world.close();
    }
  });
});
