/** The OpenAPI 3.1 description, made from the same schemas that validate and serialise. */
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { createApp } from './app.ts';
import { OPERATIONS } from './operations.ts';
import { describeWebhooks } from './webhooks/describe-webhooks.ts';

const DESCRIPTION = `Charter governs collaboration teams: it creates them from approved templates, acts on them, and proves what happened.

Every answer carries \`request-id\`; send \`client-request-id\` (a UUID) to have it echoed and logged. POST operations take an \`Idempotency-Key\`: the first answer is kept for 24 hours and replayed. Calls are limited per principal and minute by tier; see the \`RateLimit\` headers.`;

interface Described {
  operationId?: string;
  parameters?: object[];
  requestBody?: { required?: boolean };
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 255 },
  description: 'The first answer is kept for 24 hours and replayed to the same request.',
};

/** Adds what every POST takes, and no schema of a route says. */
function addIdempotencyKey(paths: Record<string, Record<string, Described>>): void {
  for (const { post } of Object.values(paths)) {
    if (post !== undefined) post.parameters = [...(post.parameters ?? []), IDEMPOTENCY_KEY];
  }
}

/** A body that may be left out is described as one that must be there, until it is said here. */
function markOptionalBodies(paths: Record<string, Record<string, Described>>): void {
  const optional = new Set<string>(
    Object.entries(OPERATIONS)
      .filter(([, { route }]) => route.schema.bodyOptional)
      .map(([id]) => id),
  );
  for (const described of Object.values(paths).flatMap((path) => Object.values(path))) {
    if (described.requestBody && optional.has(described.operationId ?? '')) {
      described.requestBody.required = false;
    }
  }
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
  const document = structuredClone(app.swagger()) as unknown as {
    paths: Record<string, Record<string, Described>>;
  };
  await app.close();
  addIdempotencyKey(document.paths);
  markOptionalBodies(document.paths);
  return { ...document, webhooks: describeWebhooks() };
}
