import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startTestService } from '../../sdk/src/test-service.ts';
import { charter } from './run-charter.ts';

const groups = ['a', 'b', 'c', 'd'].map((id) => ({ id, displayName: id }));
const FIRST = {
  status: 200,
  body: { value: groups.slice(0, 2), '@odata.nextLink': 'https://charter.example/groups?$skiptoken=2' },
};
const LAST = { status: 200, body: { value: groups.slice(2) } };

describe('--limit', () => {
  for (const [limit, ids, requests] of [
    ['0', [], 1],
    ['2', ['a', 'b'], 1],
    ['3', ['a', 'b', 'c'], 2],
    ['9', ['a', 'b', 'c', 'd'], 2],
  ] as const) {
    it(`lists at most ${limit} of four items, and requests ${requests} of two pages`, async () => {
      await using service = await startTestService(FIRST, LAST);
      const { stdout } = await charter([
        ...['group', 'list', '--json', '--limit', limit, '--url', service.baseUrl],
      ]);
      assert.deepEqual(
        JSON.parse(stdout).map(({ id }: { id: string }) => id),
        ids,
      );
      assert.equal(service.seen.length, requests);
    });
  }
});
