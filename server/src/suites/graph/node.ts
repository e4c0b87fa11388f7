/**
 * The Graph suite on a node: the credentials of its tenants, its scheduled work, its endpoint for notifications and
 * its metrics.
 */

import type { FastifyInstance, FastifyReply } from 'fastify';
import Type from 'typebox';
import { recordExternalChanges } from '../../flows/external-changes/record-external-changes.ts';
import { invalidRequest, notFound } from '../../kernel/errors.ts';
import { SharedReading } from '../../kernel/metrics.ts';
import { Open } from '../../kernel/schema.ts';
import type { NodeServices, OpenedSuite, SuiteContext, SuiteNode } from '../definition.ts';
import { accessRecords } from './accounts/access.ts';
import { accountRecords } from './accounts/account.ts';
import { registrationRecords } from './accounts/registrations.ts';
import type { GraphConfig } from './settings.ts';
import { createGraphSuite, type GraphSuite } from './suite.ts';

export async function openGraph(
  own: GraphConfig,
  { signIns, access, log, ...context }: SuiteContext,
): Promise<OpenedSuite> {
  const { clock, lane } = context;
  const graph = createGraphSuite(context, {
    ...own,
    lane,
    ...(signIns && {
      records: registrationRecords(signIns.registrations, signIns.secrets, own.registration),
      accounts: accountRecords(signIns.accounts, signIns.secrets, clock),
      secrets: signIns.secrets,
      access: accessRecords(access, clock, log),
    }),
  });
  const ping = async (): Promise<string | undefined> => {
    await graph.ping();
    const lost = await access.countLost();
    if (lost === 0) return undefined;
    return `Microsoft 365 gives no access to ${lost} organisation${lost === 1 ? '' : 's'}.`;
  };
  return {
    suite: { ...graph, ping },
    directory: undefined,
    isRegistered: graph.isRegistered,
    onNode: (services) => createGraphNode(own, graph, () => access.countLost(), services),
  };
}

/**
 * Tolerance in the age of a copy. The schedule runs each minute, and runs may start late. Without the tolerance, a
 * copy that is almost due would wait for the next run.
 */
const AHEAD_MILLISECONDS = 30_000;

/** Shortest time between two counts of the tenants without access, for the metrics. */
const COUNT_MILLISECONDS = 15_000;

interface GraphNode extends SuiteNode {
  /** Creates, renews or ends subscriptions to notifications. Without subscriptions, delta queries find the changes. */
  maintainSubscriptions(tenantId: string): Promise<void>;
  /** Records the pending changes. */
  recordNoticed(tenantId: string): Promise<void>;
}

