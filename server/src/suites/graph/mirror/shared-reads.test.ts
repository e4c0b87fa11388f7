/** Tests that people who open the same team share the responses of Graph. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Client } from 'pg';
import {
  aChannel,
  atOnce,
  createPeopledTeam,
  member,
  outcomes,
  owner,
} from '../../../../test/conformance/world.ts';
import { withFault } from '../../../../test/graph/behaviour.ts';

import { useGraphWorld } from '../../../../test/graph/world.ts';
import type { GraphSuite } from '../suite.ts';

describe('reads of teams for people', () => {
  const world = useGraphWorld();
  let api: GraphSuite;
  before(async () => {
    api = world.anotherNode('requests');
  });

  /** Creates a team that nobody has read yet, and advances the clock by a minute. */
  async function newTeam(): Promise<string> {
    const teamId = await createPeopledTeam(world);
    world.clock.advance(60);
    return teamId;
  }

  /** Returns the calls about teams that the work makes. */
  async function callsOf(work: () => Promise<unknown>): Promise<string[]> {
    const { calls } = world.standIn;
    const before = calls.all.length;
    await work();
    return calls.all
      .slice(before)
      .filter(({ teamId }) => teamId !== undefined)
      .map(({ method, route }) => route ?? method);
  }

  /** Makes all reads of a person's page of a team. */
  async function open(teamId: string, userId: string, node = api): Promise<string[]> {
    const { tenantId } = world;
    const access = await node.teams.access(tenantId, teamId, userId);
    const [visible, primary] = await Promise.all([
      node.channels.listVisibleTo(tenantId, teamId, userId),
      node.channels.primary(tenantId, teamId),
    ]);
    await node.channels.access(tenantId, teamId, primary.id, userId);
    await node.channels.listTabs(tenantId, teamId, primary.id);
    return [access?.role ?? 'none', ...visible.map(({ displayName }) => displayName)];
  }

  it('make each call once for fifteen people who open a team at once, and respect the role of each', async () => {
    const { suite, tenantId, people } = world;
    const teamId = await newTeam();
    const closed = aChannel('Closed', { membershipType: 'private', members: [owner(people.ada)] });
    await suite.channels.create(tenantId, teamId, [closed]);
    world.clock.advance(60);
    const { ada, bob, chloe } = people;
    const readers = Array.from({ length: 15 }, (_, index) => [ada, bob, chloe][index % 3] as string);
    let pages: unknown[] = [];
    const calls = await callsOf(async () => {
      pages = await outcomes(readers.map((reader) => open(teamId, reader)));
    });
    const expected = [
      ['owner', 'General', 'Closed'],
      ['member', 'General'],
      ['none', 'General'],
    ];
    assert.deepEqual(
      pages,
      readers.map((_, index) => expected[index % 3]),
    );
    assert.equal(new Set(calls).size, calls.length, `each read once: ${calls}`);
    assert.ok(world.standIn.calls.all.every(({ exceeded }) => exceeded.length === 0));
  });

  it('are shared with the other nodes', async () => {
    const { tenantId, people } = world;
    const other = world.anotherNode('requests');
    const teamId = await newTeam();
    const alone = await callsOf(() => open(teamId, people.ada));
    world.clock.advance(60);
    const together = await callsOf(() =>
      Promise.all([open(teamId, people.ada), open(teamId, people.bob, other)]),
    );
    assert.deepEqual(together.toSorted(), alone.toSorted());
    const role = async () => (await other.teams.access(tenantId, teamId, people.bob))?.role;
    assert.equal(await role(), 'member');
    await api.teams.addMembers(tenantId, teamId, [owner(people.bob)]);
    assert.equal(await role(), 'owner');
  });

  it('make a call when the node that leased it does not respond', async () => {
    const { tenantId, people, database } = world;
    const teamId = await newTeam();
    const read = () => world.anotherNode('requests').teams.access(tenantId, teamId, people.bob);
    await read();
    world.clock.advance(60);
    const client = new Client({ connectionString: database.ownerUrl });
    await client.connect();
    await client.query("update graph_suite.answers set answered_at = null, leased_until = 'infinity'");
    await client.end();
    assert.equal((await read())?.role, 'member');
  });

  it('use a response for five seconds', async () => {
    const { tenantId } = world;
    const teamId = await newTeam();
    const list = () => callsOf(() => api.channels.list(tenantId, teamId));
    assert.equal((await list()).length, 1);
    world.clock.advance(4);
    assert.equal((await list()).length, 0);
    world.clock.advance(2);
    assert.equal((await list()).length, 1);
  });

  it('are repeated after a change by Charter on another node', async () => {
    const { suite, tenantId, people } = world;
    const teamId = await newTeam();
    await open(teamId, people.bob);
    await suite.teams.addMembers(tenantId, teamId, [member(people.chloe), owner(people.bob)]);
    assert.equal((await open(teamId, people.bob))[0], 'owner');
    assert.equal((await open(teamId, people.chloe))[0], 'member');
    await suite.channels.create(tenantId, teamId, [aChannel('Plans')]);
    assert.deepEqual(await open(teamId, people.bob), ['owner', 'General', 'Plans']);
  });

  it('are repeated after a notification of Graph', async () => {
    const { bare, tenantId, people } = world;
    const box = { seal: (text: string) => text, open: (text: string) => text };
    await bare
      .subscriptions(box)
      .maintain(tenantId, 'https://charter.example')
      .catch(() => undefined);
    const teamId = await newTeam();
    await open(teamId, people.bob);
    world.tenant.groups.get(teamId)!.owners.add(people.bob);
    assert.equal((await open(teamId, people.bob))[0], 'member');
    const [clientState] = (await bare.subscriptions(box).clientStates(tenantId)).values();
    const { accepted } = await bare.receiveNotifications(box, tenantId, [
      { clientState, resource: `teams('${teamId}')` },
    ]);
    assert.equal(accepted, 1);
    assert.equal((await open(teamId, people.bob))[0], 'owner');
  });

  it('do not cache a failure', async () => {
    const { tenantId } = world;
    const teamId = await newTeam();
    const rejected = { kind: 'rejected', status: 403, code: 'Forbidden', message: 'Not now.' } as const;
    world.standIn.behave(withFault(rejected, 'GET /teams/{team}/channels', 2));
    await assert.rejects(api.channels.list(tenantId, teamId));
    assert.equal((await api.channels.list(tenantId, teamId)).length, 1);
  });

  it('repeat a throttled call when the pause is over', async () => {
    const { tenantId, clock } = world;
    const teamId = await newTeam();
    world.standIn.behave(withFault({ kind: 'throttled', seconds: 4 }, 'GET /teams/{team}/channels'));
    const began = clock.seconds();
    await atOnce(5, () => api.channels.list(tenantId, teamId));
    const took = clock.seconds() - began;
    assert.ok(took >= 4 && took < 10, String(took));
  });

  it('find a person beyond the first page of members', async () => {
    const { suite, tenantId, people, clock } = world;
    const teamId = await newTeam();
    const members = [owner(people.ada)];
    const [made] = await suite.channels.create(tenantId, teamId, [
      aChannel('Crowded', { membershipType: 'private', members }),
    ]);
    const stored = world.tenant.groups.get(teamId)!.team!.channels.get(made!.id)!;
    for (let index = 0; index < 100; index += 1) {
      const address = `extra-${index}@conformance.example`;
      stored.members.set(world.tenant.addUser({ userPrincipalName: address }, clock.now()).id, 'member');
    }
    stored.members.set(people.bob, 'member');
    clock.advance(60);
    assert.deepEqual(await open(teamId, people.bob), ['member', 'General', 'Crowded']);
    const access = await api.channels.access(tenantId, teamId, made!.id, people.bob);
    assert.equal(access?.channelRole, 'member');
  });

  it('are not shared with background work, which sees external changes at once', async () => {
    const { suite, tenantId, people } = world;
    const teamId = await newTeam();
    await suite.teams.access(tenantId, teamId, people.bob);
    world.tenant.groups.get(teamId)!.owners.add(people.bob);
    assert.equal((await suite.teams.access(tenantId, teamId, people.bob))?.role, 'owner');
  });
});
