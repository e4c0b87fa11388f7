import type { DomainEvent } from './model.ts';

export interface EventStore {
  /**
   * Records events in the transaction that changes the state. Ignores an event whose id is recorded.
   */
  append(events: readonly DomainEvent[], at: Date): Promise<void>;
}

declare module '../store.ts' {
  interface TenantStores {
    /** Records events. Also writes the audit record of each event, and carries out the reactions to it. */
    events: EventStore;
  }
}
