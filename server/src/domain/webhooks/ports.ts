import type { EventType } from '../../engine/events/model.ts';
import type { Actor, Role } from '../../engine/principal.ts';
import type {
  DeliveredEvent,
  Delivery,
  DeliveryAttempt,
  DeliveryStatus,
  HookRecord,
  HookScope,
  SubscribedHook,
} from './model.ts';

/** Keeps secrets encrypted at rest. What was sealed in one context can't be opened in another. */
export interface SecretBox {
  seal(secret: string, context: string): string;
  /** @throws Error when it was changed, or sealed with a key that this node does not have */
  open(sealed: string, context: string): string;
}

/** Where webhooks may be sent to. Checked again, by address, whenever a connection is made. */
export interface HookTargets {
  /** A sentence that says what is wrong with the address; undefined when nothing is. */
  problemOf(url: string): string | undefined;
}

/** What a caller may change of a hook, and what the service keeps about it. */
export type HookChange = Partial<
  Pick<
    HookRecord,
    | 'name'
    | 'description'
    | 'active'
    | 'events'
    | 'url'
    | 'templates'
    | 'secrets'
    | 'scope'
    | 'standing'
    | 'failingSince'
    | 'disabledReason'
  >
>;

export interface HookQuery {
  /** Only this one's; everybody's when left out. */
  creatorId?: string;
  /** At most so many. */
  most: number;
  /** Id of the last hook of the page before. */
  after?: string;
}

export interface HookStore {
  /** False when a hook with this id is there already; it is left as it is. */
  add(hook: HookRecord): Promise<boolean>;
  /** With `lock`, inside a transaction: nobody else changes it until the transaction ends. */
  find(hookId: string, options?: { lock?: boolean }): Promise<HookRecord | undefined>;
  /** By id, which is by time of creation. */
  list(query: HookQuery): Promise<HookRecord[]>;
  /** Hooks that subscribe to an event of `types`, and were active at some time since. */
  listSubscribed(types: readonly EventType[], since: Date): Promise<SubscribedHook[]>;
  /** Inside a transaction: nobody else adds a hook of the creator until it ends. */
  lockCreator(creatorId: string): Promise<void>;
  /** Roles that the service itself gives to the principal. */
  rolesAssignedTo(principalId: string): Promise<Role[]>;
  update(hookId: string, change: HookChange, at: Date): Promise<void>;
  /** With its deliveries. False when it is not there. */
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

/** A node's hold on an event whose deliveries it makes, until the lease ends. */
export interface EventLease {
  /** Of the event. */
  id: string;
  /** Number of the lease; only the latest may end the waiting (fencing). */
  lease: number;
}

/** An event whose deliveries are made by this node now. */
export interface WaitingEvent extends EventLease {
  type: EventType;
  occurredAt: Date;
  /** The payload as it is sent: text of a JSON object. */
  body: string;
  actor: Actor;
  /** People who may hear of it though the suite can't say so any more; null: ask the suite. */
  audience: string[] | null;
}

export type DescribedEvent = WaitingEvent & EventFacts;

/** A delivery to be sent as soon as a node leases it. */
export interface NewDelivery {
  id: string;
  hookId: string;
  eventId: string;
  event: DeliveredEvent;
  createdAt: Date;
  /** The webhook's scope when the delivery is made. */
  scope: HookScope;
}

/** A delivery that this node sends now. */
export interface TakenDelivery {
  id: string;
  hook: HookRecord;
  event: DeliveredEvent;
  body: string;
  /** Number of this run; only the latest run may write about it (fencing). */
  run: number;
  /** Tries before this one, since it was made or redelivered. */
  tries: number;
}

/** What a run writes about its delivery. */
export interface DeliveryOutcome {
  id: string;
  hookId: string;
  run: number;
  status: DeliveryStatus;
  /** Next try of a pending one. */
  dueAt: Date | null;
  endedAt: Date;
  attempt: DeliveryAttempt;
}

/** Places that a node has left for a hook's deliveries. */
export interface LaneUse {
  hookId: string;
  free: number;
}

export interface TakeEventsOptions {
  now: Date;
  /** Until when nobody else takes what is taken. */
  leaseUntil: Date;
  most: number;
}

export interface TakeOptions {
  now: Date;
  /** Until when nobody else takes what is taken. */
  leaseUntil: Date;
  /** At most so many, over all hooks. */
  most: number;
  /** At most so many for a hook whose last attempt succeeded, and for one that fails… */
  perHook: number;
  perFailingHook: number;
  /** … unless something of it is under way on this node. */
  lanes: readonly LaneUse[];
}

export interface DeliveryQuery {
  hookId: string;
  status?: DeliveryStatus;
  top: number;
  /** Id of the last delivery of the page before. */
  after?: string;
}

export interface RedeliveryRange {
  hookId: string;
  from: Date;
  until: Date;
  status?: Exclude<DeliveryStatus, 'pending'>;
}

export interface DeliveryStore {
  /** Takes events whose deliveries are to be made, oldest first; each is one node's at a time. */
  takeEvents(options: TakeEventsOptions): Promise<WaitingEvent[]>;
  /** Lets others take the events now. */
  giveEventsBack(events: readonly EventLease[]): Promise<void>;
  /** By event. */
  listFacts(eventIds: readonly string[]): Promise<Map<string, EventFacts>>;
  /**
   * Adds the deliveries that are not there yet, unless their webhook is gone, and ends the wait of `handled`. Like the
   * leases and outcomes, it commits without waiting for the disk (docs/adr/0008).
   */
  add(deliveries: readonly NewDelivery[], handled: readonly EventLease[]): Promise<void>;
  /** Adds a delivery without an event; false when it is there already. The caller holds the webhook's row. */
  addTest(delivery: NewDelivery, body: string): Promise<boolean>;
  /** Wakes the nodes that deliver, when the transaction commits. */
  announce(): Promise<void>;
  /** Takes what is due, oldest first within each hook. */
  take(options: TakeOptions): Promise<TakenDelivery[]>;
  /** Writes outcomes; those of runs that lost their lease change nothing. */
  settle(outcomes: readonly DeliveryOutcome[]): Promise<void>;
  /** Gives back what was taken and not sent: it is due again. */
  giveBack(runs: readonly Pick<DeliveryOutcome, 'id' | 'hookId' | 'run'>[], at: Date): Promise<void>;
  /** Deliveries to active hooks that wait for a retry or for room. */
  countPending(): Promise<number>;
  /** When the next delivery to an active hook is due, or the next lease of one or of an event ends. */
  nextDue(): Promise<Date | undefined>;
  /** Newest first; one more than a page where there is one more. */
  list(query: DeliveryQuery): Promise<Delivery[]>;
  find(hookId: string, deliveryId: string): Promise<Delivery | undefined>;
  /**
   * Gives up what is pending of what the hook heard while its scope was `tenant`; it is not sent any more. `reason`
   * becomes the last attempt's error.
   */
  giveUpTenantWide(hookId: string, reason: string, at: Date): Promise<void>;
  /**
   * Lets it be sent again, under the same id; false when it is not there, or was made for a scope that the hook
   * has no longer.
   */
  redeliver(hookId: string, deliveryId: string, at: Date): Promise<boolean>;
  /** As redeliver, for all made in the range that are not pending and may be sent; answers how many. */
  redeliverRange(range: RedeliveryRange, at: Date): Promise<number>;
  /** Deletes what was made before, and is not pending: at most so many. Answers how many. */
  removeOld(before: Date, most: number): Promise<number>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    hooks: HookStore;
    deliveries: DeliveryStore;
  }
}
