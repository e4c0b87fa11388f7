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

  it('impact says which objects the service does not list, also with --json', async () => {
    const holdings = Array.from({ length: 3 }, (_, index) => ({
      ...{ kind: 'team', id: `t${index}`, displayName: `Harbour ${index}`, relations: ['owner'] },
    }));
    const counts = { ...COUNTS, team: 250, approval: 0 };
    const body = { id: 'g1', displayName: 'Grace', state: 'closed', counts, holdings };
    await using service = await startTestService({ status: 200, body });
    const args = ['user', 'impact', 'g1', '--url', service.baseUrl];
    for (const form of [[], ['--json'], ['--output', 'csv']]) {
      const { code, stdout, stderr } = await charter([...args, ...form]);
      assert.equal(code, 0, stderr);
      assert.match(stderr, /Not all objects are listed: team 3 of 250\. --counts/);
      if (form[0] === '--json') assert.deepEqual(JSON.parse(stdout), holdings);
    }
    const table = await charter([...args, '--counts']);
    assert.match(table.stdout, /NAME:\s+Grace\nID:\s+g1\nSTATE:\s+closed\nteam:\s+250\nonlyOwner:\s+2/);
    const json = await charter([...args, '--counts', '--json']);
    assert.deepEqual(JSON.parse(json.stdout), { id: 'g1', displayName: 'Grace', state: 'closed', counts });
    assert.equal(json.stderr, '');
  });

  it('leavers lists people with their holdings', async () => {
    const leaver = { id: 'g1', displayName: 'Grace', state: 'closed', counts: COUNTS };
    await using service = await startTestService({ status: 200, body: { value: [leaver] } });
    const { code, stdout, stderr } = await charter(['user', 'leavers', '--url', service.baseUrl]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /Grace\s+closed\s+3\s+2\s+1\s+0\s+0\s+g1/);
  });
});
