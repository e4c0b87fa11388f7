import type { Subscription } from '@microsoft/microsoft-graph-types';
import { hasStatus } from '../client/failure.ts';
import { at } from '../client/request.ts';
import type { GraphTransport } from '../client/transport.ts';
/**
 * Paths, types of change, and lifetimes in minutes. A lifetime is the maximum that Graph permits, less a quarter of an
 * hour for clock skew. Graph reports new groups as `updated`. Subscriptions to teams and channels of more than an hour
 * need a lifecycleNotificationUrl.
 */
export const RESOURCES = {
  groups: { path: '/groups', changeType: 'updated,deleted', minutes: 41_760 - 15 },
  teams: { path: '/teams', changeType: 'created,updated,deleted', minutes: 4_320 - 15 },
  channels: { path: '/teams/getAllChannels', changeType: 'created,updated,deleted', minutes: 4_320 - 15 },
} as const satisfies Record<WatchedResource, object>;

export const RESOURCE_NAMES = Object.keys(RESOURCES) as WatchedResource[];

/** Ends a subscription. Succeeds when Graph no longer has it. */
export async function deleteSubscription(graph: GraphTransport, id: string): Promise<void> {
  try {
    await graph.call({ method: 'DELETE', path: at`/subscriptions/${id}`, budget: 'others' });
  } catch (error) {
    if (!hasStatus(error, 404)) throw error;
  }
}

/**
 * Ends the application's subscriptions to the resource: those at the address, or all of them without an address. A
 * lost response or a restored database can leave such subscriptions.
 */
export async function deleteStraySubscriptions(
  graph: GraphTransport,
  resource: WatchedResource,
  url?: string,
): Promise<void> {
  const all = await graph.list<Subscription>('/subscriptions', { budget: 'others' });
  for (const { id, resource: watched, notificationUrl } of all) {
    const isSame = watched?.replace(/^\/?/, '/') === RESOURCES[resource].path;
    const isStray = isSame && (url === undefined || notificationUrl === url);
    if (id && isStray) await deleteSubscription(graph, id);
  }
}

/** A collection of Graph that Charter subscribes to. */
export type WatchedResource = 'groups' | 'teams' | 'channels';
