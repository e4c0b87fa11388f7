import type { EventType } from '../../engine/events/model.ts';
import type { Lease } from '../../engine/leases/lease.ts';
import type { Actor, Role } from '../../engine/principal.ts';
import type {
  Delivery,
  DeliveryAttempt,
  DeliveryStatus,
  DeliveryWithBody,
  HookRecord,
  HookScope,
  SubscribedHook,
} from './model.ts';

/** Encrypts secrets at rest. A secret sealed in one context can't be opened in another. */
export interface SecretBox {
  seal(secret: string, context: string): string;
  /** @throws Error when the text was changed, or this node lacks the key */
  open(sealed: string, context: string): string;
}

/** Checks addresses at registration. The sender checks again, by IP address, at each connection. */
export interface HookTargets {
  /** Returns what is wrong with the address, a sentence; undefined when it is valid. */
  problemOf(url: string): string | undefined;
}

/** Fields of a webhook that change. */
export type HookChange = Partial<Omit<HookRecord, 'id' | 'creator' | 'createdAt' | 'updatedAt'>>;

export interface HookQuery {
  /** Only webhooks of this creator. */
  creatorId?: string | undefined;
  most: number;
  /** Id of the last webhook of the previous page. */
  after?: string | undefined;
}

export interface HookStore {
  /** False, and nothing written, when the id exists. */
  add(hook: HookRecord): Promise<boolean>;
  /** `lock` locks the row until the transaction ends. */
  find(hookId: string, options?: { lock?: boolean }): Promise<HookRecord | undefined>;
  /** In order of the id, which is the order of creation. */
  list(query: HookQuery): Promise<HookRecord[]>;
  /** Webhooks that subscribe to one of `types` and were active at some time since. */
  listSubscribed(types: readonly EventType[], since: Date): Promise<SubscribedHook[]>;
  /** Keeps others from adding a webhook of the creator until the transaction ends. */
  lockCreator(creatorId: string): Promise<void>;
  /** The principal's roles assigned by the service. */
  rolesAssignedTo(principalId: string): Promise<Role[]>;
  update(hookId: string, change: HookChange, at: Date): Promise<void>;
  /** Removes it with its deliveries; false when it is absent. */
  remove(hookId: string): Promise<boolean>;
}

/** Facts about an event that decide which webhooks receive it. */
export interface EventFacts {
  /** The event's team. */
  teamId: string | null;
  /** Requester, approvers, decider and planned owners of the request for a team that the event is about. */
  concernedIds: string[];
  /** The template of the event's team; undefined for a team without one. */
  templateId: string | undefined;
}

/** A node's lease on the fan-out of an event. */
export interface EventLease {
  /** Id of the event. */
  id: string;
  /** Fencing number: only the latest lease may remove the fan-out row. */
  lease: number;
}

/** An event leased to this node for its fan-out. */
export interface WaitingEvent extends EventLease {
  type: EventType;
  occurredAt: Date;
  /** The payload as sent: JSON text. */
  body: string;
  actor: Actor;
  /** Recipients captured with the event, because the suite can't list them later; null: ask the suite. */
  audience: string[] | null;
}

export type DescribedEvent = WaitingEvent & EventFacts;

/** A delivery to be sent as soon as a node leases it. */
export interface NewDelivery extends Pick<Delivery, 'id' | 'hookId' | 'eventId' | 'event'> {
  createdAt: Date;
  /** The webhook's scope when the delivery is made. */
  scope: HookScope;
}

/** A delivery leased to this node. */
export interface TakenDelivery extends Pick<Delivery, 'id' | 'event'> {
  hook: HookRecord;
  body: string;
  /** Fencing number: only the latest run may settle the delivery. */
  run: number;
  /** End of the run's lease. */
  leaseUntil: Date;
  /** Earlier tries since it was made or redelivered. */
  tries: number;
}

