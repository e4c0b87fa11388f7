import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertRejected, testRejections } from '../../../test/team-rejections.ts';
import { type Caller, startTeamService, type TeamService } from '../../../test/team-service.ts';
import { TENANT } from '../../../test/team-world.ts';

let service: TeamService;
let call: TeamService['call'];
before(async () => {
  service = await startTeamService();
  call = service.call;
});
after(() => service.close());

const newTeam = async (...args: Parameters<TeamService['world']['newTeam']>): Promise<string> =>
  (await service.world.newTeam(...args)).team.id;

const archive = (teamId: string) =>
  service.world.suite.teams.archive(TENANT, teamId, { siteReadOnly: false });

const OTHER_TENANTS: Caller[] = ['foreigner', 'foreign app'];

const rejectsTheOthers = (method: string, path: string, body: unknown, denied: Caller[], hidden: Caller[]) =>
  testRejections(() => service, {
    method,
    path: async () => `/teams/${await newTeam()}${path}`,
    missing: `/teams/unknown${path}`,
    body,
    denied,
    hidden: [...hidden, ...OTHER_TENANTS],
  });

describe('GET /teams/{teamId}', () => {
  rejectsTheOthers('GET', '', undefined, ['sam', 'olga', 'mia', 'gus'], []);

  it('returns the team to callers with a required role, and 304 when it is unchanged', async () => {
    const teamId = await newTeam();
    const { team, version } = (await service.world.suite.teams.find(TENANT, teamId))!;
    const { classification, ...values } = team;
    assert.equal(classification, null);
    for (const caller of ['ivan', 'ada', 'app'] as const) {
      const { status, headers, body } = await call(caller, 'GET', `/teams/${teamId}`);
      assert.equal(status, 200);
      assert.equal(headers.get('etag'), `"${version}"`);
      const { '@odata.context': context, ...fields } = body;
      assert.equal(context, `${service.url}/$metadata#teams/$entity`);
      assert.deepEqual(fields, values);
    }
    const unchanged = await call('app', 'GET', `/teams/${teamId}`, undefined, {
      'if-none-match': `"${version}"`,
    });
    assert.deepEqual([unchanged.status, unchanged.body], [304, '']);
  });
});

describe('GET /teams/{teamId}/permissions', () => {
  rejectsTheOthers('GET', '/permissions', undefined, [], ['sam']);
  const readAs = async (caller: Caller, teamId: string) => {
    const { status, body } = await call(caller, 'GET', `/teams/${teamId}/permissions`);
    assert.equal(status, 200, JSON.stringify(body));
    return body as { role?: string; operations: string[]; channelTypes: string[] };
  };
  const OF_MEMBERS = ['createTeamChannel', 'updateTeamChannel', 'deleteTeamChannel', 'createTeamChannelTab'];
  const OF_OWNERS = ['deleteTeam', 'archiveTeam', 'addTeamMember', 'getTeamHistory', 'renewTeamLifecycle'];

  it('depends on the role in the team, its settings, and the roles of the caller', async () => {
    const teamId = await newTeam();
    const memberSettings = {
      allowCreateUpdateChannels: false,
      allowCreatePrivateChannels: true,
      allowDeleteChannels: false,
      allowCreateUpdateRemoveTabs: true,
    };
    assert.equal((await call('ivan', 'PATCH', `/teams/${teamId}`, { memberSettings })).status, 204);
    const owner = await readAs('olga', teamId);
    assert.deepEqual([owner.role, owner.channelTypes], ['owner', ['standard', 'private', 'shared']]);
    for (const operation of [...OF_MEMBERS, ...OF_OWNERS]) assert.ok(owner.operations.includes(operation));
    // The published interface reserves getTeam and updateTeam for callers with certain roles.
    assert.ok(!owner.operations.includes('getTeam') && !owner.operations.includes('updateTeam'));
    assert.ok(owner.operations.includes('getMyTeam') && owner.operations.includes('updateMyTeam'));

    const member = await readAs('mia', teamId);
    assert.deepEqual([member.role, member.channelTypes], ['member', ['private']]);
    assert.deepEqual(
      [...OF_MEMBERS, ...OF_OWNERS].filter((operation) => member.operations.includes(operation)),
      ['createTeamChannel', 'createTeamChannelTab'],
    );
    assert.deepEqual((await readAs('gus', teamId)).channelTypes, []);
    for (const caller of ['ada', 'app'] as const) {
      const { role, operations } = await readAs(caller, teamId);
      assert.equal(role, undefined);
      for (const operation of ['updateTeam', ...OF_OWNERS]) assert.ok(operations.includes(operation));
    }
  });

  it('allows only reading, unarchiving and deleting an archived team', async () => {
    const teamId = await newTeam();
    await archive(teamId);
    const { operations, channelTypes } = await readAs('olga', teamId);
    assert.deepEqual(channelTypes, []);
    assert.deepEqual(
      operations.filter((operation) => !operation.startsWith('get')),
      ['deleteTeam', 'unarchiveTeam'],
    );
  });
});

