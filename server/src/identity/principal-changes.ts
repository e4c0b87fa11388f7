/**
 * Announces changes of principals that this node makes: assigned and revoked roles, saved apps, and sign-outs at the
 * embedded issuer. They take effect at once in caches and open streams.
 * Changes by other nodes take effect when the caches expire (principal-states.ts).
 */
import type { RoleAssignmentStore } from '../domain/identity/ports.ts';

type Listener = (tenantId: string, principalId: string) => void;

export class PrincipalChanges {
  readonly #listeners: Listener[] = [];

  /** Adds a listener. Listeners are called in the order in which they were added. */
  listen(listener: Listener): void {
    this.#listeners.push(listener);
  }

  announce(tenantId: string, principalId: string): void {
    for (const listener of this.#listeners) listener(tenantId, principalId);
  }
}

/** Wraps the store to announce its changes after their commit. */
export const withRoleAnnouncements = (
  store: RoleAssignmentStore,
  changes: PrincipalChanges,
): RoleAssignmentStore => ({
  ...store,
  async assign(tenantId, principalId, role, cause, options) {
    const outcome = await store.assign(tenantId, principalId, role, cause, options);
    if (outcome === 'assigned') changes.announce(tenantId, principalId);
    return outcome;
  },
  async assignFirst(tenantId, principalId, role, cause) {
    const assigned = await store.assignFirst(tenantId, principalId, role, cause);
    if (assigned) changes.announce(tenantId, principalId);
    return assigned;
  },
  async revoke(tenantId, principalId, role, cause, options) {
    const outcome = await store.revoke(tenantId, principalId, role, cause, options);
    if (outcome === 'revoked') changes.announce(tenantId, principalId);
    return outcome;
  },
});
