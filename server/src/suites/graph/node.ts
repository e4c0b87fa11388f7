/** The Graph suite on a node: the credentials of its tenants, its repeated work, its page and its figures. */
import { recordOutsideChanges } from '../../flows/outside-changes/record-outside-changes.ts';
import { notFound } from '../../kernel/errors.ts';
import type { NodeServices, OpenedSuite, SuiteContext, SuiteNode } from '../definition.ts';
import { keptAccess } from './accounts/access.ts';
import { keptAccounts } from './accounts/account.ts';
import { keptRegistrations } from './accounts/registrations.ts';
import { addNotificationsPage, notificationUrl } from './notifications-page.ts';
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
      kept: keptRegistrations(signIns.registrations, signIns.secrets, own.registration),
      accounts: keptAccounts(signIns.accounts, signIns.secrets, clock),
      access: keptAccess(access, clock, log),
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
 * Tolerance in the age of a copy. The schedule runs each minute, and runs may begin late. Without the tolerance, a copy
 * that is almost due would wait for the next run.
 */
const AHEAD_MILLISECONDS = 30_000;

export interface GraphNode extends SuiteNode {
  /** Creates, renews or ends subscriptions to notifications. Without subscriptions, delta queries notice changes. */
  maintainSubscriptions(tenantId: string): Promise<void>;
  /** Records the noticed changes. */
  recordNoticed(tenantId: string): Promise<void>;
}

export function createGraphNode(
  { directoryMinutes, isNotified }: Pick<GraphConfig, 'directoryMinutes' | 'isNotified'>,
  graph: GraphSuite,
  countLost: () => Promise<number>,
  { store, tenants, secrets, clock, log, publicUrl, queueObservation }: NodeServices,
): GraphNode {
  const received = { accepted: 0, rejected: 0 };

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
    const events = await recordOutsideChanges({ store, clock, outside: graph.outside }, tenantId);
    if (events > 0) log.info({ tenantId, events }, 'Changes by others in Microsoft 365 were recorded.');
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

    figures: [
      {
        name: 'charter_graph_notifications_total',
        help: 'Change notifications of Microsoft Graph that this node received; rejected: without the secret of a subscription',
        kind: 'counter',
        labels: ['outcome'],
        read: () => Object.entries(received).map(([outcome, value]) => ({ value, labels: { outcome } })),
      },
      {
        name: 'charter_graph_tenants_without_access',
        help: 'Tenants in which Microsoft 365 refuses the sign-in of Charter or lacks its consent',
        kind: 'gauge',
        read: async () => [{ value: await countLost() }],
      },
    ],
  };
}
