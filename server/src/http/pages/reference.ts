/** Serves /openapi.json, the committed description of the API, and /docs, which renders it. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type FastifyInstance, fastify } from 'fastify';
import type { PublicPath } from '../public-path.ts';
import { hijack } from '../security-headers.ts';

const DESCRIPTION = resolve(import.meta.dirname, '../../../../openapi.json');

/** Content-Security-Policy of /docs. Scalar needs an inline script and inline styles, and calls only this service. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Loads Scalar when somebody opens the page, not when the service starts, because it is three megabytes of script. */
async function createReference(path: PublicPath): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const reference = fastify();
  await reference.register(scalar, {
    routePrefix: `${path}/docs`,
    configuration: {
      url: `${path}/openapi.json`,
      title: 'Charter API',
      telemetry: false,
      hideClientButton: true,
      withDefaultFonts: false,
      agent: { disabled: true },
    } as object,
  });
  await reference.ready();
  return reference;
}

/** Returns the description, whose server is the service below the path of its public URL. */
async function describeAt(path: PublicPath): Promise<string> {
  const text = await readFile(DESCRIPTION, 'utf8');
  return path === '' ? text : JSON.stringify({ ...JSON.parse(text), servers: [{ url: path }] });
}

/** @param path path of the public URL */
export function addReference(app: FastifyInstance, path: PublicPath): void {
  let description: Promise<string> | undefined;
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    description ??= describeAt(path);
    reply.type('application/json; charset=utf-8');
    return description;
  });

  let reference: Promise<FastifyInstance> | undefined;
  for (const address of ['/docs', '/docs/*']) {
    app.get(address, { schema: { hide: true } }, async (request, reply) => {
      reference ??= createReference(path);
      const scalar = await reference;
      const url = path + request.url;
      if (!scalar.findRoute({ method: 'GET', url: url.split('?')[0] as string })) return reply.callNotFound();
      reply.header('content-security-policy', POLICY);
      hijack(reply);
      // Scalar throws for a host that is not valid in a URL, and uses only the path.
      request.raw.headers.host = 'localhost';
      request.raw.url = url;
      scalar.routing(request.raw, reply.raw);
    });
  }
  app.addHook('onClose', async () => {
    if (reference !== undefined) await (await reference).close();
  });
}
