/** Encrypts stored responses, because they may contain a secret that is shown once (createHook). */

import type { SecretBox } from '../domain/webhooks/ports.ts';
import type { IdempotencyStore } from '../engine/idempotency/ports.ts';

/** Binds an encrypted response to its idempotency key. */
export const responseContext = (tenantId: string, principalId: string, key: string): string =>
  JSON.stringify(['answer', tenantId, principalId, key]);

export function sealedResponses(store: IdempotencyStore, secrets: SecretBox): IdempotencyStore {
  return {
    ...store,
    async claim(tenantId, principalId, key, fingerprint) {
      const claim = await store.claim(tenantId, principalId, key, fingerprint);
      if (claim.outcome !== 'answered') return claim;
      const body = secrets.open(claim.answer.body, responseContext(tenantId, principalId, key));
      return { ...claim, answer: { ...claim.answer, body } };
    },
    settle: (tenantId, principalId, key, claimId, answer) =>
      store.settle(tenantId, principalId, key, claimId, {
        ...answer,
        body: secrets.seal(answer.body, responseContext(tenantId, principalId, key)),
      }),
  };
}
