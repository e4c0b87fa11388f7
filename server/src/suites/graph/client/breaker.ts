/**
 * A circuit breaker for the background work of one tenant. While Graph is slow or does not respond, jobs are delayed
 * instead of occupying slots. Consecutive failed calls open the breaker; it rejects calls for a while, and then lets
 * one probe through. While responses are slow, it limits concurrent calls.
 */
import type { Clock } from '../../../kernel/clock.ts';
import { backoff } from '../../../kernel/retry.ts';
import { GraphFailure } from './failure.ts';

/** Number of consecutive failed calls that opens the breaker. */
const MAX_FAILED = 5;

/** Time for which an open breaker rejects calls before the next probe. It doubles with each failed probe. */
const OPEN = { first: 5_000, longest: 60_000, jitter: [1, 1] } as const;

/** A response that takes longer counts as slow. Graph responds to most calls within a second. */
const SLOW_MILLISECONDS = 5_000;
const MAX_SLOW = 3;

/** Maximum number of concurrent calls while responses are slow. */
const AT_ONCE_WHEN_SLOW = 8;

export class Breaker {
  readonly #clock: Clock;
  #calls = 0;
  /** Numbers of consecutive failed calls, and of consecutive slow ones. */
  #failed = 0;
  #slow = 0;
  /** Number of probes that have failed since the breaker opened, plus one; 0 while it is closed. */
  #opened = 0;
  #openUntil = 0;
  /** Duration of the latest call that did not fail, in milliseconds. */
  #duration = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Makes the call.
   * @throws GraphFailure with a time to wait, without a call, while the breaker is open, or when responses are slow and
   *   too many calls are running
   */
  async run<Answer>(call: () => Promise<Answer | GraphFailure>): Promise<Answer | GraphFailure> {
    this.assertMayCall();
    const begun = this.#now();
    this.#calls += 1;
    try {
      const answer = await call();
      this.#record(answer instanceof GraphFailure && hasFailed(answer), this.#now() - begun);
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
    if (this.#slow >= MAX_SLOW && this.#calls >= AT_ONCE_WHEN_SLOW) throw rejected(this.#duration);
  }

  #record(isFailed: boolean, duration: number): void {
    if (!isFailed) {
      this.#failed = 0;
      this.#opened = 0;
      this.#openUntil = 0;
      this.#slow = duration < SLOW_MILLISECONDS ? 0 : this.#slow + 1;
      this.#duration = duration;
      return;
    }
    this.#failed += 1;
    // Calls that began before the breaker opened don't count again.
    if (this.#failed < MAX_FAILED || this.#openUntil > this.#now()) return;
    this.#opened += 1;
    this.#openUntil = this.#now() + backoff(OPEN, this.#opened, 0);
  }

  #now(): number {
    return this.#clock.now().getTime();
  }
}

/** Whether the response is missing, or a 5xx that does not throttle the call. */
const hasFailed = ({ status, isThrottled }: GraphFailure): boolean =>
  !isThrottled && (status === 0 || status >= 500);

const rejected = (milliseconds: number): GraphFailure =>
  new GraphFailure({
    status: 503,
    code: 'NotResponding',
    message: 'Microsoft Graph is slow or does not answer.',
    retryAfterSeconds: Math.max(1, milliseconds / 1000),
    call: 'breaker',
    requestId: undefined,
  });
