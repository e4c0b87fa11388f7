/**
 * Subscriptions to change notifications of Microsoft Graph ("subscription resource type", "Get change notifications
 * for teams and channels", "Reduce missing change notifications and removed subscriptions"). A notification only names
 * what to read from Graph again. Without subscriptions, the delta queries and the round over all teams
 * (pending-changes.ts) find the same changes later.
 */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Subscription } from '@microsoft/microsoft-graph-types';
import { subscriptionContext } from '../../../domain/registrations/model.ts';
import type { SecretBox } from '../../../domain/webhooks/ports.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { columns, type Row, type RowOf, text } from '../../../kernel/columns.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { assigned, inserted } from '../../../kernel/sql.ts';
import type { SuiteDatabase } from '../../../kernel/suite-database.ts';
import {
  deleteStraySubscriptions,
  deleteSubscription,
  RESOURCE_NAMES,
  RESOURCES,
  type WatchedResource,
} from '../calls/subscriptions.ts';
import { hasStatus, withPublicErrors } from '../client/failure.ts';
import { at } from '../client/request.ts';
import type { GroupIndex } from './group-index.ts';
import type { MirrorParts } from './parts.ts';
import type { PendingChanges } from './pending-changes.ts';

const MINUTE = 60_000;

/** Time after which another node replaces one that died during a call to Graph. */
const LEASE_MILLISECONDS = 5 * MINUTE;

/** Pause after Graph rejects a subscription, for example because it can't reach the address or has a duplicate. */
const REJECTED_MILLISECONDS = 15 * MINUTE;

export interface GraphSubscriptions {
  /**
   * Creates subscriptions, renews them halfway through their lifetime, and ends unwanted ones. Does only what is due.
   * Returns the resources whose notifications may have been lost, after making their teams due in the round.
   * @param url address that Graph sends notifications to; undefined ends all subscriptions
   */
  maintain(tenantId: string, url: string | undefined): Promise<WatchedResource[]>;
  /** Returns the secrets that notifications to the tenant must repeat, by resource. */
  clientStates(tenantId: string): Promise<Map<WatchedResource, string>>;
  /** Makes the next maintenance renew the subscription, or create it again when Graph has removed it. */
  makeDue(tenantId: string, resource: WatchedResource): Promise<void>;
}

interface Maintenance extends Pick<MirrorParts, 'clock' | 'graphOf' | 'pendingChanges'> {
  store: SubscriptionStore;
}

const after = (clock: Clock, milliseconds: number): Date => new Date(clock.now().getTime() + milliseconds);

const expiryOf = (clock: Clock, resource: WatchedResource): Date =>
  after(clock, RESOURCES[resource].minutes * MINUTE);

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
  await deleteStraySubscriptions(graph, resource, url);
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
    await deleteStraySubscriptions(graph, resource);
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
  const { store, clock, pendingChanges } = parts;
  const times = { now: clock.now(), until: after(clock, LEASE_MILLISECONDS) };
  const due = await store.lease(tenantId, resource, url, times);
  if (due === undefined) return false;
  try {
    const { subscriptionId, notificationUrl } = due;
    if (subscriptionId !== null) {
      if (notificationUrl !== url) await deleteSubscription(parts.graphOf(tenantId), subscriptionId);
      else if (await renew(parts, tenantId, resource, subscriptionId)) return false;
    }
    await create(parts, tenantId, resource, url);
    await pendingChanges.recordLoss(tenantId, [resource]);
    return true;
  } catch (error) {
    if (hasStatus(error, 400, 403, 409)) {
      await store.schedule(tenantId, resource, after(clock, REJECTED_MILLISECONDS));
    }
    throw error;
  }
}

/**
 * Maintains the subscriptions to all resources; a failure does not stop the others. Returns the resources whose
 * notifications may have been lost.
 * @throws the first failure when no subscription was created, after all resources were tried
 */
async function maintainAll(parts: Maintenance, tenantId: string, url: string): Promise<WatchedResource[]> {
  const created: WatchedResource[] = [];
  const failures: unknown[] = [];
  for (const resource of RESOURCE_NAMES) {
    try {
      if (await maintainOne(parts, tenantId, resource, url)) created.push(resource);
    } catch (error) {
      failures.push(error);
    }
  }
  // After a partial success, only the failed resources are retried. If they fail again, that run throws.
  if (failures.length > 0 && created.length === 0) throw failures[0];
  return created;
}

