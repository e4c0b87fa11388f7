/** Mounts the embedded issuer, which works on Node's request objects, at /oidc (docs/specification.md, section 1). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { hijack } from '../security-headers.ts';

export interface MountedIssuer {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

export async function addIssuer(app: FastifyInstance, issuer: MountedIssuer): Promise<void> {
  await app.register(async (scope) => {
    // The issuer reads the body itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const url of ['/oidc', '/oidc/*']) {
      scope.all(url, { schema: { hide: true } }, async (request, reply) => {
        hijack(reply);
        await issuer.handle(request.raw, reply.raw);
      });
    }
  });
}
