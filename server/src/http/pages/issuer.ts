/** Mounts the embedded issuer, which works on Node's request objects, at /oidc (docs/specification.md, section 1). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { hijack } from '../security-headers.ts';
import type { SignInLimit } from '../sign-in-limit.ts';

export interface MountedIssuer {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/**
 * Addresses that clients read without signing in: discovery, keys, stylesheet. They are cheap, so no rate limit
 * applies.
 */
const READ_BY_ALL = /^\/oidc\/(\.well-known\/|jwks|pages\.css)/;

export async function addIssuer(
  app: FastifyInstance,
  issuer: MountedIssuer,
  limit: SignInLimit,
): Promise<void> {
  await app.register(async (scope) => {
    // The issuer reads the body itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.addHook('onRequest', async (request) => {
      if (!READ_BY_ALL.test(request.url)) limit(request);
    });
    for (const url of ['/oidc', '/oidc/*']) {
      scope.all(url, { schema: { hide: true } }, async (request, reply) => {
        hijack(reply);
        await issuer.handle(request.raw, reply.raw);
      });
    }
  });
}
