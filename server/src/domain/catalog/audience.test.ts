import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import {
  appPrincipal,
  openTestCatalog,
  profileOf,
  storeTemplate,
  type TestCatalog,
  userPrincipal,
} from '../../../test/catalog.ts';
import type { Principal } from '../../engine/principal.ts';
import type { CharterError } from '../../kernel/errors.ts';
import type { UserProfile } from '../directory/model.ts';
import type { JsonObject } from './document.ts';
import { findTemplateFor } from './find-template-for.ts';
import { readManifest } from './manifest.ts';
import { listMyTemplates, listTemplates } from './read-templates.ts';

let catalog: TestCatalog;
before(async () => {
  catalog = await openTestCatalog();
});
after(() => catalog.close());

const PEOPLE: UserProfile[] = [
  profileOf('sam', {
    displayName: 'Sam Sales',
    department: 'Sales',
    preferredLanguage: 'en-GB',
    directGroups: ['g-1', 'Sales EMEA'],
    onPremisesExtensionAttributes: { extensionAttribute1: 'L3' },
    extensions: { extension_site: 'Lyon', department: 'forged' },
  }),
  profileOf('ida', { department: 'IT' }),
];

const suite = {
  users: { profile: async (_tenantId: string, userId: string) => PEOPLE.find(({ id }) => id === userId) },
};

/** Creates a tenant with one template per entry: the key is the template id, the value its audience rule or null. */
async function tenantWith(rules: Record<string, string | null>, more: JsonObject = {}): Promise<string> {
  const tenantId = randomUUID();
  for (const [id, rule] of Object.entries(rules)) {
    const { manifest, source, errors } = readManifest({
      manifestVersion: '1.0',
      templateConfiguration: {
        id,
        name: id,
        language: 'en-US',
        audienceTargeting: rule === null ? {} : { enabled: true, rules: rule },
        ...more,
      },
    });
    assert.ok(manifest && source, JSON.stringify(errors));
    const { catalogTemplate, structure } = manifest;
    await storeTemplate(catalog.store, tenantId, { catalogTemplate, structure, source });
  }
  return tenantId;
}

const mine = async (principal: Principal, language?: string): Promise<string[]> =>
  (await listMyTemplates({ ...catalog, suite }, principal, { language })).map(
    ({ templateConfiguration }) => templateConfiguration.id,
  );

const rejection = async (attempt: Promise<unknown>): Promise<CharterError> => {
  try {
    await attempt;
  } catch (error) {
    return error as CharterError;
  }
  return assert.fail('It did not reject.');
};

