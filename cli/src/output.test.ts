/** Tests the output formats of commands. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { startTestService, type TestService } from '../../sdk/src/test-service.ts';
import { charter } from './run-charter.ts';

const groups = [
  { id: 'a', displayName: 'General, "open"' },
  { id: 'b', displayName: '=cmd()\u001b[2J' },
];
const startGroups = () => startTestService({ status: 200, body: { value: groups } });

const list = (service: TestService, ...args: string[]) =>
  charter(['group', 'list', '--url', service.baseUrl, ...args]);

describe('--output', () => {
  it('writes quoted CSV, and escapes formulas for spreadsheets', async () => {
    await using service = await startGroups();
    const { code, stdout, stderr } = await list(service, '--output', 'csv', '--columns', 'name', 'id');
    assert.equal(code, 0, stderr);
    const [heading, first, second] = stdout.split('\r\n');
    assert.deepEqual([heading, first], ['"NAME","ID"', '"General, ""open""","a"']);
    assert.match(second ?? '', /^"'=cmd/);
    assert.ok(!stdout.includes('\u001b'));
  });

  it('separates TSV values with a tab, and writes only the chosen columns', async () => {
    await using service = await startGroups();
    const all = await list(service, '--output', 'tsv');
    assert.equal(all.stdout.split('\n')[1], 'a\tGeneral, "open"');
    assert.equal((await list(service, '--output', 'tsv', '--columns', 'ID')).stdout, 'ID\na\nb\n');
  });

  it('writes the whole result as YAML, without control characters', async () => {
    await using service = await startGroups();
    const { stdout } = await list(service, '--output', 'yaml');
    assert.deepEqual(parse(stdout)[0], groups[0]);
    assert.ok(!stdout.includes('\u001b'));
  });

  it('writes the same JSON with the value json as --json', async () => {
    await using service = await startGroups();
    assert.equal((await list(service, '--output', 'json')).stdout, (await list(service, '--json')).stdout);
  });

  it('rejects an unknown column with a list of the known ones, and --columns with --json', async () => {
    await using service = await startGroups();
    const { code, stderr } = await list(service, '--columns', 'size');
    assert.equal(code, 2);
    assert.match(stderr, /--columns has 'size'\. The columns are: ID, NAME/);
    assert.equal((await list(service, '--json', '--columns', 'id')).code, 2);
  });

  it('writes a failure as JSON with the value json, and as text with the value yaml', async () => {
    await using service = await startTestService({
      status: 404,
      body: { error: { code: 'NotFound', message: 'There is no such group.' } },
    });
    for (const form of [['--json'], ['--output', 'json'], ['--output=json']]) {
      const { code, stdout, stderr } = await list(service, ...form);
      assert.deepEqual([code, stdout], [4, '']);
      assert.equal(JSON.parse(stderr).error.code, 'NotFound', form.join(' '));
    }
    assert.match((await list(service, '--output', 'yaml')).stderr, /^error: There is no such group\./);
  });
});
