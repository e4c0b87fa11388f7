/** Rate limits, shared by all nodes (docs/specification.md, section 7). */
export type Tier = 1 | 2 | 3;

export interface RateLimit {
  /** Maximum number of calls within the sliding window. */
  max: number;
  windowMilliseconds: number;
}

export interface RateVerdict {
  allowed: boolean;
  /** The limit with fewer remaining calls: the tier's, or that of all tiers together. */
  limit: number;
  remaining: number;
  /** Seconds until the oldest counted call leaves the window; for a rejected call, until another is allowed. */
  resetSeconds: number;
}

export interface RateLimiter {
  /**
   * Counts a call towards the principal's two limits: that of the tier and that of all tiers together. A rejected call
   * is not counted.
   */
  take(tenantId: string, principalId: string, tier: Tier): Promise<RateVerdict> | RateVerdict;
}
