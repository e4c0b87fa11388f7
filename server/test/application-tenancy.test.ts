/**
 * Tests the application's own checks: with row-level security disabled, no tenant reads or changes another tenant's
 * data. persistence/tenancy.test.ts shows that row-level security alone suffices.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { startTeamService, type TeamService } from './team-service.ts';

const DISABLE = `
  do $$ declare t record; begin
    for t in select schemaname, tablename from pg_tables where schemaname in ('charter', 'directory', 'embedded_suite', 'graph_suite') loop
      execute format('alter table %I.%I no force row level security', t.schemaname, t.tablename);
      execute format('alter table %I.%I disable row level security', t.schemaname, t.tablename);
    end loop;
  end $$`;

describe('the service without row-level security', () => {
  let service: TeamService;
  let teamId: string;
  let channelId: string;
  let jobId: string;

  before(async () => {
    service = await startTeamService();
    const owner = new pg.Client(service.world.database.ownerUrl);
    await owner.connect();
    await owner.query(DISABLE);
    await owner.end();
    teamId = (await service.world.newTeam()).team.id;
    const channels = await service.call('olga', 'GET', `/teams/${teamId}/channels`);
    channelId = channels.body[0].id;
    const archived = await service.call('olga', 'POST', `/teams/${teamId}/archive`);
    assert.equal(archived.status, 202);
    jobId = (archived.headers.get('location') ?? '').split('/').at(-1) ?? '';
  });
  after(() => service.close());

  it('responds with 404 for every object of another tenant, whatever the method', async () => {
    const calls: [method: string, path: string, body?: unknown][] = [
      ['GET', `/teams/${teamId}`],
      ['PATCH', `/teams/${teamId}`, { description: 'Mine' }],
      ['POST', `/teams/${teamId}/archive`],
      ['POST', `/teams/${teamId}/unarchive`],
      ['POST', `/teams/${teamId}/members`, { user: { id: 'ada-id' }, role: 'owner' }],
      ['GET', `/teams/${teamId}/channels`],
      ['POST', `/teams/${teamId}/channels`, { displayName: 'Mine' }],
      ['GET', `/teams/${teamId}/channels/primary`],
      ['GET', `/teams/${teamId}/channels/${channelId}/tabs`],
      ['POST', `/teams/${teamId}/channels/${channelId}/archive`],
      ['POST', `/teams/${teamId}/channels/${channelId}/unarchive`],
      ['GET', `/jobs/${jobId}`],
      ['DELETE', `/teams/${teamId}`],
    ];
    for (const [method, path, body] of calls) {
      for (const caller of ['foreigner', 'foreign app'] as const) {
        const answer = await service.call(caller, method, path, body);
        assert.equal(answer.status, 404, `${caller}: ${method} ${path} answered ${answer.status}`);
      }
    }
    assert.equal((await service.call('ada', 'GET', `/teams/${teamId}`)).body.description, 'Old');
  });

  it("lists people of the caller's tenant only", async () => {
    for (const [caller, domain] of [
      ['ada', 'fabrikam.example'],
      ['foreigner', 'tailspin.example'],
    ] as const) {
      const { body } = await service.call(caller, 'GET', '/users?$count=true');
      assert.equal(body['@odata.count'], body.value.length);
      assert.ok(
        body.value.every((user: { userPrincipalName: string }) => user.userPrincipalName.endsWith(domain)),
      );
    }
  });
});
