import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CAUSE } from '../../../test/cause.ts';
import { assertRejected } from '../../../test/team-rejections.ts';
import { type Caller, startTeamService, type TeamService } from '../../../test/team-service.ts';
import { OTHER_TENANT, TENANT } from '../../../test/team-world.ts';
import { createRoleAssignmentStore } from '../../persistence/role-assignments.ts';

const OTHERS: Caller[] = ['olga', 'gus', 'ada', 'ivan', 'app'];

let service: TeamService;
let call: TeamService['call'];
before(async () => {
  service = await startTeamService();
  call = service.call;
  const roles = createRoleAssignmentStore(service.world.database.tenancy);
  await roles.assign(TENANT, 'ida-id', 'GLOBAL_ADMIN', CAUSE);
});
after(() => service.close());

const person = (id: string, change: object = {}) => ({
  id,
  displayName: `Person ${id}`,
  userPrincipalName: `${id}@fabrikam.example`,
  ...change,
});
const send = (users: unknown, as: Caller = 'ida', options: object = {}) =>
  call(as, 'POST', '/users/import', { users, ...options });
const replace = (users: unknown) => send(users, 'ida', { replace: true });
const suite = () => service.world.suite;
const groupsOf = async (id: string) => {
  const { directGroups } = (await suite().users.profile(TENANT, id)) ?? { directGroups: [] };
  return directGroups.slice(directGroups.length / 2).sort();
};

