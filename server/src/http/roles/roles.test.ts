import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import pg from 'pg';
import { CAUSE } from '../../../test/cause.ts';
import { assertRejected } from '../../../test/team-rejections.ts';
import { type Caller, startTeamService, type TeamService } from '../../../test/team-service.ts';
import { OTHER_TENANT, TENANT } from '../../../test/team-world.ts';
import { endRoles } from '../../domain/identity/end-roles.ts';
import type { RoleAssignmentStore } from '../../domain/identity/ports.ts';
import { systemClock } from '../../kernel/clock.ts';
import { createRoleAssignmentStore } from '../../persistence/role-assignments.ts';
import { encodeCursor } from '../cursors.ts';

/** Callers without GLOBAL_ADMIN: ada is TEAMS_SERVICE_ADMIN, ivan INTEGRATION_MANAGER. */
const OTHERS: Caller[] = ['olga', 'gus', 'ada', 'ivan', 'app'];
const FIXED = [
  { principalId: 'ada-id', role: 'TEAMS_SERVICE_ADMIN', expiresAt: null },
  { principalId: 'ida-id', role: 'GLOBAL_ADMIN', expiresAt: null },
  { principalId: 'ivan-id', role: 'INTEGRATION_MANAGER', expiresAt: null },
];

let service: TeamService;
let call: TeamService['call'];
let roles: RoleAssignmentStore;

before(async () => {
  service = await startTeamService();
  call = service.call;
  roles = createRoleAssignmentStore(service.world.database.tenancy);
  await roles.assign(TENANT, 'ida-id', 'GLOBAL_ADMIN', CAUSE);
  await roles.assign(OTHER_TENANT, 'ada-id', 'GLOBAL_ADMIN', CAUSE);
  await service.world.suite.saveUsers(OTHER_TENANT, [
    { id: 'stranger-id', displayName: 'Stranger', userPrincipalName: 'stranger@elsewhere.example' },
  ]);
});
after(() => service.close());

/** Revokes the roles that the previous test assigned. */
beforeEach(async () => {
  for (const { principalId, role } of await roles.list(TENANT)) {
    if (FIXED.some((fixed) => fixed.principalId === principalId && fixed.role === role)) continue;
    await roles.revoke(TENANT, principalId, role, CAUSE);
  }
});

interface RoleRecord {
  type: string;
  actor: { id: string };
  principalId?: string;
  role?: string;
}

/** Returns the records of role changes, newest first. Leaves out rejected calls, which other tests cause. */
const roleRecords = async (): Promise<RoleRecord[]> => {
  const { body } = await call('ida', 'GET', '/audittrails/security/records?$top=999');
  return body.value.filter(({ type }: RoleRecord) => type.startsWith('role_'));
};

for (const [method, path] of [
  ['GET', '/roles'],
  ['PUT', '/roles/mia-id/GOVERNANCE_MANAGER'],
  ['DELETE', '/roles/ivan-id/INTEGRATION_MANAGER'],
] as const) {
  describe(`the access to ${method} ${path}`, () => {
    it('requires credentials', async () => {
      assertRejected(await call('nobody', method, path), 401, 'Unauthenticated');
    });

    it('is rejected with 403 for callers without GLOBAL_ADMIN', async () => {
      for (const caller of OTHERS) assertRejected(await call(caller, method, path), 403, 'Forbidden');
    });
  });
}

