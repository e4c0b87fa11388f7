import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { openTestCatalog, TEST_CALL, type TestCatalog, userPrincipal } from '../../../test/catalog.ts';
import type { Principal } from '../../engine/principal.ts';
import { applyTemplate, deleteTemplate, updateTemplate } from './change-templates.ts';
import { readManifest } from './manifest.ts';
import type { ReferenceDeps } from './manifest-checks.ts';
import { exportTemplate, getTemplate, getTemplateVersion, listTemplateVersions } from './read-templates.ts';

let catalog: TestCatalog;
before(async () => {
  catalog = await openTestCatalog();
});
after(() => catalog.close());

const emptySuite: ReferenceDeps = {
  users: {
    resolve: async (_tenant, references) => references.map(() => undefined),
    groupMembers: async () => [],
  },
  labels: { find: async () => undefined },
  teams: { find: async () => undefined, unknownApps: async () => [] },
};

const governor = (tenantId: string = randomUUID(), name = 'gina'): Principal =>
  userPrincipal(tenantId, name, 'GOVERNANCE_MANAGER');

const apply = (principal: Principal, manifest: string, ifRevision?: string) =>
  applyTemplate({ ...catalog, suite: emptySuite }, principal, TEST_CALL, { manifest, ifRevision });

const change = (principal: Principal, enabled: boolean, ifRevision?: string) =>
  updateTemplate(catalog, principal, TEST_CALL, { templateId: 'room', enabled, ifRevision });

const room = (lines: string[] = [], rest = ''): string =>
  [
    '# Owned by sales',
    'templateConfiguration:',
    '  id: room',
    '  name: Room',
    '  slug: kept # unknown here',
    ...lines.map((line) => `  ${line}`),
    rest,
  ].join('\n');

const versionsOf = async (principal: Principal, top = 100) =>
  (await listTemplateVersions(catalog, principal, { templateId: 'room', top, after: undefined })).items;

const textOf = async (principal: Principal): Promise<string> =>
  (await exportTemplate(catalog, principal, { templateId: 'room' })).text;

async function recordsOf({ tenantId }: Principal): Promise<[string, unknown][]> {
  const { audit } = catalog.store.in(tenantId);
  await audit.seal();
  const query = { trail: 'catalog', conditions: [], order: 'time asc', top: 99 } as const;
  return (await audit.list(query)).map(({ type, fields }) => [type, fields.version]);
}

