import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import {
  appPrincipal,
  openTestCatalog,
  TEST_CALL,
  type TestCatalog,
  userPrincipal,
} from '../../../test/catalog.ts';
import { anyDocument } from '../../../test/document.arbitrary.ts';
import type { Principal } from '../../engine/principal.ts';
import type { CharterError } from '../../kernel/errors.ts';
import type { User } from '../directory/model.ts';
import type { SuiteTeam } from '../teams/model.ts';
import { type AppliedTemplate, type ApplyTemplateInput, applyTemplate } from './change-templates.ts';
import { isJsonObject, type JsonObject } from './document.ts';
import { readManifest } from './manifest.ts';
import type { ReferenceDeps } from './manifest-checks.ts';
import { exportTemplate } from './read-templates.ts';

let catalog: TestCatalog;
before(async () => {
  catalog = await openTestCatalog();
});
after(() => catalog.close());

/** A suite without people, labels or teams. */
const emptySuite: ReferenceDeps = {
  users: {
    resolve: async (_tenant, references) => references.map(() => undefined),
    groupMembers: async () => [],
  },
  labels: { find: async () => undefined },
  teams: { find: async () => undefined, unknownApps: async () => [] },
};

const governor = (): Principal => userPrincipal(randomUUID(), 'gina', 'GOVERNANCE_MANAGER');

const apply = (
  principal: Principal,
  manifest: ApplyTemplateInput['manifest'],
  suite = emptySuite,
): Promise<AppliedTemplate> => applyTemplate({ ...catalog, suite }, principal, TEST_CALL, { manifest });

const manifest = (configuration: JsonObject = {}, rest: JsonObject = {}): JsonObject => ({
  manifestVersion: '1.0',
  templateConfiguration: { id: 'room', name: 'Room', language: 'en-US', version: '1.0', ...configuration },
  ...rest,
});

const listed = (principal: Principal) => catalog.store.in(principal.tenantId).templates.list();
const versionOf = ({ template }: AppliedTemplate): string => template.templateConfiguration.version;

const rejection = async (attempt: Promise<unknown>): Promise<CharterError> => {
  try {
    await attempt;
  } catch (error) {
    return error as CharterError;
  }
  return assert.fail('It did not reject.');
};

