/**
 * The port to the service's own database. Reads are single statements. State, domain events, audit records
 * and jobs that belong together are written in one transaction.
 *
 * Each folder with stored data adds its store beside its port (`ports.ts`) by declaration merging, so that
 * this file imports none of them:
 *
 *     declare module '../../engine/store.ts' {
 *       interface TenantStores { things: ThingStore }
 *     }
 */

// biome-ignore lint/suspicious/noEmptyInterface: every folder adds its own store
export interface TenantStores {}

/** The stores inside one transaction, and the ports that exist only there, such as the queue. */
export interface UnitOfWork extends TenantStores {}

export interface Store {
  in(tenantId: string): TenantStores;
  /** Commits when `work` resolves, and rolls back when it rejects. `work` must not call the suite. */
  transaction<T>(tenantId: string, work: (unit: UnitOfWork) => Promise<T>): Promise<T>;
}
