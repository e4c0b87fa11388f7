/**
 * Tests that the run finds each kind of fault, planted into the responses of an otherwise correct service.
 * @long
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Dice } from '../../server/test/dice.ts';
import { type ApiDocument, operationsOf } from './description.ts';
import { Objects, Owners } from './objects.ts';
import {
  FAULT_KINDS,
  type Fault,
  type FuzzCaller,
  type FuzzRequest,
  type FuzzResponse,
  mayCall,
} from './oracle.ts';
import { runLane, type Send } from './run.ts';

const REQUESTS = 2_000;

type Examples = Record<string, { content?: Record<string, { example?: unknown }> }>;
const document = JSON.parse(
  readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'),
) as ApiDocument;
const operations = operationsOf(document);
const described = new Map(
  Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(
      (operation) => [operation.operationId, operation.responses as Examples] as const,
    ),
  ),
);
const errors = document.components.responses as Examples;

const caller = (tenant: string, ...roles: string[]): FuzzCaller => ({
  name: `${tenant} ${roles.at(-1)}`,
  tenant,
  kind: 'user',
  roles: ['AUTHENTICATED_USER', ...roles],
  authorization: '',
});
const callers = [caller('north'), caller('north', 'GLOBAL_ADMIN'), caller('south', 'GLOBAL_ADMIN')];
const marks = new Map([
  ['north', 'mark-of-north'],
  ['south', 'mark-of-south'],
]);

const answer = (status: number, text: string, headers: Record<string, string> = {}): FuzzResponse => ({
  status,
  text,
  headers: new Headers({ 'content-type': 'application/json', ...headers }),
});

const errorResponse = (status: number, name: string): FuzzResponse =>
  answer(status, JSON.stringify(errors[name]?.content?.['application/json']?.example));

/** The id in the examples of the API description. */
const EXAMPLE_ID = /019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10/g;
/** The id that replaces EXAMPLE_ID, by tenant. */
const ID_OF: Readonly<Record<string, string>> = {
  north: '01a1fb81-e8b1-7367-a579-00000000000a',
  south: '01a1fb81-e8b1-7367-a579-00000000000b',
};

/** Simulates a correct service: returns the examples of the API description, and replays responses by their key. */
function soundService(): Send {
  const stored = new Map<string, { path: string; body: string | undefined; answer: FuzzResponse }>();
  return async (request) => {
    if (!mayCall(request.operation, request.caller)) return errorResponse(403, 'Forbidden');
    const { tenant } = request.caller;
    const others = Object.entries(ID_OF).filter(([of]) => of !== tenant);
    if (others.some(([, id]) => request.path.includes(id))) return errorResponse(404, 'NotFound');
    // The example of this operation is not a plan, so it does not fit a dry run.
    if (request.path.includes('dryRun=true')) return errorResponse(409, 'Conflict');
    const key = request.headers['idempotency-key'];
    const known = key === undefined ? undefined : stored.get(key);
    if (known !== undefined && (known.path !== request.path || known.body !== request.body)) {
      return errorResponse(422, 'IdempotencyKeyReused');
    }
    if (known !== undefined) {
      return answer(known.answer.status, known.answer.text, { 'idempotency-replayed': 'true' });
    }
    const [status, declared] = Object.entries(described.get(request.operation.id) ?? {})[0] ?? ['200', {}];
    const [type = 'application/json'] = Object.keys(declared.content ?? {});
    const body = declared.content?.['application/json']?.example;
    const made =
      type === 'application/json'
        ? answer(
            Number(status),
            body === undefined ? '' : JSON.stringify(body).replaceAll(EXAMPLE_ID, ID_OF[tenant] ?? ''),
          )
        : answer(Number(status), '', { 'content-type': type });
    if (key !== undefined) stored.set(key, { path: request.path, body: request.body, answer: made });
    return made;
  };
}

/** Runs a lane. Returns the kinds of the faults that it found. */
async function kindsFoundBy(send: Send, count = REQUESTS): Promise<Fault['kind'][]> {
  const owners = new Owners(marks);
  const objects = new Objects(operations, owners);
  const people = new Map([...marks.keys()].map((tenant) => [tenant, ['ada']]));
  const markOf = (tenant: string) => marks.get(tenant) ?? '';
  const maker = {
    ...{ operations, callers, objects, people, erasable: people, markOf },
    schemas: document.components.schemas,
    reached: new Set<string>(),
    dice: new Dice(7),
  };
  const found = new Set<Fault['kind']>();
  const report = ({ kind }: Fault) => void found.add(kind);
  await runLane({
    number: 0,
    count,
    maker,
    objects,
    owners,
    send,
    tally: () => undefined,
    report,
  });
  return [...found];
}

