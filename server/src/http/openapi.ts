/** The OpenAPI 3.1 description, made from the same schemas that validate and serialise. */
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { createApp } from './app.ts';

const DESCRIPTION = `Charter governs collaboration teams: it creates them from approved templates, acts on them, and proves what happened.

Every answer carries \`request-id\`; send \`client-request-id\` (a UUID) to have it echoed and logged. POST operations take an \`Idempotency-Key\`: the first answer is kept for 24 hours and replayed. Calls are limited per principal and minute by tier; see the \`RateLimit\` headers.`;

/** Adds what every operation has, and no schema could say. */
function finish(document: Record<string, any>): Record<string, unknown> {
  for (const methods of Object.values<Record<string, any>>(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (method !== 'post') continue;
      operation.parameters = [
        ...(operation.parameters ?? []),
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          schema: { type: 'string', maxLength: 255 },
          description: 'The first answer is kept for 24 hours and replayed to the same request.',
        },
      ];
    }
  }
  return document;
}

/** The document, without starting anything: the routes are registered over parts that are never called. */
export async function describeApi(): Promise<Record<string, unknown>> {
  const app: FastifyInstance = await createApp({
    deps: {} as never,
    authenticator: {} as never,
    limit: async () => undefined,
    idempotency: {} as never,
    log: pino({ level: 'silent' }),
    publicUrl: () => '',
    beforeRoutes: async (instance) => {
      await instance.register(swagger, {
        openapi: {
          openapi: '3.1.0',
          info: {
            title: 'Charter',
            version: '1.0',
            description: DESCRIPTION,
            license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
          },
          servers: [{ url: '/' }],
          components: {
            securitySchemes: {
              bearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
              basicAuth: { type: 'http', scheme: 'basic', description: 'A registered app: id and secret' },
            },
          },
        },
        refResolver: {
          buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `def-${index}`),
        },
      });
    },
  });
  await app.ready();
  const document = app.swagger() as unknown as Record<string, unknown>;
  await app.close();
  return finish(JSON.parse(JSON.stringify(document)));
}
