/**
 * Tests provisioning on a faulty Graph while workers are killed by SIGKILL: every team is complete, nothing exists
 * twice, and no limit is exceeded. `npm run test:chaos` builds more teams with more seeds.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  assertComplete,
  assertNothingTwice,
  assertPollsSpaced,
  assertRetryAfterRespected,
  assertWithinBudgets,
} from './assertions.ts';
import { hostile } from './hostile.ts';
import { type ProvisioningFleet, startProvisioningFleet } from './provisioning-fleet.ts';

const TEAMS = Number(process.env.CHARTER_TEST_GRAPH_TEAMS ?? 4);
const KILLS = Number(process.env.CHARTER_TEST_GRAPH_KILLS ?? 2);
const SEEDS = (process.env.CHARTER_TEST_GRAPH_SEEDS ?? '1,2').split(',').map(Number);
/** Approximate number of calls for one team with these faults. Kills are spread over them. */
const CALLS = 40;

/** Kills workers at equal distances in the sequence of calls. The seed selects the workers. */
function killAmongCalls({ standIn, fleet }: ProvisioningFleet, seed: number): void {
  const distance = Math.max(1, Math.floor((TEAMS * CALLS) / (KILLS + 1)));
  standIn.calls.onBegin = ({ number }) => {
    if (number % distance !== 0 || fleet.kills >= KILLS) return;
    standIn.calls.deaths.push(number);
    fleet.kill(seed + number / distance);
  };
}

describe('provisioning on a faulty Graph', () => {
  for (const seed of SEEDS) {
    test(`completes ${TEAMS} teams, each once, with ${KILLS} killed workers (seed ${seed})`, async (t) => {
      const world = await startProvisioningFleet({ workers: 3, concurrency: 8 });
      const { standIn, tenant, fleet } = world;
      try {
        await world.request(TEAMS);
        standIn.calls.clear();
        standIn.behave(hostile({ seed }));
        killAmongCalls(world, seed);
        const jobs = await world.finish();
        const calls = standIn.calls.all;
        t.diagnostic(
          `seed ${seed}: ${calls.length} calls in ${fleet.runs} runs, ${fleet.kills} kills, ${hoursOf(world)} virtual hours`,
        );
        const failed = jobs.filter(({ status }) => status !== 'completed');
        assert.deepEqual(
          failed.slice(0, 3).map(({ status, error, log }) => ({ status, error, log })),
          [],
          `${failed.length} of ${jobs.length} jobs did not complete`,
        );
        assert.deepEqual(fleet.errors, []);
        assert.equal(fleet.kills, KILLS, 'kills');
        assertNothingTwice(tenant);
        assertComplete(tenant, world.expected);
        assertWithinBudgets(calls);
        assert.ok(calls.every(({ run }) => run !== undefined));
        assertRetryAfterRespected(standIn.calls);
        assertPollsSpaced(calls);
      } finally {
        await world.close();
      }
    });
  }
});

const hoursOf = ({ time, standIn }: ProvisioningFleet): string =>
  ((time.now().getTime() - (standIn.calls.all[0]?.at ?? 0)) / 3_600_000).toFixed(1);
