import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createMigratedDatabase, type TestDatabase } from '../../test/database.ts';
import { readManifest } from '../domain/catalog/manifest.ts';
import type { TemplateDraft } from '../domain/catalog/ports.ts';
import { templateStore } from './templates.ts';

let database: TestDatabase;
before(async () => {
  database = await createMigratedDatabase({ unaudited: true });
});
after(() => database.drop());

const storeOf = (tenantId: string) => templateStore(database.tenancy.for(tenantId), tenantId);

function draft(id: string, configuration: Record<string, unknown> = {}): TemplateDraft {
  const { manifest, source } = readManifest({
    manifestVersion: '1.0',
    templateConfiguration: { id, name: id, language: 'en-US', version: '1.0', ...configuration },
    initialization: { structure: { channels: [{ displayName: 'Plans' }] } },
  });
  assert.ok(manifest && source);
  return { catalogTemplate: manifest.catalogTemplate, structure: manifest.structure, source };
}

const namesOf = (templates: readonly { templateConfiguration: { name: string } }[]): string[] =>
  templates.map(({ templateConfiguration }) => templateConfiguration.name);

test('finds a saved template and its manifest', async () => {
  const store = storeOf(randomUUID());
  const saved = draft('room');
  assert.equal(await store.save(saved, undefined), 1);
  const { catalogTemplate, structure } = saved;
  assert.deepEqual(await store.find('room'), {
    catalogTemplate,
    structure,
    revision: 1,
    policyStamp: null,
  });
  assert.deepEqual(await store.findManifest('room'), { source: saved.source, version: '1.0', revision: 1 });
  assert.equal(await store.find('other'), undefined);
  assert.equal(await store.findManifest('other'), undefined);
});

test('lists by name, by language range, and by enabled', async () => {
  const store = storeOf(randomUUID());
  assert.deepEqual(await store.list(), []);
  await store.save(draft('b', { language: 'fr-CH' }), undefined);
  await store.save(draft('c', { enabled: false }), undefined);
  await store.save(draft('a', { language: 'en' }), undefined);
  assert.deepEqual(namesOf(await store.list()), ['a', 'b', 'c']);
  assert.deepEqual(namesOf(await store.list({ language: 'en' })), ['a', 'c']);
  assert.deepEqual(namesOf(await store.list({ language: 'en-US' })), ['c']);
  assert.deepEqual(namesOf(await store.listEnabled()), ['a', 'b']);
  assert.deepEqual(namesOf(await store.listEnabled({ language: 'en' })), ['a']);
});

test('rejects a save with a stale revision', async () => {
  const store = storeOf(randomUUID());
  await store.save(draft('room'), undefined);
  assert.equal(await store.save(draft('room', { name: 'again' }), undefined), undefined);
  assert.equal(await store.save(draft('room', { name: 'second' }), 1), 2);
  assert.equal(await store.save(draft('room', { name: 'stale' }), 1), undefined);
  assert.equal(await store.save(draft('absent'), 3), undefined);
  assert.deepEqual(namesOf(await store.list()), ['second']);
  assert.equal((await store.find('room'))?.revision, 2);
});

test('writes one of ten concurrent saves of one revision', async () => {
  const store = storeOf(randomUUID());
  const created = await Promise.all(
    Array.from({ length: 10 }, (_, index) => store.save(draft('room', { name: `${index}` }), undefined)),
  );
  assert.deepEqual(
    created.filter((revision) => revision !== undefined),
    [1],
  );
  const updated = await Promise.all(
    Array.from({ length: 10 }, (_, index) => store.save(draft('room', { name: `${index}` }), 1)),
  );
  assert.deepEqual(
    updated.filter((revision) => revision !== undefined),
    [2],
  );
});

test('shows a change to every node at its next call', async () => {
  const tenant = randomUUID();
  const here = storeOf(tenant);
  const elsewhere = templateStore(database.anotherTenancy().for(tenant), tenant);
  await here.save(draft('a'), undefined);
  assert.deepEqual(namesOf(await elsewhere.list()), ['a']);
  await elsewhere.save(draft('b'), undefined);
  assert.deepEqual(namesOf(await here.list()), ['a', 'b']);
  await here.save(draft('a', { name: 'z' }), 1);
  assert.deepEqual(namesOf(await elsewhere.list()), ['b', 'z']);
});

test('shows uncommitted changes to their transaction only', async () => {
  const tenant = randomUUID();
  const outside = storeOf(tenant);
  await outside.save(draft('a'), undefined);
  const rolledBack = database.tenancy
    .for(tenant)
    .transaction()
    .execute(async (transaction) => {
      const inside = templateStore(transaction, tenant);
      await inside.save(draft('b'), undefined);
      assert.deepEqual(namesOf(await inside.list()), ['a', 'b']);
      assert.deepEqual(namesOf(await outside.list()), ['a']);
      throw new Error('rolled back');
    });
  await assert.rejects(rolledBack, { message: 'rolled back' });
  assert.deepEqual(namesOf(await outside.list()), ['a']);
  assert.equal(await outside.find('b'), undefined);
});

test('returns shared and frozen lists', async () => {
  const store = storeOf(randomUUID());
  await store.save(draft('a', { tags: ['x'] }), undefined);
  const [first] = await store.list();
  assert.equal((await store.list())[0], first);
  assert.throws(() => first?.templateConfiguration.tags.push('y'), TypeError);
});

test('keeps the catalogs of tenants apart', async () => {
  const [one, other] = [randomUUID(), randomUUID()];
  await storeOf(one).save(draft('room'), undefined);
  await storeOf(other).save(draft('room', { name: 'theirs' }), undefined);
  assert.deepEqual(namesOf(await storeOf(one).list()), ['room']);
  // The store filters by one tenant and the connection is bound to another, so no row is visible.
  const misbound = templateStore(database.tenancy.for(other), one);
  assert.equal(await misbound.find('room'), undefined);
  assert.equal(await misbound.findManifest('room'), undefined);
  assert.deepEqual(await misbound.list(), []);
  await assert.rejects(misbound.save(draft('intruder'), undefined), /row-level security/);
});
