/** Conformance tests of archived teams and channels: reads succeed, and writes are rejected. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { aChannel, aTab, aTeam, createPeopledTeam, member, owner, rejects, type WorldOf } from './world.ts';

async function createArchivedTeam(world: WorldOf) {
  const { suite, tenantId, people } = world();
  const wanted = { team: aTeam(world()), channel: aChannel('Before'), tab: aTab('Before') };
  const { team } = await suite.teams.create(tenantId, wanted.team);
  await suite.teams.addMembers(tenantId, team.id, [owner(people.ada)]);
  const inside = aChannel('Inside', { membershipType: 'private', members: [owner(people.ada)] });
  const [standard, hidden] = await suite.channels.create(tenantId, team.id, [wanted.channel, inside]);
  const [tab] = await suite.channels.createTabs(tenantId, team.id, standard!.id, [wanted.tab]);
  if (world().capabilities.messages) {
    const message = { marker: 'before', text: 'Hello' };
    await suite.channels.postMessage(tenantId, team.id, standard!.id, message);
  }
  await suite.teams.archive(tenantId, team.id, { siteReadOnly: false });
  return { teamId: team.id, standard: standard!, hidden: hidden!, tab: tab!, wanted };
}

export function archivedCases(world: WorldOf): void {
  it('rejects every write on an archived team', async () => {
    const { suite, tenantId, people, labels, messagesIn, apps } = world();
    const { teamId, standard, hidden } = await createArchivedTeam(world);
    const { teams, channels } = suite;
    const before = await teams.find(tenantId, teamId);
    const picture = { contentType: 'image/png', bytes: Uint8Array.from([0x89, 0x50, 0x4e, 0x47]) };
    const writes: (() => Promise<unknown>)[] = [
      () => teams.update(tenantId, teamId, { displayName: 'Other' }),
      () => teams.update(tenantId, teamId, { displayName: 'Other' }, before?.version),
      () => teams.setSensitivityLabel(tenantId, teamId, labels.Public),
      () => teams.setPicture(tenantId, teamId, picture),
      () => teams.installApps(tenantId, teamId, [apps.own]),
      () => teams.addMembers(tenantId, teamId, [member(people.bob)]),
      () => channels.create(tenantId, teamId, [aChannel('After')]),
      () => channels.addMembers(tenantId, teamId, hidden.id, [member(people.ada)]),
      () => channels.createTabs(tenantId, teamId, standard.id, [aTab('After')]),
      ...(world().capabilities.messages
        ? [() => channels.postMessage(tenantId, teamId, standard.id, { marker: 'after', text: 'No' })]
        : []),
    ];
    for (const write of writes) await rejects(write(), 'TeamArchived', /unarchive/i);
    assert.deepEqual(await teams.find(tenantId, teamId), before);
    assert.equal((await teams.listMembers(tenantId, teamId)).length, 1);
    assert.equal((await channels.list(tenantId, teamId)).length, 3);
    assert.equal((await channels.listTabs(tenantId, teamId, standard.id)).length, 1);
    if (world().capabilities.messages) assert.deepEqual(await messagesIn(teamId, standard.id), ['Hello']);
  });

  it('reports which of several calls archived or unarchived the team', async () => {
    const { suite, tenantId } = world();
    const { team } = await suite.teams.create(tenantId, aTeam(world()));
    const archive = () => suite.teams.archive(tenantId, team.id, { siteReadOnly: false });
    const unarchive = () => suite.teams.unarchive(tenantId, team.id);
    for (const turn of [archive, unarchive, archive, unarchive]) {
      const answers = await Promise.all([turn(), turn(), turn(), turn()]);
      assert.deepEqual(answers.sort(), [false, false, false, true]);
      assert.equal(await turn(), false);
    }
  });

  it('adopts earlier effects in an archived team', async () => {
    const { suite, tenantId, messagesIn } = world();
    const { teamId, standard, tab, wanted } = await createArchivedTeam(world);
    assert.equal((await suite.teams.create(tenantId, wanted.team)).team.id, teamId);
    assert.deepEqual(await suite.channels.create(tenantId, teamId, [wanted.channel]), [standard]);
    assert.deepEqual(await suite.channels.createTabs(tenantId, teamId, standard.id, [wanted.tab]), [tab]);
    if (world().capabilities.messages) {
      await suite.channels.postMessage(tenantId, teamId, standard.id, { marker: 'before', text: 'Hello' });
      assert.deepEqual(await messagesIn(teamId, standard.id), ['Hello']);
    }
    await rejects(
      suite.channels.create(tenantId, teamId, [wanted.channel, aChannel('After')]),
      'TeamArchived',
    );
  });
}

/** A team with the channels Plans, which has a tab, and Inside, which is private and has one owner. */
async function createTeamWithChannels(world: WorldOf) {
  const { suite, tenantId, people } = world();
  const teamId = await createPeopledTeam(world());
  const wanted = { channel: aChannel('Plans'), tab: aTab('Before') };
  const inside = aChannel('Inside', { membershipType: 'private', members: [owner(people.ada)] });
  const [plans, hidden] = await suite.channels.create(tenantId, teamId, [wanted.channel, inside]);
  const [tab] = await suite.channels.createTabs(tenantId, teamId, plans!.id, [wanted.tab]);
  return { teamId, plans: plans!, hidden: hidden!, tab: tab!, wanted };
}

