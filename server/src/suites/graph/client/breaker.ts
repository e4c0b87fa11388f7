/**
 * Keeps background work of one tenant from waiting for a Graph that is slow or gives no answer: its jobs are delayed
 * instead, and hold no slot. After several calls in a row without a usable answer, calls are rejected for a while, and
 * one call then shows whether Graph answers again. While answers are slow, few calls are made at a time.
 */
import type { Clock } from '../../../kernel/clock.ts';
import { backoff } from '../../../kernel/retry.ts';
import { GraphFailure } from './failure.ts';

/** Number of failed calls in a row that opens the breaker. */
const MOST_FAILED = 5;

/** Time for which an open breaker rejects calls before the next probe. It doubles with each probe that fails. */
const OPEN = { first: 5_000, longest: 60_000, jitter: [1, 1] } as const;

/** A slower answer counts as slow. Graph answers most calls within a second. */
const SLOW_MILLISECONDS = 5_000;
const MOST_SLOW = 3;

/** Number of calls at a time while answers are slow. */
const AT_ONCE_WHEN_SLOW = 8;

export class Breaker {
  readonly #clock: Clock;
  #calls = 0;
  /** Number of the latest calls that failed, and of those that were slow. */
  #failed = 0;
  #slow = 0;
  /** Number of probes that have failed since the breaker opened, plus one; 0 while it is closed. */
  #opened = 0;
  #openUntil = 0;
  /** Duration of the latest slow call. */
  #duration = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Makes the call.
   * @throws GraphFailure with a time to wait, without a call, while the breaker is open or too many calls are slow
   */
  async run<Answer>(call: () => Promise<Answer | GraphFailure>): Promise<Answer | GraphFailure> {
    this.assertMayCall();
    const begun = this.#now();
    this.#calls += 1;
    try {
      const answer = await call();
      this.#note(answer instanceof GraphFailure && hasFailed(answer), this.#now() - begun);
      return answer;
    } finally {
      this.#calls -= 1;
    }
  }

  /** @throws GraphFailure with a time to wait, while no call may be made */
  assertMayCall(): void {
    const left = this.#openUntil - this.#now();
    if (left > 0) throw rejected(left);
    if (this.#opened > 0 && this.#calls > 0) throw rejected(OPEN.first);
    if (this.#slow >= MOST_SLOW && this.#calls >= AT_ONCE_WHEN_SLOW) throw rejected(this.#duration);
  }

  #note(isFailed: boolean, duration: number): void {
    if (!isFailed) {
      this.#failed = 0;
      this.#opened = 0;
      this.#openUntil = 0;
      this.#slow = duration < SLOW_MILLISECONDS ? 0 : this.#slow + 1;
      this.#duration = duration;
      return;
    }
    this.#failed += 1;
    // Calls that began before the breaker opened say nothing new.
    if (this.#failed < MOST_FAILED || this.#openUntil > this.#now()) return;
    this.#opened += 1;
    this.#openUntil = this.#now() + backoff(OPEN, this.#opened, 0);
  }

  #now(): number {
    return this.#clock.now().getTime();
  }
}

/** Whether the answer is missing, or Graph says that it does not work and names no time to wait. */
const hasFailed = ({ status, isThrottled }: GraphFailure): boolean =>
  !isThrottled && (status === 0 || status >= 500);

const rejected = (milliseconds: number): GraphFailure =>
  new GraphFailure({
    status: 503,
    code: 'NotAnswering',
    message: 'Microsoft Graph is slow or does not answer.',
    retryAfterSeconds: Math.max(1, milliseconds / 1000),
    call: 'breaker',
    requestId: undefined,
  });
