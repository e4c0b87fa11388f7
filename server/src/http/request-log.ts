/** A line in the log for each request. It names no path and no query, which may contain ids and secrets. */
import type { FastifyInstance } from 'fastify';

export interface RequestLogSettings {
  /** `on`: the lines are shown at the level `info`, whatever the level of the log is. */
  logRequests: 'on' | 'off';
  logLevel: string;
}

/** Logs each request when its response is sent: on demand, or at the level `debug`. */
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
