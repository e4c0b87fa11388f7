/**
 * Listings of copied teams for dry runs. A form asks for a dry run while somebody types, and each listing of a team in
 * Microsoft 365 needs several calls for each channel. Equal listings in progress are therefore shared, and reused for a
 * minute. They don't depend on the caller: who may use the template is checked for each dry run. Requests list again.
 */
import type { SuiteContents } from '../../domain/contents/suite.ts';
import type { Suite } from '../../engine/suite.ts';
import type { Clock } from '../../kernel/clock.ts';

/** Age up to which a listing is used again. docs/templates.md names it. */
const MAX_AGE_MILLISECONDS = 60_000;

/** Maximum number of pages and lists of plans that a node keeps. */
const MAX_KEPT = 200;

interface Listing {
  until: number;
  result: Promise<unknown>;
}

export class SourceListings implements Pick<SuiteContents, 'list' | 'listPlans'> {
  readonly #suite: Suite;
  readonly #clock: Clock;
  /** In the order of their expiry. */
  readonly #kept = new Map<string, Listing>();

  constructor(suite: Suite, clock: Clock) {
    this.#suite = suite;
    this.#clock = clock;
  }

  list: SuiteContents['list'] = (...call) => this.#share(call, () => this.#suite.contents.list(...call));

  listPlans: SuiteContents['listPlans'] = (...call) =>
    this.#share(call, () => this.#suite.contents.listPlans(...call));

  #share<Result>(call: readonly unknown[], read: () => Promise<Result>): Promise<Result> {
    const now = this.#clock.now().getTime();
    for (const [key, { until }] of this.#kept) {
      if (now < until && this.#kept.size < MAX_KEPT) break;
      this.#kept.delete(key);
    }
    const key = JSON.stringify(call);
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept.result as Promise<Result>;
    const listing = { until: now + MAX_AGE_MILLISECONDS, result: read() };
    this.#kept.set(key, listing);
    // A failed listing is read again.
    listing.result.catch(() => {
      if (this.#kept.get(key) === listing) this.#kept.delete(key);
    });
    return listing.result;
  }
}
