import type { Clock } from '../kernel/clock.ts';
import { CharterError } from '../kernel/errors.ts';
import { say } from '../kernel/messages.ts';
import type { Batch } from './batch.ts';
import { FairQueue, type QueuedWork } from './fair-queue.ts';
import type { RuleLimits } from './limits.ts';
import { SandboxSlot } from './slot.ts';

const RETRY_AFTER_SECONDS = 5;

const unavailable = (cause?: unknown): CharterError =>
  new CharterError(
    'ServiceUnavailable',
    say('rules.unavailable', 'Rules and conventions are not available at the moment. Try again soon.'),
    { cause, retryAfterSeconds: RETRY_AFTER_SECONDS },
  );

const overloaded = (): CharterError =>
  new CharterError(
    'ServiceUnavailable',
    say(
      'rules.overloaded',
      'The rules and conventions of this organisation keep the node busy. Try again soon.',
    ),
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );

/** Runs the batches of all tenants in slices, in one sandbox or several. */
export class Dispatcher {
  readonly #limits: RuleLimits;
  readonly #clock: Clock;
  readonly #queue = new FairQueue();
  /** The opened slots. The first free one is used, so that the others become idle and end. */
  readonly #slots: SandboxSlot[] = [];
  readonly #running = new Map<SandboxSlot, Promise<void>>();
  #calls = 0;
  #closed = false;

  constructor(limits: RuleLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /**
   * Resolves when the batch is settled.
   * @throws ServiceUnavailable when no worker can start, after close(), when too many calls of the tenant wait, or when
   * this call has waited too long
   */
  async run(tenantId: string, batch: Batch): Promise<void> {
    if (this.#closed) throw unavailable();
    if (batch.isSettled) return;
    if (this.#queue.countOf(tenantId) >= this.#limits.waitingCalls) throw overloaded();
    this.#calls += 1;
    const arrived = this.#clock.now().getTime();
    const place = { tenantId, batch, arrived, number: this.#calls, slices: 0 };
    const queued: QueuedWork = { ...place, ...Promise.withResolvers<void>() };
    this.#queue.add(queued);
    this.#wake(1);
    await queued.promise;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#reject(this.#queue.clear(), unavailable());
    await Promise.all(this.#slots.map((slot) => slot.rest()));
    await Promise.all(this.#running.values());
    await Promise.all(this.#slots.map((slot) => slot.rest()));
  }

  /** Lets a free slot process the queue. Opens a slot when none is free and fewer than `most` are open. */
  #wake(most: number): void {
    let slot = this.#slots.find((opened) => !this.#running.has(opened));
    if (slot === undefined && this.#slots.length < Math.min(most, this.#limits.sandboxes)) {
      slot = new SandboxSlot(this.#limits);
      this.#slots.push(slot);
    }
    if (slot === undefined) return;
    const free = slot;
    this.#running.set(
      free,
      this.#work(free).finally(() => this.#running.delete(free)),
    );
  }

  async #work(slot: SandboxSlot): Promise<void> {
    slot.keep();
    for (let queued = this.#queue.take(); queued !== undefined; queued = this.#queue.take()) {
      if (this.#waitedTooLong(queued)) {
        queued.reject(overloaded());
        continue;
      }
      try {
        await this.#advance(slot, queued);
        this.#queue.moveBack(queued.tenantId);
        if (queued.batch.isSettled) queued.resolve();
        else this.#continueLater(queued);
      } catch (error) {
        this.#reject([queued, ...this.#queue.clear()], unavailable(error));
      }
    }
    slot.restWhenIdle();
  }

  /** Returns false for a call that has begun its second slice, because rejecting it would waste the work done. */
  #waitedTooLong({ arrived, slices }: QueuedWork): boolean {
    return slices < 2 && this.#clock.now().getTime() - arrived > this.#limits.waitMilliseconds;
  }

  /** Queues a call that needs more than one slice. Opens another sandbox when others wait meanwhile. */
  #continueLater(queued: QueuedWork): void {
    const othersWait = !this.#queue.isEmpty;
    this.#queue.add(queued);
    if (othersWait) this.#wake(this.#slots.length + 1);
  }

  /** Runs one slice of the call. */
  async #advance(slot: SandboxSlot, queued: QueuedWork): Promise<void> {
    const { batch } = queued;
    queued.slices += 1;
    this.#assertOpen();
    const sandbox = await slot.sandbox();
    const end = await sandbox.run(batch.nextSlice(), () => slot.prepare());
    // After close(), which ended the worker, the running unit is not to blame.
    this.#assertOpen();
    const now = this.#clock.now().getTime();
    if ('report' in end) batch.absorbReport(end.report, now);
    else batch.absorbFailure(end.failure, sandbox.board, now);
    if ('failure' in end || end.report.retire || !sandbox.alive) slot.replace();
  }

  #reject(waiting: readonly QueuedWork[], error: CharterError): void {
    for (const queued of waiting) queued.reject(error);
  }

  #assertOpen(): void {
    if (this.#closed) throw new Error('The rule engine was closed');
  }
}
