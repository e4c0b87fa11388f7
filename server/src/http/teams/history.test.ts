import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertRejected, testRejections } from '../../../test/team-rejections.ts';
import { type JsonResponse, startTeamService, type TeamService } from '../../../test/team-service.ts';
import { TENANT } from '../../../test/team-world.ts';

let service: TeamService;
before(async () => {
  service = await startTeamService();
});
after(() => service.close());

const newTeam = async (): Promise<string> => (await service.world.newTeam()).team.id;

describe('GET /teams/{teamId}/history', () => {
  testRejections(() => service, {
    method: 'GET',
    path: async () => `/teams/${await newTeam()}/history`,
    missing: '/teams/unknown/history',
    denied: ['mia', 'gus'],
    hidden: ['sam', 'ivan', 'foreigner', 'foreign app'],
  });

  const get = (path: string) => service.call('olga', 'GET', path);

  it('lists the records about the team, of all trails, newest first, in pages', async () => {
    const [teamId, other] = [await newTeam(), await newTeam()];
    await service.call('ada', 'PATCH', `/teams/${teamId}`, { description: 'New' });
    await service.call('ada', 'PATCH', `/teams/${other}`, { description: 'New' });
    await service.call('olga', 'POST', `/teams/${teamId}/channels`, { displayName: 'Plans' });
    const policy = await service.call('ada', 'POST', '/policies', {
      name: 'Words',
      kind: 'naming',
      scope: { type: 'teams' },
      settings: { blockedWords: ['secret'] },
    });
    await service.call('ada', 'PUT', `/policies/${policy.body.id}/teams/${teamId}`);
    await service.world.suite.teams.archive(TENANT, teamId, { siteReadOnly: false });
    const seen: unknown[] = [];
    let next: string | undefined = `${service.url}/teams/${teamId}/history?$top=2`;
    while (next !== undefined) {
      const { status, body }: JsonResponse = await get(next.slice(service.url.length));
      assert.equal(status, 200, JSON.stringify(body));
      for (const record of body.value) {
        assert.equal(record.teamId, teamId);
        assert.match(record.hash, /^[0-9a-f]{64}$/);
        seen.push([record.trail, record.type, record.actor.displayName]);
      }
      next = body['@odata.nextLink'];
    }
    assert.deepEqual(seen, [
      ['policies', 'policy_attached', 'Ada'],
      ['teams', 'team_channel_created', 'Olga'],
      ['teams', 'team_updated', 'Ada'],
    ]);
  });

  it('rejects an invalid query and names the option', async () => {
    const teamId = await newTeam();
    assertRejected(await get(`/teams/${teamId}/history?$top=0`), 400, 'InvalidRequest', ['$top']);
    assertRejected(await get(`/teams/${teamId}/history?$skiptoken=x`), 400, 'InvalidRequest', ['$skiptoken']);
  });
});
