import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startTestService } from '../../../sdk/src/test-service.ts';
import { charter } from '../run-charter.ts';

const imported = { status: 200, body: { importedUsers: 1 } };
const found = (...ids: string[]) => ({ status: 200, body: { value: ids.map((id) => ({ id })) } });

describe('charter user import', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'charter-import-'));
  });
  after(() => rm(folder, { recursive: true }));

  async function run(name: string, text: string, url: string) {
    const path = join(folder, name);
    await writeFile(path, text);
    return charter(['user', 'import', path, '--url', url]);
  }

  const EXPECTED = {
    users: [
      { id: 'g1', displayName: 'Grace, H.', userPrincipalName: 'grace', groups: ['Navy', 'Compilers'] },
      { id: 'a1', displayName: 'Alan', userPrincipalName: 'alan', accountEnabled: false, managerId: 'g1' },
    ],
  };
  const FILES = {
    'commas.csv': `\ufeffid,displayName,userPrincipalName,accountEnabled,manager,groups
g1,"Grace, H.",grace,,,Navy | Compilers
a1,Alan,alan,FALSE,Grace,
`,
    'semicolons.csv': `id;displayName;userPrincipalName;accountEnabled;manager;groups\r
g1;Grace, H.;grace;;;Navy|Compilers\r
a1;Alan;alan;false;g1;\r
`,
    'people.yaml': `users:
  - {id: g1, displayName: "Grace, H.", userPrincipalName: grace, groups: [Navy, Compilers]}
  - {id: a1, displayName: Alan, userPrincipalName: alan, accountEnabled: false, manager: grace}
`,
  };
  for (const [name, text] of Object.entries(FILES)) {
    it(`sends the people in ${name} with their managers and groups`, async () => {
      await using service = await startTestService(imported);
      const { code, stdout, stderr } = await run(name, text, service.baseUrl);
      assert.equal(code, 0, stderr);
      assert.equal(stdout, 'Imported 2 people.\n');
      const [{ method, url, body } = { method: '', url: '', body: '' }] = service.seen;
      assert.deepEqual([method, url], ['POST', '/v1.0/users/import']);
      assert.deepEqual(JSON.parse(body), EXPECTED);
    });
  }

  it('looks up a manager in the directory, and imports nobody when the manager is missing', async () => {
    const text = '[{"id": "a", "displayName": "A", "userPrincipalName": "a", "manager": "boss"}]';
    await using service = await startTestService(found(), found('b1'), imported);
    assert.equal((await run('one.json', text, service.baseUrl)).code, 0);
    assert.equal(JSON.parse(service.seen[2]?.body ?? '').users[0].managerId, 'b1');
    await using empty = await startTestService(found());
    const { code, stderr } = await run('one.json', text, empty.baseUrl);
    assert.equal(code, 2);
    assert.match(stderr, /manager 'boss' is neither in the file nor in the directory/);
    assert.equal(
      empty.seen.some(({ method }) => method === 'POST'),
      false,
    );
  });

  it('replaces stored people only with --replace', async () => {
    const text = 'id,displayName,userPrincipalName\np,P,p\n';
    const path = join(folder, 'replaced.csv');
    await writeFile(path, text);
    await using service = await startTestService(imported);
    for (const [args, replace] of [
      [[], undefined],
      [['--replace'], true],
    ] as const) {
      assert.equal((await charter(['user', 'import', path, '--url', service.baseUrl, ...args])).code, 0);
      assert.equal(JSON.parse(service.seen.at(-1)?.body ?? '').replace, replace);
    }
  });

  it('sends 501 people in two calls', async () => {
    const rows = Array.from({ length: 501 }, (_, index) => `p${index},P,p${index}`);
    await using service = await startTestService(imported);
    const text = ['id,displayName,userPrincipalName', ...rows].join('\n');
    assert.equal((await run('many.csv', text, service.baseUrl)).code, 0);
    assert.deepEqual(
      service.seen.map(({ body }) => JSON.parse(body).users.length),
      [500, 1],
    );
  });

  for (const [what, name, text, says] of [
    [
      'an unknown column',
      'a.csv',
      'id,displayName,userPrincipalName,shoeSize\na,A,a,42\n',
      /unknown fields: shoeSize/,
    ],
    ['a missing id', 'a.csv', 'displayName,userPrincipalName\nA,a\n', /Person 1 of .* has no id/],
    [
      'a number in a text field',
      'a.yaml',
      '[{id: 1, displayName: A, userPrincipalName: a}]',
      /quotes around id/,
    ],
    ['a broken CSV', 'a.csv', 'id,displayName,userPrincipalName\n"a,A,a\n', /cannot be read/],
    ['a file without people', 'a.yaml', '{}', /must contain a list of people/],
    ['a file that is neither CSV, YAML nor JSON', 'a.txt', 'x', /must end in \.csv/],
  ] as const) {
    it(`rejects ${what} before it sends anything`, async () => {
      await using service = await startTestService(imported);
      const { code, stderr } = await run(name, text, service.baseUrl);
      assert.deepEqual([code, service.seen.length], [2, 0]);
      assert.match(stderr, says);
    });
  }
});
