import type { Clock } from './clock.ts';

/**
 * Returns the options of an LRU cache with a maximum number of entries. The cache grows with its entries; the option
 * `max` would allocate the memory for all of them at once.
 */
export const maxEntries = (most: number) => ({ maxSize: most, sizeCalculation: () => 1 });

/** Options of an LRU cache whose entries expire by the given clock, to the millisecond. */
export const expiryOptions = (clock: Clock, most: number, ttl: number) => ({
  ...maxEntries(most),
  ttl,
  ttlResolution: 0,
  perf: { now: () => clock.now().getTime() },
});
