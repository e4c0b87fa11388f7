/** Writes the outcomes of attempts in batches. Disables webhooks that are gone or have failed for days. */
import { setTimeout as delay } from 'node:timers/promises';
import { disableHook, reasonToDisable } from '../domain/webhooks/disable-hook.ts';
import type { Receiver } from '../domain/webhooks/model.ts';
import type { DeliveryOutcome } from '../domain/webhooks/ports.ts';
import type { Deps } from '../engine/deps.ts';
import { counter } from '../kernel/metrics.ts';

export interface AttemptOutcome extends DeliveryOutcome {
  hook: Receiver;
}

export interface DeliveryLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface OutcomesOptions extends Pick<Deps, 'store' | 'clock'> {
  log: DeliveryLog;
  /** Runs after a batch with failed attempts was written. */
  onFailures: (tenantId: string) => void;
}

const ENDED = counter(
  'charter_webhook_deliveries_ended_total',
  'Webhook deliveries that this node ended: delivered, or failed after their last attempt',
  ['outcome'],
);

const RETRY_MILLISECONDS = 1_000;
const BATCH = 1_000;
/** Time to collect outcomes for one statement, because a statement costs more than a row. */
const COLLECT_MILLISECONDS = 60;

export class Outcomes {
  readonly #options: OutcomesOptions;
  readonly #waiting = new Map<string, AttemptOutcome[]>();
  readonly #writers = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(options: OutcomesOptions) {
    this.#options = options;
  }

  add(tenantId: string, outcome: AttemptOutcome): void {
    const waiting = this.#waiting.get(tenantId) ?? [];
    this.#waiting.set(tenantId, waiting);
    waiting.push(outcome);
    if (this.#writers.has(tenantId)) return;
    this.#writers.set(tenantId, this.#writeAll(tenantId, waiting));
  }

  async idle(): Promise<void> {
    while (this.#writers.size > 0) await Promise.all(this.#writers.values());
  }

  /**
   * Writes the remaining outcomes without retries. Unsettled deliveries are sent again once their leases expire.
   */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.idle();
  }

  async #writeAll(tenantId: string, waiting: AttemptOutcome[]): Promise<void> {
    while (waiting.length > 0) {
      if (waiting.length < BATCH) await this.#pause(COLLECT_MILLISECONDS);
      // The signal is read before the write: a write that began before the stop gets one more attempt.
      const isLastTry = this.#stopping.signal.aborted;
      try {
        await this.#writeSome(tenantId, waiting);
      } catch (err) {
        this.#options.log.error(
          { err, tenantId },
          isLastTry
            ? 'Outcomes of webhook deliveries were not written. The messages are sent again later.'
            : 'Outcomes of webhook deliveries were not written. Retrying.',
        );
        if (isLastTry) break;
        await this.#pause(RETRY_MILLISECONDS);
      }
    }
    this.#waiting.delete(tenantId);
    this.#writers.delete(tenantId);
  }

  #pause(milliseconds: number): Promise<void> {
    const { signal } = this.#stopping;
    return delay(milliseconds, undefined, { signal }).catch(() => undefined);
  }

  /** Settling is idempotent, so a failed write may be repeated. */
  async #writeSome(tenantId: string, waiting: AttemptOutcome[]): Promise<void> {
    const outcomes = waiting.slice(0, BATCH);
    await this.#options.store.in(tenantId).deliveries.settle(outcomes);
    for (const { hook, status, attempt, endedAt } of outcomes) {
      if (status !== 'pending') ENDED.inc({ outcome: status });
      if (status === 'delivered') continue;
      const reason = reasonToDisable(attempt.status, hook.failingSince, endedAt);
      if (reason === undefined) continue;
      const disabled = await disableHook(this.#options, tenantId, hook.id, reason);
      if (disabled === undefined) continue;
      this.#options.log.info({ tenantId, hookId: hook.id, reason }, 'A webhook was switched off.');
    }
    waiting.splice(0, outcomes.length);
    if (outcomes.some(({ status }) => status !== 'delivered')) this.#options.onFailures(tenantId);
  }
}
