import type { Clock } from '../kernel/clock.ts';
import { CharterError } from '../kernel/errors.ts';
import { say } from '../kernel/messages.ts';
import type { Batch } from './batch.ts';
import { FairQueue, type Turn } from './fair-queue.ts';
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
  /** The started slots. The first ones are used first, so that the others become idle and end. */
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
   * @throws ServiceUnavailable when no worker can start, after close(), or when the tenant has too many waiting calls or
   * one that waits too long
   */
  async run(tenantId: string, batch: Batch): Promise<void> {
    if (this.#closed) throw unavailable();
    if (batch.isSettled) return;
    if (this.#queue.countOf(tenantId) >= this.#limits.waitingCalls) throw overloaded();
    this.#calls += 1;
    const arrived = this.#clock.now().getTime();
    const place = { tenantId, batch, arrived, number: this.#calls, slices: 0 };
    const turn: Turn = { ...place, ...Promise.withResolvers<void>() };
    this.#queue.add(turn);
    this.#wake(1);
    await turn.promise;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#reject(this.#queue.clear(), unavailable());
    await Promise.all(this.#slots.map((slot) => slot.rest()));
    await Promise.all(this.#running.values());
    await Promise.all(this.#slots.map((slot) => slot.rest()));
  }

  /** Has a free slot work on the queue. Opens at most the given number of slots. */
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
    for (let turn = this.#queue.take(); turn !== undefined; turn = this.#queue.take()) {
      if (this.#waitedTooLong(turn)) {
        turn.reject(overloaded());
        continue;
      }
      try {
        await this.#advance(slot, turn);
        this.#queue.moveBack(turn.tenantId);
        if (turn.batch.isSettled) turn.resolve();
        else this.#continueLater(turn);
      } catch (error) {
        this.#reject([turn, ...this.#queue.clear()], unavailable(error));
      }
    }
    slot.restWhenIdle();
  }

  /** A call that has begun its second slice is served to its end, because its work would be lost otherwise. */
  #waitedTooLong({ arrived, slices }: Turn): boolean {
    return slices < 2 && this.#clock.now().getTime() - arrived > this.#limits.waitMilliseconds;
  }

  /** Queues a call that needs more than one slice. Opens another sandbox when others wait meanwhile. */
  #continueLater(turn: Turn): void {
    const othersWait = !this.#queue.isEmpty;
    this.#queue.add(turn);
    if (othersWait) this.#wake(this.#slots.length + 1);
  }

  /** Runs one slice of the call. */
  async #advance(slot: SandboxSlot, turn: Turn): Promise<void> {
    const { batch } = turn;
    turn.slices += 1;
    this.#mustBeOpen();
    const sandbox = await slot.sandbox();
    const end = await sandbox.run(batch.nextSlice(), () => slot.prepare());
    // close() ended the worker, so the running unit is not to blame.
    this.#mustBeOpen();
    const now = this.#clock.now().getTime();
    if ('report' in end) batch.absorbReport(end.report, now);
    else batch.absorbCasualty(end.casualty, sandbox.board, now);
    if ('casualty' in end || end.report.retire || !sandbox.alive) slot.replace();
  }

  #reject(turns: readonly Turn[], error: CharterError): void {
    for (const turn of turns) turn.reject(error);
  }

  #mustBeOpen(): void {
    if (this.#closed) throw new Error('The rule engine was closed');
  }
}
