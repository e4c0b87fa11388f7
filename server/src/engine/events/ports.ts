import type { DomainEvent } from './model.ts';

export interface EventStore {
  /**
   * Records what happened; part of the transaction that changes the state. An event whose id is recorded
   * already is left as it is.
   */
  append(events: readonly DomainEvent[], at: Date): Promise<void>;
}

declare module '../store.ts' {
  interface TenantStores {
    /** Writes the audit record of each event with it, and hands the event on to webhooks. */
    events: EventStore;
  }
}
