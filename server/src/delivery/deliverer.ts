/**
 * Delivers a tenant's webhooks: event → deliveries written → lease → send → settle. Any number of nodes may do so at
 * once. A delivery is leased to one node; when that node dies, the delivery is due again at the end of the lease,
 * under the same id.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { fanOut } from '../domain/webhooks/fan-out.ts';
import type { SecretBox, TakenDelivery } from '../domain/webhooks/ports.ts';
import { nextStep } from '../domain/webhooks/schedule.ts';
import { type Lease, leaseFor } from '../engine/leases/lease.ts';
import type { Store } from '../engine/store.ts';
import type { Suite } from '../engine/suite.ts';
import type { Clock } from '../kernel/clock.ts';
import { type Answer, LANE_LIMITS, type LaneLimits, Lanes, type Parcel } from './lanes.ts';
import { type MessageWriter, messageWriter } from './message.ts';
import { type Outcome, Outcomes } from './outcomes.ts';
import { ANSWER_MILLISECONDS, type Reply, type Sender } from './sender.ts';

export interface DeliveryLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface DelivererOptions {
  store: Store;
  suite: Suite;
  clock: Clock;
  secrets: SecretBox;
  sender: Sender;
  headerPrefix: string;
  version: string;
  log: DeliveryLog;
  /** Returns 0 to 1, for the jitter. */
  random?: () => number;
  limits?: LaneLimits;
  /** Length of a lease; longer than an answer may take. Default: one minute. */
  leaseMilliseconds?: number;
  /** Time limit of an answer, the same as the sender's. Default: 15 s. */
  answerMilliseconds?: number;
}

/** Counters since the start of this node. */
export interface DeliveryCounts {
  /** Attempts answered with success. */
  succeeded: number;
  /** Failed attempts, retried or not. */
  failed: number;
  /** Messages being sent now. */
  sending: number;
}

/** Covers an answer, the wait in the lane and the write of the outcome. */
const LEASE_MILLISECONDS = 60_000;
/** Longest time between two looks; bounds how long the deliveries of a dead node wait. */
const LOOK_MILLISECONDS = 10_000;
const RETRY_MILLISECONDS = 1_000;
/** Time after the shutdown grace period to close sockets and release leases. */
const LAST_MILLISECONDS = 2_000;

interface TenantWork {
  running: Promise<void> | undefined;
  /** Another look is requested. */
  look: boolean;
  /** Full lanes may have left due deliveries in the database. */
  isLimited: boolean;
  timer: { at: number; timeout: NodeJS.Timeout } | undefined;
}

export class Deliverer {
  readonly #options: DelivererOptions;
  readonly #lanes: Lanes;
  readonly #outcomes: Outcomes;
  readonly #messageOf: MessageWriter;
  readonly #tenants = new Map<string, TenantWork>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #counts = { succeeded: 0, failed: 0 };
  #stopping = false;
  #abandoning = false;

