/** Conformance tests of archived teams: reads succeed, and writes are rejected. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { aChannel, aTab, aTeam, member, owner, rejects, type WorldOf } from './world.ts';

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
