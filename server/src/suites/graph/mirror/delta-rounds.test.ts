/** Tests delta queries whose links Graph rejects, and pages that show an object several times. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { createTeam, member, owner } from '../../../../test/conformance/world.ts';
import { FAULTLESS, type Fault, type Occasion } from '../../../../test/graph/behaviour.ts';

import { useGraphWorld } from '../../../../test/graph/world.ts';

const REMOVED = { '@removed': { reason: 'deleted' } };

describe('the delta queries of a tenant', () => {
  const world = useGraphWorld();

  const refresh = async (): Promise<void> => {
    world.clock.advance(3600);
    await world.suite.refreshDirectory(world.tenantId);
  };

  /** Refreshes once while calls get these faults, and returns the calls to delta queries. */
  async function refreshWith(faultOf: (occasion: Occasion) => Fault | undefined): Promise<string[]> {
    const { bare, clock, standIn, tenantId } = world;
    clock.advance(3600);
    standIn.behave({ ...FAULTLESS, faultOf });
    const first = standIn.calls.all.length;
    try {
      await bare.refreshDirectory(tenantId);
    } finally {
      standIn.behave(FAULTLESS);
    }
    return standIn.calls.all.slice(first).flatMap(({ path }) => (path.includes('/delta') ? [path] : []));
  }

  const membersOf = async (teamId: string): Promise<Record<string, string>> => {
    const { suite, tenantId } = world;
    const { members } = await suite.teams.listMemberPage(tenantId, teamId, { top: 50 });
    return Object.fromEntries(members.map(({ userId, roles }) => [userId, roles[0] ?? 'member']));
  };

  const managerOf = async (userId: string): Promise<string | undefined> =>
    (await world.suite.users.managers(world.tenantId, userId, 1))[0]?.id;

  const linkOf = async (collection: string): Promise<string | null | undefined> => {
    const { rows } = await sql<{ link: string | null }>`
      select link from graph_suite.synchronisation where collection = ${collection}`.execute(
      world.database.tenancy.for(world.tenantId),
    );
    return rows[0]?.link;
  };

  describe('after a rejected call', () => {
    for (const [status, code] of [
      [400, 'Request_BadRequest'],
      [404, 'syncStateNotFound'],
      [409, 'resyncRequired'],
    ] as const) {
      it(`read everything again when the response is ${status} ${code}`, async () => {
        const { suite, tenantId, people } = world;
        const { team } = await createTeam(world);
        await suite.teams.addMembers(tenantId, team.id, [owner(people.ada), member(people.bob)]);
        await refresh();
        world.tenant.groups.get(team.id)!.members.delete(people.bob);
        const expired = { kind: 'rejected', status, code, message: 'The state is unknown.' } as const;
        await refreshWith(({ path }) => (path.includes('deltatoken') ? expired : undefined));
        assert.deepEqual(await membersOf(team.id), { [people.ada]: 'owner' });
        await refresh();
        assert.deepEqual(await membersOf(team.id), { [people.ada]: 'owner' });
      });
    }

    it('keep the link when Graph rejects the caller', async () => {
      await refresh();
      const link = await linkOf('users');
      assert.match(link ?? '', /deltatoken/);
      for (const kind of ['revoked', 'expired token'] as const) {
        await assert.rejects(
          refreshWith(({ path }) => (path.includes('deltatoken') ? { kind } : undefined)),
          { code: 'ServiceUnavailable' },
        );
        assert.equal(await linkOf('users'), link);
      }
    });

    it('keep the link when Graph rejects a call about a member', async () => {
      const { team } = await createTeam(world);
      await refresh();
      const link = await linkOf('groups');
      const stranger = { id: world.tenant.newId('user', 'stranger') };
      world.tenant.moreEntries.groups.push({ id: team.id, 'members@delta': [stranger] });
      const rejected = { kind: 'rejected', status: 400, code: 'Request_BadRequest', message: 'No.' } as const;
      await assert.rejects(
        refreshWith(({ route }) => (route === 'GET /users/{user}' ? rejected : undefined)),
        { code: 'SuiteError' },
      );
      assert.equal(await linkOf('groups'), link);
    });

    it('fail when Graph rejects a query without a link', async () => {
      const { database, tenantId } = world;
      await sql`update graph_suite.synchronisation set link = null`.execute(database.tenancy.for(tenantId));
      const rejected = { kind: 'rejected', status: 400, code: 'Request_BadRequest', message: 'No.' } as const;
      const calls: string[] = [];
      const rejecting = refreshWith(({ path }) => {
        calls.push(path);
        return path.includes('/users/delta') ? rejected : undefined;
      });
      await assert.rejects(rejecting, { code: 'SuiteError' });
      assert.equal(calls.length, 1);
      await refresh();
    });

    it('begin one full read per refresh, even when Graph rejects its next links', async () => {
      const { clock } = world;
      for (let number = 1; number <= 21; number += 1) {
        const userPrincipalName = `many${number}@conformance.example`;
        world.tenant.addUser({ displayName: `Many ${number}`, userPrincipalName }, clock.now());
      }
      await refresh();
      const expired = { kind: 'rejected', status: 400, code: 'syncStateInvalid', message: 'No.' } as const;
      const tokens: string[] = [];
      const rejecting = refreshWith(({ path }) => {
        if (!path.includes('/users/delta')) return undefined;
        const token = /(deltatoken|skiptoken)/.exec(path)?.[1];
        tokens.push(token ?? 'none');
        return token === undefined ? undefined : expired;
      });
      await assert.rejects(rejecting, { code: 'SuiteError' });
      assert.deepEqual(tokens, ['deltatoken', 'none', 'skiptoken']);
      const calls = await refreshWith(() => undefined);
      assert.ok(calls.length > 1);
      const { users } = await world.suite.users.list(world.tenantId, { search: 'Many', top: 50 });
      assert.equal(users.length, 21);
    });
  });

  describe('with several entries for an object in a page', () => {
    it('save the last state of a membership', async () => {
      const { suite, tenantId, people } = world;
      const { ada, bob, chloe, dora } = people;
      const { team } = await createTeam(world);
      await suite.teams.addMembers(tenantId, team.id, [owner(ada), owner(bob), member(chloe)]);
      await refresh();
      world.tenant.moreEntries.groups.push(
        { id: team.id, 'members@delta': [{ id: chloe, ...REMOVED }, { id: dora }] },
        { id: team.id, 'owners@delta': [{ id: bob, ...REMOVED }, { id: bob }] },
        { id: team.id, 'members@delta': [{ id: chloe }, { id: dora, ...REMOVED }] },
      );
      await refresh();
      assert.deepEqual(await membersOf(team.id), { [ada]: 'owner', [bob]: 'owner', [chloe]: 'member' });
    });

    it('save the last state of a group, with the fields of all entries', async () => {
      const { suite, tenantId } = world;
      const [shown, gone] = [(await createTeam(world)).team, (await createTeam(world)).team];
      await refresh();
      world.tenant.moreEntries.groups.push(
        { id: gone.id, displayName: 'Gone' },
        { id: shown.id, displayName: 'Shown twice' },
        { id: shown.id, ...REMOVED },
        { id: shown.id, description: 'About it' },
        { id: gone.id, ...REMOVED },
      );
      await refresh();
      const { teams } = await suite.teams.list(tenantId, { order: 'displayName asc', top: 50 });
      const found = teams.filter(({ id }) => id === shown.id || id === gone.id);
      assert.deepEqual(
        found.map(({ displayName, description }) => [displayName, description]),
        [['Shown twice', 'About it']],
      );
    });

    it('save the last state of a person, with the fields of all entries', async () => {
      const { suite, tenantId, clock } = world;
      const add = (name: string): string =>
        world.tenant.addUser(
          { displayName: name, userPrincipalName: `${name}@conformance.example` },
          clock.now(),
        ).id;
      const [shown, gone] = [add('shown'), add('gone')];
      await refresh();
      world.tenant.moreEntries.users.push(
        { id: gone, jobTitle: 'Former' },
        { id: shown, jobTitle: 'Pilot' },
        { id: shown, ...REMOVED },
        { id: shown, department: 'Air' },
        { id: gone, ...REMOVED },
      );
      await refresh();
      const profiles = await suite.users.profiles(tenantId, [shown, gone]);
      assert.deepEqual(
        profiles.map((profile) => [profile?.displayName, profile?.jobTitle, profile?.department]),
        [
          ['shown', 'Pilot', 'Air'],
          [undefined, undefined, undefined],
        ],
      );
    });

    it('assign the principal name of a removed person to another person', async () => {
      const { suite, tenantId, clock } = world;
      const userPrincipalName = 'reused@conformance.example';
      const former = world.tenant.addUser({ displayName: 'Former', userPrincipalName }, clock.now());
      await refresh();
      former.deletedAt = clock.now().getTime();
      const next = world.tenant.addUser({ displayName: 'Next', userPrincipalName }, clock.now());
      world.tenant.moreEntries.users.push({ id: former.id, ...REMOVED });
      await refresh();
      const [found] = await suite.users.resolve(tenantId, [userPrincipalName]);
      assert.equal(found?.id, next.id);
    });

    it('assign a principal name to the person whom Graph shows with it last', async () => {
      const { suite, tenantId, clock } = world;
      const add = (name: string) =>
        world.tenant.addUser(
          { displayName: name, userPrincipalName: `${name}@conformance.example` },
          clock.now(),
        );
      const ownerOf = async (name: string): Promise<string | undefined> =>
        (await suite.users.resolve(tenantId, [`${name}@conformance.example`]))[0]?.displayName;
      const left = add('left');
      const right = add('right');
      await refresh();
      const nameOf = (name: string) => ({ userPrincipalName: `${name}@conformance.example` });
      world.tenant.moreEntries.users.push(
        { id: left.id, ...nameOf('right') },
        { id: right.id, ...nameOf('left') },
      );
      await refresh();
      assert.deepEqual([await ownerOf('left'), await ownerOf('right')], ['right', 'left']);
      // The entry that removes or renames the former owner can be on a later page.
      world.tenant.moreEntries.users.push({ id: left.id, ...nameOf('LEFT') });
      await refresh();
      assert.equal(await ownerOf('left'), 'left');
      world.tenant.moreEntries.users.push(
        { id: left.id, ...nameOf('both') },
        { id: right.id, ...nameOf('both') },
      );
      await refresh();
      assert.equal(await ownerOf('both'), 'right');
      assert.deepEqual(
        (await suite.users.profiles(tenantId, [left.id, right.id])).map((profile) => profile?.displayName),
        ['left', 'right'],
      );
    });

    it('keep a manager until Graph removes or replaces that person', async () => {
      const { people } = world;
      const { ada, bob, chloe, dora } = people;
      const managers = (...list: object[]) => ({ id: dora, 'manager@delta': list });
      const [noAda, noBob] = [ada, bob].map((id) => ({ id, ...REMOVED }));
      for (const [entries, expected] of [
        [[managers({ id: ada })], ada],
        [[managers({ id: bob }), managers(noAda!)], bob],
        [[managers(noAda!)], bob],
        [[managers({ id: ada }), managers({ id: chloe })], chloe],
        [[managers(noBob!, { id: bob })], bob],
        [[managers(noBob!)], undefined],
      ] as const) {
        world.tenant.moreEntries.users.push(...entries);
        await refresh();
        assert.equal(await managerOf(dora), expected, JSON.stringify(entries));
      }
    });
  });

  describe('of teams with hidden membership', () => {
    const refreshAfterExpiry = async (): Promise<void> => {
      world.tenant.deltaEpoch += 1;
      await refresh();
    };

    it('keep the members whom a full read does not show', async () => {
      const { suite, tenantId, people } = world;
      const { ada, bob } = people;
      const { team } = await createTeam(world, { visibility: 'hiddenMembership' });
      await suite.teams.addMembers(tenantId, team.id, [owner(ada), member(bob)]);
      await refresh();
      await refreshAfterExpiry();
      assert.deepEqual(await membersOf(team.id), { [ada]: 'owner', [bob]: 'member' });
    });

    it('remove departed members when the permission shows the remaining ones', async () => {
      const { suite, tenantId, people, standIn } = world;
      const { ada, bob, chloe } = people;
      const { roles } = standIn.registrations.find((one) => one.tenantId === world.tenant.id)!;
      roles.push('Member.Read.Hidden');
      try {
        const { team } = await createTeam(world, { visibility: 'hiddenMembership' });
        await suite.teams.addMembers(tenantId, team.id, [owner(ada), member(bob), member(chloe)]);
        await refresh();
        world.tenant.groups.get(team.id)!.members.delete(bob);
        await refreshAfterExpiry();
        assert.deepEqual(await membersOf(team.id), { [ada]: 'owner', [chloe]: 'member' });
      } finally {
        roles.pop();
      }
    });
  });
});
