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

const OTHER_TENANTS: Caller[] = ['foreigner', 'foreign app'];
const WEB = 'com.microsoft.teamspace.tab.web';

/** Creates a team with the channel Plans. Its members may change channels and tabs only when `allowed`. */
async function newChannel(more: object = {}, allowed = false): Promise<{ teamId: string; path: string }> {
  const settings = {
    memberSettings: {
      allowCreateUpdateChannels: allowed,
      allowDeleteChannels: allowed,
      allowCreateUpdateRemoveTabs: allowed,
    },
  };
  const { team } = await service.world.newTeam({}, settings);
  const payload = { displayName: 'Plans', ...more };
  const created = await service.call('olga', 'POST', `/teams/${team.id}/channels`, payload);
  assert.equal(created.status, 201, JSON.stringify(created.body));
  return { teamId: team.id, path: `/teams/${team.id}/channels/${encodeURIComponent(created.body.id)}` };
}

const eventsOf = async ({ headers }: JsonResponse) =>
  (await service.world.events(headers.get('request-id') ?? '')).map(({ type, payload }) => [
    type,
    (payload.channel as { displayName: string }).displayName,
    payload.changes,
  ]);

const hidden: Caller[] = ['sam', 'ivan', ...OTHER_TENANTS];

describe('PATCH /teams/{teamId}/channels/{channelId}', () => {
  testRejections(() => service, {
    method: 'PATCH',
    path: async () => (await newChannel()).path,
    missing: '/teams/unknown/channels/unknown',
    body: { description: 'New' },
    denied: ['mia', 'gus'],
    hidden,
  });
  const patch = (path: string, body: unknown, as: Caller = 'olga') => service.call(as, 'PATCH', path, body);

  it('accepts the fields that GET returned, changes those that differ, and records only the changes', async () => {
    const { teamId, path } = await newChannel({}, true);
    const read = (await service.call('olga', 'GET', `/teams/${teamId}/channels`)).body[1];
    const changed = await patch(path, { ...read, description: 'New' }, 'mia');
    assert.equal(changed.status, 204, JSON.stringify(changed.body));
    assert.deepEqual(await eventsOf(changed), [['team_channel_updated', 'Plans', { description: 'New' }]]);
    assert.deepEqual(await eventsOf(await patch(path, { description: 'New' })), []);
    const cleared = await patch(path, { displayName: ' Ideas ', description: null });
    assert.deepEqual(await eventsOf(cleared), [
      ['team_channel_updated', 'Ideas', { displayName: 'Ideas', description: '' }],
    ]);
  });

  it('rejects invalid changes and names each field', async () => {
    const { teamId, path } = await newChannel();
    assertRejected(await patch(path, { displayName: 'a/b' }), 400, 'InvalidRequest', ['displayName']);
    assertRejected(await patch(path, { membershipType: 'private' }), 400, 'InvalidRequest', [
      'membershipType',
    ]);
    assertRejected(await patch(path, { displayName: 'general' }), 409, 'NameAlreadyExists', ['displayName']);
    const { body } = await service.call('olga', 'GET', `/teams/${teamId}/channels/primary`);
    const primary = `/teams/${teamId}/channels/${encodeURIComponent(body.id)}`;
    assertRejected(await patch(primary, { displayName: 'Main' }), 409, 'Conflict', ['channelId']);
    await service.world.suite.teams.archive(TENANT, teamId, { siteReadOnly: false });
    assertRejected(await patch(path, { description: 'x' }), 409, 'TeamArchived');
  });
});

describe('DELETE /teams/{teamId}/channels/{channelId}', () => {
  testRejections(() => service, {
    method: 'DELETE',
    path: async () => (await newChannel()).path,
    missing: '/teams/unknown/channels/unknown',
    denied: ['mia', 'gus'],
    hidden,
  });
  const remove = (path: string, as: Caller = 'olga') => service.call(as, 'DELETE', path);

  it('lets members delete a channel where the settings allow it, and records the deletion once', async () => {
    const { path } = await newChannel({}, true);
    const deleted = await remove(path, 'mia');
    assert.equal(deleted.status, 204);
    assert.deepEqual(await eventsOf(deleted), [['team_channel_deleted', 'Plans', undefined]]);
    assertRejected(await remove(path), 404, 'NotFound');
  });

  it('lets only owners and administrators delete a private channel', async () => {
    const { path } = await newChannel({ membershipType: 'private' }, true);
    assertRejected(await remove(path, 'mia'), 404, 'NotFound');
    assert.equal((await remove(path, 'ada')).status, 204);
  });

  it('does not delete the primary channel', async () => {
    const { teamId } = await newChannel();
    const { body } = await service.call('olga', 'GET', `/teams/${teamId}/channels/primary`);
    const primary = `/teams/${teamId}/channels/${encodeURIComponent(body.id)}`;
    assertRejected(await remove(primary), 409, 'Conflict', ['channelId']);
  });
});

describe('DELETE /teams/{teamId}/channels/{channelId}/tabs/{tabId}', () => {
  const newTab = async (allowed = false): Promise<string> => {
    const { path } = await newChannel({}, allowed);
    const tab = { displayName: 'Site', teamsApp: { id: WEB } };
    const { body } = await service.call('olga', 'POST', `${path}/tabs`, tab);
    return `${path}/tabs/${body.id}`;
  };
  testRejections(() => service, {
    method: 'DELETE',
    path: newTab,
    missing: '/teams/unknown/channels/unknown/tabs/unknown',
    denied: ['mia', 'gus'],
    hidden,
  });

  it('deletes the tab and records the deletion', async () => {
    const path = await newTab(true);
    const deleted = await service.call('mia', 'DELETE', path);
    assert.equal(deleted.status, 204);
    const [event] = await service.world.events(deleted.headers.get('request-id') ?? '');
    assert.deepEqual([event?.type, event?.target.displayName], ['team_channel_tab_deleted', 'Site']);
    assertRejected(await service.call('mia', 'DELETE', path), 404, 'NotFound');
  });
});
