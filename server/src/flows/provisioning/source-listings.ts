/**
 * Listings of copied teams for dry runs. A form asks for a dry run while somebody types, and each listing of a team in
 * Microsoft 365 needs several calls for each channel. Equal listings in progress are therefore shared, and reused for a
 * minute. Listings don't depend on the caller: who may use the template is checked for each dry run. A request lists
 * the team again.
 */
import { LRUCache } from 'lru-cache';
import type { SuiteContents } from '../../domain/contents/suite.ts';
import type { Suite } from '../../engine/suite.ts';
import { expiryOptions } from '../../kernel/cache.ts';
import type { Clock } from '../../kernel/clock.ts';

/** Maximum age of a listing that is used again: just below the minute that docs/templates.md names. */
const MAX_AGE_MILLISECONDS = 60_000 - 1;

/** Maximum number of pages and lists of plans that a node caches. */
const MAX_CACHED = 200;

/** The calls that list the contents of a team to copy. */
export type ListedContents = Pick<SuiteContents, 'list' | 'listPlans' | 'findShownContents'>;

export class SourceListings implements ListedContents {
  readonly #suite: Suite;
  readonly #listings: LRUCache<string, Promise<unknown>>;

  constructor(suite: Suite, clock: Clock) {
    this.#suite = suite;
    this.#listings = new LRUCache(expiryOptions(clock, MAX_CACHED, MAX_AGE_MILLISECONDS));
  }

  list: SuiteContents['list'] = (...call) => this.#share(call, () => this.#suite.contents.list(...call));

  listPlans: SuiteContents['listPlans'] = (...call) =>
    this.#share(call, () => this.#suite.contents.listPlans(...call));

  findShownContents: SuiteContents['findShownContents'] = (...call) =>
    this.#share(call, () => this.#suite.contents.findShownContents(...call));

  #share<Result>(call: readonly unknown[], read: () => Promise<Result>): Promise<Result> {
    const key = JSON.stringify(call);
    const cached = this.#listings.get(key);
    if (cached !== undefined) return cached as Promise<Result>;
    const listing = read();
    this.#listings.set(key, listing);
    // A failed listing is read again.
    listing.catch(() => {
      if (this.#listings.peek(key) === listing) this.#listings.delete(key);
    });
    return listing;
  }
}
