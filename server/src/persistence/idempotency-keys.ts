/** Idempotency keys, shared by all nodes. */
import type { ExpressionBuilder } from 'kysely';
import type { IdempotencyClaim, IdempotencyStore, KeptAnswer } from '../engine/idempotency/ports.ts';
import type { Clock } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import type { CharterTables } from './tables.ts';

const KEPT_MILLISECONDS = 24 * 60 * 60 * 1000;
/** A claim older than this belongs to a node that died: the next request with the key takes it over. */
const ABANDONED_MILLISECONDS = 60_000;
const ABANDONED = new Date(0);

export function idempotencyStore(databases: TenantDatabases<CharterTables>, clock: Clock): IdempotencyStore {
  const keyOf = (tenantId: string, principalId: string, key: string) =>
    ({ tenant_id: tenantId, principal_id: principalId, key }) as const;

  /** The claim, as long as it has no answer. */
  const openClaim =
    (tenantId: string, principalId: string, key: string, claimId: string) =>
    (row: ExpressionBuilder<CharterTables, 'charter.idempotency_keys'>) =>
      row.and([
        row.and({ ...keyOf(tenantId, principalId, key), claim_id: claimId }),
        row('status', 'is', null),
      ]);

  const claim = async (
    tenantId: string,
    principalId: string,
    key: string,
    fingerprint: string,
  ): Promise<IdempotencyClaim> => {
    const now = clock.now();
    const claimId = newId();
    const inserted = await databases
      .for(tenantId)
      .insertInto('charter.idempotency_keys')
      .values({
        ...keyOf(tenantId, principalId, key),
        fingerprint,
        claim_id: claimId,
        claimed_at: now,
        expires_at: new Date(now.getTime() + KEPT_MILLISECONDS),
        status: null,
        headers: null,
        body: null,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'principal_id', 'key'])
          .doUpdateSet((row) => ({
            fingerprint: row.ref('excluded.fingerprint'),
            claim_id: row.ref('excluded.claim_id'),
            claimed_at: row.ref('excluded.claimed_at'),
            expires_at: row.ref('excluded.expires_at'),
            status: null,
            headers: null,
            body: null,
          }))
          .where('charter.idempotency_keys.expires_at', '<=', now),
      )
      .returning('claim_id')
      .executeTakeFirst();
    if (inserted !== undefined) return { outcome: 'claimed', claimId };
    return judgeExisting(tenantId, principalId, key, fingerprint, now);
  };

  const judgeExisting = async (
    tenantId: string,
    principalId: string,
    key: string,
    fingerprint: string,
    now: Date,
  ): Promise<IdempotencyClaim> => {
    const row = await databases
      .for(tenantId)
      .selectFrom('charter.idempotency_keys')
      .select(['fingerprint', 'claim_id', 'claimed_at', 'status', 'headers', 'body'])
      .where((row) => row.and(keyOf(tenantId, principalId, key)))
      .executeTakeFirst();
    // Removed as expired a moment ago: the caller may try again.
    if (row === undefined) return { outcome: 'in-flight' };
    if (row.fingerprint !== fingerprint) return { outcome: 'reused' };
    if (row.status !== null) {
      const headers = (row.headers ?? {}) as Record<string, string>;
      return { outcome: 'answered', answer: { status: row.status, headers, body: row.body ?? '' } };
    }
    const takenOver = await takeOver(tenantId, principalId, key, row.claim_id, now);
    return takenOver ? { outcome: 'claimed', claimId: row.claim_id } : { outcome: 'in-flight' };
  };

  /**
   * Goes on with an abandoned claim under its own id, so that what the dead node had begun is found by that
   * id and not done twice.
   */
  const takeOver = async (
    tenantId: string,
    principalId: string,
    key: string,
    claimId: string,
    now: Date,
  ): Promise<boolean> => {
    const result = await databases
      .for(tenantId)
      .updateTable('charter.idempotency_keys')
      .set({ claimed_at: now })
      .where(openClaim(tenantId, principalId, key, claimId))
      .where('claimed_at', '<', new Date(now.getTime() - ABANDONED_MILLISECONDS))
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  };

  return {
    claim,
    async settle(tenantId, principalId, key, claimId, answer: KeptAnswer) {
      await databases
        .for(tenantId)
        .updateTable('charter.idempotency_keys')
        .set({ status: answer.status, headers: JSON.stringify(answer.headers), body: answer.body })
        .where(openClaim(tenantId, principalId, key, claimId))
        .execute();
    },
    async release(tenantId, principalId, key, claimId) {
      await databases
        .for(tenantId)
        .updateTable('charter.idempotency_keys')
        .set({ claimed_at: ABANDONED })
        .where(openClaim(tenantId, principalId, key, claimId))
        .execute();
    },
    async removeExpired(tenantId) {
      const result = await databases
        .for(tenantId)
        .deleteFrom('charter.idempotency_keys')
        .where('tenant_id', '=', tenantId)
        .where('expires_at', '<=', clock.now())
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}
