/** Finds the changes that people make in Microsoft Teams outside of Charter, and records them. */
import { recordOutsideChanges } from '../flows/outside-changes/record-outside-changes.ts';
import {
  type NotificationFigures,
  type NotificationReceiver,
  notificationUrl,
} from '../http/pages/graph-notifications.ts';
import { ofTenant } from '../persistence/queue.ts';
import type { QueueName } from '../persistence/queues.ts';
import type { Node } from './node.ts';

/** Queue that processes Graph's notifications at once. */
const OBSERVE: QueueName = 'observe-teams';

/** Returns the tenant's URL for Graph's notifications; undefined when they are off or the public URL is not https. */
function notificationUrlOf({ config }: Pick<Node, 'config'>, tenantId: string): string | undefined {
  return config.graphNotifications === 'off' ? undefined : notificationUrl(config.publicUrl, tenantId);
}

/** Creates, renews or ends subscriptions to notifications. Without subscriptions, delta queries notice changes. */
export async function maintainSubscriptions(
  node: Pick<Node, 'config' | 'parts' | 'secrets' | 'log'>,
  tenantId: string,
): Promise<void> {
  const { parts, secrets, log } = node;
  const { graph } = parts;
  if (graph === undefined) return;
  try {
    const resources = await graph
      .subscriptions(secrets)
      .maintain(tenantId, notificationUrlOf(node, tenantId));
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

/** Records the noticed changes. */
export async function recordNoticed(
  { parts, store, clock, log }: Pick<Node, 'parts' | 'store' | 'clock' | 'log'>,
  tenantId: string,
): Promise<void> {
  const { graph } = parts;
  if (graph === undefined) return;
  const events = await recordOutsideChanges({ store, clock, outside: graph.outside }, tenantId);
  if (events > 0) log.info({ tenantId, events }, 'Changes by others in Microsoft 365 were recorded.');
}

/** Reads and records the changes of the tenant's teams at once, after a notification. */
export async function observeTeams(node: Node, tenantId: string): Promise<void> {
  await maintainSubscriptions(node, tenantId);
  await node.parts.graph?.refreshTeams(tenantId);
  await recordNoticed(node, tenantId);
}

/** Returns the receiver of Graph's notifications; undefined for another suite. */
export function notificationReceiver(
  { parts, boss, secrets, log }: Pick<Node, 'parts' | 'boss' | 'secrets' | 'log'>,
  figures: NotificationFigures,
): NotificationReceiver | undefined {
  const { graph } = parts;
  if (graph === undefined) return undefined;
  return {
    async receive(tenantId, notifications) {
      const { accepted, rejected } = await graph.receiveNotifications(secrets, tenantId, notifications);
      figures.accepted += accepted;
      figures.rejected += rejected;
      if (rejected > 0) {
        log.warn({ tenantId, rejected }, 'Notifications without the secret of a subscription were ignored.');
      }
      if (accepted > 0) await boss.send(OBSERVE, { tenantId }, ofTenant(tenantId));
    },
  };
}
