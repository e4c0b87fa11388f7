import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startTestService } from '../../../sdk/src/test-service.ts';
import { EXIT } from '../exit-codes.ts';
import { charter } from '../run-charter.ts';

const words = (name: string, more: object = {}) => ({
  name,
  kind: 'naming',
  settings: { blockedWords: ['secret'] },
  ...more,
});

describe('charter policy apply', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'charter-policies-'));
  });
  after(() => rm(folder, { recursive: true }));

  const apply = async (policies: object[], url: string) => {
    const path = join(folder, 'policies.json');
    await writeFile(path, JSON.stringify(policies));
    return charter(['policy', 'apply', path, '--url', url]);
  };

  const TWICE: [what: string, policies: object[], named: RegExp][] = [
    ['kind and name', [words('Words'), words('Other'), words('Words')], /the naming policy 'Words' twice/],
    ['name, one of them with an id', [words('Words', { id: 'policy-1' }), words('Words')], /'Words' twice/],
    [
      'id',
      [words('One', { id: 'policy-1' }), words('Two', { id: 'policy-1' })],
      /'Two' with the id policy-1 twice/,
    ],
  ];
  for (const [what, policies, named] of TWICE) {
    it(`rejects a file that has two policies with the same ${what}, and sends no request`, async () => {
      await using service = await startTestService();
      const { code, stderr } = await apply(policies, service.baseUrl);
      assert.equal(code, EXIT.usage);
      assert.match(stderr, named);
      assert.equal(service.seen.length, 0);
    });
  }

  it('accepts one name for policies of two kinds', async () => {
    const created = { status: 201, body: { id: 'p', name: 'Words', kind: 'naming', version: 1 } };
    const none = { status: 200, body: { value: [] } };
    await using service = await startTestService(none, created, none, created);
    const other = { name: 'Words', kind: 'duplicateNames' };
    const { code, stderr } = await apply([words('Words'), other], service.baseUrl);
    assert.equal(code, EXIT.done, stderr);
    assert.deepEqual(
      service.seen.map(({ method }) => method),
      ['GET', 'POST', 'GET', 'POST'],
    );
  });
});
