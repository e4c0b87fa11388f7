import type { Performer, RequestContext } from '../principal.ts';

/** An operation on the suite, recorded before it is done (see perform.ts). */
export interface Intent {
  id: string;
  operation: string;
  input: Record<string, unknown>;
  principal: Performer;
  context: RequestContext;
  /** Number of the try; each node that takes the intent over raises it. Only the latest try may record. */
  attempt: number;
}

/** Each method is one statement, so it can run alone as well as in a transaction. */
export interface IntentStore {
  /**
   * Records the intent and answers it. When one with the same id is there, left by a node that died, that one
   * is taken over as it is, with its attempt raised, and answered instead.
   */
  add(intent: Omit<Intent, 'attempt'>, leaseUntil: Date, at: Date): Promise<Intent>;
  /** Takes over intents whose lease has run out, raising their attempt; oldest first. */
  takeOverExpired(now: Date, leaseUntil: Date, most: number): Promise<Intent[]>;
  /** Lets nobody take the intent over before `until`; false when `attempt` no longer holds it. */
  postpone(id: string, attempt: number, until: Date): Promise<boolean>;
  /** Removes the intent when `attempt` still holds it; false when another node took it over or finished it. */
  remove(id: string, attempt: number): Promise<boolean>;
}

declare module '../store.ts' {
  interface TenantStores {
    intents: IntentStore;
  }
}
