import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startTestService } from '../../../sdk/src/test-service.ts';
import { charter } from '../run-charter.ts';

const found = (...ids: string[]) => ({ status: 200, body: { value: ids.map((id) => ({ id })) } });
const assignment = { principalId: 'g1', kind: 'user', displayName: 'Grace', role: 'GOVERNANCE_MANAGER' };

describe('charter role', () => {
  it('lists role assignments', async () => {
    await using service = await startTestService({ status: 200, body: { value: [assignment] } });
    const { stdout } = await charter(['role', 'list', '--url', service.baseUrl]);
    assert.match(stdout, /GOVERNANCE_MANAGER\s+Grace\s+user\s+g1/);
  });

  it('assigns a role to a person whom it looks up by id, then by user principal name', async () => {
    await using service = await startTestService(found(), found('g1'), { status: 200, body: assignment });
    const args = ['role', 'assign', "o'hara@x.example", 'governance_manager', '--url', service.baseUrl];
    const { code, stdout, stderr } = await charter(args);
    assert.equal(code, 0, stderr);
    assert.equal(stdout, 'Grace has GOVERNANCE_MANAGER.\n');
    assert.deepEqual(
      service.seen.map(({ method, url }) => `${method} ${decodeURIComponent(url).replaceAll('+', ' ')}`),
      [
        "GET /v1.0/users?$filter=id eq 'o''hara@x.example'&$top=1",
        "GET /v1.0/users?$filter=userPrincipalName eq 'o''hara@x.example'&$top=1",
        'PUT /v1.0/roles/g1/GOVERNANCE_MANAGER',
      ],
    );
  });

  it('removes a role from an app', async () => {
    await using service = await startTestService(found(), found(), { status: 204, body: '' });
    const args = ['role', 'remove', 'robot', 'GLOBAL_ADMIN', '--url', service.baseUrl];
    const { code, stdout } = await charter(args);
    assert.deepEqual([code, stdout], [0, 'robot no longer has GLOBAL_ADMIN.\n']);
    assert.equal(service.seen[2]?.url, '/v1.0/roles/robot/GLOBAL_ADMIN');
  });

  it('rejects a role that cannot be assigned', async () => {
    await using service = await startTestService(found('g1'));
    const args = ['role', 'assign', 'g1', 'AUTHORIZED_APP', '--url', service.baseUrl];
    const { code, stderr } = await charter(args);
    assert.equal(code, 2);
    assert.match(stderr, /must be one of INTEGRATION_MANAGER/);
  });
});

describe('charter app', () => {
  it('prints the secret of an app and notes that it is shown once', async () => {
    const body = { appId: 'a1', displayName: 'Payroll', secret: 's3cret' };
    await using service = await startTestService({ status: 201, body }, { status: 200, body });
    for (const args of [
      ['create', 'Payroll'],
      ['rotate-secret', 'a1'],
    ]) {
      const { code, stdout, stderr } = await charter(['app', ...args, '--url', service.baseUrl]);
      assert.equal(code, 0, stderr);
      assert.match(stdout, /a1[\s\S]*s3cret/);
      assert.match(stderr, /not shown again/);
    }
    assert.deepEqual(
      service.seen.map(({ url, headers }) => [url, headers['idempotency-key'] !== undefined]),
      [
        ['/v1.0/apps', true],
        ['/v1.0/apps/a1/rotate-secret', true],
      ],
    );
  });
});
