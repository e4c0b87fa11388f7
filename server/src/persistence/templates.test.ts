import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { createMigratedDatabase, type TestDatabase } from '../../test/database.ts';
import { readManifest } from '../domain/catalog/manifest.ts';
import type { TemplateChange, TemplateDraft } from '../domain/catalog/ports.ts';
import { SYSTEM_ACTOR } from '../engine/principal.ts';
import { templateStore } from './templates.ts';

let database: TestDatabase;
before(async () => {
  database = await createMigratedDatabase({ unaudited: true });
});
after(() => database.drop());

const CHANGE: TemplateChange = { actor: SYSTEM_ACTOR, at: new Date(0), changedPaths: [] };

const storeOf = (tenantId: string) => templateStore(database.tenancy.for(tenantId), tenantId);

let drafts = 0;

/** Returns a draft with a higher version than the drafts before. */
function draft(id: string, configuration: Record<string, unknown> = {}): TemplateDraft {
  const { manifest, source } = readManifest({
    manifestVersion: '1.0',
    templateConfiguration: { id, name: id, language: 'en-US', version: `0.${drafts++}`, ...configuration },
    initialization: { structure: { channels: [{ displayName: 'Plans' }] } },
  });
  assert.ok(manifest && source);
  return { catalogTemplate: manifest.catalogTemplate, structure: manifest.structure, source };
}

const namesOf = (templates: readonly { templateConfiguration: { name: string } }[]): string[] =>
  templates.map(({ templateConfiguration }) => templateConfiguration.name);

