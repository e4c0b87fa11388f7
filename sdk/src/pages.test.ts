import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from './index.ts';
import { startTestService } from './test-service.ts';

const page = (ids: readonly string[], nextLink?: string) => ({
  status: 200,
  body: {
    value: ids.map((id) => ({ id })),
    '@odata.count': ids.length,
    ...(nextLink === undefined ? {} : { '@odata.nextLink': nextLink }),
  },
});

test('the list method yields every item of every page, and loads a page only when needed', async () => {
  await using service = await startTestService(
    page(['a', 'b'], 'https://elsewhere.example/v1.0/users?$top=2&$skiptoken=x%2By'),
    page(['c'], 'https://elsewhere.example/v1.0/users?$skiptoken=z'),
    page([]),
  );
  const client = createClient({ baseUrl: service.baseUrl, token: 'secret' });
  const ids: string[] = [];
  for await (const user of client.users.list({ $search: 'a b' })) {
    ids.push(user.id);
    if (ids.length === 2) assert.equal(service.seen.length, 1);
  }
  assert.deepEqual(ids, ['a', 'b', 'c']);
  const queries = service.seen.map(({ url }) =>
    Object.fromEntries(new URL(url, service.baseUrl).searchParams),
  );
  assert.deepEqual(queries, [{ $search: 'a b' }, { $top: '2', $skiptoken: 'x+y' }, { $skiptoken: 'z' }]);
});

test('the list method ignores the host of a next link', async () => {
  await using thief = await startTestService(page([]));
  await using service = await startTestService(
    page(['a'], `${thief.baseUrl}/v1.0/users?$skiptoken=t`),
    page([]),
  );
  const client = createClient({ baseUrl: service.baseUrl, token: 'secret' });
  for await (const user of client.users.list()) assert.equal(user.id, 'a');
  assert.equal(thief.seen.length, 0);
  assert.equal(service.seen.length, 2);
});
