/**
 * Delivers webhooks: makes the deliveries of events, sends what is due, writes down what came of it. Any
 * number of nodes may do it at once. A delivery is leased to one of them; when a node dies, its deliveries are
 * due again at the end of their leases, under the same ids.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { fanOut } from '../domain/webhooks/fan-out.ts';
import type { HookRecord } from '../domain/webhooks/model.ts';
import type { DeliveryOutcome, SecretBox, TakenDelivery } from '../domain/webhooks/ports.ts';
import { nextStep } from '../domain/webhooks/schedule.ts';
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
  /** From 0 to 1; for the jitter. */
  random?: () => number;
  limits?: LaneLimits;
  /** How long a delivery is this node's; longer than an answer may take. Default: a minute. */
  leaseMilliseconds?: number;
  /** How long a receiver may take to answer, as the sender has it. Default: 15 s. */
  answerMilliseconds?: number;
}

/** What this node has done since it started. */
export interface DeliveryCounts {
  /** Attempts that a receiver answered with success. */
  succeeded: number;
  /** Attempts that failed, to be repeated or not. */
  failed: number;
  /** Messages on their way now. */
  sending: number;
}

/** Time for an answer, for waiting in the lane, and for writing down what came of it. */
const LEASE_MILLISECONDS = 60_000;
/** Longest time without looking; what other nodes leave behind is found by then. */
const LOOK_MILLISECONDS = 10_000;
const RETRY_MILLISECONDS = 1_000;
/** After the patience of a stop is over: for sockets to close, and for giving back. */
const LAST_MILLISECONDS = 2_000;

