import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertRejected, testRejections } from '../../../test/team-rejections.ts';
import { type Caller, startTeamService, type TeamService } from '../../../test/team-service.ts';
import { TENANT } from '../../../test/team-world.ts';

let service: TeamService;
before(async () => {
  service = await startTeamService();
  await service.world.suite.saveGroups(TENANT, [
    { id: 'sailors', displayName: 'Sailors', memberIds: ['olga-id', 'mia-id', 'gus-id'] },
    { id: 'anglers', displayName: 'Anglers', memberIds: ['mia-id'] },
    { id: 'empty', displayName: 'Empty', memberIds: [] },
  ]);
});
after(() => service.close());

const EVERYBODY: Caller[] = ['olga', 'sam', 'ada', 'ivan', 'app', 'foreigner', 'nobody'];

async function namesAt(path: string, as: Caller): Promise<string[]> {
  const { status, body } = await service.call(as, 'GET', path);
  assert.equal(status, 200, JSON.stringify(body));
  return body.value.map(({ displayName }: { displayName: string }) => displayName);
}

describe('GET /groups', () => {
  it('lists the groups to administrators and apps only', async () => {
    const statuses = await Promise.all(
      EVERYBODY.map(async (caller) => (await service.call(caller, 'GET', '/groups')).status),
    );
    assert.deepEqual(statuses, [403, 403, 200, 403, 200, 200, 401]);
    assert.deepEqual(await namesAt('/groups', 'ada'), ['Anglers', 'Empty', 'Sailors']);
    assert.deepEqual(await namesAt('/groups', 'foreigner'), []);
  });
});

describe('GET /me/groups', () => {
  it('lists the groups that the caller is a direct member of', async () => {
    assert.deepEqual(await namesAt('/me/groups', 'mia'), ['Anglers', 'Sailors']);
    assert.deepEqual(await namesAt('/me/groups', 'sam'), []);
    assertRejected(await service.call('nobody', 'GET', '/me/groups'), 401, 'Unauthenticated');
    assertRejected(await service.call('app', 'GET', '/me/groups'), 403, 'Forbidden');
  });
});

describe('GET /groups/{groupId}/members', () => {
  testRejections(() => service, {
    method: 'GET',
    path: async () => '/groups/sailors/members',
    missing: '/groups/unknown/members',
    denied: [],
    hidden: ['sam', 'ivan', 'foreigner', 'foreign app'],
  });

  it('lists the people of a group to its members and to administrators', async () => {
    for (const caller of ['olga', 'gus', 'ada', 'app'] as const) {
      assert.deepEqual(await namesAt('/groups/sailors/members', caller), ['Gus', 'Mia', 'Olga']);
    }
    assert.deepEqual(await namesAt('/groups/empty/members', 'ada'), []);
  });

  it('pages by name, and rejects an invalid cursor', async () => {
    const seen: string[] = [];
    let next: string | undefined = `${service.url}/groups/sailors/members?$top=2`;
    while (next !== undefined) {
      const { body }: { body: { value: { displayName: string }[]; '@odata.nextLink'?: string } } =
        await service.call('mia', 'GET', next.slice(service.url.length));
      seen.push(...body.value.map(({ displayName }) => displayName));
      next = body['@odata.nextLink'];
    }
    assert.deepEqual(seen, ['Gus', 'Mia', 'Olga']);
    const answer = await service.call('mia', 'GET', '/groups/sailors/members?$skiptoken=made-up');
    assertRejected(answer, 400, 'InvalidRequest', ['$skiptoken']);
  });
});
