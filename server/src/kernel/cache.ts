import type { Clock } from './clock.ts';

/** Options of an LRU cache whose entries expire by the given clock, to the millisecond. */
export const expiryOptions = (clock: Clock, max: number, ttl: number) => ({
  max,
  ttl,
  ttlResolution: 0,
  perf: { now: () => clock.now().getTime() },
});