/** Changes the responses of a correct service. */
const planted = (change: (request: FuzzRequest, made: FuzzResponse) => FuzzResponse): Send => {
  const sound = soundService();
  return async (request) => change(request, await sound(request));
};

const onlyFor = (id: string, change: (made: FuzzResponse) => FuzzResponse): Send =>
  planted(({ operation }, made) => (operation.id === id && made.status < 300 ? change(made) : made));

const PLANTED: Record<Fault['kind'], Send> = {
  'no answer': onlyFor('getMe', () => {
    throw new Error('The connection was closed');
  }),
  'server error': onlyFor('getMe', () => errorResponse(500, 'InternalError')),
  'undeclared status': onlyFor('getMe', ({ text }) => answer(206, text)),
  'media type': onlyFor('getMe', ({ text }) => answer(200, text, { 'content-type': 'text/html' })),
  schema: onlyFor('getMe', ({ text }) => answer(200, JSON.stringify({ ...JSON.parse(text), roles: 7 }))),
  role: planted((request, made) => {
    const { id, method, path } = request.operation;
    const example = described.get(id)?.[200]?.content?.['application/json']?.example;
    const isList = method === 'GET' && !path.includes('{') && example !== undefined;
    if (!isList || made.status !== 403) return made;
    const own = ID_OF[request.caller.tenant] ?? '';
    return answer(200, JSON.stringify(example).replaceAll(EXAMPLE_ID, own));
  }),
  tenant: planted(({ operation, caller: { tenant } }, made) =>
    operation.id === 'getMe' && tenant === 'north'
      ? answer(200, JSON.stringify({ ...JSON.parse(made.text), displayName: 'mark-of-south 1' }))
      : made,
  ),
  replay: planted((_, made) =>
    made.headers.has('idempotency-replayed') ? answer(made.status, made.text) : made,
  ),
};

describe('the fuzz run', () => {
  it('finds no fault in a correct service', async () => {
    assert.deepEqual(await kindsFoundBy(soundService()), []);
  });

  for (const kind of FAULT_KINDS) {
    it(`finds a planted fault of kind ${kind}`, async () => {
      assert.deepEqual(await kindsFoundBy(PLANTED[kind]), [kind]);
    });
  }

  it('reports an id of another tenant in a response', async () => {
    const send = planted(({ operation, caller: { tenant } }, made) =>
      operation.id === 'getMe' && tenant === 'north'
        ? answer(200, JSON.stringify({ ...JSON.parse(made.text), id: ID_OF.south }))
        : made,
    );
    assert.deepEqual(await kindsFoundBy(send), ['tenant']);
  });

  it('reports a name of another tenant in a response, unless the caller has sent this name, in any encoding', () => {
    const owners = new Owners(marks);
    owners.sent('/users/mark-of-south%205204/impact', 'north');
    const record = (name: string) => owners.leakedIn(`{"path":"/users/${name}/impact"}`, 'north');
    assert.deepEqual(record('mark-of-south%205204'), []);
    assert.deepEqual(record('mark-of-south 5204'), []);
    assert.deepEqual(record('mark-of-south 5205'), ['mark-of-south 5205']);
    assert.deepEqual(owners.leakedIn('"mark-of-south"', 'north'), ['mark-of-south']);
    assert.deepEqual(owners.leakedIn('"mark-of-south 5205"', 'south'), []);
  });

  it('reports a success for an object of another tenant', async () => {
    const send = planted((request, made) =>
      made.status === 404 && request.operation.answers.has(204) ? answer(204, '') : made,
    );
    assert.deepEqual(await kindsFoundBy(send), ['tenant']);
  });

  it('retries a failed job at least twice', async () => {
    const job = ID_OF.north;
    const sound = soundService();
    let retries = 0;
    await kindsFoundBy(async (request) => {
      const { id } = request.operation;
      const made = await sound(request);
      if (id === 'archiveTeam' && made.status < 300) made.headers.set('location', `/v1.0/jobs/${job}`);
      if (id === 'retryJob' && request.path.includes(job ?? '')) retries += 1;
      if (id !== 'getJob' || made.status >= 300) return made;
      return answer(200, JSON.stringify({ ...JSON.parse(made.text), status: 'failed' }));
    }, 5_000);
    assert.ok(retries >= 2, `${retries} retries`);
  });

  it('sends the same requests for the same seed', async () => {
    const requests = async () => {
      const sent: string[] = [];
      const sound = soundService();
      await kindsFoundBy((request) => {
        sent.push(`${request.operation.method} ${request.path} ${request.body}`);
        return sound(request);
      });
      return sent;
    };
    assert.deepEqual(await requests(), await requests());
  });
});