describe('POST /users/import', () => {
  it('requires credentials, and GLOBAL_ADMIN', async () => {
    assertRejected(await send([person('x')], 'nobody'), 401, 'Unauthenticated');
    for (const caller of OTHERS) assertRejected(await send([person('x')], caller), 403, 'Forbidden');
  });

  it('adds people with their managers and groups, and records the import', async () => {
    const { status, body } = await send([
      person('grace', { mail: 'grace@fabrikam.example', jobTitle: 'Admiral', groups: ['Navy', 'Compilers'] }),
      person('alan', { managerId: 'grace', department: null, groups: ['navy'] }),
    ]);
    assert.deepEqual([status, body.importedUsers], [200, 2]);
    const [grace] = await suite().users.resolve(TENANT, ['grace@fabrikam.example']);
    assert.deepEqual([grace?.id, grace?.jobTitle, grace?.accountEnabled], ['grace', 'Admiral', true]);
    const managers = await suite().users.managers(TENANT, 'alan', 5);
    assert.deepEqual(
      managers.map(({ id }) => id),
      ['grace'],
    );
    assert.deepEqual(await groupsOf('grace'), ['Compilers', 'Navy']);
    assert.deepEqual(await groupsOf('alan'), ['Navy']);
    const filter = "$filter=type eq 'users_imported'";
    const records = await call('ida', 'GET', `/audittrails/security/records?$top=1&${filter}`);
    const [{ actor, count }] = records.body.value;
    assert.deepEqual([actor.id, count], ['ida-id', 2]);
    assert.deepEqual(await suite().users.resolve(OTHER_TENANT, ['grace']), [undefined]);
  });

  it('changes the given fields of known people, and removes fields that are null', async () => {
    const kurt = person('kurt', { jobTitle: 'Logician', city: 'Vienna', groups: ['Vienna', 'Princeton'] });
    await send([kurt, person('emil', { managerId: 'kurt' })]);
    await send([
      person('kurt', { displayName: 'Kurt G.', accountEnabled: false, city: null }),
      person('emil'),
    ]);
    const [found, emil] = await suite().users.profiles(TENANT, ['kurt', 'emil']);
    assert.deepEqual(
      [found?.displayName, found?.jobTitle, found?.city, found?.accountEnabled],
      ['Kurt G.', 'Logician', null, false],
    );
    assert.equal((await suite().users.managers(TENANT, emil?.id ?? '', 1))[0]?.id, 'kurt');
    assert.deepEqual(await groupsOf('kurt'), ['Princeton', 'Vienna']);
    await send([person('kurt', { groups: ['Princeton'] })]);
    assert.deepEqual(await groupsOf('kurt'), ['Princeton']);
    await send([person('kurt', { groups: [] })]);
    assert.deepEqual(await groupsOf('kurt'), []);
  });

  it('replaces people on request, but keeps their groups when the request names none', async () => {
    const grete = person('grete', { jobTitle: 'Philosopher', managerId: 'ida-id', groups: ['Hanover'] });
    await send([{ ...grete, accountEnabled: false, userType: 'Guest' }]);
    await replace([person('grete')]);
    const [found] = await suite().users.resolve(TENANT, ['grete']);
    assert.deepEqual([found?.jobTitle, found?.accountEnabled, found?.userType], [null, true, 'Member']);
    assert.deepEqual(await suite().users.managers(TENANT, 'grete', 1), []);
    assert.deepEqual(await groupsOf('grete'), ['Hanover']);
  });

  it('records each person who is added or changed, with the changed attributes, and nobody else', async () => {
    const recordsOf = async (id: string) => {
      const filter = encodeURIComponent(`target/id eq '${id}'`);
      const { body } = await call('ida', 'GET', `/audittrails/security/records?$filter=${filter}`);
      return body.value
        .toReversed()
        .map(({ type, attributes, actor }: never) => [type, attributes, (actor as { id: string }).id]);
    };
    await send([person('emmy', { groups: ['Erlangen'] }), person('otto')]);
    await send([person('emmy', { city: 'Erlangen', department: 'Algebra' }), person('otto')]);
    await send([person('emmy', { groups: ['Erlangen'] }), person('otto')]);
    assert.deepEqual(await recordsOf('emmy'), [
      ['user_added', undefined, 'ida-id'],
      ['user_memberships_changed', undefined, 'ida-id'],
      ['user_updated', ['city', 'department'], 'ida-id'],
    ]);
    assert.deepEqual(await recordsOf('otto'), [['user_added', undefined, 'ida-id']]);
  });

  it('disables an account at once', async () => {
    assert.equal((await call('gus', 'GET', '/me')).status, 200);
    const [gus] = await suite().users.resolve(TENANT, ['gus-id']);
    const { id, displayName, userPrincipalName } = gus!;
    await send([{ id, displayName, userPrincipalName, accountEnabled: false }]);
    assert.equal((await call('gus', 'GET', '/me')).status, 403);
    await send([{ id, displayName, userPrincipalName, accountEnabled: true }]);
    assert.equal((await call('gus', 'GET', '/me')).status, 200);
  });

  it('creates one group when several imports name it at once', async () => {
    const ids = ['p1', 'p2', 'p3', 'p4'];
    await Promise.all(ids.map((id) => send([person(id, { groups: ['Together'] })])));
    const groups = new Set<string>();
    for (const id of ids) {
      const profile = await suite().users.profile(TENANT, id);
      groups.add(profile?.directGroups.join() ?? '');
    }
    assert.equal(groups.size, 1);
  });

  it('returns 409 for a user principal name of another person', async () => {
    const answer = await send([person('thief', { userPrincipalName: `mia@${TENANT}.example` })]);
    assertRejected(answer, 409, 'Conflict', ['users[0].userPrincipalName']);
    assert.deepEqual(await suite().users.resolve(TENANT, ['thief']), [undefined]);
  });

  const BAD: [what: string, users: unknown, targets: string[]][] = [
    ['an empty list', [], ['users']],
    ['too many people', Array.from({ length: 1001 }, (_, index) => person(`n${index}`)), ['users']],
    ['a person without an id', [{ displayName: 'x', userPrincipalName: 'x' }], ['users[0].id']],
    ['an empty name', [person('x', { displayName: '' })], ['users[0].displayName']],
    ['an unknown field', [person('x', { shoeSize: 42 })], ['users[0].shoeSize']],
    ['an unknown kind of user', [person('x', { userType: 'Robot' })], ['users[0].userType']],
    ['a duplicate id', [person('x'), person('x', { userPrincipalName: 'y' })], ['users[1].id']],
    [
      'a duplicate user principal name',
      [person('x'), person('y', { userPrincipalName: 'X@fabrikam.example' })],
      ['users[1].userPrincipalName'],
    ],
    ['a person who is their own manager', [person('x', { managerId: 'x' })], ['users[0].managerId']],
  ];
  for (const [what, users, targets] of BAD) {
    it(`rejects ${what}`, async () => {
      assertRejected(await send(users), 400, 'InvalidRequest', targets);
    });
  }
});