async function endAll({ store, graphOf }: Maintenance, tenantId: string): Promise<void> {
  for (const { resource, subscriptionId, notificationUrl } of await store.list(tenantId)) {
    if (subscriptionId === null) await deleteStraySubscriptions(graphOf(tenantId), resource, notificationUrl);
    else await deleteSubscription(graphOf(tenantId), subscriptionId);
    await store.remove(tenantId, resource);
  }
}

export function createSubscriptionMaintenance({
  database,
  secrets,
  clock,
  graphOf,
  pendingChanges,
}: Pick<MirrorParts, 'database' | 'clock' | 'graphOf' | 'pendingChanges'> & {
  secrets: SecretBox;
}): GraphSubscriptions {
  const store = new SubscriptionStore(database, secrets);
  const parts = { store, clock, graphOf, pendingChanges };
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

/* Rows of the subscriptions to change notifications, with leases and encrypted secrets. */

/**
 * Random bytes of a clientState, the secret that notifications repeat: 64 characters of the 128 that Graph permits.
 */
const CLIENT_STATE_BYTES = 48;

const SUBSCRIPTION = columns({
  resource: text<WatchedResource>(),
  /** Null until Graph has responded to the call that creates the subscription. */
  subscriptionId: text<string | null>(),
  /** The secret that notifications must repeat, encrypted. */
  clientState: text<string>(),
  notificationUrl: text<string>(),
});
type StoredSubscription = RowOf<typeof SUBSCRIPTION>;

const newClientState = (): string => randomBytes(CLIENT_STATE_BYTES).toString('base64url');

class SubscriptionStore {
  readonly #database: SuiteDatabase;
  readonly #secrets: SecretBox;

  constructor(database: SuiteDatabase, secrets: SecretBox) {
    this.#database = database;
    this.#secrets = secrets;
  }

  list(tenantId: string): Promise<StoredSubscription[]> {
    const { tenant, all } = this.#database.in(tenantId);
    return all(SUBSCRIPTION)`
      select ${SUBSCRIPTION} from graph_suite.subscriptions where tenant_id = ${tenant}`;
  }

  /**
   * Leases the subscription to the resource until the given time, if it is missing, due, or for another address.
   * Returns undefined otherwise. A leased subscription is not due. A lease ends long before the renewal of a
   * subscription.
   */
  lease(
    tenantId: string,
    resource: WatchedResource,
    url: string,
    { now, until }: { now: Date; until: Date },
  ): Promise<StoredSubscription | undefined> {
    const { tenant, first } = this.#database.in(tenantId);
    // A new row needs a clientState. No notification can repeat this one, because Graph never receives it.
    const row = {
      tenant_id: tenant,
      resource,
      client_state: this.#secrets.seal(newClientState(), subscriptionContext(tenantId, resource)),
      notification_url: url,
      renew_at: until,
    };
    return first(SUBSCRIPTION)`
      insert into graph_suite.subscriptions as s ${inserted(row)}
      on conflict (tenant_id, resource) do update set renew_at = excluded.renew_at
       where s.renew_at <= ${now} or (s.notification_url <> ${url} and s.renew_at > ${until})
      returning ${SUBSCRIPTION}`;
  }

  async #update(tenantId: string, resource: WatchedResource, row: Row): Promise<void> {
    const { tenant, write } = this.#database.in(tenantId);
    await write`
      update graph_suite.subscriptions set ${assigned(row)} where tenant_id = ${tenant} and resource = ${resource}`;
  }

  /**
   * Stores a new clientState before the subscription is requested, because notifications can arrive before the
   * response. Returns the clientState.
   */
  async begin(tenantId: string, resource: WatchedResource, url: string): Promise<string> {
    const clientState = newClientState();
    await this.#update(tenantId, resource, {
      subscription_id: null,
      client_state: this.#secrets.seal(clientState, subscriptionContext(tenantId, resource)),
      notification_url: url,
      expires_at: null,
    });
    return clientState;
  }

  /** Saves a subscription that Graph has created or renewed. */
  async save(
    tenantId: string,
    resource: WatchedResource,
    id: string,
    { expiry, renewAt }: { expiry: Date; renewAt: Date },
  ): Promise<void> {
    const row = { subscription_id: id, expires_at: expiry, renew_at: renewAt };
    await this.#update(tenantId, resource, row);
  }

  /** Makes the subscription due at the given time. */
  async schedule(tenantId: string, resource: WatchedResource, at: Date): Promise<void> {
    await this.#update(tenantId, resource, { renew_at: at });
  }

  async remove(tenantId: string, resource: WatchedResource): Promise<void> {
    const { tenant, write } = this.#database.in(tenantId);
    await write`
      delete from graph_suite.subscriptions where tenant_id = ${tenant} and resource = ${resource}`;
  }

  /** Returns the secrets that notifications to the tenant must repeat, by resource. */
  async clientStates(tenantId: string): Promise<Map<WatchedResource, string>> {
    const rows = await this.list(tenantId);
    return new Map(
      rows.map(({ resource, clientState }) => [
        resource,
        this.#secrets.open(clientState, subscriptionContext(tenantId, resource)),
      ]),
    );
  }
}

