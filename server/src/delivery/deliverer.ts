/**
 * Delivers webhooks: makes the deliveries of events, sends what is due, writes down what came of it. Any
 * number of nodes may do it at once. A delivery is leased to one of them; when a node dies, its deliveries are
 * due again at the end of their leases, under the same ids.
 */
import type { Store } from '../domain/store.ts';
import type { Suite } from '../domain/suite.ts';
import { disableHook } from '../domain/webhooks/disable-hook.ts';
import { fanOut } from '../domain/webhooks/fan-out.ts';
import type { HookRecord } from '../domain/webhooks/model.ts';
import type { DeliveryOutcome, SecretBox } from '../domain/webhooks/ports.ts';
import { nextStep, reasonToDisable } from '../domain/webhooks/schedule.ts';
import type { Clock } from '../kernel/clock.ts';
import { LANE_LIMITS, type LaneLimits, Lanes, type Parcel } from './lanes.ts';
import { messageOf } from './message.ts';
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
  /** Told when a hook was switched off because of its receiver. */
  onDisabled?: (tenantId: string, hook: HookRecord) => void;
  /** From 0 to 1; for the jitter. */
  random?: () => number;
  limits?: LaneLimits;
  /** How long a delivery is this node's; longer than an answer may take. */
  leaseMilliseconds?: number;
}

/** Time for an answer, for waiting in the lane, and for writing down what came of it. */
const LEASE_MILLISECONDS = 60_000;
/** Longest time without looking; what other nodes leave behind is found by then. */
const LOOK_MILLISECONDS = 10_000;
const RETRY_MILLISECONDS = 1_000;
/** Outcomes written by one statement. */
const MOST_OUTCOMES = 500;

interface Outcome extends DeliveryOutcome {
  hook: HookRecord;
  httpStatus: number | null;
}

interface TenantWork {
  running: boolean;
  again: boolean;
  outcomes: Outcome[];
  settling: boolean;
  timer: NodeJS.Timeout | undefined;
}

export class Deliverer {
  readonly #options: DelivererOptions;
  readonly #lanes: Lanes;
  readonly #tenants = new Map<string, TenantWork>();
  readonly #underWay = new Set<Promise<void>>();
  #stopping = false;

  constructor(options: DelivererOptions) {
    this.#options = options;
    this.#lanes = new Lanes(options.limits ?? LANE_LIMITS);
  }

  /** Looks for what there is to do for the tenant, now. */
  wake(tenantId: string): void {
    if (this.#stopping) return;
    const work = this.#workOf(tenantId);
    work.again = true;
    if (!work.running) this.#track(this.#run(tenantId, work));
  }

  /** Resolves when nothing is under way, and nothing more is due. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** Takes no more; resolves when what is on its way has been answered and written down. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const { timer } of this.#tenants.values()) clearTimeout(timer);
    await this.#giveBack(this.#lanes.clear());
    await this.idle();
  }

  #workOf(tenantId: string): TenantWork {
    let work = this.#tenants.get(tenantId);
    if (work === undefined) {
      work = { running: false, again: false, outcomes: [], settling: false, timer: undefined };
      this.#tenants.set(tenantId, work);
    }
    return work;
  }

  #track(promise: Promise<void>): void {
    const tracked = promise.finally(() => this.#underWay.delete(tracked));
    this.#underWay.add(tracked);
  }

  async #run(tenantId: string, work: TenantWork): Promise<void> {
    const { log } = this.#options;
    work.running = true;
    try {
      while (work.again && !this.#stopping) {
        work.again = false;
        if (await this.#takeSome(tenantId)) work.again = true;
      }
      if (!this.#stopping) await this.#lookLater(tenantId, work);
    } catch (error) {
      log.error({ err: error, tenantId }, 'Webhooks could not be looked for; they will be again.');
      this.#lookIn(tenantId, work, RETRY_MILLISECONDS);
    } finally {
      work.running = false;
    }
    if (work.again) this.wake(tenantId);
  }

  /** Answers whether there may be more. */
  async #takeSome(tenantId: string): Promise<boolean> {
    const { store, clock, leaseMilliseconds = LEASE_MILLISECONDS } = this.#options;
    const now = clock.now();
    const leaseUntil = new Date(now.getTime() + leaseMilliseconds);
    const lanes = this.#lanes;
    const senders = {
      take: (hook: HookRecord) => lanes.hold(tenantId, hook.id, hook.failingSince !== null),
      giveBack: (hookId: string) => lanes.release(hookId),
    };
    const made = await fanOut(this.#options, tenantId, senders, leaseUntil);
    for (const delivery of made.taken) {
      lanes.add({ tenantId, delivery, leaseUntil: leaseUntil.getTime() }, true);
    }
    this.#pump();
    const room = lanes.room;
    if (room === 0) return made.events > 0;
    const taken = await store.in(tenantId).deliveries.take({
      now,
      leaseUntil,
      most: room,
      perHook: lanes.capacity(false),
      perFailingHook: lanes.capacity(true),
      lanes: lanes.useOf(tenantId),
    });
    for (const delivery of taken) {
      lanes.add({ tenantId, delivery, leaseUntil: leaseUntil.getTime() }, false);
    }
    this.#pump();
    return made.events > 0 || taken.length > 0;
  }

  async #lookLater(tenantId: string, work: TenantWork): Promise<void> {
    const { store, clock } = this.#options;
    const due = await store.in(tenantId).deliveries.nextDue();
    if (due === undefined) return;
    // What is due now waits for a place in its lane, and is looked for when there is one.
    const wait = Math.max(RETRY_MILLISECONDS, due.getTime() - clock.now().getTime());
    this.#lookIn(tenantId, work, Math.min(wait, LOOK_MILLISECONDS));
  }

