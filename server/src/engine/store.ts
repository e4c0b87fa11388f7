/**
 * The port to the service's own memory. Reads are single statements; what belongs together is written in
 * one transaction: state, domain events and what is to be done later.
 */

import type { TemplateStore } from '../domain/catalog/ports.ts';
import type { NotificationStore } from '../domain/notifications/ports.ts';
import type { PolicyStore } from '../domain/policies/ports.ts';
import type { DeliveryStore, HookStore } from '../domain/webhooks/ports.ts';
import type { ApprovalStore } from '../flows/approvals/ports.ts';
import type { LifecycleRunStore, LifecycleStore } from '../flows/lifecycle/ports.ts';
import type { AuditStore } from './audit/ports.ts';
import type { EventStore } from './events/ports.ts';
import type { IntentStore } from './intents/ports.ts';
import type { JobStore } from './jobs/ports.ts';
import type { QueuePort } from './jobs/queue.ts';

/** Stores bound to one tenant. */
export interface TenantStores {
  templates: TemplateStore;
  jobs: JobStore;
  approvals: ApprovalStore;
  notifications: NotificationStore;
  intents: IntentStore;
  /** Writes the audit record of each event besides, and lets webhooks be told of it. */
  events: EventStore;
  /** For changes that have no event. */
  audit: AuditStore;
  hooks: HookStore;
  deliveries: DeliveryStore;
  /** Policies, and the teams that Charter looks after. */
  policies: PolicyStore;
  lifecycles: LifecycleStore;
  lifecycleRuns: LifecycleRunStore;
}

/** The stores inside one transaction, and the queue that commits with it. */
export interface UnitOfWork extends TenantStores {
  queue: QueuePort;
}

export interface Store {
  in(tenantId: string): TenantStores;
  /** Commits when `work` resolves, rolls back when it throws. Never call the suite from inside. */
  transaction<T>(tenantId: string, work: (unit: UnitOfWork) => Promise<T>): Promise<T>;
}
