/**
 * Runs the Graph suite on a tenant that throttles, fails, hides new objects, and returns errors for calls that
 * succeeded.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aChannel, aTab, aTeam, member, owner } from '../../../test/conformance/world.ts';
import {
  assertComplete,
  assertNothingTwice,
  assertPollsSpaced,
  assertRetryAfterRespected,
  assertWithinBudgets,
  type ExpectedTeam,
} from '../../../test/graph/assertions.ts';
import { FAULTLESS } from '../../../test/graph/behaviour.ts';
import { hostile } from '../../../test/graph/hostile.ts';
import type { Tenant } from '../../../test/graph/tenant.ts';
import { createGraphWorld, type GraphWorld } from '../../../test/graph/world.ts';
import { waitAndRetry } from '../../../test/retrying-suite.ts';
import type { Suite } from '../../engine/suite.ts';

/** Seeds of the runs. CHARTER_TEST_SEEDS sets their number. */
const SEEDS = Array.from({ length: Number(process.env.CHARTER_TEST_SEEDS ?? 3) }, (_, index) => index + 1);
const TEAMS = 4;

/** The input of one provisioning, with markers that retries repeat, and the expected team. */
function blueprint(world: GraphWorld, number: number) {
  const { ada, bob, chloe, sam1 } = world.people;
  const members = [owner(ada), owner(bob), member(chloe), member(sam1)];
  const name = `Team ${number}`;
  return {
    team: aTeam(world, { displayName: name, mailNickname: `team-${number}`, members }),
    channels: [
      aChannel('Plans'),
      aChannel('Reports', { description: 'Weekly' }),
      aChannel('Board', { membershipType: 'private', members: [owner(ada)] }),
      aChannel('Partners', { membershipType: 'shared', members: [owner(bob), member(chloe)] }),
      aChannel('Ideas'),
    ],
    tabs: Array.from({ length: 8 }, (_, index) => aTab(`Tab ${index}`)),
    members,
    expected: {
      team: name,
      channels: ['Plans', 'Reports', 'Board', 'Partners', 'Ideas'],
      tabs: Array.from({ length: 8 }, (_, index) => `Tab ${index}`),
      owners: [ada, bob],
      members: [chloe, sam1],
    } satisfies ExpectedTeam,
  };
}

type Blueprint = ReturnType<typeof blueprint>;

/** Runs each step until it succeeds. Each attempt runs on the next of the nodes. */
async function build(world: GraphWorld, nodes: readonly Suite[], plan: Blueprint): Promise<void> {
  const { tenantId, clock } = world;
  let turn = 0;
  const step = <Result>(work: (suite: Suite) => Promise<Result>): Promise<Result> =>
    waitAndRetry(clock, () => work(nodes[turn++ % nodes.length]!));
  const { team } = await step((suite) => suite.teams.create(tenantId, plan.team));
  await step((suite) =>
    suite.teams.update(tenantId, team.id, { funSettings: { allowGiphy: false }, description: 'Changed' }),
  );
  await step((suite) => suite.teams.setSensitivityLabel(tenantId, team.id, world.labels.Public));
  const channels = await step((suite) => suite.channels.create(tenantId, team.id, plan.channels));
  const { id: primaryId } = await step((suite) => suite.channels.primary(tenantId, team.id));
  const places = [
    { channelId: primaryId, tabs: plan.tabs.slice(0, 3) },
    { channelId: channels[0]!.id, tabs: plan.tabs.slice(3, 6) },
    { channelId: channels[4]!.id, tabs: plan.tabs.slice(6) },
  ];
  await step((suite) => suite.channels.createTabsInChannels(tenantId, team.id, places));
  await step((suite) => suite.teams.installApps(tenantId, team.id, [world.apps.own]));
  await step((suite) => suite.teams.addMembers(tenantId, team.id, plan.members));
  const message = { marker: 'welcome', text: 'Welcome' };
  await step((suite) => suite.channels.postMessage(tenantId, team.id, null, message));
  assert.deepEqual(await world.messagesIn(team.id, primaryId), ['Welcome']);
  const [label] = world.standIn.tenants[0]?.groups.get(team.id)?.labels ?? [];
  assert.equal(label?.labelId, world.labels.Public);
}

describe('the Graph suite on a hostile tenant', () => {
  for (const seed of SEEDS) {
    it(`completes every team, and creates nothing twice (seed ${seed})`, async () => {
      const world = await createGraphWorld();
      try {
        const { standIn, clock } = world;
        standIn.calls.clear();
        standIn.behave(hostile({ seed }));
        const nodes = [world.bare, world.anotherNode()];
        const plans = Array.from({ length: TEAMS }, (_, number) => blueprint(world, number));
        // Builds sequentially, because virtual time stands still between the reservation of a call and the call.
        for (const plan of plans) await build(world, nodes, plan);
        clock.advance(600);
        standIn.behave(FAULTLESS);
        const tenant = standIn.tenants[0] as Tenant;
        assertComplete(
          tenant,
          plans.map(({ expected }) => expected),
        );
        assertNothingTwice(tenant);
        assertWithinBudgets(standIn.calls.all);
        assertRetryAfterRespected(standIn.calls);
        assertPollsSpaced(standIn.calls.all);
      } finally {
        await world.release();
      }
    });
  }

  it('completes a team after an outage of an hour and an hour without consent', async () => {
    const world = await createGraphWorld();
    try {
      const { standIn, clock } = world;
      const from = clock.now().getTime();
      const HOUR = 3_600_000;
      standIn.behave(
        hostile({
          seed: 7,
          ...{
            throttled: 0,
            unavailable: 0,
            notFoundButDone: 0,
            conflictButDone: 0,
            lost: 0,
            serverError: 0,
          },
          ...{ expiredToken: 0, hidden: {}, operation: 0 },
          outages: [{ from, to: from + HOUR }],
          revocations: [{ from: from + HOUR, to: from + 2 * HOUR }],
        }),
      );
      const plan = blueprint(world, 1);
      await build(world, [world.bare], plan);
      assert.ok(clock.now().getTime() >= from + 2 * HOUR);
      assertComplete(standIn.tenants[0] as Tenant, [plan.expected]);
    } finally {
      await world.release();
    }
  });
});
