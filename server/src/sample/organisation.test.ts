import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ManifestReading, readManifest } from '../domain/catalog/manifest.ts';
import { checkRules } from '../domain/catalog/manifest-checks.ts';
import type { CatalogTemplate } from '../domain/catalog/model.ts';
import type { RuleEngine } from '../domain/catalog/rules.ts';
import { QUESTION_TYPES } from '../domain/questions/kinds.ts';
import { createRuleEngine } from '../rules/engine.ts';
import { readSampleOrganisation, SAMPLE_NAMES, type SampleOrganisation } from './organisation.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/;
const organisations = SAMPLE_NAMES.map(readSampleOrganisation);
const [meridian, harbor] = organisations as [SampleOrganisation, SampleOrganisation];

let rules: RuleEngine;
before(() => {
  rules = createRuleEngine();
});
after(() => rules.close());

const readings = ({ manifests }: SampleOrganisation): [string, ManifestReading][] =>
  manifests.map(({ file, text, files }) => [file, readManifest(text, { files })]);

const templatesOf = (organisation: SampleOrganisation): CatalogTemplate[] =>
  readings(organisation).map(([file, { manifest, errors }]) => {
    assert.ok(manifest, `${file}: ${JSON.stringify(errors)}`);
    return manifest.catalogTemplate;
  });

test('every id is a fixed UUID and used once', () => {
  const ids = organisations.flatMap(({ tenant, people, groups, labels, apps, policies }) => [
    tenant.id,
    ...people.map(({ profile }) => profile.id),
    ...[...groups, ...labels, ...apps, ...policies].map(({ id }) => id),
  ]);
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.match(id, UUID);
});

