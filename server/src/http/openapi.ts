/** Derives the OpenAPI 3.1 description from the schemas that validate requests and serialise responses. */
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { createApp } from './app.ts';
import { type ApiDocument, describeOperations } from './openapi-operations.ts';
import { TAGS } from './tags.ts';
import { describeWebhooks } from './webhooks/describe-webhooks.ts';

const DESCRIPTION = `Charter governs collaboration teams: it creates them from approved templates, acts on them, and proves what happened.

Every response carries \`request-id\`; send \`client-request-id\` (a UUID) to have it echoed and logged. POST operations take an \`Idempotency-Key\`: the first response is stored for 24 hours and replayed. Calls are limited per principal and minute by tier; see the \`RateLimit\` headers.`;

/** Returns the OpenAPI document. The routes are registered with dependencies that are never called. */
export async function describeApi(): Promise<Record<string, unknown>> {
  const app: FastifyInstance = await createApp({
    deps: {} as never,
    authenticator: {} as never,
    limit: async () => undefined,
    idempotency: {} as never,
    log: pino({ level: 'silent' }),
    publicUrl: () => '',
    forDescription: true,
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
          tags: TAGS,
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
  const document = structuredClone(app.swagger()) as unknown as ApiDocument;
  await app.close();
  describeOperations(document);
  return { ...document, webhooks: describeWebhooks(document.components.schemas) };
}
