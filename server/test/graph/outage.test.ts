/**
 * Tests an hour without Graph, and an hour without the administrator's consent. Jobs are delayed with the reason, and
 * all complete.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertComplete, assertNothingTwice, assertRetryAfterRespected } from './assertions.ts';
import { hostile } from './hostile.ts';
import { START, startProvisioningFleet } from './provisioning-fleet.ts';

const TEAMS = 3;
const HOUR = 3_600_000;
const NO_FAULTS = {
  throttled: 0,
  unavailable: 0,
  notFoundButDone: 0,
  conflictButDone: 0,
  lost: 0,
  serverError: 0,
  expiredToken: 0,
};

/** The outage begins when some teams are partly built. */
const SPAN = { from: START.getTime() + 3_000, to: START.getTime() + 3_000 + HOUR };

const SPANS = {
  'an outage of an hour': { behaviour: { outages: [SPAN] }, reason: /does not answer|limits the calls/ },
  'an hour without consent': {
    behaviour: { revocations: [SPAN] },
    reason: /lacks a permission.*administrator/,
  },
};

describe('provisioning', () => {
  for (const [name, { behaviour, reason }] of Object.entries(SPANS)) {
    test(`delays jobs with a reason during ${name}, and completes all of them afterwards`, async () => {
      const world = await startProvisioningFleet({ workers: 2, concurrency: 4 });
      const { standIn, tenant, time } = world;
      try {
        await world.request(TEAMS);
        standIn.calls.clear();
        standIn.behave(hostile({ seed: 1, ...NO_FAULTS, ...behaviour }));
        const states: { status: string; log: readonly string[] }[] = [];
        time.at(SPAN.to - 60_000, () => {
          time.beginWork();
          void world
            .jobs()
            .then((jobs) => states.push(...jobs))
            .finally(() => time.endWork());
        });
        const jobs = await world.finish();
        assert.deepEqual(
          states.map(({ status }) => status),
          Array(TEAMS).fill('delayed'),
        );
        for (const { log } of states) assert.match(log.at(-1) ?? '', reason);
        assert.deepEqual(
          jobs.filter(({ status }) => status !== 'completed').map(({ error }) => error),
          [],
        );
        assertNothingTwice(tenant);
        assertComplete(tenant, world.expected);
        assertRetryAfterRespected(standIn.calls);
        const seconds = (time.now().getTime() - SPAN.to) / 1000;
        assert.ok(seconds < 15 * 60, `took ${seconds} s after the end`);
      } finally {
        await world.close();
      }
    });
  }
});
