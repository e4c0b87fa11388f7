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

test('finds what was saved, whole, and its manifest', async () => {
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

test('lists by name, by language range, and the enabled ones', async () => {
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

test('a save names the revision it read; a stale one writes nothing', async () => {
  const store = storeOf(randomUUID());
  await store.save(draft('room'), undefined);
  assert.equal(await store.save(draft('room', { name: 'again' }), undefined), undefined);
  assert.equal(await store.save(draft('room', { name: 'second' }), 1), 2);
  assert.equal(await store.save(draft('room', { name: 'stale' }), 1), undefined);
  assert.equal(await store.save(draft('absent'), 3), undefined);
  assert.deepEqual(namesOf(await store.list()), ['second']);
  assert.equal((await store.find('room'))?.revision, 2);
});

test('of ten saves at once from one revision, one is written', async () => {
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

test('deletes', async () => {
  const store = storeOf(randomUUID());
  await store.save(draft('room'), undefined);
  assert.equal(await store.delete('room'), true);
  assert.equal(await store.delete('room'), false);
  assert.deepEqual(await store.list(), []);
});

test('every node sees a change at its next call', async () => {
  const tenant = randomUUID();
  const here = storeOf(tenant);
  const elsewhere = templateStore(database.anotherTenancy().for(tenant), tenant);
  await here.save(draft('a'), undefined);
  assert.deepEqual(namesOf(await elsewhere.list()), ['a']);
  await elsewhere.save(draft('b'), undefined);
  assert.deepEqual(namesOf(await here.list()), ['a', 'b']);
  await here.save(draft('a', { name: 'z' }), 1);
  assert.deepEqual(namesOf(await elsewhere.list()), ['b', 'z']);
  await elsewhere.delete('a');
  assert.deepEqual(namesOf(await here.list()), ['b']);
});

test('a transaction sees its own changes, others only committed ones', async () => {
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

test('lists are shared, and frozen so that no caller can change what others get', async () => {
  const store = storeOf(randomUUID());
  await store.save(draft('a', { tags: ['x'] }), undefined);
  const [first] = await store.list();
  assert.equal((await store.list())[0], first);
  assert.throws(() => first?.templateConfiguration.tags.push('y'), TypeError);
});

test('another tenant has its own catalog', async () => {
  const [one, other] = [randomUUID(), randomUUID()];
  await storeOf(one).save(draft('room'), undefined);
  await storeOf(other).save(draft('room', { name: 'theirs' }), undefined);
  assert.deepEqual(namesOf(await storeOf(one).list()), ['room']);
  // The store names one tenant and the connection is bound to another, so nothing is visible.
  const misbound = templateStore(database.tenancy.for(other), one);
  assert.equal(await misbound.find('room'), undefined);
  assert.equal(await misbound.findManifest('room'), undefined);
  assert.deepEqual(await misbound.list(), []);
  await assert.rejects(misbound.save(draft('intruder'), undefined), /row-level security/);
});
