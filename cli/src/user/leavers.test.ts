import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startTestService } from '../../../sdk/src/test-service.ts';
import { charter } from '../run-charter.ts';

const COUNTS = { team: 3, onlyOwner: 2, approval: 1, template: 0, policy: 0, webhook: 0, app: 0, renewal: 0 };

describe('charter user', () => {
  it('impact lists the objects that depend on a person', async () => {
    const holdings = [{ kind: 'team', id: 't1', displayName: 'Harbour', relations: ['onlyOwner'] }];
    await using service = await startTestService({
      status: 200,
      body: { id: 'g1', counts: COUNTS, holdings },
    });
    const args = ['user', 'impact', 'grace@contoso.example', '--url', service.baseUrl];
    const { code, stdout, stderr } = await charter(args);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /team\s+Harbour\s+onlyOwner\s+t1/);
    assert.equal(service.seen[0]?.url, '/v1.0/users/grace%40contoso.example/impact');
  });

  it('leavers lists people with their holdings', async () => {
    const leaver = { id: 'g1', displayName: 'Grace', state: 'closed', counts: COUNTS };
    await using service = await startTestService({ status: 200, body: { value: [leaver] } });
    const { code, stdout, stderr } = await charter(['user', 'leavers', '--url', service.baseUrl]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /Grace\s+closed\s+3\s+2\s+1\s+0\s+0\s+g1/);
  });
});