describe('the catalog', () => {
  it('creates a template, reports the same manifest as unchanged, and raises the version on an update', async () => {
    const principal = governor();
    const created = await apply(principal, manifest());
    assert.deepEqual([created.outcome, versionOf(created)], ['created', '1.0']);
    const again = await apply(principal, manifest());
    assert.deepEqual([again.outcome, versionOf(again)], ['unchanged', '1.0']);
    assert.deepEqual(again.template, created.template);
    const edited = await apply(principal, manifest({ description: 'Edited' }));
    assert.deepEqual([edited.outcome, versionOf(edited)], ['updated', '1.1']);
    const raised = await apply(principal, manifest({ description: 'Raised', version: '3.0' }));
    assert.deepEqual([raised.outcome, versionOf(raised)], ['updated', '3.0']);
    const onlyVersion = await apply(principal, manifest({ description: 'Raised', version: '3.1' }));
    assert.deepEqual([onlyVersion.outcome, versionOf(onlyVersion)], ['updated', '3.1']);
    const older = await apply(principal, manifest({ description: 'Raised', version: '2.0' }));
    assert.deepEqual([older.outcome, versionOf(older)], ['unchanged', '3.1']);
    assert.equal((await listed(principal)).length, 1);
  });

  it('changes nothing for the same content in another format or with other comments', async () => {
    const principal = governor();
    await apply(principal, manifest({ slug: 'room' }));
    const { text } = await exportTemplate(catalog, principal, { templateId: 'room', format: 'yaml' });
    assert.equal((await apply(principal, `# a comment\n${text}`)).outcome, 'unchanged');
  });

  it('exports the applied text with comments and the current version', async () => {
    const principal = governor();
    const text = (description: string): string =>
      `# Owned by the sales office\nmanifestVersion: "1.0"\ntemplateConfiguration:\n  id: room\n  name: Room\n  language: en-US\n  version: "1.0" # raise me\n  slug: rooms\n  description: ${description}\n`;
    await apply(principal, text('First'));
    assert.equal((await exportTemplate(catalog, principal, { templateId: 'room' })).text, text('First'));
    await apply(principal, text('Second'));
    assert.deepEqual(await exportTemplate(catalog, principal, { templateId: 'room' }), {
      format: 'yaml',
      text: text('Second').replace('"1.0" # raise', '"1.1" # raise'),
    });
    const json = await exportTemplate(catalog, principal, { templateId: 'room', format: 'json' });
    assert.equal(JSON.parse(json.text).templateConfiguration.slug, 'rooms');
  });

  it('preserves random manifests through an export and an import', async () => {
    const principal = governor();
    const strange = fc.tuple(anyDocument, anyDocument, fc.constantFrom('json', 'yaml')).map(
      ([top, configuration, format]) =>
        [
          {
            ...top,
            manifestVersion: '1.0',
            publisher: {},
            clonedTeam: {},
            newTeam: {},
            initialization: { contents: top },
            templateConfiguration: {
              ...Object.fromEntries(Object.entries(configuration).map(([key, value]) => [`x-${key}`, value])),
              name: 'Any',
              id: randomUUID(),
            },
          } as JsonObject,
          format as 'json' | 'yaml',
        ] as const,
    );
    await fc.assert(
      fc.asyncProperty(strange, async ([document, format]) => {
        const { template } = await apply(principal, document);
        const templateId = template.templateConfiguration.id;
        const exported = await exportTemplate(catalog, principal, { templateId, format });
        const reading = readManifest(exported.text, { format });
        assert.deepEqual(reading.original, document);
        assert.deepEqual(reading.manifest?.catalogTemplate, template);
        const again = await applyTemplate({ ...catalog, suite: emptySuite }, principal, TEST_CALL, {
          manifest: exported.text,
          format,
        });
        assert.equal(again.outcome, 'unchanged');
      }),
      { numRuns: 40 },
    );
  });

  it('reports all mistakes of a rejected manifest, including those in rules, and writes nothing', async () => {
    const principal = governor();
    const structural = await rejection(apply(principal, manifest({ name: '', enabled: 'perhaps' })));
    assert.equal(structural.code, 'InvalidRequest');
    assert.deepEqual(
      structural.details.map(({ target }) => target),
      ['templateConfiguration.name', 'templateConfiguration.enabled'],
    );
    const syntactic = await rejection(
      apply(
        principal,
        manifest(
          { audienceTargeting: { enabled: true, rules: 'user.department ===' } },
          {
            newTeam: {
              namingConvention: '<%= request.team.name',
              emailConvention: 'ok-<%= request.team.name %>',
            },
          },
        ),
      ),
    );
    assert.equal(syntactic.code, 'InvalidRequest');
    assert.deepEqual(
      syntactic.details.map(({ target }) => target),
      ['templateConfiguration.audienceTargeting.rules', 'newTeam.namingConvention'],
    );
    assert.deepEqual(await listed(principal), []);
  });

  it('warns about people, labels, teams and user fields that do not exist', async () => {
    const { outcome, warnings } = await apply(
      governor(),
      manifest(
        {
          sensitivityLabelId: 'secret',
          approval: { requireApproval: true, approvalTeam: [{ id: 'nobody@example.com' }] },
          permanentMembership: { owners: [{ id: 'noone@example.com' }] },
          audienceTargeting: { enabled: true, rules: "user.shoeSize > 40 || user.extension_site === 'Lyon'" },
        },
        {
          clonedTeam: { teamId: 'team-1' },
          newTeam: { descriptionConvention: 'By <%= user.msDisplayName %>' },
        },
      ),
    );
    assert.equal(outcome, 'created');
    assert.deepEqual(warnings.map(({ path }) => path).sort(), [
      'clonedTeam.teamId',
      'templateConfiguration.approval.approvalTeam[0].id',
      'templateConfiguration.audienceTargeting.rules',
      'templateConfiguration.permanentMembership.owners[0].id',
      'templateConfiguration.sensitivityLabelId',
    ]);
    assert.ok(warnings.some(({ message }) => message.includes('shoeSize')));
  });

  it('stores managers and groups as approvers', async () => {
    const principal = governor();
    const groupMembers: ReferenceDeps['users']['groupMembers'] = async (_tenant, id) =>
      id === 'board' ? [{ id: 'a' } as User] : [];
    const suite: ReferenceDeps = { ...emptySuite, users: { ...emptySuite.users, groupMembers } };
    const stages = [{ manager: true }, { approvers: [{ id: 'board' }], require: 'all' }];
    const asksFor = manifest({ approval: { requireApproval: true, stages } });
    const { template, warnings } = await apply(principal, asksFor, suite);
    assert.deepEqual(warnings, []);
    assert.deepEqual(template.templateConfiguration.approval.stages, [
      { approvers: [], manager: true, managerLevel: 1, require: 'any', when: null },
      {
        approvers: [{ id: 'board', name: null }],
        manager: false,
        managerLevel: 1,
        require: 'all',
        when: null,
      },
    ]);
    assert.deepEqual(await listed(principal), [template]);
    const { text } = await exportTemplate(catalog, principal, { templateId: 'room' });
    assert.deepEqual(JSON.parse(text).templateConfiguration.approval.stages, stages);
    assert.equal((await apply(principal, text, suite)).outcome, 'unchanged');
  });

  it('keeps the stored source team id when the manifest gives only the team name', async () => {
    const principal = governor();
    const source = { team: { isArchived: false } } as SuiteTeam;
    const suite: ReferenceDeps = { ...emptySuite, teams: { ...emptySuite.teams, find: async () => source } };
    await apply(principal, manifest({}, { clonedTeam: { teamId: 'team-1', teamName: 'Model team' } }), suite);
    const shared = manifest({ description: 'New' }, { clonedTeam: { teamName: 'Model team' } });
    const { template, warnings } = await apply(principal, shared, suite);
    assert.deepEqual(warnings, []);
    assert.equal(template.clonedTeam.teamId, 'team-1');
    const { text } = await exportTemplate(catalog, principal, { templateId: 'room' });
    assert.equal(JSON.parse(text).clonedTeam.teamId, 'team-1');
    assert.equal((await apply(principal, shared, suite)).outcome, 'unchanged');
    const other = await apply(principal, manifest({}, { clonedTeam: { teamName: 'Another team' } }), suite);
    assert.equal(other.template.clonedTeam.teamId, null);
    assert.deepEqual(
      other.warnings.map(({ path }) => path),
      ['clonedTeam.teamId'],
    );
  });

  it('raises the version once per accepted change, and rejects other concurrent changes with Conflict', async () => {
    const principal = governor();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => apply(principal, manifest({ description: `${index}` }))),
    );
    const stored = outcomes.filter(({ status }) => status === 'fulfilled').length;
    const rejected = outcomes.filter((outcome) => outcome.status === 'rejected');
    assert.ok(stored >= 1);
    assert.ok(rejected.every(({ reason }) => (reason as CharterError).code === 'Conflict'));
    const [template] = await listed(principal);
    assert.equal(template?.templateConfiguration.version, `1.${stored - 1}`);
  });

  it('allows only editors to apply templates, and only readers to export them', async () => {
    const tenantId = randomUUID();
    for (const role of ['GOVERNANCE_MANAGER', 'TEAMS_SERVICE_ADMIN', 'GLOBAL_ADMIN'] as const) {
      await apply(userPrincipal(tenantId, 'x', role), manifest({ id: role }));
    }
    for (const principal of [
      userPrincipal(tenantId, 'x'),
      userPrincipal(tenantId, 'x', 'INTEGRATION_MANAGER'),
      appPrincipal(tenantId, 'x'),
    ]) {
      assert.equal((await rejection(apply(principal, manifest()))).code, 'Forbidden');
    }
    const templateId = 'GLOBAL_ADMIN';
    const plain = userPrincipal(tenantId, 'x');
    assert.equal((await rejection(exportTemplate(catalog, plain, { templateId }))).code, 'Forbidden');
    assert.equal((await exportTemplate(catalog, appPrincipal(tenantId, 'x'), { templateId })).format, 'json');
    const foreign = appPrincipal(randomUUID(), 'x');
    assert.equal((await rejection(exportTemplate(catalog, foreign, { templateId }))).code, 'NotFound');
  });

  it('stores every field of the applied manifest', async () => {
    const principal = governor();
    const sent = manifest({ adoption: { week1Message: 'Hi' }, screenshots: ['https://example.com/1.png'] });
    await apply(principal, sent);
    const stored = await catalog.store.in(principal.tenantId).templates.findManifest('room');
    const parsed: unknown = JSON.parse(stored?.source.text ?? '');
    assert.ok(isJsonObject(parsed));
    assert.deepEqual(parsed, sent);
  });

  it('warns about unknown names in a convention, and suggests the nearest', async () => {
    const descriptionConvention =
      '<%= request.team.nam %> <%= request.team.name.trim() %> <%= request?.request.requester.email %> <%= app.title %> <%= user.extension_site %> <%= user.groups.direct.length %> <%= users.x.request.y %>';
    const { warnings } = await apply(governor(), manifest({}, { newTeam: { descriptionConvention } }));
    assert.deepEqual(warnings, [
      {
        path: 'newTeam.descriptionConvention',
        message: "'request.team.nam' does not exist and is always empty. Did you mean 'request.team.name'?",
      },
      { path: 'newTeam.descriptionConvention', message: "'app.title' does not exist and is always empty." },
    ]);
  });
});
