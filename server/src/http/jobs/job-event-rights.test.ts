import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CAUSE } from '../../../test/cause.ts';
import { startTeamService, type TeamService } from '../../../test/team-service.ts';
import { TENANT } from '../../../test/team-world.ts';
import { createRoleAssignmentStore } from '../../persistence/role-assignments.ts';

describe('an open stream of a job', () => {
  let service: TeamService;
  let path: string;

  before(async () => {
    service = await startTeamService();
    const roles = createRoleAssignmentStore(service.world.database.tenancy);
    await roles.assign(TENANT, 'ida-id', 'GLOBAL_ADMIN', CAUSE);
    const { team } = await service.world.newTeam();
    const { headers } = await service.call('olga', 'POST', `/teams/${team.id}/archive`);
    path = `/jobs/${headers.get('location')?.split('/').at(-1)}`;
  });
  after(() => service.close());

  async function open(authorization: string): Promise<Response> {
    const headers = { accept: 'text/event-stream', authorization };
    const response = await fetch(`${service.url}${path}/events`, { headers });
    assert.equal(response.status, 200);
    return response;
  }

  const statusOf = async (authorization: string): Promise<number> => {
    const response = await fetch(`${service.url}${path}`, { headers: { authorization } });
    await response.body?.cancel();
    return response.status;
  };

  it('ends when the role that permits it is removed', async () => {
    const authorization = await service.authorization('sam');
    const granted = await service.call('ida', 'PUT', '/roles/sam-id/TEAMS_SERVICE_ADMIN');
    assert.equal(granted.status, 200);
    const stream = await open(authorization);
    assert.equal((await service.call('ida', 'DELETE', '/roles/sam-id/TEAMS_SERVICE_ADMIN')).status, 204);
    assert.doesNotMatch(await stream.text(), /event: end/);
    assert.equal(await statusOf(authorization), 404);
  });

  it('ends when the secret of its app is replaced', async () => {
    const { body: app } = await service.call('ida', 'POST', '/apps', { displayName: 'Payroll' });
    const authorization = `Basic ${Buffer.from(`${app.appId}:${app.secret}`).toString('base64')}`;
    const stream = await open(authorization);
    const rotated = await service.call('ida', 'POST', `/apps/${app.appId}/rotate-secret`);
    assert.equal(rotated.status, 200);
    assert.doesNotMatch(await stream.text(), /event: end/);
    assert.equal(await statusOf(authorization), 401);
  });
});
