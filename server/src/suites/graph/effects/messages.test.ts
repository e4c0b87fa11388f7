/** Tests messages of an account that belongs to the team. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { aTeam, owner } from '../../../../test/conformance/world.ts';
import { withFault } from '../../../../test/graph/behaviour.ts';
import { useGraphWorld } from '../../../../test/graph/world.ts';

describe('messages of an account that owns the team', () => {
  const world = useGraphWorld();

  /** Creates a team that the connected account owns. Teams does not show the account in it for a minute. */
  async function createTeam(): Promise<string> {
    const { ada, dora } = world.people;
    const members = [owner(ada), owner(dora)];
    const { team } = await world.suite.teams.create(world.tenantId, aTeam(world, { members }));
    const shownAt = world.clock.now().getTime() + 60_000;
    world.tenant.groups.get(team.id)!.shownInTeamsAt = new Map([[dora, shownAt]]);
    return team.id;
  }

  const post = (teamId: string): Promise<void> =>
    world.suite.channels.postMessage(world.tenantId, teamId, null, { marker: randomUUID(), text: 'Hello' });

  it('leave the ownership as it is, although Teams does not show it yet', async () => {
    const teamId = await createTeam();
    await post(teamId);
    assert.ok(world.tenant.groups.get(teamId)?.owners.has(world.people.dora));
  });

  it('are posted as soon as Teams accepts the account as a member', async () => {
    const teamId = await createTeam();
    const route = 'POST /teams/{team}/channels/{channel}/messages';
    const message = 'User is not a member of the team.';
    world.standIn.behave(withFault({ kind: 'rejected', status: 403, code: 'Forbidden', message }, route, 4));
    await post(teamId);
    const team = world.tenant.groups.get(teamId);
    const { messages } = team!.team!.channels.get(team!.team!.primaryChannelId)!;
    assert.equal(messages.length, 1);
    assert.ok(team?.owners.has(world.people.dora));
  });

  it('are found after a lost response although Teams returns them as HTML with character references', async () => {
    const { bare, suite, tenantId } = world;
    const teamId = await createTeam();
    await post(teamId);
    const message = { marker: randomUUID(), text: 'Dora’s plan: 5 < 6\u00a0& "more"' };
    const route = 'POST /teams/{team}/channels/{channel}/messages';
    world.standIn.behave(withFault({ kind: 'lost', hasEffect: true }, route));
    await assert.rejects(bare.channels.postMessage(tenantId, teamId, null, message));
    const { team } = world.tenant.groups.get(teamId)!;
    const { messages } = team!.channels.get(team!.primaryChannelId)!;
    const content = '<p>Dora&#8217;s plan: 5 &lt; 6&#xA0;&amp; &quot;more&quot;</p>';
    Object.assign(messages.at(-1)!, { body: { contentType: 'html', content } });
    await suite.channels.postMessage(tenantId, teamId, null, message);
    assert.equal(messages.length, 2);
  });
});
