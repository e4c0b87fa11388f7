/**
 * Delivers a tenant's webhooks: event → deliveries written → lease → send → settle. Any number of nodes may do so
 * concurrently. Each delivery is leased to one node; when that node dies, the delivery is due again once the lease
 * expires, under the same id.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { fanOut } from '../domain/webhooks/fan-out.ts';
import type { LeasedDelivery, SecretBox } from '../domain/webhooks/ports.ts';
import type { Deps } from '../engine/deps.ts';
import { type Lease, leaseFor } from '../engine/leases/lease.ts';
import { type AttemptDeps, attemptDelivery } from './attempt.ts';
import { Lanes } from './lanes.ts';
import { Messages } from './message.ts';
import { type DeliveryLog, Outcomes } from './outcomes.ts';
import type { Sender } from './sender.ts';

export interface DelivererOptions extends Deps {
  secrets: SecretBox;
  sender: Sender;
  headerPrefix: string;
  version: string;
  log: DeliveryLog;
  /** Returns a number from 0 to 1, for the jitter. */
  random?: () => number;
  /** Length of a lease, which must exceed the time limit of a response. Default: one minute. */
  leaseMilliseconds?: number;
}

/** Attempts since the start of this node, and the messages that it is sending. */
export interface DeliveryCounts {
  /** Attempts with a 2xx response. */
  succeeded: number;
  /** Failed attempts, retried or not. */
  failed: number;
  /** Messages being sent now. */
  sending: number;
}

/** Default length of a lease. It covers a response and the write of its outcome. */
const LEASE_MILLISECONDS = 60_000;
/**
 * Maximum time between two polls of a tenant with pending deliveries. It bounds how long the deliveries of a dead node
 * wait after their leases expire.
 */
const LOOK_MILLISECONDS = 10_000;
const RETRY_MILLISECONDS = 1_000;
/** Time after the shutdown grace period to close sockets and release leases. */
const LAST_MILLISECONDS = 2_000;

interface TenantWork {
  /** The fan-out that is running. `events` requests another fan-out. */
  fanningOut: Promise<void> | undefined;
  events: boolean;
  /** The poll for due deliveries that is running. `look` requests another poll. */
  running: Promise<void> | undefined;
  look: boolean;
  /** Whether full lanes may have left due deliveries in the database. */
  isLimited: boolean;
  timer: NodeJS.Timeout | undefined;
}

export class Deliverer {
  readonly #options: DelivererOptions;
  readonly #lanes = new Lanes();
  readonly #attempts: AttemptDeps;
  readonly #outcomes: Outcomes;
  readonly #tenants = new Map<string, TenantWork>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #counts = { succeeded: 0, failed: 0 };
  /** The latest lease query. Lease queries run one at a time, so that each sees the free capacity of the lanes. */
  #leasing: Promise<unknown> = Promise.resolve();
  #stopping = false;
  #abandoning = false;

  constructor(options: DelivererOptions) {
    this.#options = options;
    this.#attempts = { ...options, messages: new Messages(options) };
    this.#outcomes = new Outcomes({ ...options, onFailures: (tenantId) => this.wake(tenantId) });
  }

