import type { ActingPrincipal, RequestContext } from '../principal.ts';

/** An operation on the suite, recorded before it runs (see perform.ts). */
export interface Intent {
  id: string;
  operation: string;
  input: Record<string, unknown>;
  principal: ActingPrincipal;
  context: RequestContext;
  /** Number of the attempt, incremented by each takeover. Only the latest attempt may record (fencing). */
  attempt: number;
}

/** Each method is one statement, so it also runs outside of a transaction. */
export interface IntentStore {
  /**
   * Records the intent and returns it. When an open intent has the same id, takes that one over, even before its lease
   * ends: increments its attempt and returns it instead.
   */
  add(intent: Omit<Intent, 'attempt'>, leaseUntil: Date, at: Date): Promise<Intent>;
  /** Takes over up to `limit` intents with expired leases, oldest first, and increments their attempts. */
  takeOverExpired(now: Date, leaseUntil: Date, limit: number): Promise<Intent[]>;
  /** Returns which of the intents are open. */
  open(ids: readonly string[]): Promise<string[]>;
  /** Extends the lease until `until`. Returns false when `attempt` no longer holds the intent. */
  postpone(id: string, attempt: number, until: Date): Promise<boolean>;
  /** Removes the intent. Returns false when `attempt` no longer holds it. */
  remove(id: string, attempt: number): Promise<boolean>;
}

declare module '../store.ts' {
  interface TenantStores {
    intents: IntentStore;
  }
}
