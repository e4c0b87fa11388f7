import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertRejected } from '../../../test/team-rejections.ts';
import { startTeamService, type TeamService } from '../../../test/team-service.ts';
import { OTHER_TENANT, TENANT } from '../../../test/team-world.ts';
import { OPERATIONS } from '../operations.ts';

describe('GET /me', () => {
  let service: TeamService;
  before(async () => {
    service = await startTeamService();
  });
  after(() => service.close());

  it('requires credentials', async () => {
    assertRejected(await service.call('nobody', 'GET', '/me'), 401, 'Unauthenticated');
  });

  it('rejects unknown options', async () => {
    assertRejected(await service.call('mia', 'GET', '/me?for=ada'), 400, 'InvalidRequest', ['for']);
  });

  it('describes a person with their organisation', async () => {
    const { status, body } = await service.call('mia', 'GET', '/me');
    assert.equal(status, 200);
    const { operations, ...rest } = body;
    assert.deepEqual(rest, {
      '@odata.context': `${service.url}/$metadata#me`,
      id: 'mia-id',
      kind: 'user',
      displayName: 'Mia',
      userPrincipalName: `mia@${TENANT}.example`,
      mail: `mia@mail.${TENANT}.example`,
      tenant: { id: TENANT, displayName: TENANT, defaultDomainName: `${TENANT}.example`, branding: {} },
      roles: ['AUTHENTICATED_USER'],
    });
    assert.ok(operations.includes('getMe'));
  });

  it('returns the language that the directory stores', async () => {
    const { suite } = service.world;
    const sam = { id: 'sam-id', displayName: 'Sam', userPrincipalName: `sam@${TENANT}.example` };
    await suite.saveUsers(TENANT, [{ ...sam, preferredLanguage: 'fr-CA' }]);
    assert.equal((await service.call('sam', 'GET', '/me')).body.locale, 'fr-CA');
  });

  it('describes an app without the fields that only people have', async () => {
    const { body } = await service.call('app', 'GET', '/me');
    assert.deepEqual(
      [body.kind, body.id, body.displayName, body.roles],
      ['app', `${TENANT}-app`, 'Automation', ['AUTHENTICATED_USER', 'AUTHORIZED_APP']],
    );
    for (const name of ['userPrincipalName', 'mail', 'locale']) assert.ok(!(name in body), name);
  });

  it('describes a caller of another tenant with the organisation of that tenant', async () => {
    const { body } = await service.call('foreigner', 'GET', '/me');
    assert.deepEqual([body.tenant.id, body.userPrincipalName], [OTHER_TENANT, `ada@${OTHER_TENANT}.example`]);
  });

  it('names exactly those GET operations that the role check allows to the caller', async () => {
    for (const caller of ['mia', 'ivan', 'ada', 'app'] as const) {
      const { body } = await service.call(caller, 'GET', '/me');
      for (const [id, { method, path, callers }] of Object.entries(OPERATIONS)) {
        if (method !== 'GET') continue;
        const answer = await service.call(caller, 'GET', path.replace(/:\w+/g, 'unknown'));
        // After the role check, a read of an unknown object is a 404 or a 400, and a list is a 200.
        const isRejected = answer.status === 403;
        assert.equal(body.operations.includes(id), !isRejected, `${caller} ${id} ${callers.roles}`);
      }
    }
  });
});
