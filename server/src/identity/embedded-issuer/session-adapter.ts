/** Stores oidc-provider's state in IssuerSessionStore, so that a sign-in can continue on another node. */
import type { Adapter, AdapterPayload, errors } from 'oidc-provider';
import type { IssuerSessionStore } from '../../domain/identity/ports.ts';

export function createSessionAdapter(
  kind: string,
  store: IssuerSessionStore,
  InvalidGrant: typeof errors.InvalidGrant,
): Adapter {
  return {
    upsert: (id, payload, expiresIn) => store.upsert(kind, id, payload as Record<string, unknown>, expiresIn),
    async find(id) {
      // Clients are fixed, and an unknown client id must not reach the database.
      if (kind === 'Client') return undefined;
      return (await store.find(kind, id)) as AdapterPayload | undefined;
    },
    // Device codes are disabled.
    findByUserCode: async () => undefined,
    findByUid: async (uid) => (await store.findByUid(kind, uid)) as AdapterPayload | undefined,
    consume: async (id) => {
      if (!(await store.consume(kind, id))) throw new InvalidGrant('already used');
    },
    destroy: (id) => store.destroy(kind, id),
    revokeByGrantId: (grantId) => store.revokeByGrant(kind, grantId),
  };
}
