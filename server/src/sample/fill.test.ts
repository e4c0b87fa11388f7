import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { catalogOver, TEST_CALL } from '../../test/catalog.ts';
import { createMigratedDatabase, type TestDatabase } from '../../test/database.ts';
import { openStoredSuite, type StoredSuite } from '../../test/stored-suite.ts';
import { applyTemplate } from '../domain/catalog/change-templates.ts';
import { listMyTemplates } from '../domain/catalog/read-templates.ts';
import type { RuleEngine } from '../domain/catalog/rules.ts';
import { createPolicy } from '../domain/policies/change-policies.ts';
import type { Principal, Role } from '../engine/principal.ts';
import type { Store } from '../engine/store.ts';
import { registerApp } from '../identity/register-app.ts';
import { verifySecret } from '../identity/secret-hash.ts';
import { systemClock } from '../kernel/clock.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import { createAppStore } from '../persistence/apps.ts';
import { suiteDeps } from '../persistence/directory/index.ts';
import { createRoleAssignmentStore } from '../persistence/role-assignments.ts';
import { createTenantStore } from '../persistence/tenants.ts';
import { createRuleEngine } from '../rules/engine.ts';
import { type FillDeps, type FilledOrganisation, fillSampleOrganisations } from './fill.ts';
import { readSampleOrganisation, SAMPLE_NAMES } from './organisation.ts';

const MERIDIAN = '4d657269-6469-4a6e-8000-000000000000';
const HARBOR = '48617262-6f72-4c61-8000-000000000000';
/** A low cost for tests. The hash contains its parameters. */
const SCRYPT = { ln: 10, r: 8, p: 1 };

let database: TestDatabase;
let rules: RuleEngine;
let deps: FillDeps;
let store: Store;
let suite: StoredSuite;
let filled: FilledOrganisation[];

before(async () => {
  database = await createMigratedDatabase();
  rules = createRuleEngine();
  suite = await openStoredSuite(suiteDeps(database.tenancy as unknown as TenantDatabases, systemClock));
  store = catalogOver(database.tenancy);
  const apps = createAppStore(database.tenancy);
  deps = {
    tenants: createTenantStore(database.tenancy),
    administration: suite,
    suite,
    store,
    rules,
    roles: createRoleAssignmentStore(database.tenancy),
    registerApp: (app, cause) => registerApp({ apps, scrypt: SCRYPT }, app, cause),
    createPolicy: (principal, context, draft) =>
      createPolicy({ store, suite, clock: systemClock }, principal, context, draft),
    clock: systemClock,
  };
  // The first attempt fails half-way, like a crash. The second one completes it.
  let failures = 1;
  const interrupted: FillDeps = {
    ...deps,
    registerApp: async (app, cause) => {
      if (failures-- > 0) throw new Error('interrupted');
      return deps.registerApp(app, cause);
    },
  };
  await assert.rejects(fillSampleOrganisations(interrupted), { message: 'interrupted' });
  filled = await fillSampleOrganisations(deps);
});
after(async () => {
  await rules.close();
  await database.drop();
});

async function principalOf(tenantId: string, userPrincipalName: string): Promise<Principal> {
  const [user] = await suite.users.resolve(tenantId, [userPrincipalName]);
  assert.ok(user, userPrincipalName);
  const roles = new Set<Role>(['AUTHENTICATED_USER']);
  return { tenantId, kind: 'user', id: user.id, displayName: user.displayName, roles };
}

async function templatesOf(tenantId: string, userPrincipalName: string): Promise<string> {
  const principal = await principalOf(tenantId, userPrincipalName);
  const templates = await listMyTemplates({ store, suite, rules }, principal, {});
  return templates.map(({ templateConfiguration }) => templateConfiguration.name).join(', ');
}

test('both organisations are filled once, even if the first attempt is interrupted', async () => {
  assert.deepEqual(
    filled.map(({ tenantId }) => tenantId),
    [MERIDIAN, HARBOR],
  );
  assert.deepEqual(await fillSampleOrganisations(deps), []);
});

test('people are stored in the directory with their groups and attributes', async () => {
  assert.equal(await suite.users.count(MERIDIAN, {}), 45);
  assert.equal(await suite.users.count(HARBOR, {}), 6);
  const [sofia] = await suite.users.resolve(MERIDIAN, ['Sofia.Rossi@meridian.example']);
  const profile = await suite.users.profile(MERIDIAN, sofia?.id ?? '');
  assert.ok(profile);
  assert.ok(profile.directGroups.includes('Sales EMEA') && profile.directGroups.includes('All employees'));
  assert.deepEqual(profile.onPremisesExtensionAttributes, {
    extensionAttribute1: '3100',
    extensionAttribute2: 'L3',
  });
  assert.deepEqual(profile.extensions, { extension_siteCode: 'MIL' });
  const organisation = await suite.organisation(MERIDIAN);
  assert.equal(organisation?.defaultDomainName, 'meridian.example');
});

test('labels are published to everybody or to their group', async () => {
  const namesFor = async (upn: string): Promise<string[]> =>
    (await suite.labels.listFor(MERIDIAN, (await principalOf(MERIDIAN, upn)).id)).map(({ name }) => name);
  assert.equal((await namesFor('yara.nassar@meridian.example')).includes('Board'), true);
  const sofias = await namesFor('sofia.rossi@meridian.example');
  assert.deepEqual(sofias, ['Public', 'General', 'Internal', 'Confidential', 'Project members']);
});