interface TenantWork {
  running: Promise<void> | undefined;
  /** What is to be looked for now. */
  look: { events: boolean; due: boolean; later: boolean };
  /** What is known to wait for room. */
  left: { events: boolean; due: boolean };
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
        if (nextDue !== undefined) this.#lookAt(tenantId, this.#workOf(tenantId), nextDue);
        this.#goOn(tenantId);
      },
      onDisabled: (tenantId, hook, reason) => {
        this.#setAside(this.#lanes.clear(hook.id));
        log.info({ tenantId, hookId: hook.id, reason }, 'A webhook was switched off.');
      },
      onError: (error, tenantId) =>
        log.error({ err: error, tenantId }, 'Outcomes of webhooks could not be written; they will be again.'),
    });
  }

  get counts(): DeliveryCounts {
    return { ...this.#counts, sending: this.#lanes.sending };
  }

  /** Deliveries still to be made, of the tenants that were found to have some. */
  async pending(): Promise<number> {
    const { store } = this.#options;
    let pending = 0;
    for (const [tenantId, { timer, running }] of this.#tenants) {
      if (timer === undefined && running === undefined) continue;
      pending += await store.in(tenantId).deliveries.countPending();
    }
    return pending;
  }

  /** Looks for what there is to do for the tenant, now. */
  wake(tenantId: string): void {
    void this.look(tenantId);
  }

  /** As wake; resolves when it has looked, and what it found is on its way. */
  look(tenantId: string): Promise<void> {
    if (this.#stopping) return Promise.resolve();
    const work = this.#workOf(tenantId);
    work.look = { events: true, due: true, later: true };
    work.running ??= this.#track(this.#run(tenantId, work));
    return work.running;
  }

  /** Resolves when nothing is under way, and nothing more is due. */
  async idle(): Promise<void> {
    do {
      while (this.#underWay.size > 0) await Promise.all(this.#underWay);
      await this.#outcomes.idle();
    } while (this.#underWay.size > 0);
  }

  /**
   * Takes no more, and waits for what is on its way, at the longest for `milliseconds`; the rest is given
   * back, to be sent by another node under the same ids.
   */
  async stop(milliseconds: number): Promise<void> {
    this.#stopping = true;
    for (const { timer } of this.#tenants.values()) clearTimeout(timer?.timeout);
    const drained = this.#drain();
    const patience = new AbortController();
    const wait = (time: number) => delay(time, undefined, { signal: patience.signal }).catch(() => undefined);
    await Promise.race([drained, wait(milliseconds)]);
    this.#abandoning = true;
    await this.#options.sender.close();
    await Promise.race([drained, wait(LAST_MILLISECONDS)]);
    patience.abort();
  }

  async #drain(): Promise<void> {
    await this.#giveBack(this.#lanes.clear());
    await this.idle();
    await this.#outcomes.stop();
  }

  #workOf(tenantId: string): TenantWork {
    let work = this.#tenants.get(tenantId);
    if (work === undefined) {
      work = {
        running: undefined,
        look: { events: false, due: false, later: false },
        left: { events: false, due: false },
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

  /** There is room: what is known to wait for it is looked for. */
  #goOn(tenantId: string): void {
    const work = this.#workOf(tenantId);
    if (this.#stopping || !(work.left.events || work.left.due)) return;
    work.look.events ||= work.left.events;
    work.look.due ||= work.left.due;
    work.running ??= this.#track(this.#run(tenantId, work));
  }

  async #run(tenantId: string, work: TenantWork): Promise<void> {
    try {
      while (!this.#stopping) {
        if (work.look.events) await this.#handOn(tenantId, work);
        else if (work.look.due) await this.#take(tenantId, work);
        else if (work.look.later) await this.#lookLater(tenantId, work);
        else break;
      }
    } catch (error) {
      this.#options.log.error(
        { err: error, tenantId },
        'Webhooks could not be looked for; they will be again.',
      );
      this.#lookIn(tenantId, work, RETRY_MILLISECONDS);
    } finally {
      work.running = undefined;
    }
  }

  #lease(): { now: Date; leaseUntil: Date } {
    const { clock, leaseMilliseconds = LEASE_MILLISECONDS } = this.#options;
    const now = clock.now();
    return { now, leaseUntil: new Date(now.getTime() + leaseMilliseconds) };
  }

  /** Makes the deliveries of events, and sends as many as there is room for. */
  async #handOn(tenantId: string, work: TenantWork): Promise<void> {
    const lanes = this.#lanes;
    work.look.events = false;
    work.left.events = lanes.willHaveRoom(tenantId);
    if (work.left.events) return;
    const lease = this.#lease();
    const senders = {
      take: (hook: HookRecord) => lanes.hold(tenantId, hook.id, hook.failingSince !== null),
      giveBack: (hookId: string) => lanes.release(hookId),
    };
    const made = await fanOut(this.#options, tenantId, senders, lease);
    for (const delivery of made.taken) {
      lanes.add({ tenantId, delivery, leaseUntil: lease.leaseUntil.getTime() }, true);
    }
    if (made.events > 0) work.look.events = true;
    if (made.left > 0) work.left.due = true;
    this.#pump();
  }

  async #take(tenantId: string, work: TenantWork): Promise<void> {
    const lanes = this.#lanes;
    const { room } = lanes;
    work.look.due = false;
    work.left.due = true;
    if (room === 0) return;
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
    for (const delivery of taken) {
      lanes.add({ tenantId, delivery, leaseUntil: leaseUntil.getTime() }, false);
    }
    work.look.due ||= taken.length > 0;
    // Where no lane was full, everything that is due has been taken.
    work.left.due = taken.length > 0 || use.some(({ free }) => free === 0);
    this.#pump();
  }

  async #lookLater(tenantId: string, work: TenantWork): Promise<void> {
    work.look.later = false;
    const due = await this.#options.store.in(tenantId).deliveries.nextDue();
    if (due !== undefined) return this.#lookAt(tenantId, work, due);
    clearTimeout(work.timer?.timeout);
    work.timer = undefined;
  }

  #lookAt(tenantId: string, work: TenantWork, due: Date): void {
    // What is due now waits for a place in its lane, and is looked for when there is one.
    const wait = Math.max(RETRY_MILLISECONDS, due.getTime() - this.#options.clock.now().getTime());
    this.#lookIn(tenantId, work, Math.min(wait, LOOK_MILLISECONDS));
  }

  /** An earlier look that is planned already comes first, and plans the next. */
  #lookIn(tenantId: string, work: TenantWork, milliseconds: number): void {
    const at = performance.now() + milliseconds;
    if (this.#stopping || (work.timer !== undefined && work.timer.at <= at)) return;
    clearTimeout(work.timer?.timeout);
    const look = (): void => {
      work.timer = undefined;
      this.wake(tenantId);
    };
    work.timer = { at, timeout: setTimeout(look, milliseconds).unref() };
  }

  /** Sends as much as may be. */
  #pump(): void {
    if (this.#stopping) {
      const parcels = this.#lanes.clear();
      if (parcels.length > 0) this.#track(this.#giveBack(parcels));
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
      // Too long in the lane: another node may have it soon.
      sent();
      await this.#giveBack([parcel]);
      this.#pump();
      return;
    }
    const reply = await this.#reply(parcel, begun);
    const given = sent(reply);
    // Switched off when that is written.
    if (reply.status === 410) this.#setAside(this.#lanes.clear(delivery.hook.id));
    if (this.#abandoning && !reply.succeeded) return this.#giveBack([parcel, ...given]);
    this.#counts[reply.succeeded ? 'succeeded' : 'failed'] += 1;
    this.#outcomes.add(tenantId, this.#outcomeOf(delivery, reply, begun));
    if (this.#workOf(tenantId).left.events && this.#lanes.hasRoom(delivery.hook.id)) this.#goOn(tenantId);
    this.#pump();
    if (given.length > 0) await this.#giveBack(given);
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

  #outcomeOf(delivery: TakenDelivery, reply: Reply, begun: Date): Outcome {
    const { clock, random = Math.random } = this.#options;
    const endedAt = clock.now();
    const { succeeded, status, retryAfter, durationMilliseconds, response, error } = reply;
    const triesBefore = delivery.tries;
    return {
      delivery,
      ...nextStep({ succeeded, status, retryAfter, triesBefore, endedAt, random: random() }),
      endedAt,
      attempt: { time: begun.toISOString(), status, durationMilliseconds, response, error },
    };
  }

  /** What waits for a hook that is switched off is due when its lease is over, if that is on again. */
  #setAside(parcels: readonly Parcel[]): void {
    for (const { tenantId, delivery, leaseUntil } of parcels) {
      if (delivery.unwritten !== undefined)
        this.#outcomes.add(tenantId, unsent(delivery, new Date(leaseUntil)));
    }
  }

  /** What can't be given back is due again when its lease is over. */
  async #giveBack(parcels: readonly Parcel[]): Promise<void> {
    const { store, clock, log } = this.#options;
    const at = clock.now();
    for (const [tenantId, given] of Map.groupBy(parcels, (parcel) => parcel.tenantId)) {
      const runs: Pick<DeliveryOutcome, 'id' | 'hookId' | 'run'>[] = [];
      for (const { delivery } of given) {
        if (delivery.unwritten !== undefined) this.#outcomes.add(tenantId, unsent(delivery, at));
        else runs.push({ id: delivery.id, run: delivery.run, hookId: delivery.hook.id });
      }
      if (runs.length === 0) continue;
      try {
        await store.in(tenantId).deliveries.giveBack(runs, at);
      } catch (error) {
        log.error({ err: error, tenantId }, 'Webhooks could not be given back; they wait for their leases.');
      }
    }
  }
}

/** Of a delivery that is not written down yet: it is to be sent later. */
const unsent = (delivery: TakenDelivery, dueAt: Date): Outcome => ({ delivery, status: 'pending', dueAt });
