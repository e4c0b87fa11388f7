/** Conformance tests of labels, organisations and their isolation. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { aChannel, aTab, aTeam, createPeopledTeam, member, owner, rejects, type WorldOf } from './world.ts';

export function organisationCases(world: WorldOf): void {
  labelCases(world);
  isolationCases(world);

  it('returns the organisation', async () => {
    const { suite, tenantId, domain } = world();
    const organisation = await suite.organisation(tenantId);
    assert.equal(organisation?.id, tenantId);
    assert.equal(organisation?.defaultDomainName, domain);
    assert.match(organisation?.displayName ?? '', /\S/);
    assert.match(organisation?.initialDomainName ?? '', /\./);
    assert.equal(await suite.organisation('no-such-organisation'), undefined);
  });

  it('responds to a ping', async () => {
    await world().suite.ping();
  });
}

function labelCases(world: WorldOf): void {
  it('lists the labels published to a person, by rank', async () => {
    const { suite, tenantId, people } = world();
    const namesFor = async (userId: string) =>
      (await suite.labels.listFor(tenantId, userId)).map(({ name }) => name);
    assert.deepEqual(await namesFor(people.ada), ['Public', 'Retired', 'Confidential', 'Secret']);
    assert.deepEqual(await namesFor(people.bob), ['Public', 'Retired']);
    assert.deepEqual(await namesFor('nobody'), []);
  });

  it('finds a label with its parent', async () => {
    const { suite, tenantId, labels } = world();
    const secret = await suite.labels.find(tenantId, labels.Secret);
    assert.deepEqual(
      [secret?.id, secret?.name, secret?.sensitivity, secret?.isActive, secret?.parent],
      [labels.Secret, 'Secret', 4, true, { id: labels.Confidential, name: 'Confidential' }],
    );
    assert.match(secret?.color ?? '', /^#[0-9A-Fa-f]{6}$/);
    const retired = await suite.labels.find(tenantId, labels.Retired);
    assert.deepEqual([retired?.isActive, retired?.parent], [false, null]);
    assert.equal(await suite.labels.find(tenantId, 'no-label'), undefined);
  });
}

function isolationCases(world: WorldOf): void {
  it('returns no object of another organisation', async () => {
    const { suite, tenantId, otherTenantId: other, people, mallory, labels } = world();
    const teamId = await createPeopledTeam(world());
    const { id: channelId } = await suite.channels.primary(tenantId, teamId);
    assert.equal(await suite.teams.find(other, teamId), undefined);
    assert.equal(await suite.teams.access(other, teamId, people.ada), undefined);
    assert.equal(await suite.channels.access(other, teamId, channelId, people.ada), undefined);
    await rejects(suite.channels.list(other, teamId), 'NotFound');
    await rejects(suite.channels.listTabs(other, teamId, channelId), 'NotFound');
    await rejects(suite.channels.listMembers(other, teamId, channelId), 'NotFound');
    await rejects(suite.teams.listMembers(other, teamId), 'NotFound');
    await rejects(suite.teams.listInstalledApps(other, teamId), 'NotFound');
    assert.deepEqual(await suite.users.resolve(other, [people.ada, 'ada@conformance.example', mallory]), [
      undefined,
      undefined,
      (await suite.users.resolve(other, ['mallory@other.example']))[0],
    ]);
    assert.equal(await suite.users.profile(other, people.ada), undefined);
    assert.equal(await suite.users.count(other, {}), 1);
    assert.equal(await suite.users.count(other, { search: 'a' }), 0);
    assert.deepEqual((await suite.users.list(other, { top: 10, search: 'ada' })).users, []);
    assert.deepEqual(
      (await suite.users.list(other, { top: 10 })).users.map(({ id }) => id),
      [mallory],
    );
    assert.deepEqual(await suite.labels.listFor(other, people.ada), []);
    assert.deepEqual(await suite.labels.listFor(other, mallory), []);
    assert.equal(await suite.labels.find(other, labels.Public), undefined);
  });

  it('rejects changes of objects of another organisation', async () => {
    const { suite, tenantId, otherTenantId: other, people, mallory, labels, apps } = world();
    const teamId = await createPeopledTeam(world());
    const { id: channelId } = await suite.channels.primary(tenantId, teamId);
    const before = await suite.teams.find(tenantId, teamId);
    const writes = [
      () => suite.teams.update(other, teamId, { displayName: 'Mine' }),
      () => suite.teams.setSensitivityLabel(other, teamId, labels.Public),
      () => suite.teams.installApps(other, teamId, [apps.own]),
      () => suite.teams.archive(other, teamId, { siteReadOnly: false }),
      () => suite.teams.unarchive(other, teamId),
      () => suite.teams.addMembers(other, teamId, [owner(mallory)]),
      () => suite.channels.create(other, teamId, [aChannel('Mine')]),
      () => suite.channels.archive(other, teamId, channelId, { siteReadOnly: false }),
      () => suite.channels.unarchive(other, teamId, channelId),
      () => suite.channels.createTabs(other, teamId, channelId, [aTab('Mine')]),
      ...(world().capabilities.messages
        ? [() => suite.channels.postMessage(other, teamId, channelId, { marker: 'm', text: 'Mine' })]
        : []),
    ];
    for (const write of writes) await rejects(write(), 'NotFound');
    await suite.teams.delete(other, teamId);
    assert.deepEqual(await suite.teams.find(tenantId, teamId), before);
    assert.equal((await suite.channels.list(tenantId, teamId)).length, 1);
    await rejects(suite.teams.addMembers(tenantId, teamId, [member(mallory)]), 'NotFound');
    await rejects(
      suite.teams.addMembers(
        other,
        (await suite.teams.create(other, aTeam(world(), { members: [owner(mallory)] }))).team.id,
        [member(people.ada)],
      ),
      'NotFound',
    );
  });

  it('accepts the same marker, alias and name in two organisations', async () => {
    const { suite, tenantId, otherTenantId: other, mallory } = world();
    const wanted = aTeam(world());
    const ours = await suite.teams.create(tenantId, wanted);
    assert.equal(await suite.teams.findByMarker(other, wanted.marker), undefined);
    assert.equal(await suite.teams.isMailNicknameTaken(other, wanted.mailNickname), false);
    const theirs = await suite.teams.create(other, { ...wanted, members: [owner(mallory)] });
    assert.notEqual(theirs.team.id, ours.team.id);
    assert.deepEqual(await suite.teams.findByMarker(tenantId, wanted.marker), ours);
  });
}
