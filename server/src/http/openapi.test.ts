import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import AjvCompiler from '@fastify/ajv-compiler';
import { describeApi } from './openapi.ts';
import { OPERATIONS } from './operations.ts';
import type { RouteSchema } from './route.ts';

interface Content {
  schema: object;
  example?: unknown;
}

interface Described {
  operationId?: string;
  requestBody?: { content: { 'application/json': Content } };
  parameters?: { in: string; name: string; schema: { type: string } }[];
  'x-dry-run'?: object;
  responses: Record<string, { $ref?: string; content?: { 'application/json': Content } }>;
}

type Paths = Record<string, Record<string, Described>>;

describe('the description of the API', () => {
  let document: { paths: Paths; webhooks: Paths; components: { responses: Described['responses'] } };
  before(async () => {
    // Makes all references point into one document, which is compiled once.
    const text = JSON.stringify(await describeApi());
    document = JSON.parse(text.replaceAll('"#/components/', '"api#/components/'));
  });

  const operations = () =>
    [document.paths, document.webhooks].flatMap((paths) => Object.values(paths).flatMap(Object.values));

  function* contents(): Generator<[place: string, Content]> {
    const { responses } = document.components;
    for (const each of [...operations(), { operationId: 'errors', responses } as Described]) {
      const bodies: Described['responses'] = {
        ...(each.requestBody && { request: each.requestBody }),
        ...each.responses,
      };
      for (const [place, body] of Object.entries(bodies)) {
        const content = body.content?.['application/json'];
        if (content) yield [`${each.operationId} ${place}`, content];
      }
    }
  }

  it('has an example of each body, valid against its schema', () => {
    const { components } = document;
    const compile = AjvCompiler()(
      { api: { $id: 'api', components } },
      { customOptions: { strict: false, allErrors: true } },
    );
    for (const [place, { schema, example }] of contents()) {
      assert.notEqual(example, undefined, place);
      const validate = compile({ schema } as never) as { (value: unknown): boolean; errors?: unknown };
      assert.ok(validate(example), `${place} ${JSON.stringify([example, validate.errors])}`);
    }
  });

  it('gives each operation and each webhook a unique operationId', () => {
    const ids = operations().map(({ operationId }) => operationId);
    assert.ok(ids.every(Boolean));
    assert.equal(new Set(ids).size, ids.length);
  });

  const statusesOf = (id: string) => {
    const found = operations().find(({ operationId }) => operationId === id);
    return Object.keys(found?.responses ?? {});
  };

  it('declares no body for a status whose response is empty', () => {
    const approve = operations().find(({ operationId }) => operationId === 'approveTeamCreation');
    assert.equal(approve?.responses[200]?.content, undefined);
    assert.deepEqual(approve?.['x-dry-run'], { $ref: 'api#/components/schemas/ApprovalPlan' });
    for (const [id, { success, route }] of Object.entries(OPERATIONS)) {
      const { response, collection, events, sendsBytes } = route.schema as RouteSchema;
      const described = operations().find(({ operationId }) => operationId === id);
      const hasBody = (response ?? collection ?? events ?? sendsBytes) !== undefined;
      assert.equal(described?.responses[success]?.content !== undefined, hasBody, id);
    }
  });

  it('describes numeric and boolean query options by their types', () => {
    const types = new Set(
      operations().flatMap(({ parameters = [] }: Described) =>
        parameters.filter((each) => each.in === 'query').map(({ name, schema }) => `${name} ${schema.type}`),
      ),
    );
    for (const option of [
      '$top integer',
      '$count boolean',
      'dryRun boolean',
      'enabled boolean',
      'owned boolean',
      'remove boolean',
      'unread boolean',
      'weeks integer',
      'inactiveDays integer',
    ]) {
      assert.ok(types.delete(option), option);
    }
    assert.ok(
      [...types].every((option) => option.endsWith(' string')),
      [...types].join(),
    );
  });

  it('describes 409 and 502 only for operations that return them', () => {
    assert.ok(!statusesOf('getJob').includes('409'));
    assert.ok(!statusesOf('getJob').includes('502'));
    assert.ok(statusesOf('getTeam').includes('502'));
    assert.ok(statusesOf('removeRole').includes('409'));
    assert.ok(!statusesOf('deletePolicy').includes('409'));
  });
});
