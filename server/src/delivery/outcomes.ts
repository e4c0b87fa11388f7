/** What came of messages, written down many at once; and what follows from it for their hooks. */
import type { Store } from '../domain/store.ts';
import { disableHook } from '../domain/webhooks/disable-hook.ts';
import type { DisabledReason, HookRecord } from '../domain/webhooks/model.ts';
import type { DeliveryOutcome } from '../domain/webhooks/ports.ts';
import { reasonToDisable } from '../domain/webhooks/schedule.ts';
import type { Clock } from '../kernel/clock.ts';

export interface Outcome extends DeliveryOutcome {
  hook: HookRecord;
  httpStatus: number | null;
}

export interface OutcomesOptions {
  store: Store;
  clock: Clock;
  /** Told when a tenant's outcomes were written: there is room for more. */
  onWritten: (tenantId: string) => void;
  onDisabled: (tenantId: string, hook: HookRecord, reason: DisabledReason) => void;
  onError: (error: unknown, tenantId: string) => void;
}

const RETRY_MILLISECONDS = 1_000;
/** Written by one statement. */
const MOST_AT_ONCE = 500;

export class Outcomes {
  readonly #options: OutcomesOptions;
  readonly #waiting = new Map<string, Outcome[]>();
  readonly #writing = new Map<string, Promise<void>>();
  readonly #retries = new Map<string, NodeJS.Timeout>();
  #stopping = false;

  constructor(options: OutcomesOptions) {
    this.#options = options;
  }

  /** What has come in while the last was written goes together, so that a busy node writes much at once. */
  add(tenantId: string, outcome: Outcome): void {
    const waiting = this.#waiting.get(tenantId) ?? [];
    this.#waiting.set(tenantId, waiting);
    waiting.push(outcome);
    if (!this.#retries.has(tenantId)) this.#write(tenantId);
  }

  /** Resolves when all are written that can be. */
  async idle(): Promise<void> {
    while (this.#writing.size > 0) await Promise.all(this.#writing.values());
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

  #write(tenantId: string): void {
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
    while (waiting.length > 0) {
      const outcomes = waiting.slice(0, MOST_AT_ONCE);
      await this.#options.store.in(tenantId).deliveries.settle(outcomes);
      await this.#disableWhere(tenantId, outcomes);
      waiting.splice(0, outcomes.length);
      this.#options.onWritten(tenantId);
    }
    this.#waiting.delete(tenantId);
  }

  async #disableWhere(tenantId: string, outcomes: readonly Outcome[]): Promise<void> {
    for (const { status, httpStatus, hook, endedAt } of outcomes) {
      if (status === 'delivered') continue;
      const reason = reasonToDisable(httpStatus, hook.failingSince, endedAt);
      if (reason === undefined) continue;
      const disabled = await disableHook(this.#options, tenantId, hook.id, reason);
      if (disabled !== undefined) this.#options.onDisabled(tenantId, disabled, reason);
    }
  }
}
