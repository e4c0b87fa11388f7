/** Checks that this version keeps the API of the last release, and the names that operators and developers use. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { root } from '../../runtime/root.mjs';
import { findBreaks } from './compatibility.ts';
import { readNames } from './last-release.ts';

const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
/** Generated from the routes; server/test/generated.test.ts compares it with them. */
const present = read('openapi.json');

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape, which each case changes in one place
type Document = any;

/** A small description with each construct that the API uses. */
const older: Document = {
  paths: {
    '/teams': {
      get: {
        operationId: 'listTeams',
        'x-roles': ['GLOBAL_ADMIN', 'AUTHENTICATED_USER'],
        'x-scopes': ['teams.read'],
        security: [{ bearerAuth: [] }, { basicAuth: [] }],
        parameters: [
          { in: 'query', name: '$top', required: false, schema: { type: 'integer', maximum: 999 } },
          { in: 'query', name: 'state', required: false, schema: { type: 'string', enum: ['on', 'off'] } },
        ],
        responses: {
          200: {
            headers: { ETag: {} },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Team' } } },
          },
          404: {},
        },
      },
      post: {
        operationId: 'createTeam',
        requestBody: {
          required: false,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/NewTeam' } } },
        },
        responses: {},
      },
    },
  },
  webhooks: {
    team_created: {
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Team' } } } },
      },
    },
  },
  components: {
    schemas: {
      Team: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'string' },
          state: { enum: ['on', 'off'] },
          parent: { $ref: '#/components/schemas/Team' },
          owners: { type: 'array', items: { type: 'object', properties: { mail: { type: 'string' } } } },
        },
      },
      NewTeam: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 100 },
          note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
          kind: { type: 'string', enum: ['open', 'closed'] },
        },
      },
    },
  },
};

const listTeams = (document: Document) => document.paths['/teams'].get;
const createTeam = (document: Document) => document.paths['/teams'].post;
const team = (document: Document) => document.components.schemas.Team;
const newTeam = (document: Document) => document.components.schemas.NewTeam;

/** Changes that break clients, each with the reported break. */
const BREAKS: readonly [string, (document: Document) => void, string | RegExp][] = [
  ['a removed path', (d) => delete d.paths['/teams'], 'GET /teams is gone'],
  ['a removed method', (d) => delete d.paths['/teams'].post, 'POST /teams is gone'],
  ['a changed operationId', (d) => (listTeams(d).operationId = 'getTeams'), /listTeams is now getTeams/],
  ['a removed role', (d) => listTeams(d)['x-roles'].pop(), /the role AUTHENTICATED_USER no longer/],
  ['a removed scope', (d) => (listTeams(d)['x-scopes'] = []), /the scope teams.read no longer/],
  ['a removed way to authenticate', (d) => listTeams(d).security.pop(), /basicAuth no longer/],
  ['a removed parameter', (d) => listTeams(d).parameters.shift(), /query parameter \$top is gone/],
  [
    'a parameter that is now required',
    (d) => (listTeams(d).parameters[0].required = true),
    /query parameter \$top is now required/,
  ],
  [
    'a new required parameter',
    (d) => listTeams(d).parameters.push({ in: 'header', name: 'X-Why', required: true, schema: {} }),
    /header parameter X-Why is new and required/,
  ],
  [
    'a removed value of a parameter',
    (d) => listTeams(d).parameters[1].schema.enum.pop(),
    /parameter state: the value "off" is gone/,
  ],
  [
    'a smaller maximum',
    (d) => (listTeams(d).parameters[0].schema.maximum = 100),
    /parameter \$top: maximum is now 100/,
  ],
  [
    'a changed type of a parameter',
    (d) => (listTeams(d).parameters[0].schema.type = 'boolean'),
    /type integer/,
  ],
  [
    'a body that is now required',
    (d) => (createTeam(d).requestBody.required = true),
    /a body is now required/,
  ],
  [
    'a removed media type',
    (d) => (createTeam(d).requestBody.content = {}),
    /bodies of application\/json are no longer accepted/,
  ],
  ['a new required member', (d) => newTeam(d).required.push('kind'), /body\.kind is now required/],
  [
    'a smaller maximum length',
    (d) => (newTeam(d).properties.name.maxLength = 50),
    /body\.name: maxLength is now 50/,
  ],
  [
    'a larger minimum length',
    (d) => (newTeam(d).properties.name.minLength = 3),
    /body\.name: minLength is now 3/,
  ],
  ['a new pattern', (d) => (newTeam(d).properties.name.pattern = '^a'), /body\.name: pattern is now "\^a"/],
  ['a new condition on a body', (d) => (newTeam(d).allOf = [{ if: {} }]), /body: allOf is now/],
  ['a removed value of a member', (d) => newTeam(d).properties.kind.enum.pop(), /the value "closed" is gone/],
  [
    'a list of values where any value was accepted',
    (d) => (newTeam(d).properties.name.enum = ['a']),
    /body\.name: only some values/,
  ],
  [
    'a member that is no longer accepted',
    (d) => {
      delete newTeam(d).properties.kind;
      newTeam(d).additionalProperties = false;
    },
    /body\.kind is gone/,
  ],
  ['a removed alternative', (d) => newTeam(d).properties.note.anyOf.pop(), /body\.note: the type null/],
  ['a removed response', (d) => delete listTeams(d).responses[404], /the response 404 is gone/],
  ['a removed header', (d) => delete listTeams(d).responses[200].headers.ETag, /the header ETag is gone/],
  ['a removed body', (d) => delete listTeams(d).responses[200].content, /200: application\/json is gone/],
  ['a removed property', (d) => delete team(d).properties.state, /200\.state is gone/],
  [
    'a removed nested property',
    (d) => delete team(d).properties.owners.items.properties.mail,
    /200\.owners\[\]\.mail is gone/,
  ],
  ['a property that may be missing', (d) => (team(d).required = []), /200\.id may now be missing/],
  [
    'a changed type of a property',
    (d) => (team(d).properties.id.type = 'integer'),
    /200\.id: may now have the type integer/,
  ],
  [
    'a property that may be null',
    (d) => (team(d).properties.id.type = ['string', 'null']),
    /may now have the type null/,
  ],
  [
    'a removed value of a property',
    (d) => team(d).properties.state.enum.pop(),
    /200\.state: the value "off" is gone/,
  ],
  ['a removed event', (d) => delete d.webhooks.team_created, 'The event team_created is gone'],
];

