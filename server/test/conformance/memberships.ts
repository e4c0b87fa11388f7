/** Conformance tests of changed and removed memberships of teams. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { roleOf, type TeamMember } from '../../src/domain/teams/model.ts';
import {
  aChannel,
  createPeopledTeam,
  createTeam,
  member,
  outcomes,
  owner,
  type PersonName,
  rejects,
  type WorldOf,
} from './world.ts';

export function membershipCases(world: WorldOf): void {
  const idOf = async (teamId: string, person: PersonName): Promise<string> => {
    const { suite, tenantId, people } = world();
    const members = await suite.teams.listMembers(tenantId, teamId);
    return members.find(({ userId }) => userId === people[person])?.id ?? 'absent';
  };
  const rolesIn = async (teamId: string): Promise<Record<string, string>> => {
    const members = await world().suite.teams.listMembers(world().tenantId, teamId);
    return Object.fromEntries(members.map(({ userId, roles }) => [nameOf(userId), roleOf(roles)]));
  };
  const nameOf = (id: string): string =>
    Object.entries(world().people).find(([, userId]) => userId === id)?.[0] ?? id;
  const setRole = async (teamId: string, person: PersonName, role: 'owner' | 'member') =>
    world().suite.teams.setMemberRole(world().tenantId, teamId, await idOf(teamId, person), role);
  const remove = async (teamId: string, person: PersonName) =>
    world().suite.teams.removeMember(world().tenantId, teamId, await idOf(teamId, person));

  it('lists pages of members, owners first, then by name, and finds them by words', async () => {
    const { suite, tenantId, people } = world();
    const { team } = await createTeam(world(), { members: [owner(people.zoe)] });
    const everybody = Object.values(people);
    await suite.teams.addMembers(tenantId, team.id, [...everybody.map(member), owner(people.zoe)]);
    const all = await suite.teams.listMembers(tenantId, team.id);
    const paged: TeamMember[] = [];
    let after: readonly [string, string] | undefined;
    do {
      const page = await suite.teams.listMemberPage(tenantId, team.id, { top: 3, ...(after && { after }) });
      paged.push(...page.members);
      after = page.next;
    } while (after !== undefined);
    assert.equal(paged.length, everybody.length);
    assert.deepEqual(
      [paged[0]?.userId, paged[1]?.userId, paged.at(-1)?.userId],
      [people.zoe, people.ada, people.greta],
    );
    for (const each of paged)
      assert.deepEqual(
        all.find(({ id }) => id === each.id),
        each,
      );
    const found = await suite.teams.listMemberPage(tenantId, team.id, { top: 9, search: 'lov ADA' });
    assert.deepEqual(
      found.members.map(({ userId }) => userId),
      [people.ada],
    );
    assert.equal(await suite.teams.countMembers(tenantId, team.id, {}), everybody.length);
    assert.equal(await suite.teams.countMembers(tenantId, team.id, { search: 'sam' }), 5);
    assert.deepEqual(await suite.teams.listMemberPage(tenantId, 'no-such', { top: 9 }), { members: [] });
  });

  it('finds a membership by its id, in its team only', async () => {
    const { suite, tenantId } = world();
    const [teamId, other] = [await createPeopledTeam(world()), await createPeopledTeam(world())];
    const [present] = await suite.teams.listMembers(tenantId, teamId);
    assert.deepEqual(await suite.teams.findMember(tenantId, teamId, present?.id ?? ''), present);
    assert.equal(await suite.teams.findMember(tenantId, other, present?.id ?? ''), undefined);
    for (const id of ['', 'made-up', Buffer.from(`${teamId}##nobody`).toString('base64')]) {
      assert.equal(await suite.teams.findMember(tenantId, teamId, id), undefined);
      await rejects(suite.teams.removeMember(tenantId, teamId, id), 'NotFound');
      await rejects(suite.teams.setMemberRole(tenantId, teamId, id, 'owner'), 'NotFound');
    }
  });

  it('promotes and demotes, and keeps the id of the membership', async () => {
    const teamId = await createPeopledTeam(world());
    const id = await idOf(teamId, 'bob');
    assert.deepEqual(
      [(await setRole(teamId, 'bob', 'owner')).id, await rolesIn(teamId)],
      [id, { ada: 'owner', bob: 'owner' }],
    );
    assert.deepEqual((await setRole(teamId, 'bob', 'owner')).roles, ['owner']);
    assert.deepEqual((await setRole(teamId, 'ada', 'member')).roles, []);
    assert.deepEqual(await rolesIn(teamId), { ada: 'member', bob: 'owner' });
  });

  it('rejects demoting or removing the last owner', async () => {
    const teamId = await createPeopledTeam(world());
    await rejects(setRole(teamId, 'ada', 'member'), 'Conflict', /last owner/);
    await rejects(remove(teamId, 'ada'), 'Conflict', /last owner/);
    assert.deepEqual(await rolesIn(teamId), { ada: 'owner', bob: 'member' });
  });

  it('leaves one owner when all owners are removed or demoted concurrently', async () => {
    const { suite, tenantId, people } = world();
    for (let round = 0; round < 8; round += 1) {
      const { team } = await createTeam(world());
      const names: PersonName[] = ['ada', 'bob', 'chloe'];
      await suite.teams.addMembers(
        tenantId,
        team.id,
        names.map((name) => owner(people[name])),
      );
      const ids = await Promise.all(names.map((name) => idOf(team.id, name)));
      const went = await outcomes<unknown>([
        suite.teams.removeMember(tenantId, team.id, ids[0] ?? ''),
        suite.teams.setMemberRole(tenantId, team.id, ids[1] ?? '', 'member'),
        suite.teams.removeMember(tenantId, team.id, ids[2] ?? ''),
      ]);
      assert.equal(went.filter((outcome) => outcome === 'Conflict').length, 1, JSON.stringify(went));
      const owners = Object.values(await rolesIn(team.id)).filter((role) => role === 'owner');
      assert.equal(owners.length, 1);
    }
  });

  it('removes a membership once for concurrent callers', async () => {
    const { suite, tenantId } = world();
    const teamId = await createPeopledTeam(world());
    const id = await idOf(teamId, 'bob');
    const went = await outcomes(
      Array.from({ length: 4 }, () => suite.teams.removeMember(tenantId, teamId, id)),
    );
    assert.equal(went.filter((outcome) => outcome === 'NotFound').length, 3);
    assert.deepEqual(await rolesIn(teamId), { ada: 'owner' });
  });

  it('rejects a new role for a guest, and removes guests', async () => {
    const { suite, tenantId, people } = world();
    const teamId = await createPeopledTeam(world());
    await suite.teams.addMembers(tenantId, teamId, [member(people.greta)]);
    await rejects(setRole(teamId, 'greta', 'owner'), 'InvalidRequest', /guest/);
    await remove(teamId, 'greta');
    assert.deepEqual(await rolesIn(teamId), { ada: 'owner', bob: 'member' });
  });

  it('removes a former member from private channels, and promotes another member if no owner remains', async () => {
    const { suite, tenantId, people } = world();
    const teamId = await createPeopledTeam(world());
    await suite.teams.addMembers(tenantId, teamId, [member(people.chloe)]);
    const [inside, alone] = await suite.channels.create(tenantId, teamId, [
      aChannel('Inside', { membershipType: 'private', members: [owner(people.bob), member(people.chloe)] }),
      aChannel('Alone', { membershipType: 'private', members: [owner(people.bob)] }),
    ]);
    await remove(teamId, 'bob');
    const membersOf = async (id = '') =>
      (await suite.channels.listMembers(tenantId, teamId, id)).map(({ userId, roles }) => [userId, roles]);
    assert.deepEqual(await membersOf(inside?.id), [[people.chloe, ['owner']]]);
    assert.deepEqual(await membersOf(alone?.id), []);
  });

  it('changes nothing in an archived team', async () => {
    const { suite, tenantId } = world();
    const teamId = await createPeopledTeam(world());
    await suite.teams.archive(tenantId, teamId, { siteReadOnly: false });
    await rejects(setRole(teamId, 'bob', 'owner'), 'TeamArchived');
    await rejects(remove(teamId, 'bob'), 'TeamArchived');
    assert.deepEqual(await rolesIn(teamId), { ada: 'owner', bob: 'member' });
  });

  it('returns and changes no membership of another organisation', async () => {
    const { suite, otherTenantId } = world();
    const teamId = await createPeopledTeam(world());
    const id = await idOf(teamId, 'bob');
    assert.equal(await suite.teams.findMember(otherTenantId, teamId, id), undefined);
    assert.deepEqual(await suite.teams.listMemberPage(otherTenantId, teamId, { top: 9 }), { members: [] });
    await rejects(suite.teams.removeMember(otherTenantId, teamId, id), 'NotFound');
    await rejects(suite.teams.setMemberRole(otherTenantId, teamId, id, 'owner'), 'NotFound');
  });
}
