import type { EventType } from '../../engine/events/model.ts';
import type { Lease } from '../../engine/leases/lease.ts';
import type { Actor, Role } from '../../engine/principal.ts';
import type { Message } from '../../kernel/messages.ts';
import type {
  Delivery,
  DeliveryStatus,
  HookRecord,
  HookScope,
  Receiver,
  STEP_EVENT,
  StoredAttempt,
  StoredDelivery,
  SubscribedHook,
} from './model.ts';

/** Encrypts secrets at rest. A secret sealed in one context can't be decrypted in another. */
export interface SecretBox {
  seal(secret: string, context: string): string;
  /** @throws Error when the text was changed, or this node lacks the key */
  open(sealed: string, context: string): string;
}

/** Checks URLs at registration. The sender checks again, by IP address, at each connection. */
export interface HookTargets {
  /** Returns a sentence that says what is wrong with the URL; undefined for a valid one. */
  problemOf(url: string): Message | undefined;
}

/** The changed fields of a webhook. */
export type HookChange = Partial<Omit<HookRecord, 'id' | 'creator' | 'createdAt' | 'updatedAt'>>;

export interface HookQuery {
  /** Only webhooks of this creator. */
  creatorId?: string | undefined;
  limit: number;
  /** Id of the last webhook of the previous page. */
  after?: string | undefined;
}

export interface HookStore {
  /** Adds the webhook. Returns false, without writing, when the id exists. */
  add(hook: HookRecord): Promise<boolean>;
  /** Returns the webhook. `lock` locks the row until the transaction ends. */
  find(hookId: string, options?: { lock?: boolean }): Promise<HookRecord | undefined>;
  /** Lists webhooks in the order of their ids, which is the order of creation. */
  list(query: HookQuery): Promise<HookRecord[]>;
  /** Lists webhooks that subscribe to one of `types` and were active at some time after `since`. */
  listSubscribed(types: readonly EventType[], since: Date): Promise<SubscribedHook[]>;
  /** Lists the webhooks of the scope `tenant` whose name or id is among `references`. */
  listNamed(references: readonly string[]): Promise<SubscribedHook[]>;
  /** Prevents other transactions from adding a webhook of the creator until this one ends. */
  lockCreator(creatorId: string): Promise<void>;
  /** Returns the roles that the service has assigned to the principal. */
  rolesAssignedTo(principalId: string): Promise<Role[]>;
  update(hookId: string, change: HookChange, at: Date): Promise<void>;
  /** Removes the webhook with its deliveries. Returns false when it is absent. */
  remove(hookId: string): Promise<boolean>;
}

/** Facts about an event that decide which webhooks receive it. */
export interface EventFacts {
  /** The event's team. */
  teamId: string | null;
  /** The template of the event's team; undefined for a team without one. */
  templateId: string | undefined;
  /** The request that created the event's team. */
  request: { requesterId: string; plannedOwnerIds: string[] } | null;
  /** The approval that is the event's subject, or that of the request. */
  approval: {
    isSubject: boolean;
    requesterId: string;
    deciderId: string | null;
    approverIds: string[];
  } | null;
}

/** A node's lease on the fan-out of an event. */
export interface EventLease {
  /** Id of the event. */
  id: string;
  /** Fencing token: only the latest lease may remove the fan-out row. */
  lease: number;
}

/** An event leased to this node for its fan-out. */
export interface WaitingEvent extends EventLease {
  type: EventType;
  occurredAt: Date;
  /** The payload as sent: JSON text. */
  body: string;
  actor: Actor;
  /** Recipients captured with the event when the suite can't list them later; null when the suite lists them. */
  audience: string[] | null;
}

export type DescribedEvent = WaitingEvent & EventFacts;

/** A delivery to be sent as soon as a node leases it. */
export interface NewDelivery extends Pick<Delivery, 'id' | 'hookId' | 'eventId' | 'event'> {
  createdAt: Date;
  /** The webhook's scope at the time when the delivery is created. */
  scope: HookScope;
}

/** A delivery leased to this node. */
export interface LeasedDelivery extends Pick<Delivery, 'id' | 'event'> {
  hook: Receiver;
  body: string;
  /** Fencing token: only the latest run may settle the delivery. */
  run: number;
  /** End of the run's lease. */
  leaseUntil: Date;
  /** Number of earlier attempts since the delivery was created or redelivered. */
  tries: number;
  /** The trace in which the event was recorded (kernel/tracing.ts); null if there is none. */
  traceparent: string | null;
}

/** The outcome of one run of a delivery. */
export interface DeliveryOutcome extends Pick<Delivery, 'id' | 'hookId' | 'status'> {
  run: number;
  /** End of the lease, as in the leased delivery. */
  leaseUntil: Date;
  /** Time of the next attempt of a pending delivery; null when it is settled. */
  dueAt: Date | null;
  endedAt: Date;
  attempt: StoredAttempt;
}