export function archivedChannelCases(world: WorldOf): void {
  const archive = (teamId: string, channelId: string) =>
    world().suite.channels.archive(world().tenantId, teamId, channelId, { siteReadOnly: false });
  const unarchive = (teamId: string, channelId: string) =>
    world().suite.channels.unarchive(world().tenantId, teamId, channelId);
  const archivedIn = async (teamId: string) =>
    (await world().suite.channels.list(world().tenantId, teamId))
      .filter(({ isArchived }) => isArchived)
      .map(({ displayName }) => displayName);

  it('shows only archived channels as archived', async () => {
    const { suite, tenantId, people } = world();
    const { teamId, plans, hidden } = await createTeamWithChannels(world);
    assert.ok((await suite.channels.list(tenantId, teamId)).every((channel) => !('isArchived' in channel)));
    assert.equal(await archive(teamId, plans.id), true);
    assert.deepEqual(await archivedIn(teamId), ['Plans']);
    assert.equal(await archive(teamId, hidden.id), true);
    const access = await suite.channels.access(tenantId, teamId, hidden.id, people.ada);
    assert.deepEqual(access?.channel, { ...hidden, isArchived: true });
    const visible = await suite.channels.listVisibleTo(tenantId, teamId, people.ada);
    assert.deepEqual(
      visible.map(({ displayName, isArchived }) => [displayName, isArchived]),
      [
        ['General', undefined],
        ['Inside', true],
        ['Plans', true],
      ],
    );
    assert.equal(await unarchive(teamId, plans.id), true);
    assert.deepEqual(await archivedIn(teamId), ['Inside']);
  });

  it('rejects changes of an archived channel, and permits them after it is unarchived', async () => {
    const { suite, tenantId } = world();
    const { teamId, plans, tab, wanted } = await createTeamWithChannels(world);
    await archive(teamId, plans.id);
    const { channels } = suite;
    const writes = [
      () => channels.update(tenantId, teamId, plans.id, { description: 'New' }),
      () => channels.update(tenantId, teamId, plans.id, { displayName: 'Other' }),
      () => channels.createTabs(tenantId, teamId, plans.id, [aTab('After')]),
      () => channels.deleteTab(tenantId, teamId, plans.id, tab.id),
    ];
    for (const write of writes) await rejects(write(), 'Conflict', /channel is archived/);
    // A tab with the same marker exists already, so the suite returns it instead of rejecting the call.
    assert.deepEqual(await channels.createTabs(tenantId, teamId, plans.id, [wanted.tab]), [tab]);
    assert.deepEqual(
      (await channels.listTabs(tenantId, teamId, plans.id)).map(({ displayName }) => displayName),
      ['Before'],
    );
    await unarchive(teamId, plans.id);
    for (const write of writes) await write();
    const [changed] = (await channels.list(tenantId, teamId)).filter(({ id }) => id === plans.id);
    assert.deepEqual([changed?.displayName, changed?.description], ['Other', 'New']);
  });

  it('changes the members of an archived channel, and deletes it', async () => {
    const { suite, tenantId, people } = world();
    const { teamId, hidden } = await createTeamWithChannels(world);
    await archive(teamId, hidden.id);
    await suite.channels.addMembers(tenantId, teamId, hidden.id, [member(people.bob)]);
    assert.equal((await suite.channels.listMembers(tenantId, teamId, hidden.id)).length, 2);
    await suite.channels.delete(tenantId, teamId, hidden.id);
    assert.deepEqual(await archivedIn(teamId), []);
  });

  it('reports which of several calls archived or unarchived the channel', async () => {
    const { teamId, plans } = await createTeamWithChannels(world);
    for (const act of [archive, unarchive, archive, unarchive]) {
      const turn = () => act(teamId, plans.id);
      const answers = await Promise.all([turn(), turn(), turn(), turn()]);
      assert.deepEqual(answers.sort(), [false, false, false, true]);
      assert.equal(await turn(), false);
    }
  });

  it('rejects archiving the primary channel, a missing one, and one of an archived team', async () => {
    const { suite, tenantId } = world();
    const { teamId, plans, hidden } = await createTeamWithChannels(world);
    const primary = await suite.channels.primary(tenantId, teamId);
    await rejects(archive(teamId, primary.id), 'Conflict', /primary/);
    assert.equal(await unarchive(teamId, primary.id), false);
    const missing = '19:0123456789abcdef0123456789abcdef@thread.tacv2';
    await rejects(archive(teamId, missing), 'NotFound', /channel/);
    await rejects(unarchive(teamId, missing), 'NotFound', /channel/);
    await archive(teamId, hidden.id);
    await suite.teams.archive(tenantId, teamId, { siteReadOnly: false });
    await rejects(archive(teamId, plans.id), 'TeamArchived');
    await rejects(unarchive(teamId, hidden.id), 'TeamArchived');
    await suite.teams.unarchive(tenantId, teamId);
    assert.deepEqual(await archivedIn(teamId), ['Inside']);
  });
}