test('roles are assigned to the people in the guide', async () => {
  const roles = createRoleAssignmentStore(database.tenancy);
  const rolesOf = async (upn: string): Promise<Role[]> =>
    roles.rolesOf(MERIDIAN, (await principalOf(MERIDIAN, upn)).id);
  assert.deepEqual(await rolesOf('nadia.okafor@meridian.example'), ['GLOBAL_ADMIN']);
  assert.deepEqual(await rolesOf('tomas.rivera@meridian.example'), ['TEAMS_SERVICE_ADMIN']);
  assert.deepEqual(await rolesOf('greta.lindqvist@meridian.example'), ['GOVERNANCE_MANAGER']);
  assert.deepEqual(await rolesOf('ivo.marek@meridian.example'), ['INTEGRATION_MANAGER']);
  assert.deepEqual(await rolesOf('sofia.rossi@meridian.example'), []);
});

test('apps have random secrets, stored only as hashes', async () => {
  const apps = createAppStore(database.tenancy);
  const made = filled.flatMap((organisation) => organisation.apps);
  assert.deepEqual(
    made.map(({ displayName }) => displayName),
    ['HR onboarding', 'CRM connector', 'Lab notebook'],
  );
  assert.equal(new Set(made.map(({ secret }) => secret)).size, 3);
  for (const { appId, secret } of made) {
    const app = await apps.find(appId);
    assert.ok(app);
    const [{ hash = '' } = {}, ...others] = app.secrets;
    assert.equal(await verifySecret(secret, hash), true);
    assert.deepEqual([hash.includes(secret), others], [false, []]);
  }
});

test('each person sees the templates listed in docs/templates.md', async () => {
  for (const [upn, expected] of Object.entries({
    'nadia.okafor@meridian.example': 'Partner workspace, Project',
    'tomas.rivera@meridian.example': 'Partner workspace, Project',
    'greta.lindqvist@meridian.example': 'Partner workspace, Project',
    'ivo.marek@meridian.example': 'Partner workspace, Project',
    'sofia.rossi@meridian.example': 'Customer account, Deal room, Partner workspace, Project',
    'aisha.rahman@meridian.example': 'Customer account, Partner workspace, Project',
    'farah.haddad@meridian.example': 'Crisis cell, Partner workspace, Project',
    'julien.moreau@meridian.example': 'Ouverture de site, Partner workspace, Project',
    'elise.janssen@meridian.example': 'Onboarding cohort, Partner workspace, Project',
    'yara.nassar@meridian.example': 'Board committee, Partner workspace, Project',
    'helena.brandt@meridian.example': 'Board committee, Crisis cell, Partner workspace, Project',
    'lena.hoffmann@brightwell.example': '',
    'peter.lang@meridian.example': '',
  })) {
    assert.equal(await templatesOf(MERIDIAN, upn), expected, upn);
  }
  assert.equal(await templatesOf(HARBOR, 'maya.cohen@harbor.example'), 'Experiment');
  assert.equal((await store.in(MERIDIAN).templates.list()).length, 10);
});

test('Meridian has seven enabled policies, and Harbor none', async () => {
  const policies = await store.in(MERIDIAN).policies.listEnabled();
  assert.deepEqual(
    policies.map(({ kind, scope }) => [kind, scope.type]),
    [
      ['naming', 'tenant'],
      ['privacy', 'templates'],
      ['guests', 'templates'],
      ['guests', 'templates'],
      ['owners', 'templates'],
      ['channels', 'templates'],
      ['directory', 'templates'],
    ],
  );
  assert.deepEqual(await store.in(HARBOR).policies.listEnabled(), []);
});

test('the team that "Customer account" copies is complete', async () => {
  const template = await store.in(MERIDIAN).templates.find('example.meridian.customer-account');
  const teamId = template?.catalogTemplate.clonedTeam.teamId ?? '';
  const source = await suite.teams.find(MERIDIAN, teamId);
  assert.equal(source?.team.displayName, 'Customer account (model)');
  assert.equal(source.team.memberSettings.allowDeleteChannels, false);
  assert.equal(source.team.memberSettings.allowCreateUpdateChannels, true);
  const channels = await suite.channels.list(MERIDIAN, teamId);
  const described = await Promise.all(
    channels.map(async ({ id, displayName, membershipType }) => {
      const tabs = await suite.channels.listTabs(MERIDIAN, teamId, id);
      return `${displayName} ${membershipType}: ${tabs.map((tab) => tab.displayName).join()}`;
    }),
  );
  assert.deepEqual(described.sort(), [
    'Contracts standard: Contract register',
    'General standard: Account plan',
    'Growth standard: ',
    'Pricing private: ',
    'Support standard: Cases',
  ]);
  const members = await suite.teams.listMembers(MERIDIAN, teamId);
  assert.deepEqual(members.map(({ displayName, roles }) => `${displayName} ${roles.join()}`).sort(), [
    'Aisha Rahman owner',
    'Hannah Fischer ',
    'Oscar Bakker owner',
  ]);
  assert.deepEqual((await suite.teams.listInstalledApps(MERIDIAN, teamId)).sort(), [
    'com.microsoft.teamspace.tab.planner',
    'com.microsoft.teamspace.tab.web',
  ]);
});

test('applying the gallery again from its files changes nothing', async () => {
  for (const { tenant, roles: given, manifests } of SAMPLE_NAMES.map(readSampleOrganisation)) {
    const admin = given.find(({ role }) => role === 'GLOBAL_ADMIN');
    const principal: Principal = {
      tenantId: tenant.id,
      kind: 'user',
      id: admin?.userId ?? '',
      displayName: 'Administrator',
      roles: new Set<Role>(['AUTHENTICATED_USER', 'GLOBAL_ADMIN']),
    };
    for (const { file, text, files } of manifests) {
      const { outcome } = await applyTemplate(
        { store, rules, suite, clock: systemClock },
        principal,
        TEST_CALL,
        { manifest: text, files },
      );
      assert.equal(outcome, 'unchanged', file);
    }
  }
});
