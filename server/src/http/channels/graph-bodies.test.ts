/** Tests bodies in the format of Microsoft Graph (learn.microsoft.com/graph/api, channel and conversationMember). */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertRejected } from '../../../test/team-rejections.ts';
import { startTeamService, type TeamService } from '../../../test/team-service.ts';
import { TENANT } from '../../../test/team-world.ts';

const GRAPH = 'https://graph.microsoft.com/v1.0';
const WEB = `${GRAPH}/appCatalogs/teamsApps/com.microsoft.teamspace.tab.web`;

let service: TeamService;
before(async () => {
  service = await startTeamService();
});
after(() => service.close());

async function newTeam(): Promise<string> {
  return (await service.world.newTeam()).team.id;
}

const post = (path: string, body: unknown) => service.call('olga', 'POST', path, body);

const member = (id: string, roles: string[]) => ({
  '@odata.type': '#microsoft.graph.aadUserConversationMember',
  'user@odata.bind': `${GRAPH}/users('${id}')`,
  roles,
});

describe('a channel in the format of Microsoft Graph', () => {
  it('is created with its members', async () => {
    const teamId = await newTeam();
    const { status, body } = await post(`/teams/${teamId}/channels`, {
      '@odata.type': '#microsoft.graph.channel',
      displayName: 'Board',
      membershipType: 'Private',
      isFavoriteByDefault: true,
      members: [member('olga-id', ['Owner']), member('mia-id', [])],
    });
    assert.deepEqual([status, body.membershipType], [201, 'private']);
    const people = await service.world.suite.channels.listMembers(TENANT, teamId, body.id);
    assert.deepEqual(people.map(({ userId, roles }) => [userId, roles]).sort(), [
      ['mia-id', []],
      ['olga-id', ['owner']],
    ]);
  });

  it('is created from the response body of another channel, with a new id', async () => {
    const [first, second] = [await newTeam(), await newTeam()];
    const { body } = await post(`/teams/${first}/channels`, { displayName: 'Plans', description: 'All' });
    const copy = await post(`/teams/${second}/channels`, { ...body, email: '', webUrl: 'https://a.example' });
    assert.deepEqual([copy.status, copy.body.description], [201, 'All']);
    assert.notEqual(copy.body.id, body.id);
  });

  it('is rejected with an error for each invalid field of its members', async () => {
    const path = `/teams/${await newTeam()}/channels`;
    const rejected = async (members: unknown[], targets: string[]) => {
      const answer = await post(path, { displayName: 'Board', membershipType: 'private', members });
      assertRejected(answer, 400, 'InvalidRequest', targets);
    };
    await rejected([{ roles: [] }, { 'user@odata.bind': 'x' }], ['members[0].user', 'members[1].role']);
    await rejected(
      [{ ...member('mia-id', []), 'user@odata.bind': `${GRAPH}/groups('mia-id')` }],
      ['members[0].user@odata.bind'],
    );
    await rejected([{ ...member('mia-id', []), user: { id: 'mia-id' } }], ['members[0].user@odata.bind']);
    await rejected([{ user: null, role: null, roles: null }], ['members[0].role', 'members[0].user']);
    await rejected([{ ...member('mia-id', []), 'team@odata.bind': 'x' }], ['members[0].team@odata.bind']);
  });
});

describe('a tab in the format of Microsoft Graph', () => {
  const newTabs = async () => {
    const teamId = await newTeam();
    const { body } = await post(`/teams/${teamId}/channels`, { displayName: 'Plans' });
    return `/teams/${teamId}/channels/${encodeURIComponent(body.id)}/tabs`;
  };

  it('is created from the name and position fields of a team template', async () => {
    const tabs = await newTabs();
    const behind = { displayName: 'Behind', 'teamsApp@odata.bind': WEB, sortOrderIndex: '20000' };
    assert.equal((await post(tabs, behind)).status, 201);
    const { status, body } = await post(tabs, {
      '@odata.id': 'x',
      name: 'Website',
      'teamsApp@odata.bind': WEB,
      configuration: { '@odata.type': '#x', contentUrl: 'https://a.example', dateAdded: '2026-01-01' },
      sortOrderIndex: '10000',
    });
    assert.deepEqual([status, body.displayName, body.sortOrderIndex], [201, 'Website', '10000']);
    assert.deepEqual(body.configuration, { contentUrl: 'https://a.example' });
    const listed = await service.call('olga', 'GET', tabs);
    assert.deepEqual(
      listed.body.map(({ displayName }: { displayName: string }) => displayName),
      ['Website', 'Behind'],
    );
    const [read] = listed.body;
    assert.equal((await post(tabs, { ...read, displayName: 'Again' })).status, 201);
  });

  it('is rejected without a name, and with a position that is not a number', async () => {
    const tabs = await newTabs();
    const app = { 'teamsApp@odata.bind': WEB };
    assertRejected(await post(tabs, { ...app, name: null }), 400, 'InvalidRequest', ['displayName']);
    const first = { ...app, name: 'Website', sortOrderIndex: 'first' };
    assertRejected(await post(tabs, first), 400, 'InvalidRequest', ['sortOrderIndex']);
  });
});

describe('a member in the format of Microsoft Graph', () => {
  it('is added by a binding in either form', async () => {
    const members = `/teams/${await newTeam()}/members`;
    const added = await post(members, member('sam-id', ['Owner']));
    assert.deepEqual([added.status, added.body.userId, added.body.roles], [201, 'sam-id', ['owner']]);
    const byPath = { ...member('', []), 'user@odata.bind': `${GRAPH}/users/ivan%40fabrikam.example` };
    const other = await post(members, byPath);
    assert.deepEqual([other.status, other.body.userId, other.body.roles], [201, 'ivan-id', []]);
    assertRejected(await post(members, { roles: [] }), 400, 'InvalidRequest', ['user']);
  });

  it('is added with a role in any letter case', async () => {
    const members = `/teams/${await newTeam()}/members`;
    const { status, body } = await post(members, { user: { id: 'sam-id' }, role: 'Owner' });
    assert.deepEqual([status, body.roles], [201, ['owner']]);
  });
});

describe('a team update in the format of Microsoft Graph', () => {
  it('accepts enumerated values ignoring case, at any depth', async () => {
    const teamId = await newTeam();
    const body = {
      '@odata.type': '#microsoft.graph.team',
      visibility: 'Private',
      funSettings: { giphyContentRating: 'Strict', '@odata.type': 'x' },
    };
    const { status } = await service.call('ivan', 'PATCH', `/teams/${teamId}`, body);
    assert.equal(status, 204);
    const now = await service.world.suite.teams.find(TENANT, teamId);
    assert.deepEqual([now?.team.visibility, now?.team.funSettings.giphyContentRating], ['private', 'strict']);
  });
});
