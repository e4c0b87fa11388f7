/** A span for each request. It continues the trace that a `traceparent` header names (W3C Trace Context). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isTracing, type Span, startSpan } from '../kernel/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null while tracing is off. */
    span: Span | null;
  }
}

/** Starts a span for each request of an operation, and ends it with the response. Adds nothing while tracing is off. */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('span', null);
  if (!isTracing()) return;
  app.addHook('onRequest', (request, _reply, done) => {
    const { operation } = request.routeOptions.config;
    const { traceparent } = request.headers;
    if (operation !== undefined) {
      request.span =
        startSpan(`${request.method} ${request.routeOptions.url}`, {
          kind: 'server',
          parent: typeof traceparent === 'string' ? traceparent : undefined,
          attributes: {
            'http.request.method': request.method,
            'http.route': request.routeOptions.url ?? '',
            'charter.operation': operation,
            'charter.request.id': request.id,
          },
        }) ?? null;
    }
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { span } = request;
    if (span !== null) {
      span.set({ 'http.response.status_code': reply.statusCode });
      if (request.principal) span.set({ 'charter.tenant.id': request.principal.tenantId });
      if (reply.statusCode >= 500) span.fail(String(reply.statusCode));
      span.end();
    }
    done();
  });
}

/** Runs the work in the span of the request. */
export const inRequestSpan = <Result>({ span }: FastifyRequest, work: () => Result): Result =>
  span === null ? work() : span.run(work);
