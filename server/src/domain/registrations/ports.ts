import type { TimedCause } from '../identity/ports.ts';
import type { ConnectedAccount, TenantRegistration } from './model.ts';

/** The registrations of tenants, at most one for each. */
export interface RegistrationStore {
  find(tenantId: string): Promise<TenantRegistration | undefined>;
  /** Adds or replaces the registration, stores the tenant's name, and writes an audit record. */
  save(registration: TenantRegistration, displayName: string, cause: TimedCause): Promise<void>;
  /** Removes the registration and writes an audit record. Returns false when there is none. */
  remove(tenantId: string, cause: TimedCause): Promise<boolean>;
}

/** Tenants in which Charter has no access to Microsoft 365. */
export interface AccessStore {
  /** Returns the time of the loss; undefined while Charter has access. */
  lostSince(tenantId: string): Promise<Date | undefined>;
  /**
   * Records the loss with an audit record, and notifies the administrators whose role the service assigned, once for
   * each loss and at most once an hour. Returns false when the loss is already recorded.
   */
  lose(tenantId: string, reason: string, cause: TimedCause): Promise<boolean>;
  /** Ends the loss with an audit record, and starts the delayed jobs. Returns false when there is no loss. */
  regain(tenantId: string, cause: TimedCause): Promise<boolean>;
  /** Starts the delayed jobs after the app got a permission that it lacked. */
  wake(tenantId: string): Promise<void>;
  /** Returns the number of tenants without access. */
  countLost(): Promise<number>;
}

/** Connected accounts, at most one for each tenant. */
export interface AccountStore {
  find(tenantId: string): Promise<ConnectedAccount | undefined>;
  /** Adds or replaces the account, writes an audit record, and starts the delayed jobs, which may wait for it. */
  save(account: ConnectedAccount, cause: TimedCause): Promise<void>;
  /** Removes the account with its tokens, and writes an audit record. Returns false when there is none. */
  remove(tenantId: string, cause: TimedCause): Promise<boolean>;
  /** Replaces the tokens, unless the account has been connected again. */
  saveTokens(account: ConnectedAccount, sealedTokens: string): Promise<void>;
  /**
   * Records that Entra rejects the refresh token, writes an audit record, and notifies the administrators whose role
   * the service assigned. Does nothing if that is already recorded, or if the account has been connected again.
   */
  lose(account: ConnectedAccount, reason: string, cause: TimedCause): Promise<void>;
}