  #lookIn(tenantId: string, work: TenantWork, milliseconds: number): void {
    clearTimeout(work.timer);
    work.timer = setTimeout(() => this.wake(tenantId), milliseconds).unref();
  }

  #pump(): void {
    for (let parcel = this.#lanes.next(); parcel !== undefined; parcel = this.#lanes.next()) {
      this.#track(this.#send(parcel));
    }
  }

  async #send(parcel: Parcel): Promise<void> {
    const { tenantId, delivery } = parcel;
    const { clock } = this.#options;
    const begun = clock.now();
    if (this.#stopping || begun.getTime() + ANSWER_MILLISECONDS > parcel.leaseUntil) {
      // Too long in the lane: another node may have it soon.
      this.#lanes.sent(delivery.hook.id, undefined);
      await this.#giveBack([parcel]);
      return;
    }
    const reply = await this.#reply(parcel, begun);
    this.#lanes.sent(delivery.hook.id, reply.succeeded);
    const work = this.#workOf(tenantId);
    work.outcomes.push(this.#outcomeOf(parcel, reply, begun));
    if (reply.status === 410) this.#lanes.clear(delivery.hook.id);
    this.#pump();
    if (!work.settling) this.#track(this.#settle(tenantId, work));
  }

  async #reply({ tenantId, delivery }: Parcel, at: Date): Promise<Reply> {
    try {
      return await this.#options.sender.send(messageOf(this.#options, tenantId, delivery, at));
    } catch (error) {
      this.#options.log.error({ err: error, hookId: delivery.hook.id }, 'A webhook could not be signed.');
      const response = { status: null, retryAfter: undefined, response: null, durationMilliseconds: 0 };
      return { ...response, succeeded: false, error: 'The message could not be signed by the service.' };
    }
  }

  #outcomeOf({ delivery }: Parcel, reply: Reply, begun: Date): Outcome {
    const { clock, random = Math.random } = this.#options;
    const endedAt = clock.now();
    const { succeeded, status, retryAfter } = reply;
    const triesBefore = delivery.tries;
    return {
      id: delivery.id,
      hookId: delivery.hook.id,
      run: delivery.run,
      ...nextStep({ succeeded, status, retryAfter, triesBefore, endedAt, random: random() }),
      endedAt,
      attempt: {
        time: begun.toISOString(),
        status,
        durationMilliseconds: reply.durationMilliseconds,
        response: reply.response,
        error: reply.error,
      },
      hook: delivery.hook,
      httpStatus: status,
    };
  }

  /** Writes what has come in while the last was written, so that a busy node writes much at once. */
  async #settle(tenantId: string, work: TenantWork): Promise<void> {
    const { store, log } = this.#options;
    work.settling = true;
    try {
      while (work.outcomes.length > 0) {
        const outcomes = work.outcomes.slice(0, MOST_OUTCOMES);
        await store.in(tenantId).deliveries.settle(outcomes);
        work.outcomes.splice(0, outcomes.length);
        await this.#disableWhere(tenantId, outcomes);
        this.wake(tenantId);
      }
    } catch (error) {
      log.error({ err: error, tenantId }, 'Outcomes of webhooks could not be written; they will be again.');
      if (!this.#stopping) setTimeout(() => this.#settleAgain(tenantId, work), RETRY_MILLISECONDS).unref();
    } finally {
      work.settling = false;
    }
  }

  #settleAgain(tenantId: string, work: TenantWork): void {
    if (!work.settling && work.outcomes.length > 0) this.#track(this.#settle(tenantId, work));
  }

  async #disableWhere(tenantId: string, outcomes: readonly Outcome[]): Promise<void> {
    const { log, onDisabled } = this.#options;
    for (const { status, httpStatus, hook, endedAt } of outcomes) {
      if (status === 'delivered') continue;
      const reason = reasonToDisable(httpStatus, hook.failingSince, endedAt);
      if (reason === undefined) continue;
      const disabled = await disableHook(this.#options, tenantId, hook.id, reason);
      if (disabled === undefined) continue;
      this.#lanes.clear(hook.id);
      log.info({ tenantId, hookId: hook.id, reason }, 'A webhook was switched off.');
      onDisabled?.(tenantId, disabled);
    }
  }

  async #giveBack(parcels: readonly Parcel[]): Promise<void> {
    const { store, clock } = this.#options;
    for (const [tenantId, given] of Map.groupBy(parcels, (parcel) => parcel.tenantId)) {
      const runs = given.map(({ delivery: { id, run, hook } }) => ({ id, run, hookId: hook.id }));
      await store.in(tenantId).deliveries.giveBack(runs, clock.now());
    }
  }
}
