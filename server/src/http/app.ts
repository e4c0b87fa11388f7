/** The Fastify application, with everything that the operations share. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { negotiateLanguage } from '../domain/languages/language.ts';
import type { RejectedCall } from '../engine/audit/rejected-calls.ts';
import type { IdempotencyStore } from '../engine/idempotency/ports.ts';
import type { Principal } from '../engine/principal.ts';
import { CharterError, invalidRequest } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { say } from '../kernel/messages.ts';
import { queryReaderOf, readerOf } from './bodies.ts';
import { type TrustedProxies, trustedProxies } from './client-address.ts';
import { buildSerializer, buildValidator } from './compilers.ts';
import { limitOpenRequests } from './connections.ts';
import { handleError, unknownAddress } from './errors.ts';
import { versionFromIfMatch } from './etag.ts';
import { type Authenticator, gate, type RateLimitGate, readClientRequestId, reauthenticate } from './gate.ts';
import { type ClaimedKey, claimKey, storeResponse } from './idempotency.ts';
import { acceptBytes, acceptJsonOnly, assertBytes, assertPlainBody, OCTETS } from './json-bodies.ts';
import { OPERATIONS, type Operation } from './operations.ts';
import { assertPathIsFree, type PublicPath, publicPathOf, withoutPublicPath } from './public-path.ts';
import { responderOf } from './responses.ts';
import type { Call, HttpDeps, RouteSchema } from './route.ts';
import { Closed, namedSchemas } from './schema.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { assertPlainAddress, assertRequestStorable } from './storable-requests.ts';
import { EventStreams, type StreamLimits } from './streams.ts';
import { tagOf } from './tags.ts';
import { inRequestSpan, traceRequests } from './tracing.ts';
import { discardUnreadBodies } from './unread-bodies.ts';
import { rejectUnreadable } from './unreadable-requests.ts';

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
    clientRequestId: string | null;
    heldKey: ClaimedKey | null;
    /** Address without the path of the public URL, with the base path that the caller used. */
    address: string;
    basePath: string;
  }
  interface FastifyContextConfig {
    /** The id of the route's API operation; undefined for pages. */
    operation?: string;
    /** Whether the body is a stream of bytes. */
    takesBytes?: boolean;
  }
}

/** Both published base paths (docs/specification.md, section 1). */
const BASE_PATHS = ['/v1.0', '/api/v1.0'] as const;
const [BASE_PATH, OTHER_BASE_PATH] = BASE_PATHS;
const isBelowOther = (address: string): boolean => address.startsWith(`${OTHER_BASE_PATH}/`);

/**
 * The router matches one path segment for each parameter. Encodes the slashes in the path of a file (RFC 3986, 2.2).
 */
const encodeFilePath = (address: string): string =>
  address.includes('/files/')
    ? address.replace(/(?<=\/channels\/[^/?]+\/files\/)[^?]+(?=\/content(?:\?|$))/, (path) =>
        path.replaceAll('/', '%2F'),
      )
    : address;

const BODY_LIMIT_BYTES = 1024 * 1024;
/**
 * Time limit for receiving a request: enough for the largest JSON body at 100 kbit/s, and for a file of 25 MiB at
 * 2.5 Mbit/s. Fastify sets no limit by default.
 */
const ARRIVAL_MILLISECONDS = 90_000;
/** Time limit for receiving the headers of a request. It also applies to a new connection without a request. */
const HEAD_MILLISECONDS = 10_000;
/** Interval at which Node checks both limits. */
const ARRIVAL_CHECK_MILLISECONDS = 1_000;
/** Time after which an idle connection is closed, for example when a client never reads its response. */
const SILENCE_MILLISECONDS = 60_000;

/** Maximum length of a path parameter. It is Node's limit for request headers, so that only the schemas limit ids. */
const PARAMETER_LIMIT = 16 * 1024;

const NO_OPTIONS = Closed({});

/** A body of bytes, in the OpenAPI document. */
const BYTES = { type: 'string', format: 'binary' };

