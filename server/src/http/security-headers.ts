/** Headers of every response that limit what browsers do with it. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { publicPathOf } from './public-path.ts';

/** A year, as RFC 6797 and browsers' preload lists suggest. */
const STRICT_TRANSPORT = 'max-age=31536000';
/** No page uses these features of a browser (W3C Permissions Policy). */
const UNUSED_FEATURES = 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()';

/**
 * Adds the headers to every response. Responses of operations must not be cached, because they contain personal data.
 * @param publicUrl a function, because a port chosen by the system is known only later
 */
export function addSecurityHeaders(app: FastifyInstance, publicUrl: () => string): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff');
    // Browsers ignore the header over http (RFC 6797, 8.1). Behind a proxy, only the public URL shows the scheme. The
    // header binds the whole host, which a service below a path shares with others.
    const url = publicUrl();
    if (url.startsWith('https:') && publicPathOf(url) === '')
      reply.header('strict-transport-security', STRICT_TRANSPORT);
    if (request.routeOptions.config.operation === undefined) {
      reply.header('permissions-policy', UNUSED_FEATURES);
    } else {
      reply.header('cache-control', 'no-store');
    }
    done();
  });
}

/** Hands the response over to code that writes to Node's response object. Copies the headers that have been set. */
export function hijack(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.hijack();
}
