/**
 * Subscriptions to change notifications of Microsoft Graph ("subscription resource type", "Get change notifications
 * for teams and channels", "Reduce missing change notifications and removed subscriptions"). A notification only says
 * what to read again from Graph. Without subscriptions, the delta queries and the round over all teams
 * (noted-changes.ts) find the same changes later.
 */
import type { Subscription } from '@microsoft/microsoft-graph-types';
import type { SecretBox } from '../../domain/webhooks/ports.ts';
import type { Clock } from '../../kernel/clock.ts';
import { hasStatus, withPublicErrors } from './failure.ts';
import type { GraphParts } from './parts.ts';
import { SubscriptionStore, type WatchedResource } from './subscription-store.ts';
import { at, type GraphTransport } from './transport.ts';

/**
 * Paths, types of change, and lifetimes in minutes: the longest that Graph permits, less a quarter of an hour for clock
 * differences. Graph reports new groups as `updated`. Subscriptions to teams and channels of more than an hour need a
 * lifecycleNotificationUrl.
 */
const RESOURCES = {
  groups: { path: '/groups', changeType: 'updated,deleted', minutes: 41_760 - 15 },
  teams: { path: '/teams', changeType: 'created,updated,deleted', minutes: 4_320 - 15 },
  channels: { path: '/teams/getAllChannels', changeType: 'created,updated,deleted', minutes: 4_320 - 15 },
} as const satisfies Record<WatchedResource, object>;
const NAMES = Object.keys(RESOURCES) as WatchedResource[];

const MINUTE = 60_000;
/** Time after which other nodes take over from one that died during a call to Graph. */
const LEASE_MILLISECONDS = 5 * MINUTE;
/** Pause after Graph rejects a subscription, for example because it can't reach the address or has a duplicate. */
const REJECTED_MILLISECONDS = 15 * MINUTE;

export interface GraphSubscriptions {
  /**
   * Subscribes, renews halfway through a lifetime, and ends unwanted subscriptions. Does only what is due. Returns
   * the resources whose notifications may have been lost until now, after it has made their teams due in the round.
   * @param url address that Graph sends notifications to; undefined ends all subscriptions
   */
  maintain(tenantId: string, url: string | undefined): Promise<WatchedResource[]>;
  /** Returns the secrets that notifications to the tenant must repeat, by resource. */
  clientStates(tenantId: string): Promise<Map<WatchedResource, string>>;
  /** Makes the next maintenance renew the subscription, or create it again when Graph has removed it. */
  makeDue(tenantId: string, resource: WatchedResource): Promise<void>;
}

interface Maintenance extends Pick<GraphParts, 'clock' | 'graphOf' | 'noted'> {
  store: SubscriptionStore;
}

const after = (clock: Clock, milliseconds: number): Date => new Date(clock.now().getTime() + milliseconds);

const expiryOf = (clock: Clock, resource: WatchedResource): Date =>
  after(clock, RESOURCES[resource].minutes * MINUTE);

/** Ends a subscription. A missing one has ended already. */
async function end(graph: GraphTransport, id: string): Promise<void> {
  try {
    await graph.call({ method: 'DELETE', path: at`/subscriptions/${id}`, budget: 'others' });
  } catch (error) {
    if (!hasStatus(error, 404)) throw error;
  }
}

/**
 * Ends the application's subscriptions to the resource: those at the address, or all of them without an address. A lost
 * answer or a restored database can leave one.
 */
async function endStrays(graph: GraphTransport, resource: WatchedResource, url?: string): Promise<void> {
  const all = await graph.list<Subscription>('/subscriptions', { budget: 'others' });
  for (const { id, resource: watched, notificationUrl } of all) {
    const isSame = watched?.replace(/^\/?/, '/') === RESOURCES[resource].path;
    const isStray = isSame && (url === undefined || notificationUrl === url);
    if (id && isStray) await end(graph, id);
  }
}

/** Saves a subscription that Graph has created or renewed. It is due halfway through its lifetime. */
async function save(
  { store, clock }: Maintenance,
  tenantId: string,
  resource: WatchedResource,
  id: string,
  expiry: Date,
): Promise<void> {
  const renewAt = after(clock, (expiry.getTime() - clock.now().getTime()) / 2);
  await store.save(tenantId, resource, id, { expiry, renewAt });
}

