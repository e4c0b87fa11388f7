/** Rows of the subscriptions to change notifications, with leases and encrypted secrets. */
import { randomBytes } from 'node:crypto';
import type { SecretBox } from '../../domain/webhooks/ports.ts';
import type { SuiteDatabase } from '../../kernel/suite-database.ts';

/** A collection of Graph that Charter subscribes to. */
export type WatchedResource = 'groups' | 'teams' | 'channels';

/** Random bytes of a clientState, the secret that notifications repeat: 64 of the 128 characters that Graph allows. */
const CLIENT_STATE_BYTES = 48;

const LIST = `
  select resource, subscription_id as "subscriptionId", client_state as "clientState",
         notification_url as "notificationUrl"
    from graph_suite.subscriptions where tenant_id = $1`;
/**
 * Leases the subscription to a resource when it is due, missing or for another address. A lease ends at `$6`, while a
 * subscription is renewed much later.
 */
const LEASE = `
  insert into graph_suite.subscriptions as s (tenant_id, resource, client_state, notification_url, renew_at)
  values ($1, $2, $3, $4, $6)
  on conflict (tenant_id, resource) do update set renew_at = excluded.renew_at
   where s.renew_at <= $5 or (s.notification_url <> $4 and s.renew_at > $6)
  returning subscription_id as "subscriptionId", notification_url as "notificationUrl"`;
const BEGIN = `
  update graph_suite.subscriptions
     set subscription_id = null, client_state = $3, notification_url = $4, expires_at = null
   where tenant_id = $1 and resource = $2`;
const SAVE = `
  update graph_suite.subscriptions set subscription_id = $3, expires_at = $4, renew_at = $5
   where tenant_id = $1 and resource = $2`;
const SCHEDULE = 'update graph_suite.subscriptions set renew_at = $3 where tenant_id = $1 and resource = $2';
const REMOVE = 'delete from graph_suite.subscriptions where tenant_id = $1 and resource = $2';

export interface StoredSubscription {
  resource: WatchedResource;
  /** Null until Graph has answered the call that creates the subscription. */
  subscriptionId: string | null;
  /** The secret that notifications must repeat, encrypted. */
  clientState: string;
  notificationUrl: string;
}

/** Binds an encrypted secret to its row. */
export const subscriptionContext = (tenantId: string, resource: string): string =>
  `graph-subscription\0${tenantId}\0${resource}`;

const newClientState = (): string => randomBytes(CLIENT_STATE_BYTES).toString('base64url');

export class SubscriptionStore {
  readonly #database: SuiteDatabase;
  readonly #secrets: SecretBox;

  constructor(database: SuiteDatabase, secrets: SecretBox) {
    this.#database = database;
    this.#secrets = secrets;
  }

  list(tenantId: string): Promise<StoredSubscription[]> {
    return this.#database.read<StoredSubscription>(LIST, tenantId);
  }

  /**
   * Leases the subscription to the resource until the given time. Returns undefined when it is neither due nor missing
   * nor for another address. A leased subscription is not due.
   */
  async lease(
    tenantId: string,
    resource: WatchedResource,
    url: string,
    { now, until }: { now: Date; until: Date },
  ): Promise<Pick<StoredSubscription, 'subscriptionId' | 'notificationUrl'> | undefined> {
    // A new row needs a clientState. No notification can repeat this one, because Graph never gets it.
    const sealed = this.#secrets.seal(newClientState(), subscriptionContext(tenantId, resource));
    const [leased] = await this.#database.write<
      Pick<StoredSubscription, 'subscriptionId' | 'notificationUrl'>
    >(LEASE, tenantId, resource, sealed, url, now, until);
    return leased;
  }

  /**
   * Stores a new clientState before Graph is asked for the subscription, because notifications can arrive before the
   * answer. Returns the clientState.
   */
  async begin(tenantId: string, resource: WatchedResource, url: string): Promise<string> {
    const clientState = newClientState();
    const sealed = this.#secrets.seal(clientState, subscriptionContext(tenantId, resource));
    await this.#database.write(BEGIN, tenantId, resource, sealed, url);
    return clientState;
  }

  /** Saves a subscription that Graph has created or renewed. */
  async save(
    tenantId: string,
    resource: WatchedResource,
    id: string,
    { expiry, renewAt }: { expiry: Date; renewAt: Date },
  ): Promise<void> {
    await this.#database.write(SAVE, tenantId, resource, id, expiry, renewAt);
  }

  /** Makes the subscription due at the given time. */
  async schedule(tenantId: string, resource: WatchedResource, at: Date): Promise<void> {
    await this.#database.write(SCHEDULE, tenantId, resource, at);
  }

  async remove(tenantId: string, resource: WatchedResource): Promise<void> {
    await this.#database.write(REMOVE, tenantId, resource);
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
