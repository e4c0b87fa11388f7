import { LRUCache } from 'lru-cache';
import type { Clock } from '../kernel/clock.ts';

const FREE_FAILURES = 5;
const MAX_BLOCK_SECONDS = 60;
const MEMORY_MILLISECONDS = 15 * 60_000;
const MAX_NAMES = 10_000;

interface Failures {
  count: number;
  blockedUntil: number;
}

/**
 * Slows guessing at one name: after five failures in a row it is blocked for 1 s, then 2 s, 4 s… up to a
 * minute, until an attempt succeeds or a quarter of an hour passes without any. Kept per node.
 */
export class FailureBackoff {
  readonly #clock: Clock;
  readonly #failures: LRUCache<string, Failures>;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#failures = new LRUCache({
      max: MAX_NAMES,
      ttl: MEMORY_MILLISECONDS,
      ttlResolution: 0,
      perf: { now: () => clock.now().getTime() },
    });
  }

  /** Whole seconds until the name may be tried again; 0 = now. */
  secondsBlocked(name: string): number {
    const until = this.#failures.get(name)?.blockedUntil ?? 0;
    return Math.max(0, Math.ceil((until - this.#clock.now().getTime()) / 1000));
  }

  recordFailure(name: string): void {
    const count = (this.#failures.get(name)?.count ?? 0) + 1;
    const seconds = count < FREE_FAILURES ? 0 : Math.min(2 ** (count - FREE_FAILURES), MAX_BLOCK_SECONDS);
    this.#failures.set(name, { count, blockedUntil: this.#clock.now().getTime() + seconds * 1000 });
  }

  recordSuccess(name: string): void {
    this.#failures.delete(name);
  }
}
