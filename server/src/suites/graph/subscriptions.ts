/**
 * Subscriptions to change notifications of Microsoft Graph ("subscription resource type", "Get change notifications
 * for teams and channels", "Reduce missing change notifications and removed subscriptions"). A notification only says
 * what to read again from Graph. Without subscriptions, the delta queries find the same changes later.
 */
import { randomBytes } from 'node:crypto';
import type { Subscription } from '@microsoft/microsoft-graph-types';
import type { SecretBox } from '../../domain/webhooks/ports.ts';
import { hasStatus, withPublicErrors } from './failure.ts';
import type { GraphParts } from './parts.ts';
import { at, type GraphTransport } from './transport.ts';

/**
 * Longest lifetimes in minutes, less a quarter of an hour for clock differences. New groups count as `updated` too;
 * subscriptions to teams and channels of more than an hour need a lifecycleNotificationUrl.
 */
const RESOURCES = {
  groups: { path: '/groups', changeType: 'updated,deleted', minutes: 41_760 - 15 },
  teams: { path: '/teams', changeType: 'created,updated,deleted', minutes: 4_320 - 15 },
  channels: { path: '/teams/getAllChannels', changeType: 'created,updated,deleted', minutes: 4_320 - 15 },
} as const;
export type WatchedResource = keyof typeof RESOURCES;
const NAMES = Object.keys(RESOURCES) as WatchedResource[];

const MINUTE = 60_000;
/** Time after which other nodes take over from one that died during a call to Graph. */
const LEASE_MILLISECONDS = 5 * MINUTE;
/** Pause after Graph rejects a subscription, for example because it can't reach the address. */
const REFUSED_MILLISECONDS = 15 * MINUTE;
/** Graph allows at most 128 characters. */
const STATE_BYTES = 48;

const LIST = `
  select resource, subscription_id as "subscriptionId", client_state as "clientState",
         notification_url as "notificationUrl", renew_at as "renewAt"
    from graph_suite.subscriptions where tenant_id = $1`;
/** Leases the subscription to a resource when it is due, missing or for another address. */
const LEASE = `
  insert into graph_suite.subscriptions as s (tenant_id, resource, client_state, notification_url, renew_at)
  values ($1, $2, $3, $4, $6)
  on conflict (tenant_id, resource) do update set renew_at = excluded.renew_at
   where s.renew_at <= $5 or s.notification_url <> $4
  returning subscription_id as "subscriptionId", notification_url as "notificationUrl"`;
/** Stores the secret before the call, because notifications can arrive before the answer to it. */
const BEGIN = `
  update graph_suite.subscriptions
     set subscription_id = null, client_state = $3, notification_url = $4, expires_at = null
   where tenant_id = $1 and resource = $2`;
const RENEWED = `
  update graph_suite.subscriptions set subscription_id = $3, expires_at = $4, renew_at = $5
   where tenant_id = $1 and resource = $2`;
const POSTPONE = 'update graph_suite.subscriptions set renew_at = $3 where tenant_id = $1 and resource = $2';
const REMOVE = 'delete from graph_suite.subscriptions where tenant_id = $1 and resource = $2';

interface Kept {
  resource: WatchedResource;
  subscriptionId: string | null;
  clientState: string;
  notificationUrl: string;
  renewAt: Date;
}

const contextOf = (tenantId: string, resource: string): string =>
  `graph-subscription\0${tenantId}\0${resource}`;

export interface GraphSubscriptions {
  /**
   * Subscribes, renews halfway through a lifetime, and ends unwanted subscriptions. Does only what is due. Returns
   * the resources whose notifications may have been lost until now.
   * @param url address that Graph sends notifications to; undefined ends all subscriptions
   */
  maintain(tenantId: string, url: string | undefined): Promise<WatchedResource[]>;
  /** Returns the secrets that notifications to the tenant must repeat, by resource. */
  clientStates(tenantId: string): Promise<Map<WatchedResource, string>>;
  /** Makes the next maintenance renew the subscription, or create it again when Graph has removed it. */
  makeDue(tenantId: string, resource: WatchedResource): Promise<void>;
}

type SubscriptionParts = Pick<GraphParts, 'database' | 'clock' | 'graphOf'> & { secrets: SecretBox };

/** Ends a subscription. A missing one has ended already. */
async function end(graph: GraphTransport, id: string): Promise<void> {
  try {
    await graph.call({ method: 'DELETE', path: at`/subscriptions/${id}`, budget: 'others' });
  } catch (error) {
    if (!hasStatus(error, 404)) throw error;
  }
}