/* Verifies notifications from Microsoft Graph, and records pending changes. */

/** The fields of a change notification that Charter reads ("changeNotificationCollection resource type"). */
export interface GraphNotification {
  clientState?: string | null | undefined;
  /** For example `teams('<id>')`, `teams('<id>')/channels('<id>')` or `Groups/<id>`. */
  resource?: string | null | undefined;
  lifecycleEvent?: string | null | undefined;
}

export interface ReceivedNotifications {
  /** Items with the secret of one of the tenant's subscriptions. */
  accepted: number;
  /** Items without such a secret. They are ignored. */
  rejected: number;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares in constant time. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

const ABOUT_TEAM = /^\/?teams(?:\('([^']{1,100})'\)|\/([^/]{1,100}))(\/channels(?:\(|\/).{1,200})?$/i;

/**
 * Returns the team of a notification about a team or a channel. `resourceData.id` of a team's notification is not the
 * id of the team.
 */
function subjectOf({ resource }: GraphNotification): { teamId: string; isAboutChannel: boolean } | undefined {
  const [, quoted, plain, channel] = ABOUT_TEAM.exec(resource ?? '') ?? [];
  const teamId = (quoted ?? plain)?.toLowerCase();
  if (teamId === undefined || !isUuid(teamId)) return undefined;
  return { teamId, isAboutChannel: channel !== undefined };
}

interface NotificationParts {
  pendingChanges: PendingChanges;
  groups: GroupIndex;
  subscriptions: GraphSubscriptions;
}

/** @param notifications the items of one request; the caller bounds their number */
export async function receiveNotifications(
  { pendingChanges, groups, subscriptions }: NotificationParts,
  tenantId: string,
  notifications: readonly GraphNotification[],
): Promise<ReceivedNotifications> {
  const states = [...(await subscriptions.clientStates(tenantId))];
  const resourceOf = ({ clientState }: GraphNotification): WatchedResource | undefined =>
    states.find(([, state]) => isSame(state, clientState ?? ''))?.[0];
  const teamIds = new Set<string>();
  const withChannels = new Set<string>();
  const endangered = new Set<WatchedResource>();
  const missed = new Set<WatchedResource>();
  let accepted = 0;
  for (const notification of notifications) {
    const resource = resourceOf(notification);
    if (resource === undefined) continue;
    accepted += 1;
    const subject = subjectOf(notification);
    if (notification.lifecycleEvent) {
      (notification.lifecycleEvent === 'missed' ? missed : endangered).add(resource);
    } else if (subject !== undefined) (subject.isAboutChannel ? withChannels : teamIds).add(subject.teamId);
  }
  for (const resource of endangered) await subscriptions.makeDue(tenantId, resource);
  await pendingChanges.recordLoss(tenantId, [...missed]);
  await groups.changed(tenantId, [...teamIds, ...withChannels]);
  await pendingChanges.recordTeams(tenantId, [...teamIds]);
  await pendingChanges.recordChannels(tenantId, [...withChannels]);
  return { accepted, rejected: notifications.length - accepted };
}
