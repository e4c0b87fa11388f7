import assert from 'node:assert/strict';
import { CALLERS, MANIFEST, NEWCOMER, RUN_ID, TEMPLATE } from '../callers.ts';
import { body, type OperationCase, query } from './operation-case.ts';

const templates = body('POST', () => '/catalog/templates');

export const OTHER_OPERATIONS: readonly OperationCase[] = [
  {
    operation: 'getOverview',
    caller: 'admin',
    call: async (client) => {
      const { weeks, teams, completion, waiting } = await client.overview.getOverview();
      assert.equal(weeks.length, 12);
      assert.ok((weeks.at(-1)?.completed ?? 0) > 0 && (completion?.p95 ?? 0) >= (completion?.p50 ?? 0));
      assert.ok(teams.active > 0);
      assert.ok(waiting.approvals > 0 && waiting.approvers.some(({ count }) => count > 0));
      const longer = await client.overview.getOverview({
        weeks: 26,
        inactiveDays: 30,
        timeZone: 'Asia/Tokyo',
      });
      assert.deepEqual([longer.weeks.length, longer.teams.inactiveDays], [26, 30]);
    },
    forbidden: 'integrator',
    foreign: 'separate',
    bad: [
      query('/overview', 'an unsupported number of weeks', 'weeks=3', 'weeks'),
      query('/overview', 'an unsupported number of days', 'inactiveDays=5', 'inactiveDays'),
      query('/overview', 'an unknown time zone', 'timeZone=Europe/Atlantis', 'timeZone'),
    ],
  },
  {
    operation: 'getMe',
    caller: 'stranger',
    call: async (client) => {
      const { kind, userPrincipalName, roles, operations } = await client.me.getMe();
      assert.deepEqual([kind, userPrincipalName], ['user', CALLERS.stranger.name]);
      assert.deepEqual(roles, ['AUTHENTICATED_USER']);
      assert.ok(operations.includes('createTeamProvisioningJob') && !operations.includes('getRoles'));
    },
    forbidden: null,
    foreign: 'separate',
    bad: [query('/me', 'an unknown option', 'colour=red', 'colour')],
  },
  {
    operation: 'getCatalogTemplates',
    caller: 'integrator',
    call: async (client) => {
      const { value, '@odata.count': count } = await client.catalog.getCatalogTemplates();
      assert.equal(count, value.length);
      assert.ok(value.some(({ templateConfiguration }) => templateConfiguration.id === TEMPLATE));
      const none = await client.catalog.getCatalogTemplates({ language: 'zu' });
      assert.deepEqual(none.value, []);
    },
    forbidden: 'stranger',
    foreign: 'separate',
    bad: [query('/catalog/templates', 'an unknown option', 'colour=red', 'colour')],
  },
  {
    operation: 'getMyCatalogTemplates',
    caller: 'stranger',
    call: async (client) => {
      const { value } = await client.catalog.getMyCatalogTemplates();
      assert.ok(value.some(({ templateConfiguration }) => templateConfiguration.id === TEMPLATE));
      assert.ok(value.every(({ templateConfiguration }) => templateConfiguration.enabled));
    },
    forbidden: 'app',
    foreign: 'separate',
    bad: [
      query(
        '/me/catalog/templates',
        'a language of 100 characters',
        `language=${'x'.repeat(100)}`,
        'language',
      ),
    ],
  },
  {
    operation: 'getMyLabels',
    caller: 'stranger',
    call: async (client) => {
      const { value } = await client.labels.getMyLabels();
      assert.ok(value.length > 0);
      assert.ok(value.every(({ id, name }) => id !== '' && name !== ''));
    },
    forbidden: 'app',
    foreign: 'separate',
    bad: [
      {
        what: 'a client-request-id that is not a UUID',
        request: () => ({ path: '/v1.0/me/labels', headers: { 'client-request-id': 'mine' } }),
        target: 'client-request-id',
      },
    ],
  },
  {
    operation: 'getUsers',
    caller: 'stranger',
    call: async (client) => {
      const { value } = await client.users.getUsers({ $filter: `userPrincipalName eq '${NEWCOMER}'` });
      assert.deepEqual(
        value.map(({ mail }) => mail),
        [NEWCOMER],
      );
    },
    forbidden: null,
    foreign: 'separate',
    bad: [
      query('/users', 'a page size of 0', '$top=0', '$top'),
      query('/users', 'a page size of 1000', '$top=1000', '$top'),
      query('/users', 'a page size that is not a number', '$top=ten', '$top'),
      query('/users', 'a forged page token', '$skiptoken=made-up', '$skiptoken'),
      query('/users', 'a filter with the operator or', "$filter=city eq 'a' or city eq 'b'", '$filter'),
      query('/users', 'a filter over an unknown field', "$filter=shoe eq '45'", '$filter'),
      query('/users', 'a truncated filter', "$filter=city eq 'Par", '$filter'),
      query('/users', 'an unknown option', '$orderby=city', '$orderby'),
    ],
  },
  {
    operation: 'applyCatalogTemplate',
    caller: 'admin',
    call: async (client) => {
      const { templateConfiguration } = MANIFEST;
      const id = `acceptance-applied-${RUN_ID}`;
      const manifest = { ...MANIFEST, templateConfiguration: { ...templateConfiguration, id } };
      assert.equal((await client.catalog.applyCatalogTemplate({ manifest })).outcome, 'created');
      assert.equal((await client.catalog.applyCatalogTemplate({ manifest })).outcome, 'unchanged');
      const renamed = {
        ...manifest,
        templateConfiguration: { ...templateConfiguration, id, name: 'Renamed' },
      };
      const updated = await client.catalog.applyCatalogTemplate({ manifest: renamed });
      assert.equal(updated.outcome, 'updated');
      assert.equal(updated.template.templateConfiguration.name, 'Renamed');
    },
    forbidden: 'integrator',
    foreign: 'separate',
    bad: [
      templates('a missing manifest', {}, 'manifest'),
      templates('text that is not a manifest', { manifest: 'one: [' }, ''),
      templates(
        'a template without a name',
        { manifest: { ...MANIFEST, templateConfiguration: { id: 'nameless' } } },
        'templateConfiguration.name',
      ),
      templates(
        'a rule with a syntax error',
        {
          manifest: {
            ...MANIFEST,
            templateConfiguration: {
              ...MANIFEST.templateConfiguration,
              id: 'mistaken',
              audienceTargeting: { enabled: true, rules: 'user.city ===' },
            },
          },
        },
        'templateConfiguration.audienceTargeting.rules',
      ),
    ],
  },
  {
    operation: 'exportCatalogTemplate',
    caller: 'integrator',
    call: async (client) => {
      const { format, text } = await client.catalog.exportCatalogTemplate(TEMPLATE, { format: 'json' });
      assert.equal(format, 'json');
      const { newTeam, initialization } = JSON.parse(text) as typeof MANIFEST;
      assert.deepEqual(
        { newTeam, initialization },
        { newTeam: MANIFEST.newTeam, initialization: MANIFEST.initialization },
      );
    },
    forbidden: 'stranger',
    foreign: 'hidden',
    bad: [query(`/catalog/templates/${TEMPLATE}/manifest`, 'an unknown format', 'format=xml', 'format')],
  },
];
