/** Counting of calls, shared by all nodes (contract 7). */
export type Tier = 1 | 2 | 3;

export interface RateLimit {
  /** Calls in a sliding minute. */
  max: number;
  windowMilliseconds: number;
}

export interface RateVerdict {
  allowed: boolean;
  /** The limit that is nearest to being hit: the tier's, or the one of all tiers together. */
  limit: number;
  remaining: number;
  /** Seconds until the oldest counted call leaves the window, so that one more is allowed. */
  resetSeconds: number;
}

export interface RateLimiter {
  /** Counts one call of the principal against its tier and against all tiers; a refused call is not counted. */
  take(tenantId: string, principalId: string, tier: Tier): Promise<RateVerdict> | RateVerdict;
}