const NO_STREAMS: StreamLimits = { perPrincipal: 0, perNode: 0 };

export interface AppOptions {
  deps: HttpDeps;
  authenticator: Authenticator;
  limit: RateLimitGate;
  idempotency: IdempotencyStore;
  /** Receives the calls that were rejected because of the caller's credentials or rights (rejected-calls.ts). */
  onRejected?: (rejected: RejectedCall) => void;
  /** Time limit for receiving the headers of a request. Default: HEAD_MILLISECONDS. */
  headMilliseconds?: number;
  /** Proxies that name the client of a request. Default: none. */
  proxies?: TrustedProxies;
  /** Maximum number of open requests of one client behind a trusted proxy. Default: no limit. */
  openRequestsPerAddress?: number;
  /** Limits of open event streams. By default, no stream may be opened. */
  streams?: StreamLimits;
  /** Adds a listener that is called when the rights of a principal change on this node. */
  onPrincipalChange?: (listener: (tenantId: string, principalId: string) => void) => void;
  log: Logger;
  /** Returns the public URL without base path. A function, because a port chosen by the system is known only later. */
  publicUrl: () => string;
  /** Builds the app for its OpenAPI description only. */
  forDescription?: boolean;
  /** Runs before the routes are added. */
  beforeRoutes?: (app: FastifyInstance) => Promise<void>;
}

function toCall(
  request: FastifyRequest,
  publicUrl: () => string,
  publicPath: PublicPath,
  signal: AbortSignal | undefined,
): Call<RouteSchema> {
  const serviceUrl = publicUrl();
  return {
    principal: request.principal as Principal,
    context: {
      requestId: request.id,
      // Only writes are looked up by their operation id later, so a GET uses its request id.
      operationId: request.method === 'GET' ? request.id : (request.heldKey?.claimId ?? newId()),
      ...(request.clientRequestId ? { clientRequestId: request.clientRequestId } : {}),
    },
    params: request.params as never,
    query: request.query as never,
    body: request.body as never,
    // A handler that reads only a part leaves the rest to unread-bodies.ts, which needs the open stream.
    bytes: (request.body instanceof Readable
      ? request.body.iterator({ destroyOnReturn: false })
      : undefined) as never,
    base: publicPath + request.basePath,
    serviceUrl,
    baseUrl: serviceUrl + request.basePath,
    url: serviceUrl + request.address.split('?')[0],
    signal: signal as never,
    language: negotiateLanguage(request.headers['accept-language']),
    ifVersion: versionFromIfMatch(request.headers['if-match']),
    header: (name) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value.join(', ') : value;
    },
  };
}

/** Returns the `content` of a response whose body is bytes, by media type (OpenAPI). */
const byteContentOf = (types: true | readonly string[]) =>
  Object.fromEntries((types === true ? [OCTETS] : types).map((type) => [type, { schema: BYTES }]));

/** Fields of a route's schema that Fastify receives unchanged. */
const PASSED_FIELDS = ['summary', 'description', 'params', 'querystring', 'body'] as const;

/** Returns Fastify's schema of a route, which also describes it in the OpenAPI document. */
function fastifySchema(id: string, operation: Operation, forDescription: boolean): Record<string, unknown> {
  const { schema } = operation.route;
  const success = schema.events
    ? { content: { 'text/event-stream': { schema: { type: 'string' } } } }
    : schema.sendsBytes
      ? { content: byteContentOf(schema.sendsBytes) }
      : (schema.response ?? schema.collection ?? { type: 'null', description: 'Empty' });
  const passed = PASSED_FIELDS.filter((key) => schema[key] !== undefined).map((key) => [key, schema[key]]);
  return {
    operationId: id,
    tags: [tagOf(operation.path)],
    security: [{ bearerAuth: [] }, { basicAuth: [] }],
    // Rejects unknown options instead of ignoring them.
    querystring: NO_OPTIONS,
    ...Object.fromEntries(passed),
    // Headers are described, not validated.
    ...(forDescription && schema.headers && { headers: schema.headers }),
    ...(forDescription && schema.takesBytes && { consumes: [OCTETS], body: BYTES }),
    // A dry run may return a body even if the operation itself does not.
    response: { [operation.success]: success, ...schema.otherResponses },
  };
}

