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

const OUTSIDERS: Caller[] = ['sam', 'ivan', 'foreigner', 'foreign app'];
const WEB = 'com.microsoft.teamspace.tab.web';

const newTeam = async (...args: Parameters<TeamService['world']['newTeam']>): Promise<string> =>
  (await service.world.newTeam(...args)).team.id;

async function newChannel(teamId: string, body: object = {}): Promise<string> {
  const answer = await call('olga', 'POST', `/teams/${teamId}/channels`, { displayName: 'Plans', ...body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.id;
}

const tabsOf = (teamId: string, channelId: string): string =>
  `/teams/${teamId}/channels/${encodeURIComponent(channelId)}/tabs`;

const newTabs = async (): Promise<string> => {
  const teamId = await newTeam();
  return tabsOf(teamId, await newChannel(teamId));
};

describe('POST /teams/{teamId}/channels', () => {
  testRejections(() => service, {
    method: 'POST',
    path: async () => `/teams/${await newTeam()}/channels`,
    missing: '/teams/unknown/channels',
    body: { displayName: 'Plans' },
    denied: ['gus'],
    hidden: OUTSIDERS,
  });
  const create = (teamId: string, body: unknown, as: Caller = 'mia') =>
    call(as, 'POST', `/teams/${teamId}/channels`, body);

  it('returns the channel', async () => {
    const teamId = await newTeam();
    const { status, body } = await create(teamId, { displayName: 'Plans', description: 'All' });
    assert.equal(status, 201);
    assert.deepEqual(Object.keys(body).sort(), [
      '@odata.context',
      'createdDateTime',
      'description',
      'displayName',
      'id',
      'membershipType',
    ]);
    assert.deepEqual([body.displayName, body.description, body.membershipType], ['Plans', 'All', 'standard']);
    assert.ok(!Number.isNaN(Date.parse(body.createdDateTime)));
  });

  it('treats null as absent, because some clients send it', async () => {
    const nulls = { description: null, membershipType: null, members: null };
    const { status, body } = await create(await newTeam(), { displayName: 'Plans', ...nulls });
    assert.deepEqual([status, body.description, body.membershipType], [201, undefined, 'standard']);
  });

  it('creates private and shared channels with an owner', async () => {
    const teamId = await newTeam();
    for (const membershipType of ['private', 'shared']) {
      const { status, body } = await create(teamId, { displayName: membershipType, membershipType });
      assert.deepEqual([status, body.membershipType], [201, membershipType]);
      const [owner] = await service.world.suite.channels.listMembers(TENANT, teamId, body.id);
      assert.deepEqual([owner?.userId, owner?.roles], ['mia-id', ['owner']]);
    }
    const ofApp = { displayName: 'Of the app', membershipType: 'private' };
    assertRejected(await create(teamId, ofApp, 'app'), 400, 'InvalidRequest', ['members']);
    const members = [{ user: { id: 'olga@fabrikam.example' }, role: 'owner' }];
    assert.equal((await create(teamId, { ...ofApp, members }, 'app')).status, 201);
  });

  it('rejects a taken name and an archived team', async () => {
    const teamId = await newTeam();
    await newChannel(teamId);
    assertRejected(await create(teamId, { displayName: 'PLANS' }), 409, 'NameAlreadyExists', ['displayName']);
    await service.world.suite.teams.archive(TENANT, teamId, { siteReadOnly: false });
    assertRejected(await create(teamId, { displayName: 'Other' }), 409, 'TeamArchived');
  });

  const member = { user: { id: 'mia-id' }, role: 'owner' };
  const bad: [what: string, body: unknown, targets: string[]][] = [
    ['a missing name', {}, ['displayName']],
    ['an empty name', { displayName: '' }, ['displayName']],
    ['a forbidden character', { displayName: 'a#b' }, ['displayName']],
    ['a name that is too long', { displayName: 'x'.repeat(51) }, ['displayName']],
    ['an unknown type', { displayName: 'x', membershipType: 'secret' }, ['membershipType']],
    ['unknown fields', { displayName: 'x', isFavorite: true, owner: 1 }, ['isFavorite', 'owner']],
    ['a description that is too long', { displayName: 'x', description: 'x'.repeat(1025) }, ['description']],
    ['members of a standard channel', { displayName: 'x', members: [member] }, ['members']],
    [
      'invalid members',
      { displayName: 'x', membershipType: 'private', members: [{ user: 'mia-id' }, { role: 'owner' }] },
      ['members[0].role', 'members[0].user', 'members[1].user'],
    ],
    [
      'unknown people',
      { displayName: 'x', membershipType: 'shared', members: [{ user: { id: 'nobody' }, role: 'owner' }] },
      ['members[0].user.id'],
    ],
    [
      'people who are not in the team',
      { displayName: 'x', membershipType: 'private', members: [{ user: { id: 'sam-id' }, role: 'owner' }] },
      ['members[0].user.id'],
    ],
    ['an array as the body', [], ['body']],
  ];
  for (const [what, body, targets] of bad) {
    it(`rejects ${what} and creates nothing`, async () => {
      const teamId = await newTeam();
      assertRejected(await create(teamId, body), 400, 'InvalidRequest', targets);
      assert.equal((await service.world.suite.channels.list(TENANT, teamId)).length, 1);
    });
  }
});

describe('GET /teams/{teamId}/channels', () => {
  testRejections(() => service, {
    method: 'GET',
    path: async () => `/teams/${await newTeam()}/channels`,
    missing: '/teams/unknown/channels',
    denied: [],
    hidden: OUTSIDERS,
  });

  it('returns a bare array of the channels that the caller can see', async () => {
    const teamId = await newTeam({ visibility: 'public' });
    await newChannel(teamId, { displayName: 'Board', membershipType: 'private' });
    const namesFor = async (as: Caller) => {
      const { status, body } = await call(as, 'GET', `/teams/${teamId}/channels`);
      assert.equal(status, 200);
      return body.map(({ displayName }: { displayName: string }) => displayName);
    };
    for (const caller of ['olga', 'ada', 'app'] as const) {
      assert.deepEqual(await namesFor(caller), ['General', 'Board']);
    }
    for (const caller of ['mia', 'gus', 'sam', 'ivan'] as const) {
      assert.deepEqual(await namesFor(caller), ['General']);
    }
  });
});

describe('GET /teams/{teamId}/channels/primary', () => {
  testRejections(() => service, {
    method: 'GET',
    path: async () => `/teams/${await newTeam()}/channels/primary`,
    missing: '/teams/unknown/channels/primary',
    denied: [],
    hidden: OUTSIDERS,
  });

  it('returns the General channel', async () => {
    const teamId = await newTeam();
    const { status, body } = await call('gus', 'GET', `/teams/${teamId}/channels/primary`);
    assert.deepEqual([status, body.displayName, body.membershipType], [200, 'General', 'standard']);
    const [first] = (await call('gus', 'GET', `/teams/${teamId}/channels`)).body;
    assert.equal(first.id, body.id);
  });
});

describe('POST /teams/{teamId}/channels/{channelId}/tabs', () => {
  const website = { displayName: 'Plan', teamsApp: { id: WEB } };
  testRejections(() => service, {
    method: 'POST',
    path: newTabs,
    missing: tabsOf('unknown', 'unknown'),
    body: website,
    denied: ['gus'],
    hidden: OUTSIDERS,
  });
  const create = async (body: unknown) => {
    const path = await newTabs();
    return { path, answer: await call('mia', 'POST', path, body) };
  };

  it('returns the tab and adds it to the list', async () => {
    const configuration = { entityId: 'p1', contentUrl: 'https://example.com/plan' };
    const { path, answer } = await create({ ...website, configuration });
    assert.equal(answer.status, 201);
    const { '@odata.context': context, ...tab } = answer.body;
    assert.match(context, /\/tabs\/\$entity$/);
    assert.deepEqual(tab.teamsApp, {
      id: WEB,
      displayName: 'Website',
      distributionMethod: 'store',
    });
    assert.deepEqual(tab.configuration, configuration);
    assert.deepEqual((await call('gus', 'GET', path)).body, [tab]);
  });

  it('treats null as absent, because some clients send it', async () => {
    const { answer } = await create({ ...website, 'teamsApp@odata.bind': null, configuration: null });
    assert.equal(answer.status, 201);
    const bind = `teamsApps('${WEB}')`;
    const bound = await create({ displayName: 'Plan', teamsApp: null, 'teamsApp@odata.bind': bind });
    assert.equal(bound.answer.body.teamsApp.id, WEB);
    const neither = { displayName: 'Plan', teamsApp: null, 'teamsApp@odata.bind': null };
    assertRejected((await create(neither)).answer, 400, 'InvalidRequest', ['teamsApp.id']);
  });

  it('accepts the app in the format of Microsoft Graph', async () => {
    for (const address of [
      `https://graph.microsoft.com/v1.0/appCatalogs/teamsApps('${WEB}')`,
      `teamsApps('${WEB}')`,
    ]) {
      const { answer } = await create({ displayName: 'Plan', 'teamsApp@odata.bind': address });
      assert.deepEqual([answer.status, answer.body.teamsApp.id], [201, WEB]);
    }
  });

  const bind = 'teamsApp@odata.bind';
  const bad: [what: string, body: unknown, targets: string[]][] = [
    ['a missing name', { teamsApp: { id: WEB } }, ['displayName']],
    ['a missing app', { displayName: 'x' }, ['teamsApp.id']],
    ['an app without id', { displayName: 'x', teamsApp: {} }, ['teamsApp.id']],
    ['two apps', { ...website, [bind]: `teamsApps('${WEB}')` }, [bind]],
    ['an address that names no app', { displayName: 'x', [bind]: 'https://example.com/apps/1' }, [bind]],
    ['an unknown app', { displayName: 'x', teamsApp: { id: 'no app' } }, ['teamsApp.id']],
    [
      'addresses that are not https',
      { ...website, configuration: { contentUrl: 'http://a.example', removeUrl: 'javascript:x' } },
      ['configuration.contentUrl', 'configuration.removeUrl'],
    ],
    [
      'unknown fields',
      { ...website, colour: 'x', configuration: { url: 'https://a.example' } },
      ['colour', 'configuration.url'],
    ],
    ['a name that is too long', { ...website, displayName: 'x'.repeat(129) }, ['displayName']],
  ];
  for (const [what, body, targets] of bad) {
    it(`rejects ${what} and creates nothing`, async () => {
      const { path, answer } = await create(body);
      assertRejected(answer, 400, 'InvalidRequest', targets);
      assert.deepEqual((await call('app', 'GET', path)).body, []);
    });
  }

  it('rejects an archived team', async () => {
    const teamId = await newTeam();
    const path = tabsOf(teamId, await newChannel(teamId));
    await service.world.suite.teams.archive(TENANT, teamId, { siteReadOnly: false });
    assertRejected(await call('olga', 'POST', path, website), 409, 'TeamArchived');
  });
});

describe('GET /teams/{teamId}/channels/{channelId}/tabs', () => {
  testRejections(() => service, {
    method: 'GET',
    path: newTabs,
    missing: tabsOf('unknown', 'unknown'),
    denied: [],
    hidden: OUTSIDERS,
  });

  it('shows the tabs of a private channel only to its members and to administrators', async () => {
    const teamId = await newTeam({ visibility: 'public' });
    const members = [{ user: { id: 'mia-id' }, role: 'owner' }];
    const path = tabsOf(teamId, await newChannel(teamId, { membershipType: 'private', members }));
    for (const caller of ['olga', 'gus', 'sam', 'ivan', 'foreigner'] as const) {
      assertRejected(await call(caller, 'GET', path), 404, 'NotFound');
    }
    for (const caller of ['mia', 'ada', 'app'] as const) {
      assert.deepEqual((await call(caller, 'GET', path)).body, []);
    }
  });
});
