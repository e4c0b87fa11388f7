/** Describes the messages to webhooks for OpenAPI, with the expected responses (docs/specification.md, section 11). */
import { exampleOf, type Schemas } from '../openapi-examples.ts';
import { jsonSchemaOf, MESSAGES } from './event-schemas.ts';

const header = (name: string, description: string, schema: object = { type: 'string' }) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
});

const headersOf = (event: string) => [
  header('X-Charter-Webhook', 'The webhook’s id. An operator may choose another prefix than X-Charter.'),
  header('X-Charter-Hook', 'The webhook’s id under its other published name'),
  header('X-Charter-Event', 'The event’s code', { type: 'string', const: event }),
  header('X-Charter-Delivery', 'The delivery’s id, the same in every attempt'),
  header(
    'X-Charter-Signature',
    'Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature',
    { type: 'string', pattern: '^[0-9a-f]{64}$' },
  ),
  header('webhook-id', 'Standard Webhooks: the delivery’s id'),
  header('webhook-timestamp', 'Standard Webhooks: seconds since 1970, of this attempt'),
  header(
    'webhook-signature',
    'Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces',
  ),
  header('User-Agent', '`Charter-Webhook/` and the version'),
];

const RESPONSES = {
  '2XX': { description: 'Received, within 15 seconds. The body is ignored.' },
  '410': { description: 'No longer received: the service disables the webhook.' },
  default: {
    description: 'Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured.',
  },
};

const operationIdOf = (code: string): string =>
  `receive_${code}`.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

export const describeWebhooks = (schemas: Schemas): Record<string, object> =>
  Object.fromEntries(
    MESSAGES.map((message) => [
      message.code,
      {
        post: {
          operationId: operationIdOf(message.code),
          summary: message.description,
          tags: ['webhooks'],
          // A message is authenticated by the signature in its headers.
          security: [],
          parameters: headersOf(message.code),
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: jsonSchemaOf(message),
                example: exampleOf(jsonSchemaOf(message), schemas),
              },
            },
          },
          responses: RESPONSES,
        },
      },
    ]),
  );
