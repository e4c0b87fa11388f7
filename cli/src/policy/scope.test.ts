import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startTestService } from '../../../sdk/src/test-service.ts';
import { EXIT } from '../exit-codes.ts';
import { charter } from '../run-charter.ts';

const policy = (scope: object) => ({
  ...{ id: 'p', name: 'Secret work', kind: 'privacy', enabled: true, mode: 'enforce', version: 1 },
  ...{ scope, settings: {}, lastModifiedDateTime: '2026-11-27T09:00:00Z' },
});

describe('the scope of a policy', () => {
  const answers = { class: ['secret', 'internal'], external: ['true'] };
  const TEXTS: [scope: object, text: string][] = [
    [{ type: 'tenant' }, 'all teams'],
    [{ type: 'tenant', answers }, 'teams with class = secret or internal, external = true'],
    [
      { type: 'templates', templateIds: ['project'], answers: { external: ['false'] } },
      'teams from project with external = false',
    ],
    [{ type: 'teams' }, 'teams it is attached to'],
  ];
  for (const [scope, text] of TEXTS) {
    it(`is listed as "${text}"`, async () => {
      await using service = await startTestService({ status: 200, body: { value: [policy(scope)] } });
      const { stdout } = await charter(['policy', 'list', '--url', service.baseUrl]);
      assert.ok(stdout.includes(text), stdout);
    });
  }

  it('is checked against the template and the answers that charter policy check gets', async () => {
    await using service = await startTestService({ status: 200, body: { outcome: 'passed', verdicts: [] } });
    const options = ['--template', 'project', '--answer', 'class=secret', 'external=true'];
    const check = (more: string[]) =>
      charter(['policy', 'check', 'Plans', '--url', service.baseUrl, ...more]);
    assert.equal((await check(options)).code, EXIT.done);
    assert.deepEqual(JSON.parse(service.seen[0]?.body ?? ''), {
      name: 'Plans',
      template: { id: 'project' },
      metadata: { class: 'secret', external: 'true' },
    });
    assert.equal((await check(['--team', 'team-1', '--answer', 'class=secret'])).code, EXIT.usage);
    assert.equal(service.seen.length, 1);
  });
});
