/**
 * Announces changes of principals, so that they take effect at once in the caches and open streams of this node.
 * Changes by this node: assigned and revoked roles, saved apps, imported people, and sign-outs at the embedded issuer.
 * Changes by any node: people who gained or lost access (PEOPLE_CHANNEL). All other changes take effect when the caches
 * expire (principal-states.ts).
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
