/** Tests additions to teams: disabled accounts, and guests. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTeam, member, owner, rejects } from '../../../../test/conformance/world.ts';
import { FAULTLESS, type Occasion, withFault } from '../../../../test/graph/behaviour.ts';
import type { StoredGroup } from '../../../../test/graph/tenant.ts';
import { useGraphWorld } from '../../../../test/graph/world.ts';
import { addTeamMembersOperation } from '../../../domain/teams/add-team-members.ts';

describe('an addition to a team', () => {
  const world = useGraphWorld();

  const GROUP = 'PATCH /groups/{group}';

  async function aGroup(): Promise<StoredGroup> {
    const { team } = await createTeam(world);
    world.clock.advance(60);
    world.standIn.calls.clear();
    return world.tenant.groups.get(team.id)!;
  }

  async function someGuests(count: number): Promise<string[]> {
    const guests = Array.from({ length: count }, () => {
      const displayName = `Guest ${world.tenant.users.size}`;
      const userPrincipalName = `guest${world.tenant.users.size}#EXT#@conformance.example`;
      return world.tenant.addUser({ displayName, userPrincipalName, userType: 'Guest' }, world.clock.now())
        .id;
    });
    await world.suite.refreshDirectory(world.tenantId);
    return guests;
  }

  const bindCalls = () => world.standIn.calls.all.filter(({ route }) => route === GROUP);

  it('names the people whose accounts are disabled', async () => {
    const { bare, tenantId, people } = world;
    const { id } = await aGroup();
    for (const others of [[], [member(people.bob)]]) {
      const adding = bare.teams.addMembers(tenantId, id, [member(people.zoe), ...others]);
      const { details } = await rejects(adding, 'InvalidRequest', /disabled.*: Zoe Closed/);
      assert.deepEqual(
        details.map(({ target, code }) => [target, code]),
        [[people.zoe, 'AccountClosed']],
      );
      world.clock.advance(60);
    }
  });

  it('adds the others of a list, and names the person whose account is disabled', async () => {
    const { bare, tenantId, people } = world;
    const { id } = await aGroup();
    const input = {
      team: { id, displayName: 'Team' },
      members: [member(people.zoe), member(people.bob), member(people.chloe)],
      rolesBefore: {},
      askedAt: world.clock.now().toISOString(),
    };
    const attempt = { tenantId, marker: 'list', isRepeat: false };
    const results = await addTeamMembersOperation.execute(bare, input, attempt);
    assert.deepEqual(
      results.map(({ userId, member: added, error }) => [userId, added?.roles, error?.code]),
      [
        [people.zoe, undefined, 'AccountClosed'],
        [people.bob, [], undefined],
        [people.chloe, [], undefined],
      ],
    );
  });

  it('names a person of a list whom Graph rejects permanently, without a retry', async () => {
    const { bare, tenantId, people } = world;
    const { id } = await aGroup();
    const bob = world.tenant.users.get(people.bob)!;
    bob.blocked = 'An information barrier keeps the person out.';
    const adding = bare.teams.addMembers(tenantId, id, [member(people.bob), member(people.chloe)]);
    const { details } = await rejects(adding, 'InvalidRequest', /information barrier/);
    assert.deepEqual(
      details.map(({ target }) => target),
      [people.bob],
    );
    delete bob.blocked;
  });

  it('asks for a retry after a 404 about people whose accounts are enabled', async () => {
    const { bare, tenantId, people } = world;
    const { id } = await aGroup();
    world.standIn.behave(withFault({ kind: 'not found but done' }, 'POST /teams/{team}/members'));
    await rejects(bare.teams.addMembers(tenantId, id, [member(people.bob)]), 'ServiceUnavailable');
    const [bob] = await bare.teams.addMembers(tenantId, id, [member(people.bob)]);
    assert.deepEqual(bob?.roles, []);
  });

  it('adds guests through the group, 20 per call, and the others through the team', async () => {
    const { suite, tenantId, people } = world;
    const { id, members } = await aGroup();
    const guests = await someGuests(25);
    const added = await suite.teams.addMembers(tenantId, id, [
      ...guests.map(member),
      member(people.bob),
      owner(people.sam1),
    ]);
    assert.deepEqual(
      added.map(({ roles }) => roles),
      [...guests.map(() => ['guest']), [], ['owner']],
    );
    assert.ok(guests.every((guest) => members.has(guest)));
    assert.deepEqual(
      bindCalls().map(({ status }) => status),
      [204, 204],
    );
    assert.deepEqual(
      added.map((one) => one.id).toSorted(),
      (await suite.teams.listMembers(tenantId, id))
        .filter(({ userId }) => userId !== people.ada)
        .map((one) => one.id)
        .toSorted(),
    );
  });

  it('adds the other guests when the group already has a guest whom Teams does not show', async () => {
    const { bare, tenantId } = world;
    const { id, members } = await aGroup();
    const guests = await someGuests(3);
    world.standIn.behave(withFault({ kind: 'lost', hasEffect: true }, GROUP));
    await rejects(bare.teams.addMembers(tenantId, id, guests.slice(0, 1).map(member)), 'ServiceUnavailable');
    members.delete(guests[0]!);
    const faultOf = ({ route }: Occasion): undefined => {
      if (route === GROUP) members.add(guests[0]!);
    };
    world.standIn.behave({ ...FAULTLESS, faultOf });
    const added = await bare.teams.addMembers(tenantId, id, guests.map(member));
    assert.deepEqual(
      added.map(({ userId, roles }) => [userId, roles]),
      guests.map((guest) => [guest, ['guest']]),
    );
    assert.ok(guests.every((guest) => members.has(guest)));
  });

  it('of several people does not hide that somebody else was added outside Charter', async () => {
    const { suite, tenantId, people } = world;
    const { id, members } = await aGroup();
    await suite.refreshDirectory(tenantId);
    members.add(people.sam1);
    world.clock.advance(300);
    world.tenant.changed('groups', 'updated', id, world.clock.now());
    await suite.refreshDirectory(tenantId);
    await suite.teams.addMembers(tenantId, id, [member(people.bob), member(people.chloe)]);
    world.clock.advance(300);
    const changes = await suite.externalChanges.take(tenantId);
    const facts = changes.filter(({ team }) => team.id === id).flatMap((change) => change.facts);
    assert.deepEqual(
      facts.flatMap((fact) => ('member' in fact ? [[fact.kind, fact.member.id]] : [])),
      [['memberAdded', people.sam1]],
    );
  });

  it('asks for a retry while the directory does not show a new group everywhere', async () => {
    const { bare, tenantId } = world;
    const { id, members } = await aGroup();
    const [guest] = await someGuests(1);
    const message = 'The source resource object or one of the objects being referenced do not exist.';
    world.standIn.behave(
      withFault({ kind: 'rejected', status: 400, code: 'Request_BadRequest', message }, GROUP),
    );
    await rejects(bare.teams.addMembers(tenantId, id, [member(guest!)]), 'ServiceUnavailable', /new group/);
    await bare.teams.addMembers(tenantId, id, [member(guest!)]);
    assert.ok(members.has(guest!));
  });

  it('names deleted guests, and distinguishes dynamic membership from a missing permission', async () => {
    const { bare, tenantId } = world;
    const { id, group } = await aGroup();
    const [deleted, guest] = await someGuests(2);
    world.tenant.users.get(deleted!)!.deletedAt = world.clock.now().getTime();
    await rejects(bare.teams.addMembers(tenantId, id, [member(deleted!)]), 'NotFound', /Deleted/);
    world.clock.advance(60);
    world.standIn.behave(withFault({ kind: 'revoked' }, GROUP, 2));
    await rejects(bare.teams.addMembers(tenantId, id, [member(guest!)]), 'ServiceUnavailable', /permission/);
    world.clock.advance(60);
    group.groupTypes = ['Unified', 'DynamicMembership'];
    await rejects(bare.teams.addMembers(tenantId, id, [member(guest!)]), 'Conflict', /dynamic membership/);
  });
});
