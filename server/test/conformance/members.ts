/** Conformance tests of members of teams. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TeamMember } from '../../src/domain/teams/model.ts';
import { atOnce, createPeopledTeam, createTeam, member, owner, rejects, type WorldOf } from './world.ts';

const byName = (members: readonly TeamMember[]): TeamMember[] =>
  members.toSorted((a, b) => a.displayName.localeCompare(b.displayName));

export function memberCases(world: WorldOf): void {
  it('adds people with their roles, and lists them', async () => {
    const { suite, tenantId, people } = world();
    const { team } = await createTeam(world());
    const added = await suite.teams.addMembers(tenantId, team.id, [member(people.bob), owner(people.ada)]);
    const [bob, ada] = added;
    assert.deepEqual(
      [bob?.userId, bob?.displayName, bob?.email, bob?.roles],
      [people.bob, "Bob O'Brien", 'bob@conformance.example', []],
    );
    assert.deepEqual(
      [ada?.userId, ada?.email, ada?.roles],
      [people.ada, 'Ada.Lovelace@Conformance.example', ['owner']],
    );
    assert.notEqual(ada?.id, bob?.id);
    const listed = await suite.teams.listMembers(tenantId, team.id);
    assert.deepEqual(byName(listed), [ada, bob]);
    const again = await suite.teams.addMembers(tenantId, team.id, [member(people.bob)]);
    assert.deepEqual(again, [bob]);
  });

  it('promotes a member who is added again, and never demotes one', async () => {
    const { suite, tenantId, people } = world();
    const teamId = await createPeopledTeam(world());
    const roles = async (...members: Parameters<typeof suite.teams.addMembers>[2]) =>
      (await suite.teams.addMembers(tenantId, teamId, members)).map((added) => added.roles);
    assert.deepEqual(await roles(member(people.ada), owner(people.bob)), [['owner'], ['owner']]);
    assert.deepEqual(await roles(member(people.bob)), [['owner']]);
    assert.equal((await suite.teams.listMembers(tenantId, teamId)).length, 2);
  });

  it('keeps the guest role, whatever role is requested', async () => {
    const { suite, tenantId, people } = world();
    const { team } = await createTeam(world());
    for (const wanted of [member(people.greta), owner(people.greta)]) {
      const [added] = await suite.teams.addMembers(tenantId, team.id, [wanted]);
      assert.deepEqual(added?.roles, ['guest']);
    }
    const access = await suite.teams.access(tenantId, team.id, people.greta);
    assert.equal(access?.role, 'guest');
  });

  it('returns a result for every entry when a person is named twice', async () => {
    const { suite, tenantId, people } = world();
    const { team } = await createTeam(world());
    const wanted = [member(people.ada), member(people.bob), owner(people.ada)];
    const added = await suite.teams.addMembers(tenantId, team.id, wanted);
    assert.deepEqual(
      added.map(({ userId, roles }) => [userId, roles]),
      [
        [people.ada, ['owner']],
        [people.bob, []],
        [people.ada, ['owner']],
      ],
    );
    assert.equal((await suite.teams.listMembers(tenantId, team.id)).length, 2);
  });

  it('names the unknown people and adds nobody', async () => {
    const { suite, tenantId, people } = world();
    const { team } = await createTeam(world());
    const wanted = [owner(people.bob), member('nobody-1'), member('nobody-2')];
    const error = await rejects(
      suite.teams.addMembers(tenantId, team.id, wanted),
      'NotFound',
      /nobody-1.*nobody-2/,
    );
    assert.deepEqual(
      error.details.map(({ target }) => target),
      ['nobody-1', 'nobody-2'],
    );
    const listed = await suite.teams.listMembers(tenantId, team.id);
    assert.deepEqual(
      listed.map(({ userId }) => userId),
      [people.ada],
    );
  });

  it('creates one membership for concurrent callers', async () => {
    const { suite, tenantId, people } = world();
    const { team } = await createTeam(world());
    const { zoe: _disabled, ...enabled } = people;
    const everybody = Object.values(enabled);
    await atOnce(6, (index) => {
      const order = index % 2 ? everybody : everybody.toReversed();
      return suite.teams.addMembers(tenantId, team.id, order.map(index === 3 ? owner : member));
    });
    const members = await suite.teams.listMembers(tenantId, team.id);
    assert.equal(members.length, everybody.length);
    const owners = members.filter(({ roles }) => roles.includes('owner'));
    assert.equal(owners.length, everybody.length - 1, 'all but the guest');
  });

  it('returns the team and the role in one call', async () => {
    const { suite, tenantId, people } = world();
    const teamId = await createPeopledTeam(world());
    const roleOf = async (userId: string | undefined) => {
      const access = await suite.teams.access(tenantId, teamId, userId);
      assert.equal(access?.suiteTeam.team.id, teamId);
      return access?.role;
    };
    assert.equal(await roleOf(people.ada), 'owner');
    assert.equal(await roleOf(people.bob), 'member');
    assert.equal(await roleOf(people.chloe), undefined);
    assert.equal(await roleOf(undefined), undefined);
  });
}
