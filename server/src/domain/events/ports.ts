import type { DomainEvent } from './model.ts';

export interface EventStore {
  /** Records what happened; part of the transaction that changes the state. */
  append(events: readonly DomainEvent[], at: Date): Promise<void>;
}