/** Additions, which break no client. */
const ADDITIONS: readonly [string, (document: Document) => void][] = [
  ['a new path', (d) => (d.paths['/people'] = { get: { operationId: 'listPeople' } })],
  ['a new optional parameter', (d) => listTeams(d).parameters.push({ in: 'query', name: 'q', schema: {} })],
  ['a new role', (d) => listTeams(d)['x-roles'].push('TEAMS_SERVICE_ADMIN')],
  ['a new accepted value', (d) => newTeam(d).properties.kind.enum.push('secret')],
  ['a larger maximum', (d) => (listTeams(d).parameters[0].schema.maximum = 2000)],
  ['a new optional member', (d) => (newTeam(d).properties.tags = { type: 'array' })],
  ['a member that is no longer required', (d) => (newTeam(d).required = [])],
  [
    'null as a new accepted value',
    (d) => (newTeam(d).properties.kind = { anyOf: [newTeam(d).properties.kind, { type: 'null' }] }),
  ],
  ['a new property of a response', (d) => (team(d).properties.mail = { type: 'string' })],
  ['a new value of a response', (d) => team(d).properties.state.enum.push('paused')],
  ['a new status', (d) => (listTeams(d).responses[410] = {})],
  ['a new event', (d) => (d.webhooks.team_renamed = { post: {} })],
];

const changed = (change: (document: Document) => void): Document => {
  const document = structuredClone(older);
  change(document);
  return document;
};

describe('the comparison of two OpenAPI descriptions', () => {
  it('reports nothing for equal descriptions', () => {
    assert.deepEqual(findBreaks(older, structuredClone(older)), []);
    assert.deepEqual(findBreaks(present, structuredClone(present)), []);
  });

  for (const [what, change, expected] of BREAKS)
    it(`reports ${what}`, () => {
      const breaks = findBreaks(older, changed(change));
      assert.ok(breaks.length > 0);
      assert.match(
        breaks[0] as string,
        typeof expected === 'string' ? new RegExp(`^${expected}$`) : expected,
      );
    });

  for (const [what, change] of ADDITIONS)
    it(`accepts ${what}`, () => assert.deepEqual(findBreaks(older, changed(change)), []));

  it('reports the removal of a property from a response of this service', () => {
    const without = structuredClone(present);
    delete without.components.schemas.Team.properties.displayName;
    assert.ok(findBreaks(present, without).some((each) => each.endsWith('.displayName is gone')));
  });
});

describe('this version', () => {
  const releases = globSync('releases/*/openapi.json', { cwd: root });

  it('includes the description of one earlier release', () => assert.equal(releases.length, 1));

  for (const path of releases)
    it(`is compatible with ${path}`, () => assert.deepEqual(findBreaks(read(path), present), []));
});

describe('the names of this version', async () => {
  const present = await readNames(root);
  const lists = globSync('releases/*/*.txt', { cwd: root });

  it('are those of settings, metrics, alerts, and exports of the client', () => {
    for (const [file, name] of [
      ['settings.txt', 'CHARTER_PUBLIC_URL'],
      ['metrics.txt', 'charter_job_slots'],
      ['alerts.txt', 'CharterSuiteFails'],
      ['client-exports.txt', 'createClient'],
      ['client-exports.txt', 'TeamUpdate'],
    ] as const)
      assert.ok(present[file]?.includes(name), `${file} lacks ${name}`);
    assert.deepEqual(lists.map((path) => basename(path)).sort(), Object.keys(present).sort());
  });

  for (const path of lists)
    it(`include all of ${path}`, () => {
      const names = readFileSync(join(root, path), 'utf8').trimEnd().split('\n');
      assert.ok(names.length > 20, `${names.length} names`);
      assert.deepEqual(
        names.filter((name) => !present[basename(path)]?.includes(name)),
        [],
      );
    });
});