/** A message that is sent once, whose response the caller interprets. */
export interface HookCall extends Pick<LeasedDelivery, 'id' | 'body'> {
  hook: Receiver;
  event: typeof STEP_EVENT;
}

/** The response to a call. `error` is null when the status is 2xx and the response was complete in time. */
export interface HookResponse extends Pick<StoredAttempt, 'status' | 'response' | 'error'> {
  /** The header Retry-After. */
  retryAfter: string | undefined;
}

/** Calls webhooks in the middle of a job, signed like a delivery and with the same limits on addresses and time. */
export interface HookCaller {
  /**
   * Returns the milliseconds after which the step should ask again, because the tenant's calls or the calls to the
   * webhook occupy their share of this node; undefined when the step may call now.
   */
  waitFor(tenantId: string, hookId: string): number | undefined;
  /**
   * Never rejects: without a response, `status` is null and `error` says why. Returns undefined, without a call, when
   * the share is occupied.
   */
  call(tenantId: string, call: HookCall): Promise<HookResponse | undefined>;
}

export interface LeaseOptions extends Lease {
  /** Maximum number of deliveries of all webhooks. */
  limit: number;
  /** Maximum number of deliveries of all webhooks whose last attempt failed. */
  failingLimit: number;
  /** Maximum number of deliveries of a webhook without a lane (delivery/lanes.ts) on this node. */
  perHook: number;
  /** Free slots in each lane of this node. */
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
  /** `pending`: those that wait for their next attempt. Default: all settled ones. */
  status?: DeliveryStatus;
}

/** Events that wait for their fan-out. */
export interface FanOutStore {
  /** Leases events that wait for their fan-out, oldest first. */
  leaseEvents(options: Lease & { limit: number }): Promise<WaitingEvent[]>;
  /** Ends the leases on the events early. */
  releaseEvents(events: readonly EventLease[]): Promise<void>;
  /** Returns the facts about the events, by event id. */
  listFacts(eventIds: readonly string[]): Promise<Map<string, EventFacts>>;
  /**
   * Adds the missing deliveries, except those of deleted webhooks, and removes the fan-out rows of `handled`. Like
   * leases and outcomes, it commits without waiting for the disk (docs/adr/0008).
   */
  add(deliveries: readonly NewDelivery[], handled: readonly EventLease[]): Promise<void>;
}

/** Pending deliveries, leased and settled by the delivering nodes. */
export interface PendingDeliveryStore {
  /** Leases due deliveries of active webhooks, oldest first for each webhook. */
  take(options: LeaseOptions): Promise<LeasedDelivery[]>;
  /** Writes outcomes. Ignores duplicates and outcomes of earlier runs. */
  settle(outcomes: readonly DeliveryOutcome[]): Promise<void>;
  /** Ends leases early: the deliveries are due at `at`. */
  release(runs: readonly Pick<DeliveryOutcome, 'id' | 'hookId' | 'run'>[], at: Date): Promise<void>;
  /** Returns the time when the next delivery of an active webhook is due, or the next lease ends. */
  nextDue(): Promise<Date | undefined>;
}

export interface DeliveryStore extends FanOutStore, PendingDeliveryStore {
  /** Adds a delivery without an event. Returns false when the id exists. The caller must hold the webhook's row lock. */
  addTest(delivery: NewDelivery, body: string): Promise<boolean>;
  /** Wakes the delivering nodes when the transaction commits. */
  announce(): Promise<void>;
  /** Lists at most `top` + 1 deliveries, newest first; the extra one shows that another page follows. */
  list(query: DeliveryQuery): Promise<Delivery[]>;
  find(hookId: string, deliveryId: string): Promise<Delivery | undefined>;
  findWithBody(hookId: string, deliveryId: string): Promise<StoredDelivery | undefined>;
  /** Gives up the pending deliveries with the scope `tenant`. `reason` becomes the error of their last attempt. */
  giveUpTenantWide(hookId: string, reason: string, at: Date): Promise<void>;
  /** Makes the delivery due again, under the same id. Returns false when it is absent, or its scope is lost. */
  redeliver(hookId: string, deliveryId: string, at: Date): Promise<boolean>;
  /** Redelivers the selected deliveries of the range, and returns their number. */
  redeliverRange(range: RedeliveryRange, at: Date): Promise<number>;
  /** Deletes up to `limit` settled deliveries created before `before`, and returns their number. */
  removeOld(before: Date, limit: number): Promise<number>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    hooks: HookStore;
    deliveries: DeliveryStore;
  }
}

declare module '../../engine/jobs/define-job.ts' {
  interface StepPorts {
    hooks: HookCaller;
  }
}