async function create(
  parts: Maintenance,
  tenantId: string,
  resource: WatchedResource,
  url: string,
): Promise<void> {
  const graph = parts.graphOf(tenantId);
  await endStrays(graph, resource, url);
  const clientState = await parts.store.begin(tenantId, resource, url);
  const expiry = expiryOf(parts.clock, resource);
  const post = () =>
    graph.call<Subscription>({
      method: 'POST',
      path: '/subscriptions',
      budget: 'others',
      body: {
        changeType: RESOURCES[resource].changeType,
        notificationUrl: url,
        lifecycleNotificationUrl: url,
        resource: RESOURCES[resource].path,
        expirationDateTime: expiry.toISOString(),
        clientState,
      },
    });
  const { body } = await post().catch(async (error: unknown) => {
    if (!hasStatus(error, 409)) throw error;
    // The existing subscription can have another address ("Create subscription", Duplicate subscription behavior).
    await endStrays(graph, resource);
    return post();
  });
  await save(parts, tenantId, resource, body.id!, expiry);
}

/** Returns false when Graph no longer has the subscription. */
async function renew(
  parts: Maintenance,
  tenantId: string,
  resource: WatchedResource,
  id: string,
): Promise<boolean> {
  const expiry = expiryOf(parts.clock, resource);
  try {
    await parts.graphOf(tenantId).call({
      method: 'PATCH',
      path: at`/subscriptions/${id}`,
      budget: 'others',
      body: { expirationDateTime: expiry.toISOString() },
    });
  } catch (error) {
    if (hasStatus(error, 404)) return false;
    throw error;
  }
  await save(parts, tenantId, resource, id, expiry);
  return true;
}

/** Maintains the subscription to one resource. Returns whether notifications may have been lost. */
async function maintainOne(
  parts: Maintenance,
  tenantId: string,
  resource: WatchedResource,
  url: string,
): Promise<boolean> {
  const { store, clock, noted } = parts;
  const times = { now: clock.now(), until: after(clock, LEASE_MILLISECONDS) };
  const due = await store.lease(tenantId, resource, url, times);
  if (due === undefined) return false;
  try {
    const { subscriptionId, notificationUrl } = due;
    if (subscriptionId !== null) {
      if (notificationUrl !== url) await end(parts.graphOf(tenantId), subscriptionId);
      else if (await renew(parts, tenantId, resource, subscriptionId)) return false;
    }
    await create(parts, tenantId, resource, url);
    await noted.noteLoss(tenantId, [resource]);
    return true;
  } catch (error) {
    if (hasStatus(error, 400, 403, 409)) {
      await store.schedule(tenantId, resource, after(clock, REJECTED_MILLISECONDS));
    }
    throw error;
  }
}

/**
 * Maintains the subscriptions to all resources: a failure does not prevent the others. Returns the resources whose
 * notifications may have been lost.
 * @throws the first failure when none was created, after it has tried all resources
 */
async function maintainAll(parts: Maintenance, tenantId: string, url: string): Promise<WatchedResource[]> {
  const created: WatchedResource[] = [];
  const failures: unknown[] = [];
  for (const resource of NAMES) {
    try {
      if (await maintainOne(parts, tenantId, resource, url)) created.push(resource);
    } catch (error) {
      failures.push(error);
    }
  }
  // A resource that failed is tried again, and then it is the only one.
  if (failures.length > 0 && created.length === 0) throw failures[0];
  return created;
}

async function endAll({ store, graphOf }: Maintenance, tenantId: string): Promise<void> {
  for (const { resource, subscriptionId, notificationUrl } of await store.list(tenantId)) {
    if (subscriptionId === null) await endStrays(graphOf(tenantId), resource, notificationUrl);
    else await end(graphOf(tenantId), subscriptionId);
    await store.remove(tenantId, resource);
  }
}

export function createSubscriptions({
  database,
  secrets,
  clock,
  graphOf,
  noted,
}: Pick<GraphParts, 'database' | 'clock' | 'graphOf' | 'noted'> & {
  secrets: SecretBox;
}): GraphSubscriptions {
  const store = new SubscriptionStore(database, secrets);
  const parts = { store, clock, graphOf, noted };
  return {
    maintain: (tenantId, url) =>
      withPublicErrors(async () => {
        if (url !== undefined) return maintainAll(parts, tenantId, url);
        await endAll(parts, tenantId);
        return [];
      }),
    clientStates: (tenantId) => store.clientStates(tenantId),
    makeDue: (tenantId, resource) => store.schedule(tenantId, resource, clock.now()),
  };
}