/** Ends other subscriptions to the same address, which a lost answer or a restored database can leave behind. */
async function endStrays(graph: GraphTransport, resource: WatchedResource, url: string): Promise<void> {
  const all = await graph.list<Subscription>('/subscriptions', { budget: 'others' });
  for (const { id, resource: watched, notificationUrl } of all) {
    const isSame = watched?.replace(/^\/?/, '/') === RESOURCES[resource].path;
    const isStray = isSame && notificationUrl === url;
    if (id && isStray) await end(graph, id);
  }
}

export function createSubscriptions(parts: SubscriptionParts): GraphSubscriptions {
  const { database, clock, secrets, graphOf } = parts;
  const inMilliseconds = (milliseconds: number): Date => new Date(clock.now().getTime() + milliseconds);
  const expiryOf = (resource: WatchedResource): Date => inMilliseconds(RESOURCES[resource].minutes * MINUTE);

  async function saveRenewed(tenantId: string, resource: WatchedResource, id: string, expiry: Date) {
    const half = inMilliseconds((expiry.getTime() - clock.now().getTime()) / 2);
    await database.write(RENEWED, tenantId, resource, id, expiry, half);
  }

  async function create(tenantId: string, resource: WatchedResource, url: string): Promise<void> {
    const graph = graphOf(tenantId);
    await endStrays(graph, resource, url);
    const clientState = randomBytes(STATE_BYTES).toString('base64url');
    const sealed = secrets.seal(clientState, contextOf(tenantId, resource));
    await database.write(BEGIN, tenantId, resource, sealed, url);
    const expiry = expiryOf(resource);
    const { body } = await graph.call<Subscription>({
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
    await saveRenewed(tenantId, resource, body.id!, expiry);
  }

  /** Returns false when Graph no longer has the subscription. */
  async function renew(tenantId: string, resource: WatchedResource, id: string): Promise<boolean> {
    const expiry = expiryOf(resource);
    try {
      await graphOf(tenantId).call({
        method: 'PATCH',
        path: at`/subscriptions/${id}`,
        budget: 'others',
        body: { expirationDateTime: expiry.toISOString() },
      });
    } catch (error) {
      if (hasStatus(error, 404)) return false;
      throw error;
    }
    await saveRenewed(tenantId, resource, id, expiry);
    return true;
  }

  /** Returns whether notifications may have been lost. */
  async function maintainOne(tenantId: string, resource: WatchedResource, url: string): Promise<boolean> {
    const [now, until] = [clock.now(), inMilliseconds(LEASE_MILLISECONDS)];
    const unknown = secrets.seal(
      randomBytes(STATE_BYTES).toString('base64url'),
      contextOf(tenantId, resource),
    );
    const [due] = await database.write<Pick<Kept, 'subscriptionId' | 'notificationUrl'>>(
      LEASE,
      tenantId,
      resource,
      unknown,
      url,
      now,
      until,
    );
    if (due === undefined) return false;
    try {
      const { subscriptionId, notificationUrl } = due;
      if (subscriptionId !== null) {
        if (notificationUrl !== url) await end(graphOf(tenantId), subscriptionId);
        else if (await renew(tenantId, resource, subscriptionId)) return false;
      }
      await create(tenantId, resource, url);
      return true;
    } catch (error) {
      if (hasStatus(error, 400, 403)) {
        await database.write(POSTPONE, tenantId, resource, inMilliseconds(REFUSED_MILLISECONDS));
      }
      throw error;
    }
  }

  const list = (tenantId: string): Promise<Kept[]> => database.read<Kept>(LIST, tenantId);

  async function endAll(tenantId: string): Promise<void> {
    for (const { resource, subscriptionId, notificationUrl } of await list(tenantId)) {
      if (subscriptionId === null) await endStrays(graphOf(tenantId), resource, notificationUrl);
      else await end(graphOf(tenantId), subscriptionId);
      await database.write(REMOVE, tenantId, resource);
    }
  }

  return {
    maintain: (tenantId, url) =>
      withPublicErrors(async () => {
        if (url === undefined) {
          await endAll(tenantId);
          return [];
        }
        const created: WatchedResource[] = [];
        const failures: unknown[] = [];
        // A rejected resource must not prevent the subscription to the others.
        for (const resource of NAMES) {
          try {
            if (await maintainOne(tenantId, resource, url)) created.push(resource);
          } catch (error) {
            failures.push(error);
          }
        }
        if (failures.length > 0) throw failures[0];
        return created;
      }),

    async clientStates(tenantId) {
      const kept = await list(tenantId);
      return new Map(
        kept.map(({ resource, clientState }) => [
          resource,
          secrets.open(clientState, contextOf(tenantId, resource)),
        ]),
      );
    },

    async makeDue(tenantId, resource) {
      await database.write(POSTPONE, tenantId, resource, clock.now());
    },
  };
}