describe('GET /roles', () => {
  it('lists the assignments of the tenant with the names of their principals', async () => {
    await roles.assign(TENANT, 'gone-id', 'GOVERNANCE_MANAGER', CAUSE);
    const { status, body } = await call('ida', 'GET', '/roles');
    assert.equal(status, 200);
    assert.match(body['@odata.context'], /#roles$/);
    assert.deepEqual(body.value, [
      { principalId: 'ada-id', kind: 'user', displayName: 'Ada', role: 'TEAMS_SERVICE_ADMIN' },
      { principalId: 'gone-id', role: 'GOVERNANCE_MANAGER' },
      { principalId: 'ida-id', kind: 'user', displayName: 'Ida', role: 'GLOBAL_ADMIN' },
      { principalId: 'ivan-id', kind: 'user', displayName: 'Ivan', role: 'INTEGRATION_MANAGER' },
    ]);
  });

  it('lists each assignment once over all pages', async () => {
    await roles.assign(TENANT, 'ida-id', 'GOVERNANCE_MANAGER', CAUSE);
    const seen: string[] = [];
    let address: string | undefined = `${service.url}/roles?$top=1`;
    while (address !== undefined) {
      const { body } = await call('ida', 'GET', address.slice(service.url.length));
      assert.ok(body.value.length <= 1);
      seen.push(...body.value.map(({ principalId, role }: never) => `${principalId} ${role}`));
      address = body['@odata.nextLink'];
    }
    assert.deepEqual(seen, [
      'ada-id TEAMS_SERVICE_ADMIN',
      'ida-id GLOBAL_ADMIN',
      'ida-id GOVERNANCE_MANAGER',
      'ivan-id INTEGRATION_MANAGER',
    ]);
  });

  it('rejects invalid options and cursors of other lists', async () => {
    assertRejected(await call('ida', 'GET', '/roles?$top=0'), 400, 'InvalidRequest', ['$top']);
    assertRejected(await call('ida', 'GET', '/roles?$filter=x'), 400, 'InvalidRequest', ['$filter']);
    for (const token of ['x', encodeCursor(['ada-id']), encodeCursor(['ada-id', 'KING'])]) {
      const answer = await call('ida', 'GET', `/roles?$skiptoken=${token}`);
      assertRejected(answer, 400, 'InvalidRequest', ['$skiptoken']);
    }
  });
});

describe('PUT /roles/{principalId}/{role}', () => {
  it('assigns a role to a person, and records the assignment once', async () => {
    const before = (await roleRecords()).length;
    const first = await call('ida', 'PUT', '/roles/mia-id/GOVERNANCE_MANAGER');
    assert.equal(first.status, 200);
    const { '@odata.context': context, ...assignment } = first.body;
    assert.match(context, /#roles\/\$entity$/);
    const mia = { principalId: 'mia-id', kind: 'user', displayName: 'Mia', role: 'GOVERNANCE_MANAGER' };
    assert.deepEqual(assignment, mia);
    assert.deepEqual((await call('ida', 'PUT', '/roles/mia-id/GOVERNANCE_MANAGER')).status, 200);
    const [newest, ...older] = await roleRecords();
    assert.equal(older.length, before);
    assert.deepEqual(
      [newest?.type, newest?.actor.id, newest?.principalId, newest?.role],
      ['role_assigned', 'ida-id', 'mia-id', 'GOVERNANCE_MANAGER'],
    );
  });

  it('assigns a role to a registered app', async () => {
    const { status, body } = await call('ida', 'PUT', `/roles/${TENANT}-app/INTEGRATION_MANAGER`);
    assert.deepEqual([status, body.kind, body.displayName], [200, 'app', 'Automation']);
  });

  it('gives the person the rights of the role', async () => {
    await call('ida', 'PUT', '/roles/sam-id/GLOBAL_ADMIN');
    assert.equal((await call('sam', 'GET', '/roles')).status, 200);
  });

  it('returns 404 for a principal of another tenant, and for a name in place of an id', async () => {
    for (const id of ['stranger-id', `${OTHER_TENANT}-app`, 'nobody', `mia@${TENANT}.example`, 'MIA-ID']) {
      const answer = await call('ida', 'PUT', `/roles/${encodeURIComponent(id)}/GOVERNANCE_MANAGER`);
      assertRejected(answer, 404, 'NotFound');
    }
    assert.equal((await roles.list(TENANT)).length, FIXED.length);
  });

  it('rejects roles that cannot be assigned, and ids that are too long', async () => {
    for (const role of ['AUTHORIZED_APP', 'AUTHENTICATED_USER', 'global_admin', 'KING']) {
      assertRejected(await call('ida', 'PUT', `/roles/mia-id/${role}`), 400, 'InvalidRequest', ['role']);
    }
    const long = 'x'.repeat(256);
    const answer = await call('ida', 'PUT', `/roles/${long}/GOVERNANCE_MANAGER`);
    assertRejected(answer, 400, 'InvalidRequest', ['principalId']);
  });
});

/** Moves the end of an assignment into the past, because the test can't wait for it. */
async function end(principalId: string): Promise<void> {
  const client = new pg.Client({ connectionString: service.world.database.ownerUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query("set local charter.audited = 'never'");
    await client.query("select set_config('charter.tenant_id', $1, true)", [TENANT]);
    await client.query('update charter.role_assignments set expires_at = now() where principal_id = $1', [
      principalId,
    ]);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

const LATER = '2999-01-01T00:00:00.000Z';

describe('a role assignment with an end', () => {
  it('is listed with its end until a call without an end replaces it', async () => {
    const path = '/roles/olga-id/GOVERNANCE_MANAGER';
    const { status, body } = await call('ida', 'PUT', path, { expiresDateTime: LATER });
    assert.deepEqual([status, body.expiresDateTime], [200, LATER]);
    const listed = async () =>
      (await call('ida', 'GET', '/roles')).body.value.find(
        ({ principalId }: { principalId: string }) => principalId === 'olga-id',
      );
    assert.equal((await listed()).expiresDateTime, LATER);
    await call('ida', 'PUT', path);
    assert.equal('expiresDateTime' in (await listed()), false);
    const [last, first] = await roleRecords();
    assert.deepEqual([last?.type, first?.type], ['role_assigned', 'role_assigned']);
  });

  it('is rejected with an end in the past, and for the last GLOBAL_ADMIN', async () => {
    const past = { expiresDateTime: '2020-01-01T00:00:00Z' };
    const answer = await call('ida', 'PUT', '/roles/olga-id/GOVERNANCE_MANAGER', past);
    assertRejected(answer, 400, 'InvalidRequest', ['expiresDateTime']);
    const later = { expiresDateTime: LATER };
    assertRejected(await call('ida', 'PUT', '/roles/ida-id/GLOBAL_ADMIN', later), 409, 'Conflict');
    await call('ida', 'PUT', '/roles/mia-id/GLOBAL_ADMIN', later);
    assertRejected(await call('ida', 'DELETE', '/roles/ida-id/GLOBAL_ADMIN'), 409, 'Conflict');
    assert.equal((await call('ida', 'DELETE', '/roles/mia-id/GLOBAL_ADMIN')).status, 204);
  });

  it('gives no rights after its end, and is removed with an audit record', async () => {
    await call('ida', 'PUT', '/roles/gus-id/GOVERNANCE_MANAGER', { expiresDateTime: LATER });
    assert.equal((await call('gus', 'GET', '/overview')).status, 200);
    await end('gus-id');
    // A change on this node evicts the cached rights, so the test need not wait until they expire.
    await call('ida', 'PUT', '/roles/gus-id/INTEGRATION_MANAGER');
    assertRejected(await call('gus', 'GET', '/overview'), 403, 'Forbidden');
    await Promise.all([1, 2].map(() => endRoles({ roles, clock: systemClock }, TENANT)));
    const ended = (await roleRecords()).filter(({ type }) => type === 'role_expired');
    assert.deepEqual(
      ended.map(({ actor, principalId, role }) => [actor.id, principalId, role]),
      [['charter', 'gus-id', 'GOVERNANCE_MANAGER']],
    );
  });
});

describe('a new GLOBAL_ADMIN', () => {
  it('causes one notification to each administrator and to the person, and an event', async () => {
    const subjects = async (as: Caller): Promise<string[]> => {
      const { body } = await call(as, 'GET', '/notifications');
      return body.value
        .filter(({ kind }: { kind: string }) => kind === 'global_admin_assigned')
        .map(({ subject }: { subject: string }) => subject);
    };
    const before = { ida: await subjects('ida'), ada: await subjects('ada') };
    for (const _ of [1, 2]) {
      const { status, body } = await call('ida', 'PUT', '/roles/olga-id/GLOBAL_ADMIN');
      assert.equal(status, 200, JSON.stringify(body));
    }
    const [first, ...older] = await subjects('olga');
    assert.deepEqual([first, older], ['Olga is a global administrator now', []]);
    for (const name of ['ida', 'ada'] as const) {
      assert.deepEqual(await subjects(name), ['Olga is a global administrator now', ...before[name]]);
    }
    const events = await service.world.events();
    const { payload } = events.findLast(({ type }) => type === 'role_assigned')!;
    assert.deepEqual(payload, {
      tenant: { id: TENANT },
      principal: { id: 'olga-id', displayName: 'Olga' },
      role: 'GLOBAL_ADMIN',
    });
  });
});

describe('DELETE /roles/{principalId}/{role}', () => {
  it('removes a role, also from a deleted person, and records the removal', async () => {
    for (const principalId of ['mia-id', 'gone-id']) {
      await roles.assign(TENANT, principalId, 'GOVERNANCE_MANAGER', CAUSE);
      const answer = await call('ida', 'DELETE', `/roles/${principalId}/GOVERNANCE_MANAGER`);
      assert.deepEqual([answer.status, answer.body], [204, '']);
      const [newest] = await roleRecords();
      assert.deepEqual(
        [newest?.type, newest?.actor.id, newest?.principalId],
        ['role_revoked', 'ida-id', principalId],
      );
    }
    assert.deepEqual(await roles.list(TENANT), FIXED);
  });

  it('returns 404 for a missing assignment, and for one of another tenant', async () => {
    assertRejected(await call('ida', 'DELETE', '/roles/ada-id/GLOBAL_ADMIN'), 404, 'NotFound');
    assertRejected(await call('ida', 'DELETE', '/roles/nobody/GLOBAL_ADMIN'), 404, 'NotFound');
    assert.deepEqual(await roles.rolesOf(OTHER_TENANT, 'ada-id'), ['GLOBAL_ADMIN', 'TEAMS_SERVICE_ADMIN']);
  });

  it('rejects the removal of the last GLOBAL_ADMIN with 409', async () => {
    assertRejected(await call('ida', 'DELETE', '/roles/ida-id/GLOBAL_ADMIN'), 409, 'Conflict');
    assert.deepEqual(await roles.list(TENANT), FIXED);
  });

  it('keeps one GLOBAL_ADMIN when concurrent calls remove all', async () => {
    const others = ['mia-id', 'olga-id', 'gus-id'];
    for (const principalId of others) await roles.assign(TENANT, principalId, 'GLOBAL_ADMIN', CAUSE);
    const answers = await Promise.all(
      ['ida-id', ...others].map((id) => call('ida', 'DELETE', `/roles/${id}/GLOBAL_ADMIN`)),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 204, 204, 409]);
    const left = (await roles.list(TENANT)).filter(({ role }) => role === 'GLOBAL_ADMIN');
    assert.equal(left.length, 1);
    await roles.assign(TENANT, 'ida-id', 'GLOBAL_ADMIN', CAUSE);
  });

  it('returns 400 for a role that does not exist', async () => {
    assertRejected(await call('ida', 'DELETE', '/roles/ida-id/KING'), 400, 'InvalidRequest', ['role']);
  });
});
