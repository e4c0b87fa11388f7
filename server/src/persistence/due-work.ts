/** Finds the tenants with due work, so that scheduled work does not visit the others. */
import { text } from '../kernel/columns.ts';
import { statements } from '../kernel/sql.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import { NO_TENANT } from './tenants.ts';

/**
 * A kind of work of a tenant. `reminders` are due when the approvers of a request were last notified at the time or
 * before, and `lifecycle_runs` when a run waits or has lost its worker, or when the slot has no run yet. `deliveries`
 * count even when they become due later: a node plans its next look by them.
 */
export type DueWork =
  | 'intents'
  | 'mail'
  | 'approvals'
  | 'second_approvals'
  | 'reminders'
  | 'ownerless_teams'
  | 'erasures'
  | 'roles'
  | 'policy_checks'
  | 'deliveries'
  | 'lifecycle_runs'
  | 'guests_and_reviews'
  | 'join_requests';

/**
 * Returns the ids of the tenants with work that is due at this time, ordered by display name. One statement visits each
 * tenant inside of the database (migrations/0058-due-work.ts).
 * @param slot start of the latest scheduled hour, for `lifecycle_runs`
 */
export const tenantsWithDueWork = (
  databases: TenantDatabases,
  work: DueWork,
  at: Date,
  slot?: Date,
): Promise<string[]> =>
  statements(databases.for(NO_TENANT), NO_TENANT).all(text<string>())`
    select tenant_id from charter.tenants_with_due_work(${work}, ${at}, ${slot ?? null}) as tenant_id`;
