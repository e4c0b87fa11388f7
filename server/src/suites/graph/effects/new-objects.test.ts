/** Tests calls about objects that Charter has just created and Graph does not show yet. */

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { aChannel, aTab, createPeopledTeam, member, owner } from '../../../../test/conformance/world.ts';
import { FAULTLESS, type Occasion } from '../../../../test/graph/behaviour.ts';
import { useGraphWorld } from '../../../../test/graph/world.ts';
import { hasCode } from '../../../kernel/errors.ts';
import { suiteDeps } from '../../../persistence/directory/index.ts';
import { createGraphSuite, type GraphSuite } from '../suite.ts';

describe('a call about an object that Graph does not show yet', () => {
  const world = useGraphWorld();
  let api: GraphSuite;
  before(async () => {
    api = world.anotherNode('requests');
  });

  const isUnavailable = (error: unknown): boolean => hasCode(error, 'ServiceUnavailable');

  /** Creates a team with a channel that Graph does not show for some seconds. */
  async function newChannel(hiddenSeconds: number): Promise<{ teamId: string; channelId: string }> {
    const teamId = await createPeopledTeam(world);
    world.clock.advance(60);
    const hiddenFor = (kind: string): number => (kind === 'channel' ? hiddenSeconds * 1000 : 0);
    world.standIn.behave({ ...FAULTLESS, hiddenFor });
    const [made] = await api.channels.create(world.tenantId, teamId, [aChannel('Plans')]);
    return { teamId, channelId: made!.id };
  }

  it('waits for a new channel within the time of a request', async () => {
    const { tenantId, people } = world;
    const { teamId, channelId } = await newChannel(4);
    const access = await api.channels.access(tenantId, teamId, channelId, people.bob);
    assert.deepEqual([access?.channel.displayName, access?.channelRole], ['Plans', 'member']);
    await api.channels.createTabs(tenantId, teamId, channelId, [aTab('Wiki')]);
  });

  it('asks for a retry when a request has waited too long for a channel, and at once in background work', async () => {
    const { bare, tenantId, people } = world;
    const { teamId, channelId } = await newChannel(100);
    await assert.rejects(api.channels.access(tenantId, teamId, channelId, people.bob), isUnavailable);
    await assert.rejects(bare.channels.access(tenantId, teamId, channelId, people.bob), isUnavailable);
    assert.equal(await api.channels.access(tenantId, teamId, '19:other@thread.tacv2', people.bob), undefined);
  });

  it('creates a tab as soon as Graph shows its new channel', async () => {
    const { bare, tenantId } = world;
    const { teamId, channelId } = await newChannel(20);
    const tab = aTab('Wiki');
    const create = () => bare.channels.createTabs(tenantId, teamId, channelId, [tab]);
    await assert.rejects(create(), isUnavailable);
    world.clock.advance(20);
    const [wiki] = await create();
    assert.equal(wiki?.displayName, 'Wiki');
  });

  it('lists a new tab, and asks for a retry of its deletion until Graph shows the tab', async () => {
    const { tenantId } = world;
    const { teamId, channelId } = await newChannel(0);
    world.standIn.behave({ ...FAULTLESS, hiddenFor: (kind) => (kind === 'tab' ? 60_000 : 0) });
    const [wiki] = await api.channels.createTabs(tenantId, teamId, channelId, [aTab('Wiki')]);
    const listed = await api.channels.listTabs(tenantId, teamId, channelId);
    assert.deepEqual(
      listed.map(({ id }) => id),
      [wiki!.id],
    );
    await assert.rejects(api.channels.deleteTab(tenantId, teamId, channelId, wiki!.id), isUnavailable);
    world.clock.advance(120);
    await api.channels.deleteTab(tenantId, teamId, channelId, wiki!.id);
    assert.deepEqual(await api.channels.listTabs(tenantId, teamId, channelId), []);
  });

  it('waits for a new member before it changes the role', async () => {
    const { tenantId, people, clock } = world;
    const teamId = await createPeopledTeam(world);
    const [added] = await api.teams.addMembers(tenantId, teamId, [member(people.chloe)]);
    const { members } = world.tenant.groups.get(teamId)!;
    members.delete(people.chloe);
    const shownAt = clock.now().getTime() + 4_000;
    const faultOf = ({ at }: Occasion): undefined => {
      if (at >= shownAt) members.add(people.chloe);
    };
    world.standIn.behave({ ...FAULTLESS, faultOf });
    assert.equal((await api.teams.findMember(tenantId, teamId, added!.id))?.userId, people.chloe);
    const changed = await api.teams.setMemberRole(tenantId, teamId, added!.id, 'owner');
    assert.deepEqual(changed.roles, ['owner']);
    const nobody = added!.id.slice(0, -4);
    assert.equal(await api.teams.findMember(tenantId, teamId, nobody), undefined);
  });

  /** Injects 404s into the selected calls for some seconds. */
  function missFor(seconds: number, isWanted: (occasion: Occasion) => boolean): void {
    const shownAt = world.clock.now().getTime() + seconds * 1000;
    const missing = { kind: 'rejected', status: 404, code: 'NotFound', message: 'Not found.' } as const;
    const faultOf = (occasion: Occasion) =>
      occasion.at < shownAt && isWanted(occasion) ? missing : undefined;
    world.standIn.behave({ ...FAULTLESS, faultOf });
  }

  /** Adds Chloe to a new team. Graph shows her among the members only after some seconds. */
  async function newMember(hiddenSeconds: number): Promise<string> {
    const { tenantId, people, clock } = world;
    const teamId = await createPeopledTeam(world);
    await api.teams.addMembers(tenantId, teamId, [member(people.chloe)]);
    const { members } = world.tenant.groups.get(teamId)!;
    members.delete(people.chloe);
    const shownAt = clock.now().getTime() + hiddenSeconds * 1000;
    const faultOf = ({ at }: Occasion): undefined => {
      if (at >= shownAt) members.add(people.chloe);
    };
    world.standIn.behave({ ...FAULTLESS, faultOf });
    return teamId;
  }

  it('gives a new member access to the team at once, and lists the member', async () => {
    const { tenantId, people } = world;
    const teamId = await newMember(30);
    const { id: channelId } = await api.channels.primary(tenantId, teamId);
    assert.equal((await api.teams.access(tenantId, teamId, people.chloe))?.role, 'member');
    assert.equal((await api.channels.access(tenantId, teamId, channelId, people.chloe))?.role, 'member');
    const listed = await api.teams.listMembers(tenantId, teamId);
    assert.ok(listed.some(({ userId }) => userId === people.chloe));
    const [again] = await api.teams.addMembers(tenantId, teamId, [member(people.chloe)]);
    assert.equal(again?.userId, people.chloe);
    world.clock.advance(180);
    world.standIn.behave(FAULTLESS);
    world.tenant.groups.get(teamId)?.members.delete(people.chloe);
    assert.equal((await api.teams.access(tenantId, teamId, people.chloe))?.role, undefined);
  });

  it('waits for a new member before it creates a private channel with that person', async () => {
    const { tenantId, people } = world;
    const teamId = await newMember(4);
    const members = [owner(people.ada), member(people.chloe)];
    const closed = { ...aChannel('Closed'), membershipType: 'private', members } as const;
    const [made] = await api.channels.create(tenantId, teamId, [closed]);
    assert.equal(made?.displayName, 'Closed');
  });

  it('waits for a new team, for its members and for a new tab within the time of a request', async () => {
    const { bare, tenantId, people } = world;
    const teamId = await createPeopledTeam(world);
    const isOfTeam = ({ path }: Occasion): boolean => path.startsWith(`/teams/${teamId}`);
    const accessOf = (suite: GraphSuite) => suite.teams.access(tenantId, teamId, people.bob);
    missFor(4, isOfTeam);
    await assert.rejects(accessOf(bare), isUnavailable);
    assert.equal((await accessOf(api))?.role, 'member');
    world.clock.advance(10);
    missFor(4, (occasion) => isOfTeam(occasion) && occasion.path.includes('/members'));
    assert.equal((await accessOf(api))?.role, 'member');
    world.standIn.behave({ ...FAULTLESS, hiddenFor: (kind) => (kind === 'tab' ? 4_000 : 0) });
    const { id: channelId } = await api.channels.primary(tenantId, teamId);
    const [wiki] = await api.channels.createTabs(tenantId, teamId, channelId, [aTab('Wiki')]);
    await api.channels.deleteTab(tenantId, teamId, channelId, wiki!.id);
    assert.deepEqual(await api.channels.listTabs(tenantId, teamId, channelId), []);
  });

  it('reports at once that a new team lacks a member, channel or tab', async () => {
    const { tenantId, clock } = world;
    const teamId = await createPeopledTeam(world);
    clock.advance(60);
    const { id: channelId } = await api.channels.primary(tenantId, teamId);
    clock.advance(60);
    const before = clock.now().getTime();
    assert.equal(await api.teams.findMember(tenantId, teamId, 'bm9ib2R5'), undefined);
    assert.equal(await api.channels.access(tenantId, teamId, '19:none@thread.tacv2', undefined), undefined);
    const isMissing = (error: unknown): boolean => hasCode(error, 'NotFound');
    await assert.rejects(api.channels.deleteTab(tenantId, teamId, channelId, 'none'), isMissing);
    await assert.rejects(api.teams.setMemberRole(tenantId, teamId, 'bm9ib2R5', 'owner'), isMissing);
    // Two more calls than Graph permits in a second.
    assert.ok(clock.now().getTime() - before < 3_000);
  });

  it('detects at once that others have deleted a new team', async () => {
    const { tenantId, people, clock } = world;
    const teamId = await createPeopledTeam(world);
    clock.advance(60);
    world.tenant.groups.get(teamId)!.deletedAt = clock.now().getTime();
    const before = clock.now().getTime();
    assert.equal(await api.teams.access(tenantId, teamId, people.bob), undefined);
    assert.equal(clock.now().getTime(), before);
  });

  it('reports when Entra cannot be reached, or its certificate is not trusted', async () => {
    const { database, clock, tenantId, standIn } = world;
    const failure = async (authority: string): Promise<string> => {
      const suite = createGraphSuite(suiteDeps(database.tenancy, clock), {
        cloud: { url: standIn.url, authority },
        registrations: [{ tenant: tenantId, clientId: 'charter', clientSecret: 'a secret' }],
      });
      const error = await suite.organisation(tenantId).catch((reason: unknown) => reason);
      assert.ok(isUnavailable(error), String(error));
      return (error as Error).message;
    };
    assert.match(
      await failure('http://127.0.0.1:9'),
      /can't reach Microsoft Entra ID at http:.*127\.0\.0\.1:9/,
    );
    const { startGraphStandIn } = await import('../../../../test/graph/stand-in.ts');
    const untrusted = await startGraphStandIn({ clock, tenants: [] });
    try {
      assert.match(
        await failure(untrusted.authorityUrl),
        /does not trust the certificate of Microsoft Entra ID/,
      );
    } finally {
      await untrusted.stop();
    }
  });
});