describe('PATCH /teams/{teamId}', () => {
  rejectsTheOthers('PATCH', '', { description: 'New' }, ['sam', 'olga', 'mia', 'gus'], []);
  const patch = (teamId: string, body: unknown, headers?: Record<string, string>) =>
    call('ivan', 'PATCH', `/teams/${teamId}`, body, headers);

  it('changes the fields that are sent', async () => {
    const teamId = await newTeam();
    const { status, body, headers } = await patch(teamId, {
      displayName: 'Harbour North',
      funSettings: { giphyContentRating: 'strict' },
    });
    assert.deepEqual([status, body], [204, '']);
    const { team, version } = (await service.world.suite.teams.find(TENANT, teamId))!;
    assert.equal(headers.get('etag'), `"${version}"`);
    assert.deepEqual([team.displayName, team.funSettings.giphyContentRating], ['Harbour North', 'strict']);
    assert.equal(team.description, 'Old');
  });

  it('accepts a response of getTeam with its annotations, and changes nothing', async () => {
    const teamId = await newTeam();
    const given = await call('ivan', 'GET', `/teams/${teamId}`);
    const { status, headers } = await patch(teamId, { ...given.body, 'template@odata.bind': 'x' });
    assert.deepEqual([status, headers.get('etag')], [204, given.headers.get('etag')]);
  });

  it('rejects an outdated If-Match with 412', async () => {
    const teamId = await newTeam();
    const etag = (await call('ivan', 'GET', `/teams/${teamId}`)).headers.get('etag') ?? '';
    assert.equal((await patch(teamId, { description: 'New' }, { 'if-match': etag })).status, 204);
    const late = await patch(teamId, { description: 'Newer' }, { 'if-match': etag });
    assertRejected(late, 412, 'PreconditionFailed');
    assert.equal((await patch(teamId, { description: 'Newest' }, { 'if-match': '*' })).status, 204);
  });

  const bad: [what: string, body: unknown, targets: string[]][] = [
    ['an unknown field', { displayNam: 'x' }, ['displayNam']],
    ['an unknown setting', { memberSettings: { allowAll: true } }, ['memberSettings.allowAll']],
    ['a changed read-only field', { id: 'x', isArchived: true }, ['id', 'isArchived']],
    [
      'wrong types',
      { displayName: 5, isMembershipLimitedToOwners: 'yes' },
      ['displayName', 'isMembershipLimitedToOwners'],
    ],
    ['an unknown value', { visibility: 'secret' }, ['visibility']],
    ['an empty name', { displayName: '' }, ['displayName']],
    ['a forbidden character', { displayName: 'a/b' }, ['displayName']],
    ['a name that is too long', { displayName: 'x'.repeat(265) }, ['displayName']],
    ['a description that is too long', { description: 'x'.repeat(1025) }, ['description']],
    ['null settings', { memberSettings: null }, ['memberSettings']],
    ['text that can’t be stored', { description: 'a\u0000b' }, ['description']],
    ['an unpaired surrogate', { description: '\ud800' }, ['description']],
    ['an array as the body', [], ['body']],
  ];
  for (const [what, body, targets] of bad) {
    it(`rejects ${what} and names the field`, async () => {
      const teamId = await newTeam();
      assertRejected(await patch(teamId, body), 400, 'InvalidRequest', targets);
      assert.equal((await service.world.suite.teams.find(TENANT, teamId))?.team.description, 'Old');
    });
  }

  it('rejects bodies that are absent, not JSON, or of another type', async () => {
    const teamId = await newTeam();
    assertRejected(await patch(teamId, undefined), 400, 'InvalidRequest', ['body']);
    assertRejected(await patch(teamId, '{"a"'), 400, 'InvalidRequest');
    assertRejected(await patch(teamId, '{"__proto__":{"x":1}}'), 400, 'InvalidRequest');
    assertRejected(await patch(teamId, '{}', { 'content-type': 'text/plain' }), 415, 'UnsupportedMediaType');
    assertRejected(await patch(teamId, `${'['.repeat(9999)}${']'.repeat(9999)}`), 400, 'InvalidRequest', [
      'body',
    ]);
  });

  it('rejects an archived team', async () => {
    const teamId = await newTeam();
    await archive(teamId);
    assertRejected(await patch(teamId, { description: 'New' }), 409, 'TeamArchived');
  });
});

