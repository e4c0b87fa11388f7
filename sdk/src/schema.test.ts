import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { generateMethods, METHODS } from '../generate-methods.ts';
import { DESCRIPTION, generateSchema, SCHEMA } from '../generate-schema.ts';
import { createClient } from './index.ts';

interface Description {
  paths: Record<string, Record<string, { operationId: string }>>;
}

test('the generated files of the client match openapi.json', async () => {
  const remedy = 'Run: npx node scripts/write-sdk.ts';
  assert.ok((await readFile(SCHEMA, 'utf8')) === (await generateSchema()), remedy);
  assert.ok((await readFile(METHODS, 'utf8')) === (await generateMethods()), remedy);
});

test('the client has a method for every operationId', async () => {
  const { paths } = JSON.parse(await readFile(DESCRIPTION, 'utf8')) as Description;
  const operations = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  const client = createClient({ baseUrl: 'https://charter.example' });
  const methods = new Set(Object.values(client).flatMap((group) => Object.keys(group)));
  assert.ok(operations.length > 0);
  assert.deepEqual(
    operations.filter((operation) => !methods.has(operation)),
    [],
  );
});
