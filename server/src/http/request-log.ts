/** Writes a log line for each request, without its path and query, which may contain ids and secrets. */
import type { FastifyInstance } from 'fastify';

export interface RequestLogSettings {
  /** `on`: the lines have the level `info` and are written at every level of the log. */
  logRequests: 'on' | 'off';
  logLevel: string;
}

/** Logs each request once its response is sent, if `logRequests` is `on` or the level of the log is `debug`. */
export function logRequests(
  app: FastifyInstance,
  { logRequests: shown, logLevel }: RequestLogSettings,
): void {
  const isShown = shown === 'on';
  if (!isShown && logLevel !== 'debug') return;
  app.addHook('onResponse', (request, reply, done) => {
    const { log, principal, span, clientAddress, method, routeOptions } = request;
    if (isShown) log.level = 'info';
    const { operation } = routeOptions.config;
    const line = {
      ...{ method, route: routeOptions.url, operation, status: reply.statusCode },
      ...{ ms: Math.round(reply.elapsedTime * 10) / 10, clientAddress },
      ...(principal && { tenantId: principal.tenantId, caller: principal.kind }),
      ...(span && { traceparent: span.traceparent }),
    };
    log[isShown ? 'info' : 'debug'](line, 'Handled a request.');
    done();
  });
}
