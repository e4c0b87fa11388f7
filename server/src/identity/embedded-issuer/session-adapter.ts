/** Stores oidc-provider's state in IssuerSessionStore, so that a sign-in can continue on another node. */
import type { Adapter, AdapterPayload, errors } from 'oidc-provider';
import type { IssuerSessionStore } from '../../domain/identity/ports.ts';
import { isStorable } from '../../kernel/text.ts';

/** Whether every text of a payload can be stored. JSON.stringify writes U+0000 and lone surrogates as escapes. */
const isStorablePayload = (payload: AdapterPayload): boolean =>
  !/\\u(?:0000|d[89a-f])/i.test(JSON.stringify(payload).replaceAll('\\\\', ''));

/** Ids and parameters come from browsers. Those that PostgreSQL can't store count as unknown, or are rejected. */
export function createSessionAdapter(
  kind: string,
  store: IssuerSessionStore,
  { InvalidGrant, InvalidRequest }: Pick<typeof errors, 'InvalidGrant' | 'InvalidRequest'>,
  onSignOut: (subject: string) => void,
): Adapter {
  /** A grant ends with the sign-out, or when one of its codes or refresh tokens is used again. */
  async function endGrant(id: string): Promise<void> {
    const grant = await store.find(kind, id);
    await store.destroy(kind, id);
    if (grant !== undefined) onSignOut(String(grant.accountId));
  }
  const findByUid = async (uid: string) =>
    isStorable(uid) ? ((await store.findByUid(kind, uid)) as AdapterPayload | undefined) : undefined;
  return {
    async upsert(id, payload, expiresIn) {
      if (!isStorablePayload(payload)) throw new InvalidRequest('a parameter has an invalid character');
      await store.upsert(kind, id, payload as Record<string, unknown>, expiresIn);
    },
    async find(id) {
      // Clients are fixed, and an unknown client id must not reach the database.
      if (kind === 'Client' || !isStorable(id)) return undefined;
      return (await store.find(kind, id)) as AdapterPayload | undefined;
    },
    findByUserCode: findByUid,
    findByUid,
    consume: async (id) => {
      if (!isStorable(id) || !(await store.consume(kind, id))) throw new InvalidGrant('already used');
    },
    destroy: kind === 'Grant' ? endGrant : (id) => store.destroy(kind, id),
    revokeByGrantId: (grantId) => store.revokeByGrant(kind, grantId),
  };
}