export function createGraphNode(
  { directoryMinutes, isNotified }: Pick<GraphConfig, 'directoryMinutes' | 'isNotified'>,
  graph: GraphSuite,
  countLost: () => Promise<number>,
  { store, tenants, secrets, clock, log, publicUrl, queueObservation }: NodeServices,
): GraphNode {
  const received = { accepted: 0, rejected: 0 };
  const lost = new SharedReading(countLost, COUNT_MILLISECONDS, () => clock.now().getTime());

  async function maintainSubscriptions(tenantId: string): Promise<void> {
    const url = isNotified ? notificationUrl(publicUrl, tenantId) : undefined;
    try {
      const resources = await graph.subscriptions(secrets).maintain(tenantId, url);
      if (resources.length === 0) return;
      log.info({ tenantId, resources }, 'Microsoft Graph sends notifications of changes.');
      // Reads the teams once, because no notification covers the changes before the subscription.
      await graph.refreshTeams(tenantId);
    } catch (error) {
      log.warn(
        { err: error, tenantId },
        'Microsoft Graph takes no subscription to changes. They are noticed by delta queries.',
      );
    }
  }

  async function recordNoticed(tenantId: string): Promise<void> {
    const events = await recordExternalChanges(
      { store, clock, externalChanges: graph.externalChanges },
      tenantId,
    );
    if (events > 0) log.info({ tenantId, events }, 'External changes in Microsoft 365 were recorded.');
  }

  async function saveName(tenantId: string): Promise<void> {
    const organisation = await graph.organisation(tenantId);
    if (organisation === undefined) throw notFound('organisation', tenantId);
    const { displayName } = organisation;
    if ((await tenants.find(tenantId))?.displayName === displayName) return;
    await tenants.save({ id: tenantId, displayName });
  }

  return {
    maintainSubscriptions,
    recordNoticed,

    async refresh(tenantId) {
      try {
        await maintainSubscriptions(tenantId);
        await graph.refreshDirectory(tenantId, directoryMinutes * 60_000 - AHEAD_MILLISECONDS);
        await recordNoticed(tenantId);
        await saveName(tenantId);
      } catch (error) {
        log.warn({ err: error, tenantId }, 'The copy of a directory could not be refreshed.');
      }
    },

    async observe(tenantId) {
      await maintainSubscriptions(tenantId);
      await graph.refreshTeams(tenantId);
      await recordNoticed(tenantId);
    },

    removeExpired: (tenantId) => graph.removeOldEffects(tenantId),

    addPages: (app) =>
      addNotificationsPage(app, async (tenantId, notifications) => {
        const { accepted, rejected } = await graph.receiveNotifications(secrets, tenantId, notifications);
        received.accepted += accepted;
        received.rejected += rejected;
        if (rejected > 0) {
          log.warn(
            { tenantId, rejected },
            'Notifications without the secret of a subscription were ignored.',
          );
        }
        if (accepted > 0) await queueObservation(tenantId);
      }),

    metrics: [
      {
        name: 'charter_graph_notifications_total',
        help: 'Change notifications of Microsoft Graph that this node received; rejected: without the secret of a subscription',
        kind: 'counter',
        labels: ['outcome'],
        read: () => Object.entries(received).map(([outcome, value]) => ({ value, labels: { outcome } })),
      },
      {
        name: 'charter_graph_tenants_without_access',
        help: 'Tenants in which Microsoft 365 rejects the sign-in of Charter or lacks its consent',
        kind: 'gauge',
        read: async () => [{ value: await lost.get() }],
      },
    ],
  };
}

/*
 * The endpoint for change notifications of Microsoft Graph. Before Graph creates a subscription, the endpoint must
 * return a token ("Receive change notifications through webhooks"). It responds to notifications at once, and queues
 * their work.
 */

const MAX_NOTIFICATIONS = 1_000;
/** Allows about 1 KB for each notification. */
const BODY_LIMIT_BYTES = 1024 * 1024;
const TOKEN = /^[^<>\p{Cc}]{1,2000}$/u;

const Text = (maxLength: number) => Type.Optional(Type.Union([Type.String({ maxLength }), Type.Null()]));

const Notifications = Open({
  value: Type.Array(Open({ clientState: Text(255), resource: Text(2_000), lifecycleEvent: Text(100) }), {
    maxItems: MAX_NOTIFICATIONS,
  }),
});

type Notifications = Type.Static<typeof Notifications>;

/** Verifies notifications, and queues their work. Ignores notifications without a valid secret. */
type ReceiveNotifications = (tenantId: string, notifications: Notifications['value']) => Promise<void>;

const PATH = '/graph/notifications';

/** Returns the address for a tenant's notifications; undefined without a public https address, which Graph requires. */
function notificationUrl(publicUrl: string | undefined, tenantId: string): string | undefined {
  if (publicUrl === undefined || !publicUrl.startsWith('https://')) return undefined;
  return `${publicUrl}${PATH}/${tenantId}`;
}

/**
 * Returns the unchanged token, as Graph requires. Rejects a token with markup, control characters or more than 2,000
 * characters, which Graph never sends.
 */
function answerValidation(token: string, reply: FastifyReply): FastifyReply {
  if (!TOKEN.test(token)) throw invalidRequest('The validation token is not one of Microsoft Graph.');
  return reply
    .status(200)
    .header('content-security-policy', "default-src 'none'")
    .type('text/plain; charset=utf-8')
    .send(token);
}

async function addNotificationsPage(app: FastifyInstance, receive: ReceiveNotifications): Promise<void> {
  await app.register(async (scope) => {
    // Graph sends the token in the query, with an empty text body.
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
