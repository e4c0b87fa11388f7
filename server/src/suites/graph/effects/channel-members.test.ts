/** Tests members of private and shared channels: disabled accounts, guests, and many first members. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import {
  aChannel,
  createPeopledTeam,
  createTeam,
  member,
  owner,
  rejects,
} from '../../../../test/conformance/world.ts';
import { withFault } from '../../../../test/graph/behaviour.ts';

import { useGraphWorld } from '../../../../test/graph/world.ts';

describe('the addition of members to a private or shared channel', () => {
  const world = useGraphWorld();

  it('names people whose accounts are disabled', async () => {
    const { suite, bare, tenantId, people } = world;
    const teamId = await createPeopledTeam(world);
    const partners = aChannel('Partners', { membershipType: 'shared', members: [owner(people.ada)] });
    const [channel] = await suite.channels.create(tenantId, teamId, [partners]);
    world.clock.advance(60);
    const adding = bare.channels.addMembers(tenantId, teamId, channel!.id, [member(people.zoe)]);
    await rejects(adding, 'InvalidRequest', /disabled.*: Zoe Closed/);
  });

  it('adds a guest of the team with the role guest', async () => {
    const { suite, tenantId, people } = world;
    const { team } = await createTeam(world, { members: [owner(people.ada), member(people.greta)] });
    const board = aChannel('Board', { membershipType: 'private', members: [owner(people.ada)] });
    const [channel] = await suite.channels.create(tenantId, team.id, [board]);
    const [greta] = await suite.channels.addMembers(tenantId, team.id, channel!.id, [member(people.greta)]);
    assert.deepEqual([greta?.userId, greta?.roles], [people.greta, ['guest']]);
  });

  describe('more than 200 members of a new channel', () => {
    const CREATION = 'POST /teams/{team}/channels';
    let teamId: string;
    let crowd: string[];
    let name = 0;
    before(async () => {
      const { clock, suite, tenantId } = world;
      crowd = Array.from({ length: 205 }, (_, number) => {
        const user = { displayName: `Person ${number}`, userPrincipalName: `p${number}@conformance.example` };
        return world.tenant.addUser(user, clock.now()).id;
      });
      await suite.refreshDirectory(tenantId);
      teamId = (await createTeam(world)).team.id;
      await suite.teams.addMembers(tenantId, teamId, crowd.map(member));
    });

    const aCrowd = () =>
      aChannel(`Crowd ${name++}`, {
        membershipType: 'private',
        members: [...crowd.slice(0, -1).map(member), owner(crowd.at(-1)!)],
      });

    function assertComplete(channelId: string): void {
      const members = world.tenant.groups.get(teamId)!.team!.channels.get(channelId)!.members;
      assert.deepEqual([...members.keys()].toSorted(), crowd.toSorted());
      assert.equal(members.get(crowd.at(-1)!), 'owner');
    }

    it('are all added, although the call that creates the channel accepts only 200 of them', async () => {
      const { suite, tenantId } = world;
      const [channel] = await suite.channels.create(tenantId, teamId, [aCrowd()]);
      assertComplete(channel!.id);
    });

    it('are all added after the response to the creation was lost', async () => {
      const { suite, tenantId } = world;
      world.standIn.behave(withFault({ kind: 'lost', hasEffect: true }, CREATION));
      const [channel] = await suite.channels.create(tenantId, teamId, [aCrowd()]);
      assertComplete(channel!.id);
    });

    it('are all added by a retry after an addition has failed', async () => {
      const { suite, bare, tenantId } = world;
      const wanted = aCrowd();
      for (const fault of [{ kind: 'throttled', seconds: 30 }, { kind: 'revoked' }] as const) {
        // A rejected call is retried with a new token.
        const times = fault.kind === 'revoked' ? 2 : 1;
        world.standIn.behave(withFault(fault, `${CREATION}/{channel}/members`, times));
        await rejects(bare.channels.create(tenantId, teamId, [wanted]), 'ServiceUnavailable');
        world.clock.advance(300);
      }
      const [channel] = await suite.channels.create(tenantId, teamId, [wanted]);
      assertComplete(channel!.id);
    });
  });
});