  get counts(): DeliveryCounts {
    return { ...this.#counts, sending: this.#lanes.sending };
  }

  wake(tenantId: string): void {
    void this.look(tenantId);
  }

  /**
   * Resolves when this node has leased as many due deliveries as its lanes can hold, and has begun to send them.
   */
  async look(tenantId: string): Promise<void> {
    if (this.#stopping) return;
    const work = this.#workOf(tenantId);
    work.events = true;
    work.fanningOut ??= this.#track(this.#fanOut(tenantId, work));
    await work.fanningOut;
    await this.#lookOnce(tenantId, work);
  }

  async idle(): Promise<void> {
    do {
      while (this.#underWay.size > 0) await Promise.all(this.#underWay);
      await this.#outcomes.idle();
    } while (this.#underWay.size > 0);
  }

  /**
   * Stops leasing and waits up to `milliseconds` for messages in flight. Releases the other leases, so that other nodes
   * send those messages under the same ids.
   */
  async stop(milliseconds: number): Promise<void> {
    this.#stopping = true;
    for (const { timer } of this.#tenants.values()) clearTimeout(timer);
    for (const [tenantId, unsent] of this.#lanes.emptyAll()) {
      this.#track(this.#release(tenantId, unsent));
    }
    const drained = this.#drain();
    const grace = new AbortController();
    const wait = (time: number) => delay(time, undefined, { signal: grace.signal }).catch(() => undefined);
    await Promise.race([drained, wait(milliseconds)]);
    this.#abandoning = true;
    await this.#options.sender.close();
    await Promise.race([drained, wait(LAST_MILLISECONDS)]);
    grace.abort();
  }

  async #drain(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
    await this.#outcomes.stop();
  }

  #workOf(tenantId: string): TenantWork {
    let work = this.#tenants.get(tenantId);
    if (work === undefined) {
      work = {
        fanningOut: undefined,
        events: false,
        running: undefined,
        look: false,
        isLimited: false,
        timer: undefined,
      };
      this.#tenants.set(tenantId, work);
    }
    return work;
  }

  #track(promise: Promise<void>): Promise<void> {
    this.#underWay.add(promise);
    const done = (): boolean => this.#underWay.delete(promise);
    promise.then(done, done);
    return promise;
  }

  /** Writes the deliveries of new events. Runs concurrently with leasing, so that the lanes stay filled. */
  async #fanOut(tenantId: string, work: TenantWork): Promise<void> {
    try {
      while (work.events && !this.#stopping) {
        work.events = false;
        if ((await fanOut(this.#options, tenantId, this.#lease())) === 0) continue;
        work.events = true;
        void this.#lookOnce(tenantId, work);
      }
    } catch (error) {
      this.#retryLater(tenantId, work, error);
    } finally {
      work.fanningOut = undefined;
    }
  }

  #lookOnce(tenantId: string, work: TenantWork): Promise<void> {
    if (this.#stopping) return Promise.resolve();
    work.look = true;
    work.running ??= this.#track(this.#run(tenantId, work));
    return work.running;
  }

  async #run(tenantId: string, work: TenantWork): Promise<void> {
    try {
      while (work.look && !this.#stopping) {
        work.look = false;
        if ((await this.#take(tenantId, work)) > 0) this.#lookIn(tenantId, work, RETRY_MILLISECONDS);
        else await this.#planNextLook(tenantId, work);
      }
    } catch (error) {
      this.#retryLater(tenantId, work, error);
    } finally {
      work.running = undefined;
    }
  }

  #retryLater(tenantId: string, work: TenantWork, error: unknown): void {
    this.#options.log.error({ err: error, tenantId }, 'Webhook deliveries could not be read. Retrying.');
    this.#lookIn(tenantId, work, RETRY_MILLISECONDS);
  }

  #lease(): Lease {
    return leaseFor(this.#options, this.#options.leaseMilliseconds ?? LEASE_MILLISECONDS);
  }

  /**
   * Leases as many due deliveries as the lanes can hold, and begins to send them. Returns the number of leased ones.
   */
  #take(tenantId: string, work: TenantWork): Promise<number> {
    const taken = this.#leasing.then(() => this.#fillLanes(tenantId, work));
    this.#leasing = taken.catch(() => undefined);
    return taken;
  }

  async #fillLanes(tenantId: string, work: TenantWork): Promise<number> {
    const places = this.#lanes.placesFor(tenantId);
    work.isLimited = true;
    if (places.limit === 0) return 0;
    const taken = await this.#options.store.in(tenantId).deliveries.take({ ...this.#lease(), ...places });
    if (this.#stopping) {
      await this.#release(tenantId, taken);
      return 0;
    }
    work.isLimited = taken.length > 0 || places.lanes.some(({ free }) => free === 0);
    for (const delivery of taken) {
      if (this.#lanes.begin(tenantId, delivery)) this.#track(this.#send(tenantId, delivery));
    }
    return taken.length;
  }

  async #planNextLook(tenantId: string, work: TenantWork): Promise<void> {
    const due = await this.#options.store.in(tenantId).deliveries.nextDue();
    clearTimeout(work.timer);
    work.timer = undefined;
    if (due === undefined) return;
    // A delivery that is already due waits for capacity in its lane. A response frees capacity and starts another poll.
    const wait = Math.max(RETRY_MILLISECONDS, due.getTime() - this.#options.clock.now().getTime());
    this.#lookIn(tenantId, work, Math.min(wait, LOOK_MILLISECONDS));
  }

  #lookIn(tenantId: string, work: TenantWork, milliseconds: number): void {
    if (this.#stopping) return;
    clearTimeout(work.timer);
    const look = (): void => {
      work.timer = undefined;
      this.wake(tenantId);
    };
    work.timer = setTimeout(look, milliseconds).unref();
  }

  async #send(tenantId: string, delivery: LeasedDelivery): Promise<void> {
    const outcome = await attemptDelivery(this.#attempts, tenantId, delivery);
    const succeeded = outcome.status === 'delivered';
    const { durationMilliseconds } = outcome.attempt;
    const { next, unsent, hasRoom } = this.#lanes.end(delivery, succeeded, durationMilliseconds);
    for (const waiting of next) this.#track(this.#send(tenantId, waiting));
    if (unsent.length > 0) this.#track(this.#release(tenantId, unsent));
    if (this.#abandoning && !succeeded) return this.#release(tenantId, [delivery]);
    this.#counts[succeeded ? 'succeeded' : 'failed'] += 1;
    this.#outcomes.add(tenantId, outcome);
    const work = this.#workOf(tenantId);
    if (hasRoom && work.isLimited) void this.#lookOnce(tenantId, work);
  }

  /** Releases leases early. Only logs errors, because leases also expire. */
  async #release(tenantId: string, taken: readonly LeasedDelivery[]): Promise<void> {
    const { store, clock, log } = this.#options;
    const runs = taken.map(({ id, hook, run }) => ({ id, hookId: hook.id, run }));
    try {
      await store.in(tenantId).deliveries.release(runs, clock.now());
    } catch (err) {
      log.error({ err, tenantId }, 'Leases of webhook deliveries were not released. They will expire.');
    }
  }
}

export interface DeliveryListener {
  onNotification(tenantId: string): void;
  onReconnect(): void;
  onError(error: Error): void;
}

export interface DeliveryWorkerOptions {
  deliverer: Deliverer;
  /**
   * Listens for notifications about tenants with new events or deliveries, and for reconnects. Notifications sent
   * before a reconnect may be lost.
   */
  listen: (listener: DeliveryListener) => Promise<{ close(): Promise<void> }>;
  /** Returns the ids of the tenants with events or deliveries that wait. */
  tenants: () => Promise<string[]>;
  log: DeliveryLog;
}

export interface DeliveryWorker {
  /** Counts for the metrics. */
  metrics: Pick<Deliverer, 'counts'>;
  /** Stops listening, then stops the deliverer. */
  stop(milliseconds: number): Promise<void>;
}

/** Time between two polls, for missed notifications. */
const ROUND_MILLISECONDS = 60_000;
/** Maximum time that a poll waits for one tenant before it continues with the next. */
const TURN_MILLISECONDS = 250;

/** Runs a node's deliverer: database notifications wake it, and it polls the tenants with pending work each minute. */
export async function startDeliveryWorker(options: DeliveryWorkerOptions): Promise<DeliveryWorker> {
  const { deliverer, listen, tenants, log } = options;

  const round = async (): Promise<void> => {
    try {
      for (const tenantId of await tenants()) {
        // A tenant with much work continues concurrently with the next tenants.
        await Promise.race([deliverer.look(tenantId), delay(TURN_MILLISECONDS, undefined, { ref: false })]);
      }
    } catch (error) {
      log.error({ err: error }, 'Tenants could not be polled for webhook deliveries. Retrying in a minute.');
    }
  };
  let rounds = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const poll = (): void => {
    rounds = rounds.then(round).finally(() => {
      clearTimeout(timer);
      timer = setTimeout(poll, ROUND_MILLISECONDS).unref();
    });
  };
  // The first connection counts as a reconnect, so it starts the first poll.
  const listening = await listen({
    onNotification: (tenantId) => deliverer.wake(tenantId),
    onReconnect: poll,
    onError: (error) =>
      log.error({ err: error }, 'Notifications of new webhook deliveries are interrupted. Polling instead.'),
  });
  return {
    metrics: deliverer,
    async stop(milliseconds) {
      await listening.close();
      await deliverer.stop(milliseconds);
      await rounds;
      clearTimeout(timer);
    },
  };
}
