/** Tests two calls that make the same change to a team: it is recorded once, whichever node dies. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTeamWorld, TENANT, type TeamWorld } from '../../../test/team-world.ts';
import { deleteChannel, updateChannel } from '../../domain/channels/change-channels.ts';
import { findPermanentMembers as findPermanent } from '../../domain/policies/find-permanent-members.ts';
import { addTeamMembers } from '../../domain/teams/add-team-members.ts';
import { addTeamMember, removeTeamMember, updateTeamMember } from '../../domain/teams/change-members.ts';
import { deleteTeam } from '../../domain/teams/delete-team.ts';
import { updateTeam } from '../../domain/teams/update-team.ts';
import { recoverIntents } from '../../engine/intents/recover.ts';
import type { RequestContext } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import { newId } from '../../kernel/ids.ts';
import { SUITE_OPERATIONS } from './suite-operations.ts';

const LEASE_SECONDS = 60;

/** Simulates the death of the node, which does nothing after this error. */
class Crash extends Error {}

const crash = async (): Promise<never> => {
  throw new Crash();
};

let world: TeamWorld;
before(async () => {
  world = await createTeamWorld();
});
after(() => world.close());

type Deps = TeamWorld['deps'];

const diesBeforeTheSuite = (deps: Deps): Deps => {
  const teams = { ...deps.suite.teams, delete: crash, addMembers: crash, update: crash };
  const members = { setMemberRole: crash, removeMember: crash };
  const channels = { ...deps.suite.channels, update: crash, delete: crash };
  return { ...deps, suite: { ...deps.suite, teams: { ...teams, ...members }, channels } };
};

/** Returns dependencies of a node that makes the change and dies before it records the outcome. */
const diesAfterTheSuite = (deps: Deps): Deps => {
  const store: Store = { ...deps.store, transaction: crash };
  return { ...deps, store };
};

/** Blocks the calls until all of them are about to change the suite. */
function inStep(deps: Deps, calls: number): Deps {
  let arrived = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const afterAll =
    <Parameters extends unknown[], Result>(call: (...parameters: Parameters) => Promise<Result>) =>
    async (...parameters: Parameters): Promise<Result> => {
      arrived += 1;
      if (arrived === calls) resolve();
      await promise;
      return call(...parameters);
    };
  const { teams } = deps.suite;
  const changed: Suite['teams'] = {
    ...teams,
    delete: afterAll(teams.delete),
    addMembers: afterAll(teams.addMembers),
  };
  return { ...deps, suite: { ...deps.suite, teams: changed } };
}

const recover = (): Promise<number> => {
  world.clock.advance(LEASE_SECONDS + 1);
  const report = (error: unknown): never => {
    throw error;
  };
  return recoverIntents({ ...world.deps, report }, SUITE_OPERATIONS, TENANT);
};

const recorded = async (teamId: string, type: string): Promise<number> => {
  const events = await world.events();
  return events.filter(
    (event) => event.type === type && (event.payload as { team: { id: string } }).team.id === teamId,
  ).length;
};

interface Change {
  type: string;
  make(deps: Deps, teamId: string, context?: RequestContext): Promise<unknown>;
}

const admin = () => world.person('ada');

const membershipOfMia = async (teamId: string) => {
  const members = await world.suite.teams.listMembers(TENANT, teamId);
  return { teamId, membershipId: members.find(({ userId }) => userId === 'mia-id')?.id ?? 'gone' };
};

