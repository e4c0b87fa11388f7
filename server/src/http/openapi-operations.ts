/** What the frame adds to every operation and no schema of a route says: limits, roles, errors, headers. */
import { OPERATIONS, type Operation } from './operations.ts';
import type { RouteSchema } from './route.ts';

interface DescribedAnswer {
  description: string;
  headers?: Record<string, object>;
  content?: object;
}

interface DescribedOperation {
  operationId: string;
  description?: string;
  parameters?: object[];
  requestBody?: { required?: boolean };
  responses: Record<string, DescribedAnswer | { $ref: string }>;
}

export interface ApiDocument {
  paths: Record<string, Record<string, DescribedOperation>>;
  components: Record<string, Record<string, unknown>>;
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 255 },
  description: 'The first answer is kept for 24 hours and replayed to the same request.',
};

const text = (description: string, example: string) => ({ description, schema: { type: 'string' }, example });

const HEADERS = {
  'request-id': text('Names the call in the log of the service', '0b9f3a0e-3f0e-4c69-9a53-2f8f6f1f0c11'),
  RateLimit: text('Calls left in the window, and seconds until it ends', '"tier-3";r=58;t=60'),
  'RateLimit-Policy': text('Limits in force: calls and seconds', '"tier-3";q=60;w=60, "all";q=600;w=60'),
  'X-RateLimit-Limit': text('Calls allowed in the window', '60'),
  'X-RateLimit-Remaining': text('Calls left in the window', '58'),
  'Retry-After': text('Seconds after which the call may succeed', '7'),
  'WWW-Authenticate': text('Ways to authenticate', 'Bearer realm="charter", Basic realm="charter"'),
  ETag: text('Version of the resource, for If-Match', '"7"'),
  Location: text('Address of what was created or started', '/v1.0/jobs/019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10'),
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

/** Errors by status: when they happen, and their headers besides those of every answer. */
const ERRORS: Record<number, [name: string, description: string, headers: Header[]]> = {
  400: ['InvalidRequest', 'Path, query or body break their schema, or a policy is violated', LIMITED],
  401: ['Unauthenticated', 'The caller is not authenticated', ['request-id', 'WWW-Authenticate']],
  403: ['Forbidden', 'The caller may not do this', LIMITED],
  404: ['NotFound', 'It does not exist, or the caller may not see it', LIMITED],
  406: ['NotAcceptable', 'The caller does not accept application/json', ['request-id']],
  409: ['Conflict', 'The present state does not allow it, or the same request is under way', LIMITED],
  412: ['PreconditionFailed', 'The resource has changed since the ETag of If-Match', LIMITED],
  413: ['PayloadTooLarge', 'The body is larger than 1 MiB', LIMITED],
  415: ['UnsupportedMediaType', 'The body is not application/json', LIMITED],
  422: ['IdempotencyKeyReused', 'The Idempotency-Key was used for another request', LIMITED],
  429: ['TooManyRequests', 'The rate limit is exceeded', [...LIMITED, 'Retry-After']],
  500: ['InternalError', 'The service failed; the log knows why', LIMITED],
  502: ['SuiteError', 'The collaboration suite failed', LIMITED],
  503: ['ServiceUnavailable', 'The service is busy or not ready', ['request-id', 'Retry-After']],
};

function errorResponses(): Record<string, DescribedAnswer> {
  const schema = { $ref: '#/components/schemas/ApiError' };
  return Object.fromEntries(
    Object.values(ERRORS).map(([name, description, headers]) => [
      name,
      { description, headers: refsTo(headers), content: { 'application/json': { schema } } },
    ]),
  );
}

function statusesOf({ method, route: { schema } }: Operation): number[] {
  const isWrite = method !== 'GET';
  return [
    ...[400, 401, 403, 406, 429, 500, 502, 503],
    ...(schema.params ? [404] : []),
    ...(isWrite ? [409] : []),
    ...(schema.headers?.properties['if-match'] ? [412] : []),
    ...(schema.body ? [413, 415] : []),
    ...(method === 'POST' ? [422] : []),
  ];
}

function headersOf({ responseHeaders = [] }: RouteSchema): Header[] {
  const own = responseHeaders.map((name): Header => (name === 'etag' ? 'ETag' : 'Location'));
  return [...LIMITED, ...own];
}

const SUCCESS: Record<string, string> = { 200: 'Done', 201: 'Created', 202: 'Accepted', 204: 'Done' };

function describeAnswers(described: DescribedOperation, operation: Operation): void {
  const { schema } = operation.route;
  const headers = refsTo(headersOf(schema));
  for (const [status, answer] of Object.entries(described.responses)) {
    Object.assign(answer, { description: SUCCESS[status] ?? 'Done', headers });
  }
  if (schema.headers?.properties['if-none-match']) {
    described.responses[304] = { description: 'Not changed', headers };
  }
  for (const status of statusesOf(operation)) {
    described.responses[status] = { $ref: `#/components/responses/${ERRORS[status]?.[0]}` };
  }
}

function describeOperation(described: DescribedOperation, operation: Operation): void {
  const { method, tier, callers, route } = operation;
  const who = callers.usersOnly ? 'Requires a user token.' : `Roles: ${callers.roles.join(', ')}.`;
  const limits = `Tier ${tier}${route.schema.querystring?.properties.dryRun ? '; a dry run tier 3' : ''}. ${who}`;
  described.description = [route.schema.description, limits].filter(Boolean).join('\n\n');
  Object.assign(described, { 'x-tier': tier, 'x-roles': callers.roles });
  if (method === 'POST') described.parameters = [...(described.parameters ?? []), IDEMPOTENCY_KEY];
  if (described.requestBody && route.schema.bodyOptional) described.requestBody.required = false;
  describeAnswers(described, operation);
}

export function describeOperations(document: ApiDocument): void {
  Object.assign(document.components, { headers: HEADERS, responses: errorResponses() });
  for (const described of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    describeOperation(described, OPERATIONS[described.operationId as keyof typeof OPERATIONS]);
  }
}