describe('the catalog of a caller', () => {
  it('lists templates whose audience rule returns true and templates without an audience', async () => {
    const tenantId = await tenantWith({
      a: null,
      b: "user.department === 'Sales'",
      c: "user.groups.direct.includes('Sales EMEA') && user.groups.direct.includes('g-1')",
      d: "user.onPremisesExtensionAttributes.extensionAttribute1 === 'L3'",
      e: "user.extension_site === 'Lyon'",
      f: "user.msDepartment === 'Sales' && user.msDisplayName === 'Sam Sales' && user.msUPN === user.userPrincipalName",
      g: "user.preferredLanguage.toLowerCase().includes('en')",
      h: "user.department === 'IT'",
    });
    assert.deepEqual(await mine(userPrincipal(tenantId, 'sam')), ['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    assert.deepEqual(await mine(userPrincipal(tenantId, 'ida')), ['a', 'h']);
  });

  it('evaluates audience rules with an empty request', async () => {
    const tenantId = await tenantWith({
      a: "request.team.name === '' && request.team.description === '' && request.team.welcomeMessage === ''",
      b: "request.template.name === '' && request.request.requester.name === 'Sam Sales'",
      c: "request.request.requester.email === user.mail && app.id === '' && app.name === ''",
    });
    assert.deepEqual(await mine(userPrincipal(tenantId, 'sam')), ['a', 'b', 'c']);
  });

  it('hides a template whose rule returns anything other than true', async () => {
    const tenantId = await tenantWith({
      truthy: '1',
      text: "'true'",
      throws: 'user.nothing.at.all',
      loops: '(() => { for (;;); })()',
      empty: '',
      no: 'false',
      yes: 'true',
    });
    assert.deepEqual(await mine(userPrincipal(tenantId, 'sam')), ['yes']);
  });

  it('lists only templates without an audience for a person who is not in the directory', async () => {
    const tenantId = await tenantWith({ everybody: null, all: 'true', others: "user.department !== 'IT'" });
    assert.deepEqual(await mine(userPrincipal(tenantId, 'stranger')), ['everybody']);
  });

  it('omits disabled templates and templates in a language other than the requested one', async () => {
    const disabled = await tenantWith({ a: null }, { enabled: false });
    assert.deepEqual(await mine(userPrincipal(disabled, 'sam')), []);
    const french = await tenantWith({ a: null }, { language: 'fr-FR' });
    assert.deepEqual(await mine(userPrincipal(french, 'sam')), ['a']);
    assert.deepEqual(await mine(userPrincipal(french, 'sam'), 'fr'), ['a']);
    assert.deepEqual(await mine(userPrincipal(french, 'sam'), 'en'), []);
    const rejected = await rejection(mine(userPrincipal(french, 'sam'), 'e%'));
    assert.deepEqual([rejected.code, rejected.details[0]?.target], ['InvalidRequest', 'language']);
  });

  it('is forbidden to apps, and the list of all templates is forbidden to people without a role', async () => {
    const tenantId = await tenantWith({ a: "user.department === 'Sales'" });
    assert.equal((await rejection(mine(appPrincipal(tenantId, 'hr')))).code, 'Forbidden');
    assert.equal(
      (await rejection(listTemplates(catalog, userPrincipal(tenantId, 'sam'), {}))).code,
      'Forbidden',
    );
    for (const principal of [
      appPrincipal(tenantId, 'hr'),
      userPrincipal(tenantId, 'x', 'INTEGRATION_MANAGER'),
      userPrincipal(tenantId, 'x', 'GOVERNANCE_MANAGER'),
      userPrincipal(tenantId, 'x', 'TEAMS_SERVICE_ADMIN'),
      userPrincipal(tenantId, 'x', 'GLOBAL_ADMIN'),
    ]) {
      assert.equal((await listTemplates(catalog, principal, {})).length, 1);
      assert.equal((await listTemplates(catalog, principal, { language: 'fr' })).length, 0);
      assert.equal((await listTemplates(catalog, principal, { language: '*' })).length, 1);
    }
    const foreign = appPrincipal(randomUUID(), 'hr');
    assert.deepEqual(await listTemplates(catalog, foreign, {}), []);
  });

  it('rejects a request for an unknown or disabled template, or from a person outside its audience', async () => {
    const tenantId = await tenantWith({ sales: "user.department === 'Sales'", all: null });
    const off = await tenantWith({ off: null }, { enabled: false });
    const find = (principal: Principal, templateId: string, requesterId: string) =>
      findTemplateFor({ ...catalog, suite }, principal, { templateId, requesterId });
    const sam = userPrincipal(tenantId, 'sam');
    const found = await find(sam, 'sales', 'sam');
    assert.equal(found.template.catalogTemplate.templateConfiguration.id, 'sales');
    assert.equal(found.requester?.displayName, 'Sam Sales');

    const absent = await rejection(find(sam, 'none', 'sam'));
    assert.deepEqual(
      [absent.code, absent.details[0]?.target, absent.details[0]?.code],
      ['InvalidRequest', 'template.id', 'TemplateNotFound'],
    );
    const disabled = await rejection(find(userPrincipal(off, 'sam'), 'off', 'sam'));
    assert.deepEqual(
      [disabled.code, disabled.details[0]?.target, disabled.details[0]?.code],
      ['InvalidRequest', 'template.id', 'TemplateDisabled'],
    );
    const outside = await rejection(find(userPrincipal(tenantId, 'ida'), 'sales', 'ida'));
    assert.deepEqual([outside.code, outside.details[0]?.target], ['PolicyViolation', 'audience']);
    const foreign = await rejection(find(userPrincipal(off, 'sam'), 'sales', 'sam'));
    assert.equal(foreign.details[0]?.code, 'TemplateNotFound');
  });

  it("applies the audience to the first owner in an app's request", async () => {
    const tenantId = await tenantWith({ sales: "user.department === 'Sales' && app.name === 'App hr'" });
    const app = appPrincipal(tenantId, 'hr');
    const find = (requesterId: string) =>
      findTemplateFor({ ...catalog, suite }, app, { templateId: 'sales', requesterId });
    assert.equal((await find('sam')).requester?.id, 'sam');
    const outside = await rejection(find('ida'));
    assert.deepEqual([outside.code, outside.details[0]?.target], ['PolicyViolation', 'audience']);
    assert.match(outside.message, /'Person ida' is not in the audience/);
  });
});