function addRoute(
  app: FastifyInstance,
  id: string,
  operation: Operation,
  options: AppOptions,
  streams: EventStreams,
  publicPath: PublicPath,
): void {
  const { route } = operation;
  const read = route.schema.body && readerOf(route.schema.body);
  const readQuery = route.schema.querystring && queryReaderOf(route.schema.querystring);
  const send = responderOf(operation);
  const { deps, authenticator, limit, idempotency, publicUrl } = options;
  app.route({
    method: operation.method,
    url: operation.path,
    schema: fastifySchema(id, operation, options.forDescription ?? false),
    config: { operation: id, takesBytes: route.schema.takesBytes ?? false },
    // A HEAD request for a stream would read the stream to its end.
    exposeHeadRoute: !route.schema.events && !route.schema.sendsBytes,
    attachValidation: false,
    onRequest: gate(authenticator, limit, operation, (tenantId, id) =>
      deps.suite.users.presence(tenantId, id),
    ),
    preParsing: (request, _reply, payload, done) => {
      assertPlainBody(request.headers['content-encoding']);
      done(null, payload);
    },
    preValidation: (request, _reply, done) => {
      if (route.schema.takesBytes) {
        assertBytes(request.body);
        request.body ??= Readable.from([]);
        return done();
      }
      assertRequestStorable(request);
      if (read) request.body = read(request.body);
      readQuery?.(request.query as Record<string, unknown>);
      // Fastify skips the schema when there is no body.
      if (request.body === undefined && route.schema.body && !route.schema.bodyOptional) {
        throw invalidRequest(
          say('http.bodyMissing', 'The operation takes a JSON body. Send one as application/json.'),
          [{ target: 'body', code: 'Required', ...say('http.bodyRequired', 'The body is required.') }],
        );
      }
      done();
    },
    ...(operation.method === 'POST'
      ? {
          preHandler: async (request, reply) => {
            const replayed = await claimKey(idempotency, request.principal as Principal, request, reply);
            if (replayed) return reply;
          },
        }
      : {}),
    handler: async (request, reply) => {
      if (!route.schema.events) {
        const call = toCall(request, publicUrl, publicPath, undefined);
        return send(await inRequestSpan(request, () => route.handle(deps, call)), call, reply);
      }
      const signal = streams.open(request, reply, async () => {
        const principal = await reauthenticate(authenticator, request, operation);
        // Runs the handler again for its access checks. Its events are never read.
        await route.handle(deps, {
          ...toCall(request, publicUrl, publicPath, AbortSignal.abort()),
          principal,
        });
      });
      const call = toCall(request, publicUrl, publicPath, signal);
      return send(await route.handle(deps, call), call, reply);
    },
  });
}

/** Whether a browser requests a page, as opposed to a client that requests a path of the API. */
const isPageAsked = ({ method, headers: { accept = '' } }: FastifyRequest, path: string): boolean =>
  method === 'GET' && !path.startsWith(`${BASE_PATH}/`) && accept.includes('text/html');

/**
 * Responds with 405 and Allow when the path supports other methods, otherwise with 404 (RFC 9110, 15.5.6). A browser
 * gets the 404 as a page of the portal.
 */
