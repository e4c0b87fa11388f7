import { LRUCache } from 'lru-cache';
import { expiryOptions } from '../kernel/cache.ts';
import type { Clock } from '../kernel/clock.ts';
import { backoff } from '../kernel/retry.ts';

const FREE_FAILURES = 5;
/** Durations of blocks, in seconds. */
const BLOCKS = { first: 1, longest: 60, jitter: [1, 1] } as const;
const MEMORY_MILLISECONDS = 15 * 60_000;
const MAX_NAMES = 10_000;

interface Failures {
  count: number;
  blockedUntil: number;
}

/**
 * Exponential backoff against guessing. After five failures in a row a name is blocked for 1 s, then 2 s, 4 s and so
 * on, up to a minute. A success, or 15 minutes without a failure, resets it. Each node counts separately.
 */
export class FailureBackoff {
  readonly #clock: Clock;
  readonly #failures: LRUCache<string, Failures>;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#failures = new LRUCache(expiryOptions(clock, MAX_NAMES, MEMORY_MILLISECONDS));
  }

  /** Returns the whole seconds until the next attempt is allowed; 0 means now. */
  secondsBlocked(name: string): number {
    const until = this.#failures.get(name)?.blockedUntil ?? 0;
    return Math.max(0, Math.ceil((until - this.#clock.now().getTime()) / 1000));
  }

  recordFailure(name: string): void {
    const count = (this.#failures.get(name)?.count ?? 0) + 1;
    const seconds = count < FREE_FAILURES ? 0 : backoff(BLOCKS, count - FREE_FAILURES + 1, 0);
    this.#failures.set(name, { count, blockedUntil: this.#clock.now().getTime() + seconds * 1000 });
  }

  recordSuccess(name: string): void {
    this.#failures.delete(name);
  }
}