describe('the catalog', () => {
  it('stores a version for each applied change, with the changed paths', async () => {
    const principal = governor();
    await apply(principal, room());
    await apply(principal, room(['categories: [one]', 'lifecycle: { enabled: true }']));
    await apply(principal, room(['categories: [two]', 'lifecycle: { enabled: true, graceDays: 30 }']));
    await apply(principal, room(['categories: [two]', 'lifecycle: { enabled: true, graceDays: 30 }']));
    const versions = await versionsOf(governor(principal.tenantId, 'olga'));
    assert.deepEqual(
      versions.map(({ version, changedPaths }) => [version, changedPaths]),
      [
        ['1.2', ['templateConfiguration.categories', 'templateConfiguration.lifecycle.graceDays']],
        ['1.1', ['templateConfiguration.categories', 'templateConfiguration.lifecycle']],
        ['1.0', []],
      ],
    );
    assert.deepEqual(versions[0]?.changedBy, { id: 'gina', kind: 'user', displayName: 'gina' });
    const first = await getTemplateVersion(catalog, principal, { templateId: 'room', version: '1.0' });
    assert.deepEqual(first.source, { format: 'yaml', text: room() });
  });

  it('disables and enables a template in its manifest, and raises the version each time', async () => {
    const principal = governor();
    await apply(principal, room());
    const { catalogTemplate, revision } = await change(principal, false);
    assert.equal(revision, 2);
    const { version, enabled } = catalogTemplate.templateConfiguration;
    assert.deepEqual([version, enabled], ['1.1', false]);
    const text = await textOf(principal);
    assert.equal(text, room(['enabled: false', 'version: "1.1"']));
    assert.deepEqual(readManifest(text).manifest?.catalogTemplate, catalogTemplate);
    assert.equal((await apply(principal, text)).outcome, 'unchanged');
    await change(principal, true);
    assert.deepEqual(
      (await versionsOf(principal)).map((each) => [each.version, each.enabled, each.changedPaths]),
      [
        ['1.2', true, ['templateConfiguration.enabled']],
        ['1.1', false, ['templateConfiguration.enabled']],
        ['1.0', true, []],
      ],
    );
    assert.deepEqual((await getTemplate(catalog, principal, { templateId: 'room' })).revision, 3);
  });

  it('writes nothing when a template is already enabled', async () => {
    const principal = governor();
    await apply(principal, room());
    assert.equal((await change(principal, true)).revision, 1);
    assert.equal((await versionsOf(principal)).length, 1);
  });

  it('disables a template without changing another value that shares its anchor', async () => {
    const principal = governor();
    await apply(principal, room(['enabled: &on true', 'singleton: *on']));
    const { catalogTemplate } = await change(principal, false);
    assert.equal(catalogTemplate.templateConfiguration.singleton, true);
    const { manifest } = readManifest(await textOf(principal));
    assert.deepEqual(manifest?.catalogTemplate, catalogTemplate);
  });

  it('disables a template once when ten callers disable it concurrently', async () => {
    const principal = governor();
    await apply(principal, room());
    await Promise.all(Array.from({ length: 10 }, () => change(principal, false)));
    assert.equal((await versionsOf(principal)).length, 2);
  });

  it('rejects a change based on an older revision, and says who changed the template', async () => {
    const principal = governor();
    await apply(principal, room());
    await apply(governor(principal.tenantId, 'Olga'), room(['description: New']));
    const outdated = {
      code: 'PreconditionFailed',
      message: /^Olga changed the template 'room' to version 1\.1/,
    };
    await assert.rejects(change(principal, false, '1'), outdated);
    await assert.rejects(apply(principal, room(['description: Mine']), '1'), outdated);
    const input = { templateId: 'room', ifRevision: '1' };
    await assert.rejects(deleteTemplate(catalog, principal, TEST_CALL, input), outdated);
    assert.equal((await versionsOf(principal)).length, 2);
    assert.equal((await apply(principal, room(['description: Mine']), '2')).outcome, 'updated');
  });

  it('rejects a change based on a revision of a deleted template', async () => {
    const principal = governor();
    await apply(principal, room());
    await deleteTemplate(catalog, principal, TEST_CALL, { templateId: 'room' });
    await assert.rejects(apply(principal, room(['description: Mine']), '1'), {
      code: 'PreconditionFailed',
      message: /does not exist any more/,
    });
  });

  it('deletes a template and its versions once for two concurrent calls', async () => {
    const principal = governor();
    await apply(principal, room());
    const remove = () => deleteTemplate(catalog, principal, TEST_CALL, { templateId: 'room' });
    const results = await Promise.allSettled([remove(), remove()]);
    assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    for (const call of [
      () => getTemplate(catalog, principal, { templateId: 'room' }),
      () => versionsOf(principal),
      () => getTemplateVersion(catalog, principal, { templateId: 'room', version: '1.0' }),
      () => exportTemplate(catalog, principal, { templateId: 'room' }),
      () => change(principal, false),
    ]) {
      await assert.rejects(call, { code: 'NotFound' });
    }
    assert.equal((await apply(principal, room())).outcome, 'created');
  });

  it('records each change in the catalog trail', async () => {
    const principal = governor();
    await apply(principal, room());
    await change(principal, false);
    await change(principal, false);
    await deleteTemplate(catalog, principal, TEST_CALL, { templateId: 'room' });
    assert.deepEqual((await recordsOf(principal)).sort(), [
      ['template_created', '1.0'],
      ['template_deleted', '1.1'],
      ['template_updated', '1.1'],
    ]);
  });

  it('allows readers to read versions, and only editors to change templates', async () => {
    const principal = governor();
    await apply(principal, room());
    const { tenantId } = principal;
    const reader = userPrincipal(tenantId, 'ivo', 'INTEGRATION_MANAGER');
    assert.equal((await versionsOf(reader)).length, 1);
    const nobody = userPrincipal(tenantId, 'bob');
    for (const call of [
      () => versionsOf(nobody),
      () => getTemplate(catalog, nobody, { templateId: 'room' }),
      () => change(reader, false),
      () => deleteTemplate(catalog, reader, TEST_CALL, { templateId: 'room' }),
    ]) {
      await assert.rejects(call, { code: 'Forbidden' });
    }
    await assert.rejects(versionsOf(governor()), { code: 'NotFound' });
  });
});