test('people have unique addresses in reserved domains', () => {
  for (const { people } of organisations) {
    const addresses = people.map(({ profile }) => profile.userPrincipalName);
    assert.equal(new Set(addresses).size, people.length);
    for (const { profile } of people) {
      assert.match(profile.userPrincipalName, /^[a-z0-9._#EXT-]+@(meridian|harbor)\.example$/);
      assert.match(profile.mail ?? '', /@[a-z-]+\.example$/);
    }
  }
});

test('Meridian has at least forty members, three guests and one disabled account; Harbor has six people', () => {
  const profiles = meridian.people.map(({ profile }) => profile);
  assert.ok(profiles.filter(({ userType }) => userType === 'Member').length >= 40);
  assert.equal(profiles.filter(({ userType }) => userType === 'Guest').length, 3);
  assert.deepEqual(
    profiles
      .filter(({ accountEnabled }) => !accountEnabled)
      .map(({ userPrincipalName }) => userPrincipalName),
    ['peter.lang@meridian.example'],
  );
  assert.equal(harbor.people.length, 6);
});

test('emptyDays of a template is shorter than its inactivityDays', () => {
  for (const organisation of organisations) {
    for (const [file, { manifest }] of readings(organisation)) {
      const lifecycle = manifest?.catalogTemplate.templateConfiguration.lifecycle;
      if (lifecycle?.emptyDays == null) continue;
      assert.ok(lifecycle.emptyDays < lifecycle.inactivityDays, `${file}: emptyDays never acts`);
    }
  }
});

test('everybody except the head has a manager in the same organisation', () => {
  for (const { people } of organisations) {
    const employees = people.filter(({ profile }) => profile.userType === 'Member');
    const managerOf = new Map(employees.map(({ profile }) => [profile.id, profile.managerId]));
    const [top, ...others] = employees.filter(({ profile }) => profile.managerId === null);
    assert.deepEqual(others, []);
    for (const { profile } of employees) {
      let id: string | null | undefined = profile.id;
      for (let level = 0; level < 5 && id !== top?.profile.id; level += 1) id = managerOf.get(id ?? '');
      assert.equal(id, top?.profile.id, profile.displayName);
    }
  }
});

test('each administrative role is held by one person', () => {
  assert.deepEqual(meridian.roles.map(({ role }) => role).sort(), [
    'GLOBAL_ADMIN',
    'GOVERNANCE_MANAGER',
    'INTEGRATION_MANAGER',
    'TEAMS_SERVICE_ADMIN',
  ]);
  assert.deepEqual(
    harbor.roles.map(({ role }) => role),
    ['GLOBAL_ADMIN'],
  );
});

test('labels have existing parents, and are published to existing groups', () => {
  for (const { labels, groups } of organisations) {
    for (const { parentId, publishedTo } of labels) {
      assert.ok(parentId === null || labels.some(({ id }) => id === parentId));
      assert.ok((publishedTo ?? []).every((id) => groups.some((group) => group.id === id)));
    }
  }
  assert.equal(meridian.labels.filter(({ isActive }) => !isActive).length, 1);
  assert.equal(meridian.labels.filter(({ publishedTo }) => publishedTo !== null).length, 1);
});

test('Meridian has ten different templates, and Harbor one', () => {
  const templates = templatesOf(meridian);
  const configurations = templates.map(({ templateConfiguration }) => templateConfiguration);
  assert.equal(templates.length, 10);
  assert.equal(templatesOf(harbor).length, 1);
  assert.equal(new Set(configurations.map(({ id }) => id)).size, 10);
  assert.deepEqual(
    configurations.filter(({ enabled }) => !enabled).map(({ name }) => name),
    ['Client project'],
  );
  assert.equal(configurations.filter(({ singleton }) => singleton).length, 1);
  assert.equal(configurations.filter(({ language }) => language.startsWith('fr')).length, 1);
  assert.equal(templates.filter(({ clonedTeam }) => clonedTeam.teamName !== null).length, 1);
  assert.ok(configurations.every(({ pictureUrl }) => pictureUrl?.startsWith('data:image/png;base64,')));
  assert.equal(new Set(templates.map(({ newTeam }) => newTeam.teamPrivacy)).size, 3);
});

test('six templates of Meridian have questions, files, a plan, a conditional approval, and policies', () => {
  const rich = readings(meridian).flatMap(([, { manifest }]) => {
    const { catalogTemplate, structure } = manifest ?? assert.fail();
    const { id, questions = [], approval, lifecycle } = catalogTemplate.templateConfiguration;
    const channels = structure.contents?.channels ?? [];
    const isRich =
      questions.length >= 5 &&
      channels.some(({ files }) => files.some(({ rendered }) => rendered)) &&
      channels.some(({ plans }) => plans.length > 0) &&
      approval.stages.some(({ when }) => when !== null && when !== undefined) &&
      lifecycle.enabled;
    return isRich ? [{ id, questions }] : [];
  });
  assert.equal(rich.length, 6);
  const types = new Set(rich.flatMap(({ questions }) => questions.map(({ type }) => type)));
  assert.deepEqual([...types].sort(), [...QUESTION_TYPES].sort());
  for (const { id } of rich) {
    const kinds = meridian.policies.flatMap(({ kind, scope }) =>
      scope.type === 'templates' && scope.templateIds?.includes(id) ? [kind] : [],
    );
    assert.ok(kinds.includes('guests') || kinds.includes('owners'), id);
  }
});

test('rules and conventions of the gallery compile and use only existing names', async () => {
  for (const organisation of organisations) {
    for (const [file, { manifest, source }] of readings(organisation)) {
      assert.ok(manifest && source);
      assert.deepEqual(
        await checkRules(rules, 'meridian', { manifest, source }),
        { errors: [], warnings: [] },
        file,
      );
    }
  }
});

test('only the manifest with unusual spellings has warnings', () => {
  for (const organisation of organisations) {
    for (const [file, { warnings }] of readings(organisation)) {
      assert.equal(
        warnings.length > 0,
        file === 'onboarding-cohort.json',
        `${file}: ${JSON.stringify(warnings)}`,
      );
    }
  }
});

test('people, labels and teams named in the gallery exist', () => {
  for (const organisation of organisations) {
    const addresses = new Set(organisation.people.map(({ profile }) => profile.userPrincipalName));
    const labels = new Set(organisation.labels.filter(({ isActive }) => isActive).map(({ id }) => id));
    const teams = new Set(organisation.teams.map(({ displayName }) => displayName));
    for (const { templateConfiguration, clonedTeam } of templatesOf(organisation)) {
      const { approval, permanentMembership, sensitivityLabelId } = templateConfiguration;
      const named = [
        ...approval.approvalTeam,
        ...approval.stages.flatMap(({ approvers }) => approvers),
        ...permanentMembership.owners,
        ...permanentMembership.members,
      ];
      assert.deepEqual(
        // The rest are approvers by rule.
        named.filter(({ id }) => !addresses.has(id) && !id.includes('<%')),
        [],
      );
      assert.ok(sensitivityLabelId === null || labels.has(sensitivityLabelId));
      assert.ok(clonedTeam.teamName === null || teams.has(clonedTeam.teamName));
    }
  }
});

test('addresses are in domains reserved for examples, and apps have no secrets', () => {
  for (const { teams, manifests, apps } of organisations) {
    const text = JSON.stringify(teams) + manifests.map((manifest) => manifest.text).join();
    const hosts = [...text.matchAll(/https?:\/\/([^/"'\s]+)/g)].map(([, host]) => host ?? '');
    assert.deepEqual(
      hosts.filter((host) => !host.endsWith('.example') && host !== 'graph.microsoft.com'),
      [],
    );
    for (const app of apps) assert.deepEqual(Object.keys(app).sort(), ['displayName', 'id', 'roles']);
  }
});
