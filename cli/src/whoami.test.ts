import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startTestService } from '../../sdk/src/test-service.ts';
import { charter } from './run-charter.ts';

const me = {
  id: 'a1',
  kind: 'app',
  displayName: 'Payroll',
  tenant: { id: 'contoso' },
  roles: ['AUTHENTICATED_USER', 'AUTHORIZED_APP'],
  operations: ['getMe', 'getTeam'],
};

describe('charter whoami', () => {
  it('shows the caller without the lines that have no value', async () => {
    await using service = await startTestService({ status: 200, body: me });
    const { code, stdout, stderr } = await charter(['whoami', '--url', service.baseUrl]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /Name:\s+Payroll/);
    assert.match(stdout, /Organisation:\s+contoso/);
    assert.match(stdout, /Operations:\s+getMe, getTeam/);
    assert.doesNotMatch(stdout, /Mail|Language/);
    assert.equal(service.seen[0]?.url, '/v1.0/me');
  });

  it('writes the response as JSON', async () => {
    await using service = await startTestService({ status: 200, body: me });
    const { stdout } = await charter(['whoami', '--json', '--url', service.baseUrl]);
    assert.deepEqual(JSON.parse(stdout), me);
  });
});
