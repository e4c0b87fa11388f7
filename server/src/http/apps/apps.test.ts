import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { CAUSE } from '../../../test/cause.ts';
import { assertRejected } from '../../../test/team-rejections.ts';
import { type Caller, startTeamService, type TeamService } from '../../../test/team-service.ts';
import { OTHER_TENANT, TENANT } from '../../../test/team-world.ts';
import { createRoleAssignmentStore } from '../../persistence/role-assignments.ts';

const OTHERS: Caller[] = ['olga', 'gus', 'ada', 'ivan', 'app'];
const BODY = { displayName: 'Payroll' };

let service: TeamService;
let call: TeamService['call'];
before(async () => {
  service = await startTeamService();
  call = service.call;
  const roles = createRoleAssignmentStore(service.world.database.tenancy);
  await roles.assign(TENANT, 'ida-id', 'GLOBAL_ADMIN', CAUSE);
  await roles.assign(OTHER_TENANT, 'ada-id', 'GLOBAL_ADMIN', CAUSE);
});
after(() => service.close());

/** Returns the status of a call with Basic credentials. */
async function statusWith({ appId, secret }: { appId: string; secret: string }): Promise<number> {
  const authorization = `Basic ${Buffer.from(`${appId}:${secret}`).toString('base64')}`;
  const response = await fetch(`${service.url}/catalog/templates`, { headers: { authorization } });
  await response.body?.cancel();
  return response.status;
}

async function created() {
  const { status, body } = await call('ida', 'POST', '/apps', BODY);
  assert.equal(status, 201, JSON.stringify(body));
  return body as { appId: string; secret: string };
}

const lastRecord = async (type: string) => {
  const { body } = await call('ida', 'GET', `/audittrails/security/records?$top=1&$filter=type eq '${type}'`);
  return body.value[0];
};

for (const [path, body] of [
  ['/apps', BODY],
  [`/apps/${TENANT}-app/rotate-secret`, undefined],
] as const) {
  describe(`POST ${path} for others`, () => {
    it('requires credentials', async () => {
      assertRejected(await call('nobody', 'POST', path, body), 401, 'Unauthenticated');
    });

    it('rejects callers without GLOBAL_ADMIN', async () => {
      for (const caller of OTHERS) assertRejected(await call(caller, 'POST', path, body), 403, 'Forbidden');
    });
  });
}

describe('POST /apps', () => {
  it('registers an app that can call with its secret, and records it without the secret', async () => {
    const app = await created();
    assert.equal(await statusWith(app), 200);
    const record = await lastRecord('app_registered');
    assert.deepEqual([record.actor.id, record.appId, record.appName], ['ida-id', app.appId, 'Payroll']);
    assert.equal(JSON.stringify(record).includes(app.secret), false);
  });

  it('registers one app for one idempotency key', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await call('ida', 'POST', '/apps', BODY, key);
    const second = await call('ida', 'POST', '/apps', BODY, key);
    assert.deepEqual([second.status, second.body], [201, first.body]);
  });

  it('rejects a name that is missing, blank or too long, and unknown fields', async () => {
    for (const [body, target] of [
      [{}, 'displayName'],
      [{ displayName: ' ' }, 'displayName'],
      [{ displayName: 'x'.repeat(257) }, 'displayName'],
      [{ ...BODY, roles: ['GLOBAL_ADMIN'] }, 'roles'],
    ] as const) {
      assertRejected(await call('ida', 'POST', '/apps', body), 400, 'InvalidRequest', [target]);
    }
  });
});

describe('POST /apps/{appId}/rotate-secret', () => {
  it('gives the app a new secret, with its audit record', async () => {
    const app = await created();
    const { status, body } = await call('ida', 'POST', `/apps/${app.appId}/rotate-secret`);
    assert.deepEqual([status, body.appId, body.displayName], [200, app.appId, 'Payroll']);
    assert.notEqual(body.secret, app.secret);
    assert.equal(await statusWith(body), 200);
    assert.equal(await statusWith(app), 401);
    assert.equal((await lastRecord('app_changed')).appId, app.appId);
  });

  it('answers 404 for a missing app, and for one of another tenant', async () => {
    for (const appId of ['nobody', `${OTHER_TENANT}-app`]) {
      assertRejected(await call('ida', 'POST', `/apps/${appId}/rotate-secret`), 404, 'NotFound');
    }
  });
});
