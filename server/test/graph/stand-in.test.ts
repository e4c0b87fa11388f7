/** Compares the stand-in with the examples in Microsoft's documentation. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { bindUser as bind, createStandInWorld, type StandInWorld } from './stand-in-world.ts';

describe('the Graph stand-in', () => {
  let world: StandInWorld;
  let { clock, standIn, graph, adele, alex, upsert, newTeam } = {} as StandInWorld;

  before(async () => {
    world = await createStandInWorld();
    ({ clock, standIn, graph, adele, alex, upsert, newTeam } = world);
  });

  after(() => standIn.stop());

  test('upserts a group by its unique name: 201, then 204', async () => {
    const first = await upsert('golfassist');
    assert.equal(first.status, 201);
    assert.equal(first.body.uniqueName, 'golfassist');
    assert.equal(first.body.mail, 'golfassist@contoso.com');
    const second = await upsert('golfassist', { description: 'Another' });
    assert.equal(second.status, 204);
    const read = await graph.call('GET', "/groups(uniqueName='golfassist')?$select=id,description");
    assert.deepEqual([read.body.id, read.body.description], [first.body.id, 'Another']);
  });

  test("rejects a property that v1.0 does not have, with an error in Graph's form", async () => {
    const { status, body } = await upsert('unknown', { sortOrderIndex: '1' });
    assert.equal(status, 400);
    assert.equal(body.error.code, 'BadRequest');
    assert.match(body.error.message, /'sortOrderIndex' does not exist on type 'microsoft.graph.group'/);
    assert.ok(body.error.innerError['request-id']);
  });

  test('turns a group into a team once: 201, then 409', async () => {
    const id = await newTeam('team-once');
    const again = await graph.call('PUT', `/groups/${id}/team`, {});
    assert.equal(again.status, 409);
    const { body } = await graph.call('GET', `/teams/${id}`);
    assert.equal(body.displayName, 'Golf Assist');
    assert.equal(body.funSettings.giphyContentRating, 'moderate');
  });

  test('creates a team from a template: 202, and an operation with the id of the team', async () => {
    const answered = await graph.call('POST', '/teams', {
      'template@odata.bind': "https://graph.microsoft.com/v1.0/teamsTemplates('standard')",
      displayName: 'My Sample Team',
      description: "My Sample Team's Description",
      members: [
        {
          '@odata.type': '#microsoft.graph.aadUserConversationMember',
          roles: ['owner'],
          'user@odata.bind': bind(adele),
        },
      ],
    });
    assert.equal(answered.status, 202);
    const operation = await graph.call('GET', answered.headers.get('location') ?? '');
    assert.equal(operation.body.status, 'succeeded');
    const team = await graph.call('GET', `/teams/${operation.body.targetResourceId}`);
    assert.equal(team.body.displayName, 'My Sample Team');
  });

  test('keeps the name of a deleted channel reserved', async () => {
    const id = await newTeam('channels');
    const first = await graph.call('POST', `/teams/${id}/channels`, {
      displayName: 'Architecture Discussion',
      description: 'This channel is where we debate all future architecture plans',
      membershipType: 'standard',
    });
    assert.equal(first.status, 201);
    const removed = await graph.call('DELETE', `/teams/${id}/channels/${encodeURIComponent(first.body.id)}`);
    assert.equal(removed.status, 204);
    const again = await graph.call('POST', `/teams/${id}/channels`, {
      displayName: 'architecture discussion',
    });
    assert.equal(again.body.error.innerError.code, 'NameAlreadyExists');
  });

  test('creates a shared channel by an operation, and shows its type only on request', async () => {
    const id = await newTeam('shared');
    const answered = await graph.call('POST', `/teams/${id}/channels`, {
      displayName: 'Partners',
      membershipType: 'shared',
      members: [
        {
          '@odata.type': '#microsoft.graph.aadUserConversationMember',
          'user@odata.bind': bind(adele),
          roles: ['owner'],
        },
      ],
    });
    assert.equal(answered.status, 202);
    clock.advance(1);
    const types = async (headers: Record<string, string>): Promise<string[]> =>
      (await graph.call('GET', `/teams/${id}/channels`, undefined, headers)).body.value.map(
        (channel: { membershipType: string }) => channel.membershipType,
      );
    assert.deepEqual(await types({}), ['standard', 'unknownFutureValue']);
    assert.deepEqual(await types({ prefer: 'include-unknown-enum-members' }), ['standard', 'shared']);
  });

  test('adds members in bulk: 200, or 207 with the failures', async () => {
    const id = await newTeam('members');
    const member = (userId: string, roles: string[] = []) => ({
      '@odata.type': 'microsoft.graph.aadUserConversationMember',
      roles,
      'user@odata.bind': bind(userId),
    });
    const all = await graph.call('POST', `/teams/${id}/members/add`, {
      values: [member(alex), member(adele)],
    });
    assert.equal(all.status, 200);
    const some = await graph.call('POST', `/teams/${id}/members/add`, {
      values: [member(alex), member('nobody')],
    });
    assert.equal(some.status, 207);
    assert.deepEqual(
      some.body.value.map(({ error }: { error: { code: string } | null }) => error?.code ?? null),
      [null, 'NotFound'],
    );
    const listed = await graph.call('GET', `/teams/${id}/members`);
    assert.equal(listed.body.value.length, 2);
  });

  test('accepts the same tab twice, and returns its app only when expanded', async () => {
    const id = await newTeam('tabs');
    const { body: channel } = await graph.call('GET', `/teams/${id}/primaryChannel`);
    const tabs = `/teams/${id}/channels/${encodeURIComponent(channel.id)}/tabs`;
    const tab = {
      displayName: 'My Contoso Tab',
      'teamsApp@odata.bind':
        'https://graph.microsoft.com/v1.0/appCatalogs/teamsApps/com.microsoft.teamspace.tab.web',
      configuration: { contentUrl: 'https://www.contoso.com/', websiteUrl: 'https://www.contoso.com/' },
    };
    assert.equal((await graph.call('POST', tabs, tab)).status, 201);
    assert.equal((await graph.call('POST', tabs, tab)).status, 201);
    const plain = await graph.call('GET', tabs);
    assert.equal(plain.body.value.length, 2);
    assert.equal(plain.body.value[0].teamsApp, undefined);
    clock.advance(1);
    const expanded = await graph.call('GET', `${tabs}?$expand=teamsApp`);
    assert.equal(expanded.body.value[0].teamsApp.displayName, 'Website');
  });

  test('returns a batch in another order, each item with its own status', async () => {
    const { body } = await graph.call('POST', '/$batch', {
      requests: [
        { id: '1', method: 'GET', url: `/users/${adele}?$select=displayName` },
        { id: '2', method: 'GET', url: '/users/nobody' },
        { id: '3', method: 'GET', url: '/organization', dependsOn: ['2'] },
      ],
    });
    assert.deepEqual(
      body.responses.map((one: { id: string; status: number }) => [one.id, one.status]),
      [
        ['3', 424],
        ['2', 404],
        ['1', 200],
      ],
    );
  });

  test('rejects more than 20 requests in a batch', async () => {
    const requests = Array.from({ length: 21 }, (_, id) => ({
      id: `${id}`,
      method: 'GET',
      url: '/organization',
    }));
    assert.equal((await graph.call('POST', '/$batch', { requests })).status, 400);
  });

  test('searches people only with ConsistencyLevel eventual', async () => {
    const path = '/users?$search="displayName:wil" OR "mail:alexw"&$select=id';
    assert.equal((await graph.call('GET', path)).body.error.code, 'Request_UnsupportedQuery');
    const found = await graph.call('GET', path, undefined, { consistencylevel: 'eventual' });
    assert.deepEqual(found.body.value, [{ id: alex }]);
  });

  test('rejects a fifth call about one team in a second with 429 and Retry-After', async () => {
    const id = await newTeam('budget');
    for (let call = 0; call < 4; call++) assert.equal((await graph.call('GET', `/teams/${id}`)).status, 200);
    const fifth = await graph.call('GET', `/teams/${id}`);
    assert.deepEqual([fifth.status, fifth.headers.get('retry-after')], [429, '1']);
    assert.deepEqual(standIn.calls.all.at(-1)?.exceeded, [`oneTeam ${id}`]);
    clock.advance(1);
    assert.equal((await graph.call('GET', `/teams/${id}`)).status, 200);
  });

  test('returns new groups by delta, and then only changes', async () => {
    const { body } = await graph.call('GET', '/groups/delta?$select=displayName');
    const made = await upsert('delta');
    const link = new URL(body['@odata.deltaLink']);
    const next = await graph.call('GET', link.pathname.replace('/v1.0', '') + link.search);
    assert.deepEqual(next.body.value, [{ id: made.body.id, displayName: 'Golf Assist' }]);
    await graph.call('DELETE', `/groups/${made.body.id}`);
    const third = new URL(next.body['@odata.deltaLink']);
    const removed = await graph.call('GET', third.pathname.replace('/v1.0', '') + third.search);
    assert.deepEqual(removed.body.value, [{ id: made.body.id, '@removed': { reason: 'changed' } }]);
  });

  test('returns joined and removed members of a group by delta', async () => {
    const id = await newTeam('people');
    const round = async (path: string) => {
      const { body } = await graph.call('GET', path);
      const link = new URL(body['@odata.deltaLink']);
      return { value: body.value, next: link.pathname.replace('/v1.0', '') + link.search };
    };
    const first = await round('/groups/delta?$select=members');
    await graph.call('POST', `/teams/${id}/members/add`, {
      values: [
        {
          '@odata.type': 'microsoft.graph.aadUserConversationMember',
          roles: [],
          'user@odata.bind': bind(alex),
        },
      ],
    });
    const second = await round(first.next);
    const person = { '@odata.type': '#microsoft.graph.user', id: alex };
    assert.deepEqual(second.value, [{ id, 'members@delta': [person] }]);
    const { body } = await graph.call('GET', `/teams/${id}/members`);
    const membership = body.value.find((one: { userId: string }) => one.userId === alex).id;
    await graph.call('DELETE', `/teams/${id}/members/${membership}`);
    const third = await round(second.next);
    assert.deepEqual(third.value, [
      { id, 'members@delta': [{ ...person, '@removed': { reason: 'deleted' } }] },
    ]);
    assert.deepEqual((await round(third.next)).value, []);
  });

  test('redirects a report to a download without a token', async () => {
    const answered = await graph.call('GET', "/reports/getTeamsTeamActivityDetail(period='D7')");
    assert.equal(answered.status, 302);
    const file = await fetch(answered.headers.get('location') ?? '');
    assert.match(await file.text(), /^Report Refresh Date,Team Name,Team Id/);
  });
});
