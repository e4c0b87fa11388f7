import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { CHANNEL_TEMPLATE, MANIFEST, NEWCOMER, TEMPLATE } from '../callers.ts';
import { rejection } from '../stage.ts';
import { body, type OperationCase, query, tooLongId } from './operation-case.ts';

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const template = `/catalog/templates/${TEMPLATE}`;

const checks = body('POST', () => '/catalog/templates/check');

export const CATALOG_OPERATIONS: readonly OperationCase[] = [
  {
    operation: 'getChannelTemplates',
    caller: 'integrator',
    call: async (client) => {
      const { value } = await client.catalog.getChannelTemplates();
      const ids = value.map(({ templateConfiguration }) => templateConfiguration.id);
      assert.ok(ids.includes(CHANNEL_TEMPLATE));
      const { newChannel } = await client.catalog.getCatalogTemplate(CHANNEL_TEMPLATE);
      assert.equal(newChannel?.membershipType, 'private');
      const teams = await client.catalog.getCatalogTemplates({ language: '*' });
      assert.ok(!JSON.stringify(teams).includes(CHANNEL_TEMPLATE));
    },
    forbidden: 'stranger',
    foreign: 'separate',
    bad: [query('/catalog/channelTemplates', 'an unknown option', 'language=en', 'language')],
  },
  {
    operation: 'getCatalogTemplate',
    caller: 'integrator',
    call: async (client) => {
      const found = await client.catalog.getCatalogTemplate(TEMPLATE);
      assert.equal(found.templateConfiguration.name, MANIFEST.templateConfiguration.name);
      assert.equal(found.changedBy.kind, 'user');
    },
    forbidden: 'stranger',
    foreign: 'hidden',
    bad: [tooLongId('GET', (id) => `/catalog/templates/${id}`, 'templateId')],
  },
  {
    operation: 'putCatalogBlob',
    caller: 'admin',
    call: async (client) => {
      const bytes = new TextEncoder().encode(`File ${randomUUID()}`);
      const sha256 = hashOf(bytes);
      const stored = await client.catalog.putCatalogBlob(sha256, bytes);
      assert.deepEqual(stored, { sha256, size: bytes.length });
      assert.deepEqual(await client.catalog.putCatalogBlob(sha256, bytes), stored);
      const other = await rejection(client.catalog.putCatalogBlob(hashOf(Buffer.from('x')), bytes));
      assert.deepEqual([other.status, other.details[0]?.target], [400, 'sha256']);
    },
    forbidden: 'integrator',
    foreign: 'separate',
    bad: [
      {
        what: 'an address that is not a hash',
        request: () => ({ method: 'PUT', path: '/v1.0/catalog/blobs/none' }),
        target: 'sha256',
      },
    ],
  },
  {
    operation: 'getCatalogBlob',
    caller: 'admin',
    call: async (client) => {
      const bytes = new TextEncoder().encode(`File ${randomUUID()}`);
      const sha256 = hashOf(bytes);
      await client.catalog.putCatalogBlob(sha256, bytes);
      const read = await client.catalog.getCatalogBlob(sha256);
      assert.equal(await new Response(read).text(), new TextDecoder().decode(bytes));
    },
    forbidden: 'stranger',
    foreign: 'separate',
    bad: [
      {
        what: 'an address that is not a hash',
        request: () => ({ path: '/v1.0/catalog/blobs/none' }),
        target: 'sha256',
      },
    ],
  },
  {
    operation: 'checkCatalogTemplate',
    caller: 'admin',
    call: async (client) => {
      const manifest = [
        'templateConfiguration:',
        '  name: Checked',
        "  audienceTargeting: { enabled: true, rules: user.userType === 'Guest' }",
        'newTeam:',
        '  namingConvention: C - <%= request.team.name %> - <%= user.city %>',
        '  emailConvention: <%= absent.name %>',
      ].join('\n');
      const people = [NEWCOMER, 'nobody@meridian.example'];
      const request = { name: 'Launch' };
      const checked = await client.catalog.checkCatalogTemplate({
        manifest,
        people,
        person: NEWCOMER,
        request,
      });
      assert.deepEqual([checked.errors, checked.outcome], [[], 'created']);
      assert.match(checked.texts?.name.text ?? '', /^C - Launch - /);
      assert.match(checked.texts?.mailNickname.error ?? '', /absent/);
      assert.deepEqual(
        checked.audience?.map(({ reason }) => reason),
        ['ruleIsNotTrue', 'unknownPerson'],
      );
      const partners = (await client.groups.getGroups({ $search: 'partners' })).value[0];
      const groups = [partners?.id ?? '', 'none'];
      const tested = await client.catalog.checkCatalogTemplate({ manifest, groups });
      const [known, unknown] = tested.audienceGroups ?? [];
      assert.deepEqual([known?.displayName, known?.isComplete], ['External partners', true]);
      assert.ok(known?.members.every(({ reason, user }) => reason === 'ruleIsTrue' && user?.displayName));
      assert.equal(known?.members.length, 3);
      assert.deepEqual(unknown, { group: 'none', isComplete: true, members: [] });
      const wrong = await client.catalog.checkCatalogTemplate({ manifest: 'a: 1\nb: [' });
      assert.equal(wrong.errors[0]?.line, 2);
    },
    forbidden: 'integrator',
    foreign: 'separate',
    bad: [
      checks('a missing manifest', {}, 'manifest'),
      checks('an unknown person', { manifest: MANIFEST, person: 'nobody' }, 'person'),
      checks(
        'a name that is too long',
        { manifest: MANIFEST, request: { name: 'x'.repeat(129) } },
        'request.name',
      ),
      checks('201 people', { manifest: MANIFEST, people: Array(201).fill('a') }, 'people'),
      checks('6 groups', { manifest: MANIFEST, groups: Array(6).fill('a') }, 'groups'),
    ],
  },
  {
    operation: 'updateCatalogTemplate',
    caller: 'admin',
    needs: ['template'],
    call: async (client, { template }) => {
      const { catalog } = client;
      const disabled = await catalog.updateCatalogTemplate(template, { enabled: false });
      assert.equal(disabled.templateConfiguration.enabled, false);
      const ifMatch = `"${disabled.revision}"`;
      const enabled = await catalog.updateCatalogTemplate(template, { enabled: true }, { ifMatch });
      assert.equal(enabled.revision, disabled.revision + 1);
      const outdated = catalog.updateCatalogTemplate(template, { enabled: false }, { ifMatch });
      await assert.rejects(outdated, { status: 412 });
    },
    forbidden: 'integrator',
    foreign: 'hidden',
    bad: [
      body('PATCH', () => template)('a missing value', {}, 'enabled'),
      body('PATCH', () => template)('text instead of a boolean', { enabled: 'yes' }, 'enabled'),
      body('PATCH', () => template)('a field other than enabled', { enabled: true, name: 'x' }, 'name'),
    ],
  },
  {
    operation: 'deleteCatalogTemplate',
    caller: 'admin',
    needs: ['template'],
    call: async (client, { template }) => {
      await client.catalog.deleteCatalogTemplate(template);
      await assert.rejects(client.catalog.getCatalogTemplate(template), { status: 404 });
    },
    forbidden: 'integrator',
    foreign: 'hidden',
    bad: [tooLongId('DELETE', (id) => `/catalog/templates/${id}`, 'templateId')],
  },
  {
    operation: 'getCatalogTemplateVersions',
    caller: 'app',
    call: async (client) => {
      const versions = [];
      for await (const version of client.catalog.versions(TEMPLATE, { $top: 1 })) versions.push(version);
      const { templateConfiguration } = await client.catalog.getCatalogTemplate(TEMPLATE);
      assert.equal(versions[0]?.version, templateConfiguration.version);
      assert.deepEqual(versions.at(-1)?.changedPaths, []);
    },
    forbidden: 'stranger',
    foreign: 'hidden',
    bad: [
      query(`${template}/versions`, 'a page size of 0', '$top=0', '$top'),
      query(`${template}/versions`, 'a forged page token', '$skiptoken=made-up', '$skiptoken'),
      query(`${template}/versions`, 'a token of another list', '$skiptoken=WyJBZGEiXQ', '$skiptoken'),
    ],
  },
  {
    operation: 'getCatalogTemplateVersion',
    caller: 'integrator',
    call: async (client) => {
      const { value } = await client.catalog.getCatalogTemplateVersions(TEMPLATE, { $top: 999 });
      const first = value.at(-1)?.version ?? '';
      const { format, text } = await client.catalog.getCatalogTemplateVersion(TEMPLATE, first);
      assert.equal(format, 'json');
      assert.equal(JSON.parse(text).templateConfiguration.id, TEMPLATE);
      await assert.rejects(client.catalog.getCatalogTemplateVersion(TEMPLATE, '999.0'), { status: 404 });
    },
    forbidden: 'stranger',
    foreign: 'hidden',
    bad: [tooLongId('GET', (id) => `${template}/versions/${id}`, 'version')],
  },
];
