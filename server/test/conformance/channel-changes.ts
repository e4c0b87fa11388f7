/** Conformance tests of changed and deleted channels and tabs. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { aChannel, aTab, createPeopledTeam, outcomes, owner, rejects, type WorldOf } from './world.ts';

export function channelChangeCases(world: WorldOf): void {
  const setUp = async () => {
    const { suite, tenantId } = world();
    const teamId = await createPeopledTeam(world());
    const [plans] = await suite.channels.create(tenantId, teamId, [
      aChannel('Plans', { description: 'Old' }),
    ]);
    return { suite, tenantId, teamId, channelId: plans?.id ?? '' };
  };
  const namesOf = async (teamId: string) =>
    (await world().suite.channels.list(world().tenantId, teamId)).map(({ displayName }) => displayName);

  it('changes the sent fields and keeps the others', async () => {
    const { suite, tenantId, teamId, channelId } = await setUp();
    const renamed = await suite.channels.update(tenantId, teamId, channelId, { displayName: 'Ideas' });
    assert.deepEqual([renamed.id, renamed.displayName, renamed.description], [channelId, 'Ideas', 'Old']);
    const cleared = await suite.channels.update(tenantId, teamId, channelId, { description: null });
    assert.deepEqual([cleared.displayName, cleared.description], ['Ideas', null]);
    assert.deepEqual(await namesOf(teamId), ['General', 'Ideas']);
    const cased = await suite.channels.update(tenantId, teamId, channelId, { displayName: 'IDEAS' });
    assert.equal(cased.displayName, 'IDEAS');
  });

  it('rejects the name of another channel, and a name that Teams does not allow', async () => {
    const { suite, tenantId, teamId, channelId } = await setUp();
    const rename = (displayName: string) =>
      suite.channels.update(tenantId, teamId, channelId, { displayName });
    await rejects(rename('general'), 'NameAlreadyExists');
    await rejects(rename('a/b'), 'InvalidRequest');
    assert.deepEqual(await namesOf(teamId), ['General', 'Plans']);
  });

  it('rejects renaming or deleting the primary channel', async () => {
    const { suite, tenantId, teamId } = await setUp();
    const { id } = await suite.channels.primary(tenantId, teamId);
    await rejects(
      suite.channels.update(tenantId, teamId, id, { displayName: 'Main' }),
      'Conflict',
      /primary/,
    );
    await rejects(suite.channels.delete(tenantId, teamId, id), 'Conflict', /primary/);
    const described = await suite.channels.update(tenantId, teamId, id, { description: 'All' });
    assert.equal(described.description, 'All');
  });

  it('deletes a channel with its tabs once, and frees its name if the suite can', async () => {
    const { suite, tenantId, teamId, channelId } = await setUp();
    await suite.channels.createTabs(tenantId, teamId, channelId, [aTab('Tab')]);
    const went = await outcomes(
      Array.from({ length: 3 }, () => suite.channels.delete(tenantId, teamId, channelId)),
    );
    assert.equal(went.filter((outcome) => outcome === 'NotFound').length, 2);
    assert.deepEqual(await namesOf(teamId), ['General']);
    await rejects(suite.channels.listTabs(tenantId, teamId, channelId), 'NotFound');
    const again = suite.channels.create(tenantId, teamId, [aChannel('Plans')]);
    if (world().capabilities.freedChannelNames) await again;
    else await rejects(again, 'NameAlreadyExists');
  });

  it('deletes a private channel with its members', async () => {
    const { suite, tenantId, people } = world();
    const teamId = await createPeopledTeam(world());
    const [inside] = await suite.channels.create(tenantId, teamId, [
      aChannel('Inside', { membershipType: 'private', members: [owner(people.ada)] }),
    ]);
    await suite.channels.delete(tenantId, teamId, inside?.id ?? '');
    await rejects(suite.channels.listMembers(tenantId, teamId, inside?.id ?? ''), 'NotFound');
  });

  it('deletes one tab', async () => {
    const { suite, tenantId, teamId, channelId } = await setUp();
    const [one, two] = await suite.channels.createTabs(tenantId, teamId, channelId, [
      aTab('One'),
      aTab('Two'),
    ]);
    await suite.channels.deleteTab(tenantId, teamId, channelId, one?.id ?? '');
    const left = await suite.channels.listTabs(tenantId, teamId, channelId);
    assert.deepEqual(
      left.map(({ id }) => id),
      [two?.id],
    );
    await rejects(suite.channels.deleteTab(tenantId, teamId, channelId, one?.id ?? ''), 'NotFound');
  });

  it('throws NotFound for missing objects, and across organisations', async () => {
    const { suite, tenantId, teamId, channelId } = await setUp();
    const { otherTenantId } = world();
    for (const [tenant, team, channel] of [
      [tenantId, teamId, 'no-such'],
      [tenantId, 'no-such', channelId],
      [otherTenantId, teamId, channelId],
    ] as const) {
      await rejects(suite.channels.update(tenant, team, channel, { description: 'x' }), 'NotFound');
      await rejects(suite.channels.delete(tenant, team, channel), 'NotFound');
      await rejects(suite.channels.deleteTab(tenant, team, channel, 'no-such'), 'NotFound');
    }
    assert.deepEqual(await namesOf(teamId), ['General', 'Plans']);
  });

  it('changes nothing in an archived team', async () => {
    const { suite, tenantId, teamId, channelId } = await setUp();
    const [tab] = await suite.channels.createTabs(tenantId, teamId, channelId, [aTab('Tab')]);
    await suite.teams.archive(tenantId, teamId, { siteReadOnly: false });
    await rejects(suite.channels.update(tenantId, teamId, channelId, { description: 'x' }), 'TeamArchived');
    await rejects(suite.channels.delete(tenantId, teamId, channelId), 'TeamArchived');
    await rejects(suite.channels.deleteTab(tenantId, teamId, channelId, tab?.id ?? ''), 'TeamArchived');
  });
}
