import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertRejected, testRejections } from '../../../test/team-rejections.ts';
import {
  type Caller,
  type JsonResponse,
  startTeamService,
  type TeamService,
} from '../../../test/team-service.ts';
import { TENANT } from '../../../test/team-world.ts';

let service: TeamService;
before(async () => {
  service = await startTeamService();
});
after(() => service.close());

const newTeam = async (): Promise<string> => (await service.world.newTeam()).team.id;
const OTHER_TENANTS: Caller[] = ['foreigner', 'foreign app'];

interface ListedMember {
  id: string;
  userId: string;
  roles: string[];
  permanent?: { role: string; source: { type: string; name: string } }[];
}

async function membersOf(teamId: string, as: Caller = 'olga'): Promise<ListedMember[]> {
  const { status, body } = await service.call(as, 'GET', `/teams/${teamId}/members`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.value;
}

async function pathOf(teamId: string, name: string): Promise<string> {
  const members = await service.world.suite.teams.listMembers(TENANT, teamId);
  const found = members.find(({ userId }) => userId === `${name}-id`);
  return `/teams/${teamId}/members/${encodeURIComponent(found?.id ?? 'absent')}`;
}

const eventsOf = async ({ headers }: JsonResponse) =>
  (await service.world.events(headers.get('request-id') ?? '')).map(({ type, payload }) => [
    type,
    (payload.member as { id: string; role: string }).id,
    (payload.member as { role: string }).role,
  ]);

/** Makes people permanent owners or members by a policy that is attached to the team. Returns the policy's id. */
async function makePermanent(teamId: string, people: { owners: string[]; members: string[] }) {
  const { body } = await service.call('ada', 'POST', '/policies', {
    name: 'Board',
    kind: 'permanentMembership',
    scope: { type: 'teams' },
    settings: people,
  });
  await service.call('ada', 'PUT', `/policies/${body.id}/teams/${teamId}`);
  return body.id as string;
}

describe('GET /teams/{teamId}/members', () => {
  testRejections(() => service, {
    method: 'GET',
    path: async () => `/teams/${await newTeam()}/members`,
    missing: '/teams/unknown/members',
    denied: [],
    hidden: ['sam', 'ivan', ...OTHER_TENANTS],
  });

  it('lists members by role to everybody who may read the channels, in pages', async () => {
    const teamId = await newTeam();
    const roles = [
      ['olga-id', ['owner']],
      ['mia-id', []],
      ['gus-id', ['guest']],
    ];
    for (const caller of ['olga', 'mia', 'gus', 'ada', 'app'] as const) {
      assert.deepEqual(
        (await membersOf(teamId, caller)).map(({ userId, roles }) => [userId, roles]),
        roles,
      );
    }
    const seen: string[] = [];
    let next: string | undefined = `${service.url}/teams/${teamId}/members?$top=2&$count=true`;
    while (next !== undefined) {
      const { body }: JsonResponse = await service.call('olga', 'GET', next.slice(service.url.length));
      assert.equal(body['@odata.count'], 3);
      seen.push(...body.value.map(({ userId }: ListedMember) => userId));
      next = body['@odata.nextLink'];
    }
    assert.deepEqual(seen, ['olga-id', 'mia-id', 'gus-id']);
    const found = await service.call('olga', 'GET', `/teams/${teamId}/members?$search=mi`);
    assert.deepEqual(
      found.body.value.map(({ userId }: ListedMember) => userId),
      ['mia-id'],
    );
  });

  it('says who is permanent, and by which policy', async () => {
    const teamId = await newTeam();
    const id = await makePermanent(teamId, { owners: [], members: ['mia@fabrikam.example'] });
    const [olga, mia, gus] = await membersOf(teamId);
    assert.deepEqual(mia?.permanent, [{ role: 'member', source: { type: 'policy', id, name: 'Board' } }]);
    assert.deepEqual([olga?.permanent, gus?.permanent], [undefined, undefined]);
  });
});

describe('PATCH /teams/{teamId}/members/{membershipId}', () => {
  testRejections(() => service, {
    method: 'PATCH',
    path: async () => pathOf(await newTeam(), 'mia'),
    missing: '/teams/unknown/members/made-up',
    body: { role: 'owner' },
    denied: ['mia', 'gus'],
    hidden: ['sam', 'ivan', ...OTHER_TENANTS],
  });

  const patch = async (path: string, body: unknown, as: Caller = 'olga') =>
    service.call(as, 'PATCH', path, body);

  it('promotes and demotes with the body of this API or of Microsoft Graph, and records each change', async () => {
    const teamId = await newTeam();
    const mia = await pathOf(teamId, 'mia');
    const promoted = await patch(mia, {
      '@odata.type': '#microsoft.graph.aadUserConversationMember',
      roles: ['Owner'],
    });
    assert.deepEqual([promoted.status, promoted.body.roles], [200, ['owner']]);
    assert.deepEqual(await eventsOf(promoted), [['team_member_updated', 'mia-id', 'owner']]);
    assert.deepEqual(await eventsOf(await patch(mia, { role: 'owner' })), []);
    const demoted = await patch(await pathOf(teamId, 'olga'), { role: 'member' }, 'mia');
    assert.deepEqual(demoted.body.roles, []);
    assertRejected(await patch(mia, { roles: [] }, 'mia'), 409, 'Conflict', ['membershipId']);
  });

  it('rejects changes from and to the role guest, and accepts the unchanged membership of a guest', async () => {
    const teamId = await newTeam();
    const gus = await pathOf(teamId, 'gus');
    assertRejected(await patch(gus, { role: 'owner' }), 400, 'InvalidRequest', ['role']);
    assertRejected(await patch(await pathOf(teamId, 'mia'), { role: 'guest' }), 400, 'InvalidRequest', [
      'role',
    ]);
    const [, , read] = await membersOf(teamId);
    assert.deepEqual((await patch(gus, read)).body.roles, ['guest']);
  });

  it('changes nothing when it rejects the stay of a person who is not a guest', async () => {
    const teamId = await newTeam();
    const stay = { endDateTime: '2999-01-01T00:00:00Z' };
    for (const body of [stay, { ...stay, role: 'owner' }, { ...stay, roles: ['owner'] }])
      assertRejected(await patch(await pathOf(teamId, 'mia'), body), 400, 'InvalidRequest', ['endDateTime']);
    const gus = await pathOf(teamId, 'gus');
    assertRejected(await patch(gus, { ...stay, role: 'owner' }), 400, 'InvalidRequest', ['role']);
    const members = await membersOf(teamId);
    assert.deepEqual(
      members.map(({ userId, roles }) => [userId, ...roles]),
      [['olga-id', 'owner'], ['mia-id'], ['gus-id', 'guest']],
    );
    assert.ok(members.every((member) => !('endDateTime' in member)));
    assert.equal((await patch(gus, { ...stay, role: 'guest' })).body.endDateTime, '2999-01-01T00:00:00.000Z');
  });

  it('returns 404 for a missing membership, and 409 in an archived team', async () => {
    const teamId = await newTeam();
    assertRejected(await patch(`/teams/${teamId}/members/made-up`, { role: 'owner' }), 404, 'NotFound');
    const mia = await pathOf(teamId, 'mia');
    await service.world.suite.teams.archive(TENANT, teamId, { siteReadOnly: false });
    assertRejected(await patch(mia, { role: 'owner' }), 409, 'TeamArchived');
  });

  it('rejects the demotion of a permanent owner, and names the policy', async () => {
    const teamId = await newTeam();
    const mia = await pathOf(teamId, 'mia');
    await patch(mia, { role: 'owner' });
    const policyId = await makePermanent(teamId, { owners: ['mia-id'], members: [] });
    const rejected = await patch(mia, { role: 'member' });
    assertRejected(rejected, 409, 'Conflict', [policyId]);
    assert.match(rejected.body.error.message, /policy 'Board' makes Mia a permanent owner/);
  });
});

describe('DELETE /teams/{teamId}/members/{membershipId}', () => {
  testRejections(() => service, {
    method: 'DELETE',
    path: async () => pathOf(await newTeam(), 'olga'),
    missing: '/teams/unknown/members/made-up',
    denied: ['mia', 'gus'],
    hidden: ['sam', 'ivan', ...OTHER_TENANTS],
  });

  const remove = (path: string, as: Caller = 'olga') => service.call(as, 'DELETE', path);

  it('removes a member, and records the removal once', async () => {
    const teamId = await newTeam();
    const mia = await pathOf(teamId, 'mia');
    const removed = await remove(mia);
    assert.equal(removed.status, 204);
    assert.deepEqual(await eventsOf(removed), [['team_member_removed', 'mia-id', 'member']]);
    assertRejected(await remove(mia), 404, 'NotFound');
    assertRejected(await service.call('mia', 'GET', `/teams/${teamId}/members`), 404, 'NotFound');
  });

  it('allows everybody to leave except the last owner', async () => {
    const teamId = await newTeam();
    for (const name of ['mia', 'gus'] as const) {
      assert.equal((await remove(await pathOf(teamId, name), name)).status, 204);
    }
    assertRejected(await remove(await pathOf(teamId, 'olga')), 409, 'Conflict', ['membershipId']);
    assert.equal((await membersOf(teamId)).length, 1);
  });

  it('rejects the removal of a permanent member, also by that member, and names the policy', async () => {
    const teamId = await newTeam();
    const policyId = await makePermanent(teamId, { owners: [], members: ['mia-id'] });
    for (const caller of ['olga', 'mia'] as const) {
      assertRejected(await remove(await pathOf(teamId, 'mia'), caller), 409, 'Conflict', [policyId]);
    }
    const promoted = await service.call('olga', 'PATCH', await pathOf(teamId, 'mia'), { role: 'owner' });
    assert.equal(promoted.status, 200);
  });
});

describe('POST /teams/{teamId}/members/add', () => {
  const people = (...ids: string[]) => ({ values: ids.map((id) => ({ user: { id }, role: 'member' })) });
  testRejections(() => service, {
    method: 'POST',
    path: async () => `/teams/${await newTeam()}/members/add`,
    missing: '/teams/unknown/members/add',
    body: people('sam-id'),
    denied: ['mia', 'gus'],
    hidden: ['sam', 'ivan', ...OTHER_TENANTS],
  });

  const add = (teamId: string, body: unknown) =>
    service.call('olga', 'POST', `/teams/${teamId}/members/add`, body);

  it('adds and promotes everybody in one call, in order, and records each change', async () => {
    const teamId = await newTeam();
    const values = [
      { user: { id: 'sam@fabrikam.example' }, role: 'member' },
      { user: { id: 'mia-id' }, role: 'owner' },
      { user: { id: 'gus-id' }, role: 'owner' },
      { 'user@odata.bind': "https://graph.microsoft.com/v1.0/users('ida-id')", roles: ['owner'] },
      { user: { id: 'ida@mail.fabrikam.example' }, role: 'member' },
    ];
    const answer = await add(teamId, { values });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.deepEqual(
      answer.body.value.map(({ member }: { member: ListedMember }) => [member.userId, member.roles]),
      [
        ['sam-id', []],
        ['mia-id', ['owner']],
        ['gus-id', ['guest']],
        ['ida-id', ['owner']],
        ['ida-id', ['owner']],
      ],
    );
    assert.deepEqual((await eventsOf(answer)).toSorted(), [
      ['team_member_added', 'ida-id', 'owner'],
      ['team_member_added', 'mia-id', 'owner'],
      ['team_member_added', 'sam-id', 'member'],
    ]);
    assert.deepEqual(await eventsOf(await add(teamId, { values })), []);
  });

  it('adds a guest once, with the last end date and sponsor, when the list names the guest twice', async () => {
    const teamId = await newTeam();
    await service.call('olga', 'DELETE', await pathOf(teamId, 'gus'));
    const stay = (year: number) => ({ role: 'member', endDateTime: `${year}-01-01T00:00:00Z` });
    const values = [
      { user: { id: 'gus-id' }, ...stay(2998), sponsor: { id: 'olga-id' } },
      { user: { id: 'gus@mail.fabrikam.example' }, ...stay(2999), sponsor: { id: 'mia-id' } },
    ];
    const answer = await add(teamId, { values });
    assert.deepEqual([answer.status, (await eventsOf(answer)).length], [200, 1], JSON.stringify(answer.body));
    const { body } = await service.call('olga', 'GET', `/teams/${teamId}/members`);
    const { endDateTime, sponsor } = body.value.find(({ userId }: ListedMember) => userId === 'gus-id');
    assert.deepEqual([endDateTime, sponsor.id], ['2999-01-01T00:00:00.000Z', 'mia-id']);
    const strangers = values.map((value) => ({ ...value, sponsor: { id: 'nobody' } }));
    await service.call('olga', 'DELETE', await pathOf(teamId, 'gus'));
    assertRejected(await add(teamId, { values: strangers }), 400, 'InvalidRequest', [
      'values[0].sponsor.id',
      'values[1].sponsor.id',
    ]);
  });

  it('names each unknown person, and then adds nobody', async () => {
    const teamId = await newTeam();
    const answer = await add(teamId, people('sam-id', 'who@x.example', 'ida-id', 'nobody'));
    assertRejected(answer, 400, 'InvalidRequest', ['values[1].user.id', 'values[3].user.id']);
    assert.equal((await membersOf(teamId)).length, 3);
  });

  it('rejects an empty list, more than 200 people, and a person without a role', async () => {
    const teamId = await newTeam();
    assertRejected(await add(teamId, people()), 400, 'InvalidRequest', ['values']);
    const many = people(...Array.from({ length: 201 }, () => 'sam-id'));
    assertRejected(await add(teamId, many), 400, 'InvalidRequest', ['values']);
    const roleless = { values: [{ user: { id: 'sam-id' } }] };
    assertRejected(await add(teamId, roleless), 400, 'InvalidRequest', ['values[0].role']);
  });
});
