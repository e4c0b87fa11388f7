/** What came of messages, written down many at once; and what follows from it for their hooks. */

import { disableHook } from '../domain/webhooks/disable-hook.ts';
import type { DisabledReason, HookRecord } from '../domain/webhooks/model.ts';
import type { DeliveryOutcome, HandedEvent, NewDelivery, TakenDelivery } from '../domain/webhooks/ports.ts';
import { reasonToDisable } from '../domain/webhooks/schedule.ts';
import type { Store } from '../engine/store.ts';
import type { Clock } from '../kernel/clock.ts';

/** What becomes of a delivery. */
export type Outcome = Pick<DeliveryOutcome, 'status' | 'dueAt'> & { delivery: TakenDelivery } & (
    | Pick<DeliveryOutcome, 'endedAt' | 'attempt'>
    // Of a first run: it was not sent.
    | { attempt?: never }
  );

type FirstOutcome = Outcome & { delivery: Required<TakenDelivery> };
type LaterOutcome = Extract<Outcome, { endedAt: Date }>;

const isFirst = (outcome: Outcome): outcome is FirstOutcome => outcome.delivery.unwritten !== undefined;
const isLater = (outcome: Outcome): outcome is LaterOutcome => outcome.delivery.unwritten === undefined;

function toNewDelivery({ delivery, status, dueAt, ...sent }: FirstOutcome): NewDelivery {
  const { id, hook, unwritten } = delivery;
  const { id: eventId, occurredAt: createdAt } = unwritten.event;
  const of = { id, hookId: hook.id, eventId, event: delivery.event, createdAt, scope: unwritten.scope };
  const made = { ...of, status, dueAt };
  return sent.attempt === undefined ? { ...made, run: 0 } : { ...made, run: 1, first: sent };
}

const toDeliveryOutcome = ({ delivery: { id, hook, run }, ...outcome }: LaterOutcome): DeliveryOutcome => ({
  id,
  hookId: hook.id,
  run,
  ...outcome,
});

export interface OutcomesOptions {
  store: Store;
  clock: Clock;
  /** Told when a tenant's outcomes were written, and which is tried again first. */
  onWritten: (tenantId: string, nextDue: Date | undefined) => void;
  onDisabled: (tenantId: string, hook: HookRecord, reason: DisabledReason) => void;
  onError: (error: unknown, tenantId: string) => void;
}

const RETRY_MILLISECONDS = 1_000;
/** Written by one statement. */
const MOST_AT_ONCE = 1_000;
/** So many are written without waiting for more. */
const ENOUGH = 1_000;
const MOMENT_MILLISECONDS = 60;

function earliest(outcomes: readonly Outcome[]): Date | undefined {
  let first: Date | undefined;
  for (const { dueAt } of outcomes) if (dueAt !== null && !(first && first <= dueAt)) first = dueAt;
  return first;
}

export class Outcomes {
  readonly #options: OutcomesOptions;
  readonly #waiting = new Map<string, Outcome[]>();
  readonly #writing = new Map<string, Promise<void>>();
  readonly #retries = new Map<string, NodeJS.Timeout>();
  /** A moment for others to come in. */
  readonly #moments = new Map<string, NodeJS.Timeout>();
  #stopping = false;

  constructor(options: OutcomesOptions) {
    this.#options = options;
  }

  /** What comes in together is written together: a statement costs more than a row. */
  add(tenantId: string, outcome: Outcome): void {
    const waiting = this.#waiting.get(tenantId) ?? [];
    this.#waiting.set(tenantId, waiting);
    waiting.push(outcome);
    if (this.#retries.has(tenantId)) return;
    if (waiting.length >= ENOUGH) this.#write(tenantId);
    else this.#writeInAMoment(tenantId);
  }

  /** Resolves when all are written that can be. */
  async idle(): Promise<void> {
    do {
      for (const tenantId of [...this.#moments.keys()]) this.#write(tenantId);
      await Promise.all(this.#writing.values());
    } while (this.#moments.size + this.#writing.size > 0);
  }

  /** Tries once more what could not be written; what still can't is sent again by whoever takes it next. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const [tenantId, timer] of this.#retries) {
      clearTimeout(timer);
      this.#retries.delete(tenantId);
      this.#write(tenantId);
    }
    await this.idle();
  }

  #writeInAMoment(tenantId: string): void {
    if (this.#moments.has(tenantId)) return;
    this.#moments.set(
      tenantId,
      setTimeout(() => this.#write(tenantId), MOMENT_MILLISECONDS),
    );
  }

  #write(tenantId: string): void {
    clearTimeout(this.#moments.get(tenantId));
    this.#moments.delete(tenantId);
    if (this.#writing.has(tenantId)) return;
    const writing = this.#writeAll(tenantId)
      .catch((error: unknown) => {
        this.#options.onError(error, tenantId);
        if (!this.#stopping) this.#writeLater(tenantId);
      })
      .finally(() => this.#writing.delete(tenantId));
    this.#writing.set(tenantId, writing);
  }

  #writeLater(tenantId: string): void {
    const again = () => {
      this.#retries.delete(tenantId);
      this.#write(tenantId);
    };
    this.#retries.set(tenantId, setTimeout(again, RETRY_MILLISECONDS).unref());
  }

  async #writeAll(tenantId: string): Promise<void> {
    const waiting = this.#waiting.get(tenantId) ?? [];
    do {
      const outcomes = waiting.slice(0, MOST_AT_ONCE);
      await this.#writeSome(tenantId, outcomes);
      await this.#disableWhere(tenantId, outcomes);
      waiting.splice(0, outcomes.length);
      this.#options.onWritten(tenantId, earliest(outcomes));
    } while (waiting.length >= ENOUGH);
    if (waiting.length > 0) this.#writeInAMoment(tenantId);
    else this.#waiting.delete(tenantId);
  }

  /** Each may be repeated when nobody knows whether it was done. */
  async #writeSome(tenantId: string, outcomes: readonly Outcome[]): Promise<void> {
    const { deliveries } = this.#options.store.in(tenantId);
    const later = outcomes.filter(isLater);
    if (later.length > 0) await deliveries.settle(later.map(toDeliveryOutcome));
    const first = outcomes.filter(isFirst);
    if (first.length === 0) return;
    const written = new Map<HandedEvent, number>();
    for (const { delivery } of first) {
      const { event } = delivery.unwritten;
      written.set(event, (written.get(event) ?? 0) + 1);
    }
    const handled = [...written].filter(([event, count]) => event.open === count).map(([event]) => event);
    await deliveries.record(first.map(toNewDelivery), handled);
    for (const [event, count] of written) event.open -= count;
  }

  async #disableWhere(tenantId: string, outcomes: readonly Outcome[]): Promise<void> {
    for (const { delivery, status, ...sent } of outcomes) {
      if (status === 'delivered' || sent.attempt === undefined) continue;
      const { hook } = delivery;
      const reason = reasonToDisable(sent.attempt.status, hook.failingSince, sent.endedAt);
      if (reason === undefined) continue;
      const disabled = await disableHook(this.#options, tenantId, hook.id, reason);
      if (disabled !== undefined) this.#options.onDisabled(tenantId, disabled, reason);
    }
  }
}
