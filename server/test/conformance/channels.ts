/** Conformance tests of channels and the members of private and shared ones. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { NewMember } from '../../src/domain/teams/suite.ts';
import {
  aChannel,
  atOnce,
  type ConformanceWorld,
  createPeopledTeam,
  createTeam,
  member,
  outcomes,
  owner,
  rejects,
  type WorldOf,
} from './world.ts';

const NOWHERE = '19:00000000000000000000000000000000@thread.tacv2';

export function channelCases(world: WorldOf): void {
  creationCases(world);
  nameCases(world);
  privateCases(world);
  sharedCases(world);
}

const namesOf = async ({ suite, tenantId }: ConformanceWorld, teamId: string): Promise<string[]> =>
  (await suite.channels.list(tenantId, teamId)).map(({ displayName }) => displayName).toSorted();

function creationCases(world: WorldOf): void {
  it('creates channels in order, and lists them with General', async () => {
    const { suite, tenantId } = world();
    const { team } = await createTeam(world());
    const made = await suite.channels.create(tenantId, team.id, [
      aChannel('Zebra', { description: 'Stripes', isFavoriteByDefault: true }),
      aChannel('apple'),
      aChannel('Mango'),
    ]);
    assert.deepEqual(
      made.map(({ displayName, description, membershipType }) => [displayName, description, membershipType]),
      [
        ['Zebra', 'Stripes', 'standard'],
        ['apple', null, 'standard'],
        ['Mango', null, 'standard'],
      ],
    );
    for (const { id, createdDateTime } of made) {
      assert.match(id, /^19:.+@thread\./);
      assert.match(createdDateTime, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    }
    assert.equal(new Set(made.map(({ id }) => id)).size, 3);
    assert.deepEqual(await namesOf(world(), team.id), ['General', 'Mango', 'Zebra', 'apple']);
    assert.deepEqual(await suite.channels.create(tenantId, team.id, []), []);
  });

  it('adopts the channels of known markers and creates the others', async () => {
    const { suite, tenantId } = world();
    const { team } = await createTeam(world());
    const [first, second, third] = [aChannel('First'), aChannel('Second'), aChannel('Third')];
    const [made] = await suite.channels.create(tenantId, team.id, [second]);
    const all = await suite.channels.create(tenantId, team.id, [
      first,
      { ...second, description: 'X' },
      third,
    ]);
    assert.deepEqual(
      all.map(({ displayName }) => displayName),
      ['First', 'Second', 'Third'],
    );
    assert.deepEqual(all[1], made);
    assert.deepEqual(await suite.channels.create(tenantId, team.id, [first, second, third]), all);
    assert.deepEqual(await namesOf(world(), team.id), ['First', 'General', 'Second', 'Third']);
  });

  it('creates channels once when concurrent callers use the same markers', async () => {
    const { suite, tenantId, people } = world();
    const teamId = await createPeopledTeam(world());
    const wanted = [
      aChannel('One'),
      aChannel('Two', { membershipType: 'private', members: [owner(people.ada)] }),
      aChannel('Three'),
    ];
    const made = await atOnce(6, () => suite.channels.create(tenantId, teamId, wanted));
    for (const channels of made) assert.deepEqual(channels, made[0]);
    assert.deepEqual(await namesOf(world(), teamId), ['General', 'One', 'Three', 'Two']);
    assert.equal((await suite.channels.listMembers(tenantId, teamId, made[0]![1]!.id)).length, 1);
  });

  it('gives a standard channel exactly the members of its team', async () => {
    const { suite, tenantId, people } = world();
    const teamId = await createPeopledTeam(world());
    const withMembers = aChannel('Open', { members: [owner(people.ada)] });
    await rejects(suite.channels.create(tenantId, teamId, [withMembers]), 'InvalidRequest');
    const [open] = await suite.channels.create(tenantId, teamId, [aChannel('Open')]);
    const inChannel = await suite.channels.listMembers(tenantId, teamId, open!.id);
    assert.deepEqual(inChannel.map(({ userId }) => userId).toSorted(), [people.ada, people.bob].toSorted());
    const adding = suite.channels.addMembers(tenantId, teamId, open!.id, [member(people.chloe)]);
    await rejects(adding, 'InvalidRequest', /standard/);
  });

  it('throws NotFound for a channel that is not in the team', async () => {
    const { suite, tenantId, people } = world();
    const teamId = await createPeopledTeam(world());
    const other = await createPeopledTeam(world());
    const { id: foreign } = await suite.channels.primary(tenantId, other);
    for (const channelId of [NOWHERE, foreign]) {
      assert.equal(await suite.channels.access(tenantId, teamId, channelId, people.ada), undefined);
      await rejects(suite.channels.listMembers(tenantId, teamId, channelId), 'NotFound', /channel/);
      const adding = suite.channels.addMembers(tenantId, teamId, channelId, [member(people.ada)]);
      await rejects(adding, 'NotFound', /channel/);
    }
  });
}

function nameCases(world: WorldOf): void {
  it('rejects a name that the team already has, regardless of case, and creates nothing', async () => {
    const { suite, tenantId } = world();
    const { team } = await createTeam(world());
    await suite.channels.create(tenantId, team.id, [aChannel('Taken')]);
    const create = (...names: string[]) =>
      suite.channels.create(
        tenantId,
        team.id,
        names.map((name) => aChannel(name)),
      );
    const rejected = async (...names: string[]) =>
      (await rejects(create(...names), 'NameAlreadyExists')).details.map(({ target }) => target);
    assert.deepEqual(await rejected('Free', 'TAKEN'), ['TAKEN']);
    assert.deepEqual(await rejected('general'), ['general']);
    assert.deepEqual(await rejected('Twin', 'twin', 'Other'), ['twin']);
    assert.deepEqual(await namesOf(world(), team.id), ['General', 'Taken']);
  });

  it('creates one channel when concurrent callers request the same name', async () => {
    const { suite, tenantId } = world();
    const { team } = await createTeam(world());
    const calls = Array.from({ length: 5 }, () =>
      suite.channels.create(tenantId, team.id, [aChannel('Raced')]),
    );
    const made = await outcomes(calls);
    assert.equal(made.filter((outcome) => typeof outcome === 'object').length, 1);
    assert.equal(made.filter((outcome) => outcome === 'NameAlreadyExists').length, 4);
  });

  it('rejects names that Teams does not allow', async () => {
    const { suite, tenantId } = world();
    const { team } = await createTeam(world());
    for (const name of ['', ' ', 'a/b', 'what?', 'dots..dots', "it's", 'x'.repeat(51)]) {
      const creating = suite.channels.create(tenantId, team.id, [aChannel('Good'), aChannel(name)]);
      const { message } = await rejects(creating, 'InvalidRequest');
      assert.ok(message.startsWith(`The channel '${name}' cannot be created: `), message);
    }
    assert.deepEqual(await namesOf(world(), team.id), ['General']);
    await suite.channels.create(tenantId, team.id, [aChannel('é'.repeat(50)), aChannel('Ça va – 🚀')]);
  });
}

function privateCases(world: WorldOf): void {
  const createPrivate = async (teamId: string, ...members: NewMember[]) => {
    const { suite, tenantId } = world();
    const wanted = aChannel(`Private ${members.length}`, { membershipType: 'private', members });
    const [made] = await suite.channels.create(tenantId, teamId, [wanted]);
    return made!;
  };

  it('shows a private channel only to its members', async () => {
    const { suite, tenantId, people } = world();
    const teamId = await createPeopledTeam(world());
    const { id, membershipType } = await createPrivate(teamId, owner(people.bob));
    assert.equal(membershipType, 'private');
    const visible = async (userId: string) =>
      (await suite.channels.listVisibleTo(tenantId, teamId, userId)).map((channel) => channel.id);
    assert.ok((await visible(people.bob)).includes(id));
    assert.ok(!(await visible(people.ada)).includes(id));
    assert.equal((await visible(people.ada)).length, 1);
    const rolesOf = async (userId: string | undefined) => {
      const access = await suite.channels.access(tenantId, teamId, id, userId);
      assert.equal(access?.channel.id, id);
      assert.equal(access?.suiteTeam.team.id, teamId);
      return [access?.role, access?.channelRole];
    };
    assert.deepEqual(await rolesOf(people.bob), ['member', 'owner']);
    assert.deepEqual(await rolesOf(people.ada), ['owner', undefined]);
    assert.deepEqual(await rolesOf(people.chloe), [undefined, undefined]);
    assert.deepEqual(await rolesOf(undefined), [undefined, undefined]);
  });

  it('reports the team role in a standard channel', async () => {
    const { suite, tenantId, people } = world();
    const teamId = await createPeopledTeam(world());
    const { id } = await suite.channels.primary(tenantId, teamId);
    const access = await suite.channels.access(tenantId, teamId, id, people.ada);
    assert.deepEqual([access?.role, access?.channelRole], ['owner', 'owner']);
  });

  it('requires an owner of a private channel who is not a guest, and admits only members of the team', async () => {
    const { suite, tenantId, people } = world();
    const teamId = await createPeopledTeam(world());
    await suite.teams.addMembers(tenantId, teamId, [member(people.greta)]);
    await rejects(createPrivate(teamId), 'InvalidRequest', /owner/);
    await rejects(createPrivate(teamId, member(people.ada)), 'InvalidRequest', /owner/);
    await rejects(createPrivate(teamId, owner(people.greta)), 'InvalidRequest', /owner/);
    const outsider = await rejects(
      createPrivate(teamId, owner(people.ada), member(people.chloe)),
      'InvalidRequest',
    );
    assert.ok(outsider.message.includes(people.chloe));
    await rejects(createPrivate(teamId, owner(people.ada), member('nobody')), 'NotFound', /nobody/);
    assert.deepEqual(await namesOf(world(), teamId), ['General']);
  });

  it('adds members of the team to a private channel, and promotes them', async () => {
    const { suite, tenantId, people } = world();
    const teamId = await createPeopledTeam(world());
    await suite.teams.addMembers(tenantId, teamId, [member(people.greta)]);
    const { id } = await createPrivate(teamId, owner(people.ada));
    const add = (...members: NewMember[]) => suite.channels.addMembers(tenantId, teamId, id, members);
    const [greta, bob] = await add(owner(people.greta), member(people.bob));
    assert.deepEqual([greta?.userId, greta?.roles], [people.greta, ['guest']]);
    assert.deepEqual([bob?.userId, bob?.displayName, bob?.roles], [people.bob, "Bob O'Brien", []]);
    assert.deepEqual((await add(owner(people.bob)))[0]?.roles, ['owner']);
    assert.deepEqual((await add(member(people.bob)))[0]?.roles, ['owner']);
    await rejects(add(member(people.chloe)), 'InvalidRequest', /team/);
    await rejects(add(member('nobody')), 'NotFound', /nobody/);
    const listed = await suite.channels.listMembers(tenantId, teamId, id);
    assert.deepEqual(
      listed.map(({ userId }) => userId).toSorted(),
      [people.ada, people.bob, people.greta].toSorted(),
    );
    assert.deepEqual(
      await suite.teams.access(tenantId, teamId, people.bob).then((access) => access?.role),
      'member',
    );
  });

  it('allows thirty private channels, as Teams does', async () => {
    const { suite, tenantId, people } = world();
    const teamId = await createPeopledTeam(world());
    const rest = { membershipType: 'private', members: [owner(people.ada)] } as const;
    const thirty = Array.from({ length: 30 }, (_, index) => aChannel(`Private ${index}`, rest));
    assert.equal((await suite.channels.create(tenantId, teamId, thirty)).length, 30);
    const more = suite.channels.create(tenantId, teamId, [aChannel('One more', rest)]);
    await rejects(more, 'InvalidRequest', /private/);
    await suite.channels.create(tenantId, teamId, [aChannel('A standard one')]);
  });
}

function sharedCases(world: WorldOf): void {
  it('opens a shared channel to people outside the team, except guests', async () => {
    const { suite, tenantId, people } = world();
    const teamId = await createPeopledTeam(world());
    const rest = { membershipType: 'shared' } as const;
    const create = (...members: NewMember[]) =>
      suite.channels.create(tenantId, teamId, [aChannel('Shared', { ...rest, members })]);
    await rejects(create(), 'InvalidRequest', /owner/);
    await rejects(create(owner(people.ada), member(people.greta)), 'InvalidRequest', /guest/i);
    const [shared] = await create(owner(people.ada), member(people.chloe));
    assert.equal(shared?.membershipType, 'shared');
    await suite.channels.addMembers(tenantId, teamId, shared!.id, [member(people.dora)]);
    const addingGuest = suite.channels.addMembers(tenantId, teamId, shared!.id, [member(people.greta)]);
    await rejects(addingGuest, 'InvalidRequest', /guest/i);
    const access = await suite.channels.access(tenantId, teamId, shared!.id, people.dora);
    assert.deepEqual([access?.role, access?.channelRole], [undefined, 'member']);
    const visible = await suite.channels.listVisibleTo(tenantId, teamId, people.dora);
    assert.ok(visible.some(({ id }) => id === shared!.id));
  });
}