describe('the store of templates', () => {
  it('finds a saved template and its manifest', async () => {
    const store = storeOf(randomUUID());
    const saved = draft('room');
    assert.equal(await store.save(saved, undefined, CHANGE), 1);
    const { catalogTemplate, structure } = saved;
    assert.deepEqual(await store.find('room'), {
      catalogTemplate,
      structure,
      revision: 1,
      policyStamp: null,
    });
    const { version } = catalogTemplate.templateConfiguration;
    assert.deepEqual(await store.findManifest('room'), { source: saved.source, version, revision: 1 });
    assert.equal(await store.find('other'), undefined);
    assert.equal(await store.findManifest('other'), undefined);
  });

  it('lists templates by name, and filters them by language and state', async () => {
    const store = storeOf(randomUUID());
    assert.deepEqual(await store.list(), []);
    await store.save(draft('b', { language: 'fr-CH' }), undefined, CHANGE);
    await store.save(draft('c', { enabled: false }), undefined, CHANGE);
    await store.save(draft('a', { language: 'en' }), undefined, CHANGE);
    assert.deepEqual(namesOf(await store.list()), ['a', 'b', 'c']);
    assert.deepEqual(namesOf(await store.list({ language: 'en' })), ['a', 'c']);
    assert.deepEqual(namesOf(await store.list({ language: 'en-US' })), ['c']);
    assert.deepEqual(namesOf(await store.listEnabled()), ['a', 'b']);
    assert.deepEqual(namesOf(await store.listEnabled({ language: 'en' })), ['a']);
  });

  it('writes a version with each save, and lists the newest version first', async () => {
    const store = storeOf(randomUUID());
    const at = (hour: number) => new Date(Date.UTC(2030, 0, 1, hour));
    const actor = { id: 'gina', kind: 'user' as const, displayName: 'Gina' };
    const drafts = ['1.0', '1.1', '2.0'].map((version) =>
      draft('room', { version, enabled: version !== '1.1' }),
    );
    for (const [index, each] of drafts.entries()) {
      const changedPaths = index === 0 ? [] : ['templateConfiguration.enabled'];
      await store.save(each, index || undefined, { actor, at: at(index), changedPaths });
    }
    const newest = await store.listVersions('room', { top: 2, after: undefined });
    assert.deepEqual(newest, {
      items: [
        ['2.0', 3, true, 2],
        ['1.1', 2, false, 1],
      ].map(([version, revision, enabled, hour]) => ({
        version,
        revision,
        name: 'room',
        enabled,
        changedPaths: ['templateConfiguration.enabled'],
        changedAt: at(Number(hour)),
        changedBy: actor,
      })),
      next: '2',
    });
    const { items, next } = await store.listVersions('room', { top: 2, after: newest.next });
    assert.deepEqual([items.map(({ version }) => version), next], [['1.0'], undefined]);
    assert.deepEqual((await store.findVersion('room', '1.1'))?.source, drafts[1]?.source);
    assert.equal(await store.findVersion('room', '1.2'), undefined);
    const { changedAt, changedBy, source, revision } = (await store.findStored('room')) ?? {};
    assert.deepEqual([changedAt, changedBy, source, revision], [at(2), actor, drafts[2]?.source, 3]);
  });

  it('writes no version for a save with a stale revision', async () => {
    const store = storeOf(randomUUID());
    await store.save(draft('room'), undefined, CHANGE);
    await store.save(draft('room', { version: '1.1' }), 7, CHANGE);
    assert.equal((await store.listVersions('room', { top: 9, after: undefined })).items.length, 1);
  });

  it('deletes a template at its revision, with its versions', async () => {
    const [tenant, other] = [randomUUID(), randomUUID()];
    const store = storeOf(tenant);
    for (const each of [store, storeOf(other)]) await each.save(draft('room'), undefined, CHANGE);
    assert.equal(await store.delete('room', 2), false);
    assert.equal((await store.list()).length, 1);
    assert.equal(await store.delete('room', 1), true);
    assert.equal(await store.delete('room', 1), false);
    assert.deepEqual(await store.list(), []);
    assert.deepEqual((await store.listVersions('room', { top: 9, after: undefined })).items, []);
    assert.equal((await storeOf(other).listVersions('room', { top: 9, after: undefined })).items.length, 1);
    assert.equal(await store.save(draft('room'), undefined, CHANGE), 1);
  });

  it('rejects a save with a stale revision', async () => {
    const store = storeOf(randomUUID());
    await store.save(draft('room'), undefined, CHANGE);
    assert.equal(await store.save(draft('room', { name: 'again' }), undefined, CHANGE), undefined);
    assert.equal(await store.save(draft('room', { name: 'second' }), 1, CHANGE), 2);
    assert.equal(await store.save(draft('room', { name: 'stale' }), 1, CHANGE), undefined);
    assert.equal(await store.save(draft('absent'), 3, CHANGE), undefined);
    assert.deepEqual(namesOf(await store.list()), ['second']);
    assert.equal((await store.find('room'))?.revision, 2);
  });

  it('accepts one of ten concurrent saves of one revision', async () => {
    const store = storeOf(randomUUID());
    const created = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        store.save(draft('room', { name: `${index}` }), undefined, CHANGE),
      ),
    );
    assert.deepEqual(
      created.filter((revision) => revision !== undefined),
      [1],
    );
    const updated = await Promise.all(
      Array.from({ length: 10 }, (_, index) => store.save(draft('room', { name: `${index}` }), 1, CHANGE)),
    );
    assert.deepEqual(
      updated.filter((revision) => revision !== undefined),
      [2],
    );
  });

  it('returns a change on every node from the next call on', async () => {
    const tenant = randomUUID();
    const here = storeOf(tenant);
    const elsewhere = templateStore(database.anotherTenancy().for(tenant), tenant);
    await here.save(draft('a'), undefined, CHANGE);
    assert.deepEqual(namesOf(await elsewhere.list()), ['a']);
    await elsewhere.save(draft('b'), undefined, CHANGE);
    assert.deepEqual(namesOf(await here.list()), ['a', 'b']);
    await here.save(draft('a', { name: 'z' }), 1, CHANGE);
    assert.deepEqual(namesOf(await elsewhere.list()), ['b', 'z']);
  });

  it('returns uncommitted changes only inside of their transaction', async () => {
    const tenant = randomUUID();
    const outside = storeOf(tenant);
    await outside.save(draft('a'), undefined, CHANGE);
    const rolledBack = database.tenancy
      .for(tenant)
      .transaction()
      .execute(async (transaction) => {
        const inside = templateStore(transaction, tenant);
        await inside.save(draft('b'), undefined, CHANGE);
        assert.deepEqual(namesOf(await inside.list()), ['a', 'b']);
        assert.deepEqual(namesOf(await outside.list()), ['a']);
        throw new Error('rolled back');
      });
    await assert.rejects(rolledBack, { message: 'rolled back' });
    assert.deepEqual(namesOf(await outside.list()), ['a']);
    assert.equal(await outside.find('b'), undefined);
  });

  it('returns the same frozen templates to each caller', async () => {
    const store = storeOf(randomUUID());
    await store.save(draft('a', { tags: ['x'] }), undefined, CHANGE);
    const [first] = await store.list();
    assert.equal((await store.list())[0], first);
    assert.throws(() => first?.templateConfiguration.tags.push('y'), TypeError);
  });

  it('separates the catalogs of tenants', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    await storeOf(one).save(draft('room'), undefined, CHANGE);
    await storeOf(other).save(draft('room', { name: 'theirs' }), undefined, CHANGE);
    assert.deepEqual(namesOf(await storeOf(one).list()), ['room']);
    // The store filters by one tenant and the connection is bound to another, so no row is visible.
    const misbound = templateStore(database.tenancy.for(other), one);
    assert.equal(await misbound.find('room'), undefined);
    assert.equal(await misbound.findManifest('room'), undefined);
    assert.deepEqual(await misbound.list(), []);
    await assert.rejects(misbound.save(draft('intruder'), undefined, CHANGE), /row-level security/);
  });
});