  constructor(options: DelivererOptions) {
    this.#options = options;
    this.#lanes = new Lanes(options.limits ?? LANE_LIMITS);
    this.#messageOf = messageWriter(options);
    const { log } = options;
    this.#outcomes = new Outcomes({
      ...options,
      onWritten: (tenantId, nextDue) => {
        if (nextDue !== undefined) this.#lookAt(tenantId, nextDue);
        this.#fill(tenantId);
      },
      onDisabled: (tenantId, hook, reason) => {
        this.#lanes.clear(hook.id);
        log.info({ tenantId, hookId: hook.id, reason }, 'A webhook was switched off.');
      },
      onError: (error, tenantId) =>
        log.error({ err: error, tenantId }, 'Outcomes of webhook deliveries were not written. Retrying.'),
    });
  }

  get counts(): DeliveryCounts {
    return { ...this.#counts, sending: this.#lanes.sending };
  }

  /** Pending deliveries of the tenants that had some at the last look. */
  async pending(): Promise<number> {
    const { store } = this.#options;
    let pending = 0;
    for (const [tenantId, { timer, running }] of this.#tenants) {
      if (timer === undefined && running === undefined) continue;
      pending += await store.in(tenantId).deliveries.countPending();
    }
    return pending;
  }

  wake(tenantId: string): void {
    void this.look(tenantId);
  }

  /**
   * Resolves when this node has leased the due deliveries that its lanes have room for, and has begun to send them.
   */
  look(tenantId: string): Promise<void> {
    if (this.#stopping) return Promise.resolve();
    const work = this.#workOf(tenantId);
    work.look = true;
    work.running ??= this.#track(this.#run(tenantId, work));
    return work.running;
  }

  async idle(): Promise<void> {
    do {
      while (this.#underWay.size > 0) await Promise.all(this.#underWay);
      await this.#outcomes.idle();
    } while (this.#underWay.size > 0);
  }

  /**
   * Leases no more and waits up to `milliseconds` for messages in flight. Gives back the rest, so that another node
   * sends them under the same ids.
   */
  async stop(milliseconds: number): Promise<void> {
    this.#stopping = true;
    for (const { timer } of this.#tenants.values()) clearTimeout(timer?.timeout);
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
    await this.#giveBack(this.#lanes.clear());
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
    await this.#outcomes.stop();
  }

  #workOf(tenantId: string): TenantWork {
    let work = this.#tenants.get(tenantId);
    if (work === undefined) {
      work = { running: undefined, look: false, isLimited: false, timer: undefined };
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

  /** Looks again after full lanes left deliveries behind. */
  #fill(tenantId: string): void {
    if (this.#workOf(tenantId).isLimited) this.wake(tenantId);
  }

  async #run(tenantId: string, work: TenantWork): Promise<void> {
    try {
      while (work.look && !this.#stopping) {
        work.look = false;
        const events = await fanOut(this.#options, tenantId, this.#lease());
        const taken = await this.#take(tenantId, work);
        if (events + taken > 0) work.look = true;
        else await this.#planNextLook(tenantId, work);
      }
    } catch (error) {
      this.#options.log.error({ err: error, tenantId }, 'Webhook deliveries could not be read. Retrying.');
      this.#lookIn(tenantId, RETRY_MILLISECONDS);
    } finally {
      work.running = undefined;
    }
  }

  #lease(): Lease {
    return leaseFor(this.#options, this.#options.leaseMilliseconds ?? LEASE_MILLISECONDS);
  }

  /** Leases due deliveries into the lanes. Returns their number. */
  async #take(tenantId: string, work: TenantWork): Promise<number> {
    const lanes = this.#lanes;
    const { room } = lanes;
    work.isLimited = true;
    if (room === 0) return 0;
    const { now, leaseUntil } = this.#lease();
    const use = lanes.useOf(tenantId);
    const taken = await this.#options.store.in(tenantId).deliveries.take({
      now,
      leaseUntil,
      most: room,
      perHook: lanes.capacityOfNew(false),
      perFailingHook: lanes.capacityOfNew(true),
      lanes: use,
    });
    for (const delivery of taken) lanes.add({ tenantId, delivery, leaseUntil: leaseUntil.getTime() });
    work.isLimited = taken.length > 0 || use.some(({ free }) => free === 0);
    this.#pump();
    return taken.length;
  }

  async #planNextLook(tenantId: string, work: TenantWork): Promise<void> {
    const due = await this.#options.store.in(tenantId).deliveries.nextDue();
    if (due !== undefined) return this.#lookAt(tenantId, due);
    clearTimeout(work.timer?.timeout);
    work.timer = undefined;
  }

  #lookAt(tenantId: string, due: Date): void {
    // A delivery that is already due waits for room in its lane; #fill looks as soon as there is room.
    const wait = Math.max(RETRY_MILLISECONDS, due.getTime() - this.#options.clock.now().getTime());
    this.#lookIn(tenantId, Math.min(wait, LOOK_MILLISECONDS));
  }

  /** Keeps an earlier timer: its look sets the next one. */
  #lookIn(tenantId: string, milliseconds: number): void {
    const work = this.#workOf(tenantId);
    const at = performance.now() + milliseconds;
    if (this.#stopping || (work.timer !== undefined && work.timer.at <= at)) return;
    clearTimeout(work.timer?.timeout);
    const look = (): void => {
      work.timer = undefined;
      this.wake(tenantId);
    };
    work.timer = { at, timeout: setTimeout(look, milliseconds).unref() };
  }

  #pump(): void {
    if (this.#stopping) {
      this.#track(this.#giveBack(this.#lanes.clear()));
      return;
    }
    for (let turn = this.#lanes.next(); turn !== undefined; turn = this.#lanes.next()) {
      this.#track(this.#send(turn.parcel, turn.sent));
    }
  }

  async #send(parcel: Parcel, sent: (answer?: Answer) => Parcel[]): Promise<void> {
    const { tenantId, delivery } = parcel;
    const { clock, answerMilliseconds = ANSWER_MILLISECONDS } = this.#options;
    const begun = clock.now();
    if (begun.getTime() + answerMilliseconds > parcel.leaseUntil) {
      // The lease would end before the answer, and another node could send the message at the same time.
      sent();
      await this.#giveBack([parcel, ...this.#lanes.clear(delivery.hook.id)]);
      this.#fill(tenantId);
      this.#pump();
      return;
    }
    const reply = await this.#reply(parcel, begun);
    const given = sent(reply);
    // The outcome's writer switches the webhook off.
    if (reply.status === 410) this.#lanes.clear(delivery.hook.id);
    if (this.#abandoning && !reply.succeeded) return this.#giveBack([parcel, ...given]);
    this.#counts[reply.succeeded ? 'succeeded' : 'failed'] += 1;
    this.#outcomes.add(tenantId, this.#outcomeOf(delivery, reply, begun));
    if (this.#lanes.hasRoom(delivery.hook.id)) this.#fill(tenantId);
    this.#pump();
    await this.#giveBack(given);
  }

  async #reply({ tenantId, delivery }: Parcel, at: Date): Promise<Reply> {
    try {
      return await this.#options.sender.send(this.#messageOf(tenantId, delivery, at));
    } catch (error) {
      this.#options.log.error({ err: error, hookId: delivery.hook.id }, 'A webhook could not be signed.');
      const response = { status: null, retryAfter: undefined, response: null, durationMilliseconds: 0 };
      return { ...response, succeeded: false, error: 'The message could not be signed by the service.' };
    }
  }

  #outcomeOf({ id, hook, run, tries }: TakenDelivery, reply: Reply, begun: Date): Outcome {
    const { clock, random = Math.random } = this.#options;
    const endedAt = clock.now();
    const { succeeded, status, retryAfter, durationMilliseconds, response, error } = reply;
    return {
      id,
      hookId: hook.id,
      hook,
      run,
      ...nextStep({ succeeded, status, retryAfter, triesBefore: tries, endedAt, random: random() }),
      endedAt,
      attempt: { time: begun.toISOString(), status, durationMilliseconds, response, error },
    };
  }

  /** Ends leases early. Errors are ignored because a lease also ends by itself. */
  async #giveBack(parcels: readonly Parcel[]): Promise<void> {
    const { store, clock, log } = this.#options;
    for (const [tenantId, given] of Map.groupBy(parcels, (parcel) => parcel.tenantId)) {
      const runs = given.map(({ delivery: { id, hook, run } }) => ({ id, hookId: hook.id, run }));
      try {
        await store.in(tenantId).deliveries.giveBack(runs, clock.now());
      } catch (error) {
        log.error(
          { err: error, tenantId },
          'Leases of webhook deliveries were not released. They will expire.',
        );
      }
    }
  }
}