describe('DELETE /teams/{teamId}', () => {
  rejectsTheOthers('DELETE', '', undefined, ['mia', 'gus'], ['sam', 'ivan']);

  it('deletes the team once', async () => {
    const teamId = await newTeam();
    const { status, body } = await call('olga', 'DELETE', `/teams/${teamId}`);
    assert.deepEqual([status, body], [204, '']);
    assertRejected(await call('ada', 'DELETE', `/teams/${teamId}`), 404, 'NotFound');
  });

  it('rejects an invalid id', async () => {
    assertRejected(await call('app', 'DELETE', '/teams/a%00b'), 400, 'InvalidRequest', ['teamId']);
    assertRejected(await call('app', 'DELETE', `/teams/${'x'.repeat(201)}`), 400, 'InvalidRequest', [
      'teamId',
    ]);
  });
});

describe('POST /teams/{teamId}/members', () => {
  const payload = { user: { id: 'sam-id' }, role: 'member' };
  rejectsTheOthers('POST', '/members', payload, ['mia', 'gus'], ['sam', 'ivan']);
  const add = (teamId: string, body: unknown, headers?: Record<string, string>) =>
    call('olga', 'POST', `/teams/${teamId}/members`, body, headers);

  it('returns the membership', async () => {
    const teamId = await newTeam();
    const { status, body } = await add(teamId, { user: { id: 'sam@fabrikam.example' }, role: 'owner' });
    assert.equal(status, 201);
    const { id, '@odata.context': context, ...member } = body;
    assert.ok(id);
    assert.match(context, /\$metadata#teams\('.*'\)\/members\/\$entity$/);
    assert.deepEqual(member, {
      userId: 'sam-id',
      displayName: 'Sam',
      email: 'sam@mail.fabrikam.example',
      roles: ['owner'],
    });
    assert.deepEqual((await add(teamId, payload)).body, body);
  });

  it('replays the first response for a repeated key', async () => {
    const teamId = await newTeam();
    const first = await add(teamId, payload, { 'idempotency-key': 'k1' });
    const again = await add(teamId, payload, { 'idempotency-key': 'k1' });
    assert.deepEqual([again.status, again.body], [201, first.body]);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
  });

  const bad: [what: string, body: unknown, targets: string[]][] = [
    ['an unknown person', { ...payload, user: { id: 'nobody' } }, ['user.id']],
    ['a missing role', { user: { id: 'sam-id' } }, ['role']],
    ['a missing user', { role: 'member' }, ['user']],
    ['the role guest', { ...payload, role: 'guest' }, ['role']],
    ['unknown fields', { ...payload, title: 'x', user: { id: 'sam-id', name: 'x' } }, ['title', 'user.name']],
    ['an empty id', { ...payload, user: { id: '' } }, ['user.id']],
  ];
  for (const [what, body, targets] of bad) {
    it(`rejects ${what}, and adds nobody`, async () => {
      const teamId = await newTeam();
      assertRejected(await add(teamId, body), 400, 'InvalidRequest', targets);
      assert.equal((await service.world.suite.teams.listMembers(TENANT, teamId)).length, 3);
    });
  }

  it('rejects an archived team', async () => {
    const teamId = await newTeam();
    await archive(teamId);
    assertRejected(await add(teamId, payload), 409, 'TeamArchived');
  });
});

for (const [action, type] of [
  ['archive', 'TeamArchive'],
  ['unarchive', 'TeamUnarchive'],
] as const) {
  describe(`POST /teams/{teamId}/${action}`, () => {
    rejectsTheOthers('POST', `/${action}`, undefined, ['mia', 'gus'], ['sam', 'ivan']);

    it('queues a job and returns its Location', async () => {
      const teamId = await newTeam();
      const { status, headers, body } = await call('olga', 'POST', `/teams/${teamId}/${action}`);
      assert.deepEqual([status, body], [202, '']);
      const location = headers.get('location') ?? '';
      assert.match(location, /^\/v1\.0\/jobs\/[0-9a-f-]{36}$/);
      const job = await call('olga', 'GET', location.replace('/v1.0', ''));
      assert.deepEqual([job.status, job.body.type, job.body.data.team.id], [200, type, teamId]);
    });
  });
}

describe('a call of POST /teams/{teamId}/archive', () => {
  const send = async (body: unknown, headers?: Record<string, string>) => {
    const teamId = await newTeam();
    const answer = await call('olga', 'POST', `/teams/${teamId}/archive`, body, headers);
    const location = answer.headers.get('location');
    if (location === null) return { answer, siteReadOnly: undefined };
    const job = await call('olga', 'GET', location.replace('/v1.0', ''));
    return { answer, siteReadOnly: job.body.data.request.shouldSetSpoSiteReadOnlyForMembers };
  };

  it('needs no body', async () => {
    const json = { 'content-type': 'application/json' };
    for (const [body, headers] of [[undefined], ['', json], ['null', json], [{}]] as const) {
      const { answer, siteReadOnly } = await send(body, headers);
      assert.deepEqual([answer.status, siteReadOnly], [202, false]);
    }
  });

  it('decides with its body whether the site becomes read-only', async () => {
    assert.equal((await send({ shouldSetSpoSiteReadOnlyForMembers: true })).siteReadOnly, true);
    assert.equal((await send({ shouldSetSpoSiteReadOnlyForMembers: false })).siteReadOnly, false);
    assert.equal((await send({ shouldSetSpoSiteReadOnlyForMembers: null })).siteReadOnly, false);
  });

  it('is rejected when its body has unknown or invalid fields', async () => {
    const field = 'shouldSetSpoSiteReadOnlyForMembers';
    assertRejected((await send({ [field]: 'yes' })).answer, 400, 'InvalidRequest', [field]);
    assertRejected((await send({ readOnly: true })).answer, 400, 'InvalidRequest', ['readOnly']);
    assertRejected((await send([])).answer, 400, 'InvalidRequest', ['body']);
  });

  it('is rejected with 409 for an archived team, which can still be unarchived and deleted', async () => {
    const teamId = await newTeam();
    await archive(teamId);
    assertRejected(await call('olga', 'POST', `/teams/${teamId}/archive`), 409, 'TeamArchived');
    assert.equal((await call('olga', 'POST', `/teams/${teamId}/unarchive`)).status, 202);
    assert.equal((await call('olga', 'DELETE', `/teams/${teamId}`)).status, 204);
  });
});