/** Ids of the channel 'Plans' by team. Only the first caller creates the channel. */
const plansOf = new Map<string, Promise<string>>();
const plans = async (teamId: string) => {
  const channel = {
    displayName: 'Plans',
    description: null,
    membershipType: 'standard' as const,
    members: [],
  };
  const made =
    plansOf.get(teamId) ??
    world.suite.channels
      .create(TENANT, teamId, [{ ...channel, marker: newId() }])
      .then(([created]) => created?.id ?? '');
  plansOf.set(teamId, made);
  return { teamId, channelId: await made };
};
const CHANGES: Record<string, Change> = {
  'deleting a team': {
    type: 'team_deleted',
    make: (deps, teamId, context = world.call()) => deleteTeam(deps, admin(), context, { teamId }),
  },
  'adding a person': {
    type: 'team_member_added',
    make: (deps, teamId, context = world.call()) =>
      addTeamMember(deps, admin(), context, { teamId, user: { id: 'sam-id' }, role: 'member' }),
  },
  'adding a list of people': {
    type: 'team_member_added',
    make: (deps, teamId, context = world.call()) =>
      addTeamMembers(deps, admin(), context, {
        teamId,
        people: [{ user: { id: 'sam-id' }, role: 'member' }],
      }),
  },
  'removing a person': {
    type: 'team_member_removed',
    make: async (deps, teamId, context = world.call()) =>
      removeTeamMember({ ...deps, findPermanent }, admin(), context, await membershipOfMia(teamId)),
  },
  'making an owner': {
    type: 'team_member_updated',
    make: async (deps, teamId, context = world.call()) => {
      const input = { ...(await membershipOfMia(teamId)), role: 'owner' as const };
      return updateTeamMember({ ...deps, findPermanent }, admin(), context, input);
    },
  },
  'changing a channel': {
    type: 'team_channel_updated',
    make: async (deps, teamId, context = world.call()) =>
      updateChannel(deps, admin(), context, { ...(await plans(teamId)), patch: { description: 'Newest' } }),
  },
  'deleting a channel': {
    type: 'team_channel_deleted',
    make: async (deps, teamId, context = world.call()) =>
      deleteChannel(deps, admin(), context, await plans(teamId)),
  },
  'changing a team': {
    type: 'team_updated',
    make: (deps, teamId, context = world.call()) =>
      updateTeam(deps, admin(), context, { teamId, representation: { description: 'Newest' } }),
  },
};

for (const [what, { type, make }] of Object.entries(CHANGES)) {
  describe(what, () => {
    const newTeam = async () => (await world.newTeam()).team.id;

    it('is recorded once when a node dies before the change, and another call makes the change', async () => {
      const teamId = await newTeam();
      await assert.rejects(make(diesBeforeTheSuite(world.deps), teamId), Crash);
      world.clock.advance(1);
      await make(world.deps, teamId);
      await recover();
      assert.deepEqual([await recorded(teamId, type), await world.intents()], [1, 0]);
    });

    it('is recorded once when a node dies after the change, and another call repeats it', async () => {
      const teamId = await newTeam();
      await assert.rejects(make(diesAfterTheSuite(world.deps), teamId), Crash);
      await make(world.deps, teamId).catch((error) => assert.equal(error.code, 'NotFound'));
      await recover();
      assert.deepEqual([await recorded(teamId, type), await world.intents()], [1, 0]);
    });
  });
}

for (const what of ['deleting a team', 'adding a person', 'adding a list of people']) {
  const { type, make } = CHANGES[what] as Change;
  it(`${what} is recorded once when two calls request it simultaneously`, async () => {
    const teamId = (await world.newTeam()).team.id;
    const deps = inStep(world.deps, 2);
    await Promise.all([make(deps, teamId), make(deps, teamId)]);
    assert.equal(await recorded(teamId, type), 1);
  });

  it(`${what} is recorded once when the nodes of two calls die before the record`, async () => {
    const teamId = (await world.newTeam()).team.id;
    const deps = diesAfterTheSuite(inStep(world.deps, 2));
    const outcomes = await Promise.allSettled([make(deps, teamId), make(deps, teamId)]);
    assert.ok(outcomes.every(({ status }) => status === 'rejected'));
    await recover();
    assert.deepEqual([await recorded(teamId, type), await world.intents()], [1, 0]);
  });
}

it('addTeamMember records the second addition of a person who has left the team in between', async () => {
  const teamId = (await world.newTeam()).team.id;
  const { make, type } = CHANGES['adding a person'] as Change;
  await make(world.deps, teamId);
  await world.database.tenancy
    .for(TENANT)
    .deleteFrom('directory.team_members' as never)
    .where('team_id' as never, '=', teamId as never)
    .where('user_id' as never, '=', 'sam-id' as never)
    .execute();
  world.clock.advance(1);
  await make(world.deps, teamId);
  assert.equal(await recorded(teamId, type), 2);
});
