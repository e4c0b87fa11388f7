/** Responses stored under a caller's Idempotency-Key for 24 hours (docs/specification.md, section 7). */
export interface StoredResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export type IdempotencyClaim =
  /** The caller proceeds and must settle or release the claim. */
  | { outcome: 'claimed'; claimId: string }
  /** The stored response to the first request, to be replayed. */
  | { outcome: 'answered'; answer: StoredResponse }
  /** The first request with this key is still running. */
  | { outcome: 'in-flight' }
  /** The key was used with a different request. */
  | { outcome: 'reused' };

export interface IdempotencyStore {
  /** @param fingerprint hash of method, URL and body */
  claim(tenantId: string, principalId: string, key: string, fingerprint: string): Promise<IdempotencyClaim>;
  /** Extends the leases of the claims that this node holds, and releases those that it could not release before. */
  renew(): Promise<void>;
  settle(
    tenantId: string,
    principalId: string,
    key: string,
    claimId: string,
    answer: StoredResponse,
  ): Promise<void>;
  /**
   * Lets the caller retry with the same key. The claim keeps its id, so the retry finds the effects of the failed
   * attempt. While the database is unavailable, only this node allows the retry; it releases the claim at the next
   * renewal.
   */
  release(claimId: string): Promise<void>;
  /** Releases all claims that this node still holds, because it stops. */
  releaseHeld(): Promise<void>;
  removeExpired(tenantId: string): Promise<number>;
}
