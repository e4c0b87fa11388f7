/** Tests Charter's copy of the directory when Graph shows only part of the changes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { createTeam, member, owner } from '../../../../test/conformance/world.ts';
import { FAULTLESS } from '../../../../test/graph/behaviour.ts';
import { createClient } from '../../../../test/graph/client.ts';
import type { Registration } from '../../../../test/graph/route.ts';
import { bindUser } from '../../../../test/graph/stand-in-world.ts';
import { useGraphWorld } from '../../../../test/graph/world.ts';

describe('the copy of a directory', () => {
  const world = useGraphWorld();

  const refresh = () => world.suite.refreshDirectory(world.tenantId);

  const membersOf = async (teamId: string): Promise<Record<string, string>> => {
    const { suite, tenantId } = world;
    const { members } = await suite.teams.listMemberPage(tenantId, teamId, { top: 50 });
    return Object.fromEntries(members.map(({ userId, roles }) => [userId, roles[0] ?? 'member']));
  };

  const namesOfTeams = async (): Promise<string[]> => {
    const { teams } = await world.suite.teams.list(world.tenantId, { order: 'displayName asc', top: 50 });
    return teams.map(({ displayName }) => displayName);
  };

  const isListed = async (search: string): Promise<boolean> =>
    (await world.suite.users.list(world.tenantId, { search, top: 5 })).users.length > 0;

  it('removes deleted teams, members and people after Graph has expired the link', async () => {
    const { suite, tenantId, people, clock } = world;
    const { ada, bob, chloe } = people;
    const { team } = await createTeam(world, { displayName: 'Stays' });
    const { team: other } = await createTeam(world, { displayName: 'Goes' });
    await suite.teams.addMembers(tenantId, team.id, [owner(ada), owner(bob), member(chloe)]);
    clock.advance(3600);
    await refresh();
    assert.deepEqual(await membersOf(team.id), { [ada]: 'owner', [bob]: 'owner', [chloe]: 'member' });

    const stored = world.tenant.groups.get(team.id)!;
    stored.owners.delete(bob);
    stored.members.add(bob);
    stored.members.delete(chloe);
    world.tenant.groups.get(other.id)!.deletedAt = clock.now().getTime();
    const gone = world.tenant.addUser(
      { displayName: 'Gone Soon', userPrincipalName: 'gone@conformance.example' },
      clock.now(),
    );
    await refresh();
    assert.equal(await isListed('Gone'), true);
    gone.deletedAt = clock.now().getTime();
    world.tenant.deltaEpoch += 1;
    clock.advance(3600);
    await refresh();
    assert.deepEqual(await membersOf(team.id), { [ada]: 'owner', [bob]: 'member' });
    assert.deepEqual(await namesOfTeams(), ['Stays']);
    assert.equal(await isListed('Gone'), false);
    assert.equal(await isListed('Ada'), true);
  });

  it('keeps all teams and members when several workers read again after Graph has expired the link', async () => {
    const { suite, tenantId, people, clock } = world;
    const { ada, bob } = people;
    const { team } = await createTeam(world, { displayName: 'Read by several' });
    await suite.teams.addMembers(tenantId, team.id, [owner(ada), member(bob)]);
    for (let round = 0; round < 5; round += 1) {
      clock.advance(3600);
      await refresh();
      const before = [await namesOfTeams(), await membersOf(team.id)];
      world.tenant.deltaEpoch += 1;
      clock.advance(3600);
      await Promise.all([refresh(), suite.refreshTeams(tenantId), suite.refreshTeams(tenantId)]);
      assert.deepEqual([await namesOfTeams(), await membersOf(team.id)], before);
    }
  });

  it('is refreshed by another worker when the five-minute lease of a dead worker has ended', async () => {
    const { tenantId, clock, database } = world;
    world.tenant.addUser(
      { displayName: 'Late Reader', userPrincipalName: 'late@conformance.example' },
      clock.now(),
    );
    await sql`
      update graph_suite.synchronisation
         set lease_id = gen_random_uuid(), leased_until = ${new Date(clock.now().getTime() + 300_000)}
       where collection = 'users'`.execute(database.tenancy.for(tenantId));
    await refresh();
    assert.equal(await isListed('Late'), false);
    clock.advance(301);
    await refresh();
    assert.equal(await isListed('Late'), true);
  });

  it('keeps fields that a change omits, and people who first appear in a group', async () => {
    const { suite, tenantId, clock } = world;
    const { team } = await createTeam(world, {
      displayName: 'Before',
      description: 'About it',
      visibility: 'public',
      mailNickname: 'kept-alias',
    });
    const address = 'new@conformance.example';
    const newcomer = world.tenant.addUser(
      { displayName: 'Newcomer', userPrincipalName: address },
      clock.now(),
    );
    const stored = world.tenant.groups.get(team.id)!;
    stored.group.displayName = 'After';
    stored.owners.add(newcomer.id);
    world.tenant.changed('groups', 'updated', team.id, clock.now());
    world.tenant.showsLittle = true;
    try {
      await suite.refreshTeams(tenantId);
    } finally {
      world.tenant.showsLittle = false;
    }
    const { teams } = await suite.teams.list(tenantId, {
      order: 'displayName asc',
      top: 50,
      memberId: newcomer.id,
    });
    assert.deepEqual(
      teams.map(({ displayName, description, visibility, role }) => [
        displayName,
        description,
        visibility,
        role,
      ]),
      [['After', 'About it', 'public', 'owner']],
    );
    assert.equal(await suite.teams.isMailNicknameTaken(tenantId, 'kept-alias'), true);
  });

  it('keeps people who first appear in a group when Graph throttles their lookup', async () => {
    const { suite, bare, tenantId, clock, standIn } = world;
    const { team } = await createTeam(world);
    const address = 'joiner@conformance.example';
    const joiner = world.tenant.addUser({ displayName: 'Joiner', userPrincipalName: address }, clock.now());
    world.tenant.groups.get(team.id)!.members.add(joiner.id);
    world.tenant.changed('groups', 'updated', team.id, clock.now());
    clock.advance(60);
    const throttled = { kind: 'throttled', seconds: 30 } as const;
    const faultOf = ({ route }: { route: string }) => (route === 'GET /users/{user}' ? throttled : undefined);
    standIn.behave({ ...FAULTLESS, faultOf });
    await assert.rejects(bare.refreshTeams(tenantId), { code: 'ServiceUnavailable' });
    standIn.behave(FAULTLESS);
    clock.advance(60);
    await suite.refreshTeams(tenantId);
    assert.equal((await membersOf(team.id))[joiner.id], 'member');
  });

  it('looks up people who first appear in a group without their type', async () => {
    const { suite, tenantId, clock, groups } = world;
    const { team } = await createTeam(world);
    const user = { displayName: 'Untyped', userPrincipalName: 'untyped@conformance.example' };
    const { id } = world.tenant.addUser(user, clock.now());
    const related = [{ id }, { id: groups.Engineers }];
    world.tenant.moreEntries.groups.push({ id: team.id, 'members@delta': related });
    clock.advance(60);
    await suite.refreshTeams(tenantId);
    assert.equal((await membersOf(team.id))[id], 'member');
  });

  it('finds a person by an address that is not the principal name before a delta query shows them', async () => {
    const { bare, tenantId, clock, standIn } = world;
    const mail = 'New.Person@conformance.example';
    const user = { displayName: 'New Person', userPrincipalName: 'np77@conformance.example', mail };
    const { id } = world.tenant.addUser(user, clock.now());
    clock.advance(60);
    const throttled = { kind: 'throttled', seconds: 30 } as const;
    standIn.behave({ ...FAULTLESS, faultOf: ({ route }) => (/users/.test(route) ? throttled : undefined) });
    await assert.rejects(bare.users.resolve(tenantId, [mail]), { code: 'ServiceUnavailable' });
    standIn.behave(FAULTLESS);
    clock.advance(60);
    const references = [mail.toLowerCase(), 'nobody@conformance.example'];
    const [found, nobody] = await bare.users.resolve(tenantId, references);
    assert.deepEqual([found?.id, nobody], [id, undefined]);
    const name = "Eileen.O'Brien@conformance.example";
    const eileen = world.tenant.addUser(
      { displayName: "Eileen O'Brien", userPrincipalName: name },
      clock.now(),
    );
    clock.advance(60);
    assert.equal((await bare.users.resolve(tenantId, [name]))[0]?.id, eileen.id);
  });

  it('finds the profile of a person before a delta query shows them', async () => {
    const { bare, tenantId, clock } = world;
    const user = { displayName: 'Early', userPrincipalName: 'early@conformance.example' };
    const { id } = world.tenant.addUser(user, clock.now());
    assert.equal((await bare.users.profile(tenantId, id))?.displayName, 'Early');
    assert.equal(await bare.users.profile(tenantId, crypto.randomUUID()), undefined);
  });

  it('is refreshed each minute while access is lost, and ends the notice at the first success', async () => {
    const { bare, tenantId, clock, standIn } = world;
    const [registration] = standIn.registrations as [Registration];
    const { secret } = registration;
    const minute = async (): Promise<number> => {
      clock.advance(60);
      await bare.refreshDirectory(tenantId, 30 * 60_000).catch(() => undefined);
      return (await bare.notices(tenantId)).length;
    };
    assert.equal(await minute(), 0);
    Object.assign(registration, { secret: 'another secret' });
    standIn.authority.revoke();
    await assert.rejects(bare.users.resolve(tenantId, [crypto.randomUUID()]));
    assert.equal(await minute(), 1);
    Object.assign(registration, { secret });
    assert.equal(await minute(), 0);
  });

  it('dates a team created outside Charter by the time at which its group became a team', async () => {
    const { suite, standIn, tenantId, people, clock } = world;
    const graph = await createClient(standIn, standIn.registrations[0]!);
    const group = {
      displayName: 'Of others',
      groupTypes: ['Unified'],
      mailEnabled: true,
      mailNickname: 'of-others',
      securityEnabled: false,
      'owners@odata.bind': [bindUser(people.ada)],
    };
    const { body } = await graph.call('PATCH', "/groups(uniqueName='of-others')", group, {
      prefer: 'create-if-missing',
    });
    clock.advance(3600);
    assert.equal((await graph.call('PUT', `/groups/${body.id}/team`, {})).status, 201);
    await refresh();
    const { teams } = await suite.teams.list(tenantId, {
      search: 'others',
      order: 'displayName asc',
      top: 5,
    });
    const found = await suite.teams.find(tenantId, body.id);
    assert.deepEqual(
      teams.map(({ id, createdDateTime }) => [id, createdDateTime]),
      [[body.id, found?.team.createdDateTime]],
    );
  });
});
