/** Adds limits, roles, errors, headers and examples to the described operations. */
import type { TSchema } from 'typebox';
import type { ErrorCode } from '../kernel/errors.ts';
import { UNKNOWN_FUTURE_VALUE } from '../kernel/schema.ts';
import { ALL_VALUES, hasFutureValues } from './bodies.ts';
import { type DescribedSchema, exampleOf, type Schemas } from './openapi-examples.ts';
import { OPERATIONS, type Operation } from './operations.ts';
import type { RouteSchema } from './route.ts';

type Content = Record<string, { schema: DescribedSchema; example?: unknown }>;

interface DescribedAnswer {
  description: string;
  headers?: Record<string, object>;
  content?: Content;
}

interface DescribedOperation {
  operationId: string;
  description?: string;
  parameters?: object[];
  requestBody?: { required?: boolean; content?: Content };
  'x-events'?: Record<string, object>;
  'x-dry-run'?: object;
  responses: Record<string, DescribedAnswer | { $ref: string }>;
}

export interface ApiDocument {
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Schemas } & Record<string, Record<string, unknown>>;
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 255 },
  description: 'The first response is stored for 24 hours and replayed to the same request.',
};

const PREFER = {
  name: 'Prefer',
  in: 'header',
  required: false,
  schema: { type: 'string', examples: [ALL_VALUES] },
  description: `\`${ALL_VALUES}\` gives the enumerated values after \`${UNKNOWN_FUTURE_VALUE}\`, which otherwise stands for them.`,
};

const text = (description: string, example: string) => ({ description, schema: { type: 'string' }, example });

const HEADERS = {
  'request-id': text('Identifies the call in the log of the service', '0b9f3a0e-3f0e-4c69-9a53-2f8f6f1f0c11'),
  RateLimit: text('Calls left in the window, and seconds until it ends', '"tier-3";r=58;t=60'),
  'RateLimit-Policy': text('Limits in force: calls and seconds', '"tier-3";q=60;w=60, "all";q=600;w=60'),
  'X-RateLimit-Limit': text('Calls allowed in the window', '60'),
  'X-RateLimit-Remaining': text('Calls left in the window', '58'),
  'Retry-After': text('Seconds after which the call may succeed', '7'),
  'WWW-Authenticate': text('Ways to authenticate', 'Bearer realm="charter", Basic realm="charter"'),
  ETag: text('Version of the resource, for If-Match', '"7"'),
  'Preference-Applied': text('The preference that the response follows', ALL_VALUES),
  Location: text('URL of what was created or started', '/v1.0/jobs/019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10'),
};
type Header = keyof typeof HEADERS;

const LIMITED: Header[] = [
  'request-id',
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
];

