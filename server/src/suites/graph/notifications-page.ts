/**
 * The address for change notifications of Microsoft Graph. Before Graph creates a subscription, the address must
 * return a token ("Receive change notifications through webhooks"). Notifications are answered at once, and their
 * work is queued.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import Type from 'typebox';
import { invalidRequest } from '../../kernel/errors.ts';
import { Open } from '../../kernel/schema.ts';

const MOST_NOTIFICATIONS = 1_000;
/** About 1 KB for each notification. */
const BODY_LIMIT_BYTES = 1024 * 1024;
const TOKEN = /^[^<>\p{Cc}]{1,2000}$/u;

const Text = (maxLength: number) => Type.Optional(Type.Union([Type.String({ maxLength }), Type.Null()]));

const Notifications = Open({
  value: Type.Array(Open({ clientState: Text(255), resource: Text(2_000), lifecycleEvent: Text(100) }), {
    maxItems: MOST_NOTIFICATIONS,
  }),
});

type Notifications = Type.Static<typeof Notifications>;

/** Verifies notifications, and queues their work. Ignores those of unknown senders. */
export type ReceiveNotifications = (tenantId: string, notifications: Notifications['value']) => Promise<void>;

const PATH = '/graph/notifications';

/** Returns the address for a tenant's notifications; undefined when Graph can't send any there. */
export function notificationUrl(publicUrl: string | undefined, tenantId: string): string | undefined {
  if (publicUrl === undefined || !publicUrl.startsWith('https://')) return undefined;
  return `${publicUrl}${PATH}/${tenantId}`;
}

/**
 * Answers with the unchanged token, as Graph demands. Rejects a token with markup, control characters or more than
 * 2,000 characters, which Graph's tokens don't have.
 */
function answerValidation(token: string, reply: FastifyReply): FastifyReply {
  if (!TOKEN.test(token)) throw invalidRequest('The validation token is not one of Microsoft Graph.');
  return reply
    .status(200)
    .header('content-security-policy', "default-src 'none'")
    .type('text/plain; charset=utf-8')
    .send(token);
}

export async function addNotificationsPage(
  app: FastifyInstance,
  receive: ReceiveNotifications,
): Promise<void> {
  await app.register(async (scope) => {
    // Graph sends the token in the query, with an empty text as the body.
    scope.addContentTypeParser(
      'text/plain',
      { parseAs: 'string', bodyLimit: 1_024 },
      (_request, _body, done) => done(null, undefined),
    );
    scope.post<{
      Params: { tenantId: string };
      Querystring: { validationToken?: string };
      Body: Notifications;
    }>(
      `${PATH}/:tenantId`,
      {
        bodyLimit: BODY_LIMIT_BYTES,
        schema: {
          hide: true,
          params: Type.Object({ tenantId: Type.String({ maxLength: 100 }) }),
          querystring: Type.Object({ validationToken: Type.Optional(Type.String()) }),
          body: Notifications,
        },
        preValidation: async ({ query: { validationToken } }, reply) =>
          validationToken === undefined ? undefined : answerValidation(validationToken, reply),
      },
      async ({ params, body }, reply) => {
        await receive(params.tenantId, body.value);
        return reply.status(202).send();
      },
    );
  });
}