/** Outcome of a run. */
export interface DeliveryOutcome extends Pick<Delivery, 'id' | 'hookId' | 'status'> {
  run: number;
  /** As leased. */
  leaseUntil: Date;
  /** Next try of a pending one. */
  dueAt: Date | null;
  endedAt: Date;
  attempt: DeliveryAttempt;
}

export interface TakeOptions extends Lease {
  /** Limit over all webhooks. */
  most: number;
  /** Limit over all webhooks whose last attempt failed. */
  mostFailing: number;
  /** Limit for a webhook without a lane on this node. */
  perHook: number;
  /** Free places in the lanes of this node. */
  lanes: readonly { hookId: string; free: number }[];
}

export interface DeliveryQuery {
  hookId: string;
  status?: DeliveryStatus | undefined;
  top: number;
  /** Id of the last delivery of the previous page. */
  after?: string | undefined;
}

export interface RedeliveryRange {
  hookId: string;
  from: Date;
  until: Date;
  status?: Exclude<DeliveryStatus, 'pending'>;
}

/** Events that wait for their fan-out. */
export interface FanOutStore {
  /** Leases events that wait for their fan-out, oldest first. */
  takeEvents(options: Lease & { most: number }): Promise<WaitingEvent[]>;
  /** Ends the leases early. */
  giveEventsBack(events: readonly EventLease[]): Promise<void>;
  /** Facts by the id of the event. */
  listFacts(eventIds: readonly string[]): Promise<Map<string, EventFacts>>;
  /**
   * Adds the deliveries that are absent, unless their webhook is gone, and removes the fan-out of `handled`. Like
   * leases and outcomes, it commits without waiting for the disk (docs/adr/0008).
   */
  add(deliveries: readonly NewDelivery[], handled: readonly EventLease[]): Promise<void>;
}

/** Pending deliveries, leased and settled by the delivering nodes. */
export interface PendingDeliveryStore {
  /** Leases due deliveries of active webhooks, oldest first within each. */
  take(options: TakeOptions): Promise<TakenDelivery[]>;
  /** Writes outcomes. Outcomes of earlier runs, and repeated ones, change nothing. */
  settle(outcomes: readonly DeliveryOutcome[]): Promise<void>;
  /** Ends leases early: the deliveries are due at `at`. */
  giveBack(runs: readonly Pick<DeliveryOutcome, 'id' | 'hookId' | 'run'>[], at: Date): Promise<void>;
  /** Pending deliveries of active webhooks. */
  countPending(): Promise<number>;
  /** Time when the next delivery of an active webhook is due, or the next lease ends. */
  nextDue(): Promise<Date | undefined>;
}

export interface DeliveryStore extends FanOutStore, PendingDeliveryStore {
  /** Adds a delivery without an event; false when the id exists. The caller holds the webhook's row lock. */
  addTest(delivery: NewDelivery, body: string): Promise<boolean>;
  /** Wakes the delivering nodes when the transaction commits. */
  announce(): Promise<void>;
  /** Newest first; up to `top` + 1 items, the last one to tell whether another page follows. */
  list(query: DeliveryQuery): Promise<Delivery[]>;
  find(hookId: string, deliveryId: string): Promise<Delivery | undefined>;
  findWithBody(hookId: string, deliveryId: string): Promise<DeliveryWithBody | undefined>;
  /** Gives up the pending deliveries made for the scope `tenant`. `reason` becomes the last attempt's error. */
  giveUpTenantWide(hookId: string, reason: string, at: Date): Promise<void>;
  /** Makes the delivery due again, under the same id; false when it is absent, or its scope is lost. */
  redeliver(hookId: string, deliveryId: string, at: Date): Promise<boolean>;
  /** Redelivers the settled deliveries of the range, and returns their number. */
  redeliverRange(range: RedeliveryRange, at: Date): Promise<number>;
  /** Deletes up to `most` settled deliveries made before, and returns their number. */
  removeOld(before: Date, most: number): Promise<number>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    hooks: HookStore;
    deliveries: DeliveryStore;
  }
}
