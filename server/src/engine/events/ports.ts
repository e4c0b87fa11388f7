import type { DomainEvent } from './model.ts';

export interface EventStore {
  /**
   * Records what happened; part of the transaction that changes the state. An event whose id is recorded
   * already is left as it is.
   */
  append(events: readonly DomainEvent[], at: Date): Promise<void>;
}