const refsTo = (headers: readonly Header[]): Record<string, object> =>
  Object.fromEntries(headers.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Errors by status, with their cause and headers. */
const ERRORS: Record<number, [name: ErrorCode, description: string, headers?: Header[]]> = {
  400: ['InvalidRequest', 'Path, query or body violate their schema, or the request violates a policy'],
  401: ['Unauthenticated', 'The caller is not authenticated', ['request-id', 'WWW-Authenticate']],
  403: ['Forbidden', 'The caller may not do this'],
  404: ['NotFound', 'The resource does not exist, or the caller may not see it'],
  406: ['NotAcceptable', 'The caller does not accept application/json', ['request-id']],
  409: ['Conflict', 'The current state does not allow it, or the same request is in progress'],
  412: ['PreconditionFailed', 'The resource has changed since the ETag of If-Match'],
  413: ['PayloadTooLarge', 'The body is larger than 1 MiB'],
  415: ['UnsupportedMediaType', 'The body is not application/json'],
  422: ['IdempotencyKeyReused', 'The Idempotency-Key was used for another request'],
  429: ['TooManyRequests', 'The rate limit is exceeded', [...LIMITED, 'Retry-After']],
  500: ['InternalError', 'The service failed and logged the error'],
  502: ['SuiteError', 'The collaboration suite failed'],
  503: ['ServiceUnavailable', 'The service is busy or not ready', ['request-id', 'Retry-After']],
};

/** Returns the reference to a named schema within the document. */
const componentOf = (schema: TSchema): { $ref: string } => {
  const { $ref = '' } = schema as { $ref?: string };
  return { $ref: `#/components/schemas/${$ref.replace(/#$/, '')}` };
};

function addExamples(content: Content | undefined, schemas: Schemas): void {
  for (const body of Object.values(content ?? {})) body.example = exampleOf(body.schema, schemas);
}

function errorResponses(): Record<string, DescribedAnswer> {
  const schema = { $ref: '#/components/schemas/ApiError' };
  const innerError = { date: '2026-11-21T08:00:00.000Z', 'request-id': HEADERS['request-id'].example };
  const responses = Object.values(ERRORS).map(([code, description, headers = LIMITED]) => {
    const example = { error: { code, message: `${description}.`, innerError } };
    const content = { 'application/json': { schema, example } };
    return [code, { description, headers: refsTo(headers), content }];
  });
  return Object.fromEntries(responses);
}

function statusesOf({ method, route: { schema } }: Operation): number[] {
  return [
    ...[400, 401, 403, 406, 429, 500, 503],
    ...(schema.params ? [404] : []),
    // A POST is rejected while another one with the same Idempotency-Key is in progress.
    ...(method === 'POST' ? [409] : []),
    ...(schema.errors ?? []),
    ...(schema.headers?.properties['if-match'] ? [412] : []),
    ...(schema.body || schema.takesBytes ? [413, 415] : []),
    ...(method === 'POST' ? [422] : []),
  ];
}

/** Whether the response has enumerated values that a client must request with `Prefer`. */
const isEvolvable = ({ response, collection }: RouteSchema): boolean =>
  [response, collection].some((schema) => schema !== undefined && hasFutureValues(schema));

function headersOf(schema: RouteSchema): Header[] {
  const { responseHeaders = [] } = schema;
  const own = responseHeaders.map((name): Header => (name === 'etag' ? 'ETag' : 'Location'));
  return [...LIMITED, ...own, ...(isEvolvable(schema) ? (['Preference-Applied'] as const) : [])];
}

const SUCCESS: Record<string, string> = { 200: 'Done', 201: 'Created', 202: 'Accepted', 204: 'Done' };

/**
 * Describes the dry run of an operation whose own response is empty under the same status. Clients that parse a
 * declared body would fail on the empty one, so the status declares no content.
 */
function describeDryRun(described: DescribedOperation, { success, route }: Operation): void {
  const { response, collection, otherResponses } = route.schema;
  const plan = otherResponses?.[success];
  if (plan === undefined || response || collection) return;
  delete (described.responses[success] as DescribedAnswer).content;
  described['x-dry-run'] = componentOf(plan);
}

function describeAnswers(described: DescribedOperation, operation: Operation, schemas: Schemas): void {
  const { schema } = operation.route;
  const headers = refsTo(headersOf(schema));
  describeDryRun(described, operation);
  for (const [status, answer] of Object.entries(described.responses)) {
    Object.assign(answer, { description: SUCCESS[status] ?? 'Done', headers });
    addExamples((answer as DescribedAnswer).content, schemas);
  }
  if (schema.headers?.properties['if-none-match']) {
    described.responses[304] = { description: 'Not changed', headers };
  }
  for (const status of statusesOf(operation)) {
    described.responses[status] = { $ref: `#/components/responses/${ERRORS[status]?.[0]}` };
  }
}

const NEXT_PAGE = 'Follow `@odata.nextLink` as it is for the next page.';

/** Returns references to the schemas of the events' data. OpenAPI 3.1 has no keyword for them. */
const eventsOf = (events: NonNullable<RouteSchema['events']>) =>
  Object.fromEntries(Object.entries(events).map(([name, schema]) => [name, componentOf(schema)]));

const isPaged = ({ querystring }: RouteSchema): boolean => querystring?.properties.$skiptoken !== undefined;

function describeOperation(described: DescribedOperation, operation: Operation, schemas: Schemas): void {
  const { method, tier, callers, scopes, route } = operation;
  const who = callers.usersOnly ? 'Requires a user token.' : `Roles: ${callers.roles.join(', ')}.`;
  const reach = scopes?.length ? ` Scopes: ${scopes.join(', ')}.` : '';
  const limits = `Tier ${tier}${route.schema.querystring?.properties.dryRun ? '; a dry run tier 3' : ''}. ${who}${reach}`;
  const text = [route.schema.description, isPaged(route.schema) && NEXT_PAGE].filter(Boolean).join(' ');
  described.description = [text, limits].filter(Boolean).join('\n\n');
  Object.assign(described, {
    'x-tier': tier,
    'x-roles': callers.roles,
    ...(scopes && { 'x-scopes': scopes }),
  });
  if (method === 'POST') described.parameters = [...(described.parameters ?? []), IDEMPOTENCY_KEY];
  if (isEvolvable(route.schema)) described.parameters = [...(described.parameters ?? []), PREFER];
  if (described.requestBody && route.schema.bodyOptional) described.requestBody.required = false;
  if (route.schema.events) described['x-events'] = eventsOf(route.schema.events);
  addExamples(described.requestBody?.content, schemas);
  describeAnswers(described, operation, schemas);
}

export function describeOperations(document: ApiDocument): void {
  Object.assign(document.components, { headers: HEADERS, responses: errorResponses() });
  for (const described of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    const operation = OPERATIONS[described.operationId as keyof typeof OPERATIONS];
    describeOperation(described, operation, document.components.schemas);
  }
}
