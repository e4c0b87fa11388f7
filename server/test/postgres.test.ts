import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { createTestDatabase } from './postgres.ts';

async function rows(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('createTestDatabase gives each caller a separate empty database', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await rows(one.connectionString, 'CREATE TABLE note (text text)');
  assert.deepEqual(await rows(two.connectionString, "SELECT to_regclass('note') AS note"), [{ note: null }]);
  await Promise.all([one.drop(), two.drop()]);
  await assert.rejects(rows(one.connectionString, 'SELECT 1'), { code: '3D000' });
});

test('createTestDatabase prepares a template once and clones it', async () => {
  let prepared = 0;
  const template = {
    key: `clone-test-${process.pid}-${Date.now()}`,
    prepare: async (url: string) => {
      prepared += 1;
      await rows(url, "CREATE TABLE note AS SELECT 'prepared' AS text");
    },
  };
  const databases = await Promise.all([1, 2, 3].map(() => createTestDatabase({ template })));
  assert.equal(prepared, 1);
  for (const { connectionString } of databases) {
    assert.deepEqual(await rows(connectionString, 'SELECT text FROM note'), [{ text: 'prepared' }]);
  }
  await Promise.all(databases.map((database) => database.drop()));
});

test('createTestDatabase prepares a template again when the first attempt failed', async () => {
  const key = `retry-test-${process.pid}-${Date.now()}`;
  const failing = async (url: string) => {
    await rows(url, 'CREATE TABLE note (text text)');
    throw new Error('preparing failed');
  };
  await assert.rejects(createTestDatabase({ template: { key, prepare: failing } }), /preparing failed/);
  const database = await createTestDatabase({
    template: { key, prepare: async (url) => void (await rows(url, 'CREATE TABLE note (text text)')) },
  });
  assert.deepEqual(await rows(database.connectionString, 'SELECT text FROM note'), []);
  await database.drop();
});
