import type { Principal, RequestContext } from '../principal.ts';

/** An operation on the suite, recorded before it is done (see perform.ts). */
export interface Intent {
  id: string;
  operation: string;
  input: Record<string, unknown>;
  principal: Principal;
  context: RequestContext;
  attempt: number;
}

export interface IntentStore {
  /** Records the intent; one with the same id, left by a node that died, is taken over as it is. */
  add(intent: Intent, leaseUntil: Date, at: Date): Promise<void>;
  /** Takes over intents whose lease has run out, raising their attempt; oldest first. */
  takeOverExpired(now: Date, leaseUntil: Date, most: number): Promise<Intent[]>;
  /** Removes the intent when `attempt` still holds it; false when another node took it over or finished it. */
  remove(id: string, attempt: number): Promise<boolean>;
}
