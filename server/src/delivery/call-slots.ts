/**
 * Bounds the calls that the jobs of a node make at the same time. A call lasts as long as its receiver takes, and
 * occupies the slot of its job. So a node has half as many call slots as job slots, shared among tenants by the same
 * rule (kernel/slots.ts): a tenant whose receivers hang keeps half of its job slots for other jobs. The webhooks of a
 * tenant share its call slots in the same way, so that one that hangs does not stop the others (docs/adr/0027).
 */
import { LRUCache } from 'lru-cache';
import { Slots } from '../kernel/slots.ts';

/** Assumed duration of a call to a receiver that has not responded yet. */
const FIRST_MILLISECONDS = 5_000;

/** Bounds of the wait for a slot. */
const WAIT = { least: 1_000, most: 60_000 } as const;

/** Maximum number of tenants and webhooks whose last duration is in memory. */
const MAX_DURATIONS = 10_000;

export class CallSlots {
  readonly #slots: Slots;
  /** Number of calls in progress by webhook. Webhooks without a call have no entry. */
  readonly #calls = new Map<string, number>();
  /** Milliseconds of the latest call, by the id of the tenant and of the webhook. */
  readonly #durations = new LRUCache<string, number>({ max: MAX_DURATIONS });
  readonly #random: () => number;
  readonly #now: () => number;

  /**
   * @param jobs number of jobs that the node runs at the same time
   * @param random returns a number from 0 to 1
   * @param now returns a time in milliseconds
   */
  constructor(
    jobs: number,
    random: () => number = Math.random,
    now: () => number = performance.now.bind(performance),
  ) {
    this.#slots = new Slots(Math.max(1, Math.floor(jobs / 2)));
    this.#random = random;
    this.#now = now;
  }

  /**
   * Returns the milliseconds after which a job should ask again; undefined when a slot is free now. The wait spreads
   * the jobs over the next calls, because jobs that all wait for one receiver would otherwise return too often.
   */
  waitFor(tenantId: string, hookId: string): number | undefined {
    const further = this.#slots.furtherFor(tenantId);
    if (this.#callsOf(hookId) < further) return undefined;
    const duration = this.#durations.get(further === 0 ? tenantId : hookId) ?? FIRST_MILLISECONDS;
    return Math.min(WAIT.most, Math.max(WAIT.least, Math.round(duration * (1 + 3 * this.#random()))));
  }

  /** Makes the call in a slot of the tenant. Returns undefined, without a call, when none is free. */
  async run<Answer>(
    tenantId: string,
    hookId: string,
    call: () => Promise<Answer>,
  ): Promise<Answer | undefined> {
    if (this.waitFor(tenantId, hookId) !== undefined) return undefined;
    const begun = this.#now();
    this.#slots.take(tenantId);
    this.#calls.set(hookId, this.#callsOf(hookId) + 1);
    try {
      return await call();
    } finally {
      const left = this.#callsOf(hookId) - 1;
      if (left > 0) this.#calls.set(hookId, left);
      else this.#calls.delete(hookId);
      this.#slots.release(tenantId);
      for (const id of [tenantId, hookId]) this.#durations.set(id, this.#now() - begun);
    }
  }

  #callsOf(hookId: string): number {
    return this.#calls.get(hookId) ?? 0;
  }
}
