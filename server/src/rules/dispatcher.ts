import type { Clock } from '../kernel/clock.ts';
import { CharterError } from '../kernel/errors.ts';
import type { Batch } from './batch.ts';
import { Crew } from './crew.ts';
import type { RuleLimits } from './limits.ts';

interface Turn extends PromiseWithResolvers<void> {
  readonly batch: Batch;
}

const unavailable = (cause?: unknown): CharterError =>
  new CharterError(
    'ServiceUnavailable',
    'Rules and conventions are not available at the moment. Try again soon.',
    { cause, retryAfterSeconds: 5 },
  );

/** Runs batches in turns in the one sandbox of the process. */
export class Dispatcher {
  readonly #limits: RuleLimits;
  readonly #clock: Clock;
  readonly #crew: Crew;
  readonly #queue: Turn[] = [];
  #pumping: Promise<void> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(limits: RuleLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
    this.#crew = new Crew(limits);
  }

  /** Resolves when the batch is settled. @throws ServiceUnavailable when no worker can start, or after close() */
  async run(batch: Batch): Promise<void> {
    if (this.#closed) throw unavailable();
    if (batch.isSettled) return;
    const turn = { batch, ...Promise.withResolvers<void>() };
    this.#queue.push(turn);
    this.#pumping ??= this.#pump();
    await turn.promise;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const turn of this.#queue.splice(0)) turn.reject(unavailable());
    await this.#crew.rest();
    await this.#pumping;
    clearTimeout(this.#idle);
    await this.#crew.rest();
  }

  async #pump(): Promise<void> {
    clearTimeout(this.#idle);
    for (let turn = this.#queue.shift(); turn !== undefined; turn = this.#queue.shift()) {
      try {
        await this.#advance(turn.batch);
        // The rest goes to the end of the queue, so that one call's bad rules do not hold up other calls.
        if (turn.batch.isSettled) turn.resolve();
        else this.#queue.push(turn);
      } catch (error) {
        for (const waiting of [turn, ...this.#queue.splice(0)]) waiting.reject(unavailable(error));
      }
    }
    this.#pumping = undefined;
    this.#idle = setTimeout(() => void this.#crew.rest(), this.#limits.idleMilliseconds);
    this.#idle.unref();
  }

  /** Runs one slice of the batch. */
  async #advance(batch: Batch): Promise<void> {
    this.#mustBeOpen();
    const sandbox = await this.#crew.sandbox();
    const end = await sandbox.run(batch.nextSlice(), () => this.#crew.prepare());
    // close() ended the worker, so the running unit is not to blame.
    this.#mustBeOpen();
    const now = this.#clock.now().getTime();
    if ('report' in end) batch.absorbReport(end.report, now);
    else batch.absorbCasualty(end.casualty, sandbox.board, now);
    if ('casualty' in end || end.report.retire || !sandbox.alive) this.#crew.replace();
  }

  #mustBeOpen(): void {
    if (this.#closed) throw new Error('The rule engine was closed');
  }
}
