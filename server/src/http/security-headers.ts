/** Headers of every answer that limit what browsers do with it. */
import type { FastifyInstance, FastifyReply } from 'fastify';

/** A year, as RFC 6797 and browsers' preload lists suggest. */
const STRICT_TRANSPORT = 'max-age=31536000';
/** No page uses these features of a browser (W3C Permissions Policy). */
const UNUSED_FEATURES = 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()';

/**
 * Adds the headers to every answer. Answers of operations are not stored by caches: they have personal data.
 * @param publicUrl a function, because the port may be known late
 */
export function addSecurityHeaders(app: FastifyInstance, publicUrl: () => string): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff');
    // Browsers ignore the header over http (RFC 6797, 8.1). A service behind a proxy knows the scheme from its setting.
    if (publicUrl().startsWith('https:')) reply.header('strict-transport-security', STRICT_TRANSPORT);
    if (request.routeOptions.config.operation === undefined) {
      reply.header('permissions-policy', UNUSED_FEATURES);
    } else {
      reply.header('cache-control', 'no-store');
    }
    done();
  });
}

/** Hands the answer to code that writes to Node's response, with the headers that are set so far. */
export function hijack(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.hijack();
}