function answerUnknown(app: FastifyInstance) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = request.url.split('?')[0] ?? '/';
    const allow = (['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter((method) =>
      app.findRoute({ method, url: path }),
    );
    // A request for a missing file matches the route that serves files. Its method is supported, so it gets a 404.
    if (allow.length && !allow.some((method) => method === request.method)) {
      throw new CharterError(
        'MethodNotAllowed',
        say('http.methods', 'This URL supports {methods}. Use one of these methods.', {
          methods: allow.join(', '),
        }),
        {
          facts: { allow: allow.join(', ') },
        },
      );
    }
    if (app.unknownPage !== undefined && isPageAsked(request, path))
      return app.unknownPage(reply.status(404));
    throw unknownAddress(path);
  };
}

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const publicPath = publicPathOf(options.publicUrl());
  const app: FastifyInstance = fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: ARRIVAL_MILLISECONDS,
    http: {
      headersTimeout: options.headMilliseconds ?? HEAD_MILLISECONDS,
      connectionsCheckingInterval: ARRIVAL_CHECK_MILLISECONDS,
    },
    connectionTimeout: SILENCE_MILLISECONDS,
    routerOptions: { maxParamLength: PARAMETER_LIMIT },
    rewriteUrl: ({ url = '/' }) => {
      const address = encodeFilePath(withoutPublicPath(publicPath, url));
      return isBelowOther(address) ? BASE_PATH + address.slice(OTHER_BASE_PATH.length) : address;
    },
    // Errors of the router have the same format as all others.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ 'request-id': request.id, 'x-content-type-options': 'nosniff' });
      handleError(options.deps.clock)(error, request, reply);
    },
    clientErrorHandler: rejectUnreadable(options.deps.clock),
    ajv: {
      customOptions: {
        removeAdditional: false,
        coerceTypes: false,
        useDefaults: true,
        allowUnionTypes: true,
      },
    },
    schemaController: { compilersFactory: { buildValidator, buildSerializer } },
    logController: new LogController({ disableRequestLogging: true }),
    // A request that arrives on an open connection of a closing node gets a response, and closes the connection.
    return503OnClosing: false,
  });
  assertPathIsFree(app, publicPath, BASE_PATHS);
  acceptJsonOnly(app, ['application/json']);
  acceptBytes(app);
  for (const schema of namedSchemas) app.addSchema(schema);
  app.decorateRequest('principal', null);
  app.decorateRequest('clientRequestId', null);
  app.decorateRequest('heldKey', null);
  app.decorateRequest('basePath', '');
  app.decorateRequest('address', '');
  const proxies = options.proxies ?? trustedProxies([]);
  app.decorateRequest('clientAddress', {
    getter(this: FastifyRequest) {
      return proxies.clientOf(this.raw);
    },
  });
  app.setErrorHandler(handleError(options.deps.clock, options.onRejected));
  app.setNotFoundHandler(answerUnknown(app));
  addSecurityHeaders(app, options.publicUrl);
  // Hooks that wait for nothing take a callback: a promise in each hook would cost every request some microseconds.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('request-id', request.id);
    readClientRequestId(request, reply);
    if (request.routeOptions.config.operation === undefined) assertPlainAddress(request);
    done();
  });
  limitOpenRequests(app, options.openRequestsPerAddress ?? Number.POSITIVE_INFINITY, proxies);
  app.addHook('onSend', (request, reply, body, done) => {
    const held = request.heldKey;
    if (held === null) return done();
    request.heldKey = null;
    storeResponse(options.idempotency, request.principal as Principal, held, reply, body).then(
      () => done(),
      done,
    );
  });
  const streams = new EventStreams(options.streams ?? NO_STREAMS, options.deps.clock);
  app.addHook('preClose', async () => streams.close());
  options.onPrincipalChange?.((tenantId, id) => streams.recheck(tenantId, id));
  discardUnreadBodies(app);
  traceRequests(app);
  await options.beforeRoutes?.(app);
  await app.register(
    async (scope) => {
      scope.addHook('onRequest', (request, _reply, done) => {
        request.address = withoutPublicPath(publicPath, request.originalUrl);
        request.basePath = isBelowOther(request.address) ? OTHER_BASE_PATH : BASE_PATH;
        done();
      });
      for (const [id, operation] of Object.entries(OPERATIONS))
        addRoute(scope, id, operation, options, streams, publicPath);
    },
    { prefix: BASE_PATH },
  );
  return app;
}
