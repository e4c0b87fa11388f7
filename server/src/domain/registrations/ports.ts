import type { TimedCause } from '../identity/ports.ts';
import type { TenantRegistration } from './model.ts';

/** Registrations of tenants that have their own. */
export interface RegistrationStore {
  find(tenantId: string): Promise<TenantRegistration | undefined>;
  /** Adds or replaces the registration, keeps the tenant's name, and writes an audit record. */
  save(registration: TenantRegistration, displayName: string, cause: TimedCause): Promise<void>;
  /** Removes the registration and writes an audit record. Returns false when there is none. */
  remove(tenantId: string, cause: TimedCause): Promise<boolean>;
}
