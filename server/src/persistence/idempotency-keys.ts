/** Idempotency keys, shared by all nodes. A claim is a lease that its node renews until the answer is stored. */
import { type ExpressionBuilder, sql } from 'kysely';
import type { IdempotencyClaim, IdempotencyStore, KeptAnswer } from '../engine/idempotency/ports.ts';
import { type Clock, DAY_MILLISECONDS } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import type { CharterTables } from './tables.ts';

const KEPT_MILLISECONDS = DAY_MILLISECONDS;
/** An older claim belongs to a dead node. The next request with the key takes it over. */
const LEASE_MILLISECONDS = 12_000;
/** A claim survives two failed renewals. */
export const CLAIM_RENEWAL_MILLISECONDS = 4_000;
const ABANDONED = new Date(0);
/** Most rows per deletion, so that each statement stays short. */
const BATCH_ROWS = 10_000;

interface Held {
  tenantId: string;
  principalId: string;
  key: string;
}

export function idempotencyStore(databases: TenantDatabases<CharterTables>, clock: Clock): IdempotencyStore {
  /** Claims of this node, by claim id. */
  const held = new Map<string, Held>();

  const keyOf = (tenantId: string, principalId: string, key: string) =>
    ({ tenant_id: tenantId, principal_id: principalId, key }) as const;

  /** Selects the claim while it has no answer. */
  const openClaim =
    (tenantId: string, principalId: string, key: string, claimId: string) =>
    (row: ExpressionBuilder<CharterTables, 'charter.idempotency_keys'>) =>
      row.and([
        row.and({ ...keyOf(tenantId, principalId, key), claim_id: claimId }),
        row('status', 'is', null),
      ]);

  const insertOrJudge = async (
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
    // Another request has just removed the expired key. The caller may try again.
    if (row === undefined) return { outcome: 'in-flight' };
    if (row.fingerprint !== fingerprint) return { outcome: 'reused' };
    if (row.status !== null) {
      const headers = (row.headers ?? {}) as Record<string, string>;
      return { outcome: 'answered', answer: { status: row.status, headers, body: row.body ?? '' } };
    }
    const takenOver = await takeOver(tenantId, principalId, key, row.claim_id, now);
    return takenOver ? { outcome: 'claimed', claimId: row.claim_id } : { outcome: 'in-flight' };
  };

  /** Takes over an abandoned claim. It keeps its id, by which the dead node's unfinished work is found. */
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
      .where('claimed_at', '<', new Date(now.getTime() - LEASE_MILLISECONDS))
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  };

  const renewOfTenant = async (tenantId: string, claims: readonly [string, Held][]): Promise<void> => {
    await sql`
      update charter.idempotency_keys as kept set claimed_at = ${clock.now()}
        from unnest(${claims.map(([, { principalId }]) => principalId)}::text[],
                    ${claims.map(([, { key }]) => key)}::text[],
                    ${claims.map(([claimId]) => claimId)}::uuid[]) as held (principal_id, key, claim_id)
       where kept.tenant_id = ${tenantId} and kept.principal_id = held.principal_id and kept.key = held.key
         and kept.claim_id = held.claim_id and kept.status is null`.execute(databases.for(tenantId));
  };

  return {
    async claim(tenantId, principalId, key, fingerprint) {
      const claim = await insertOrJudge(tenantId, principalId, key, fingerprint);
      if (claim.outcome === 'claimed') held.set(claim.claimId, { tenantId, principalId, key });
      return claim;
    },
    async renew() {
      const byTenant = Map.groupBy(held, ([, { tenantId }]) => tenantId);
      await Promise.all([...byTenant].map(([tenantId, claims]) => renewOfTenant(tenantId, claims)));
    },
    async settle(tenantId, principalId, key, claimId, answer: KeptAnswer) {
      held.delete(claimId);
      await databases
        .for(tenantId)
        .updateTable('charter.idempotency_keys')
        .set({ status: answer.status, headers: JSON.stringify(answer.headers), body: answer.body })
        .where(openClaim(tenantId, principalId, key, claimId))
        .execute();
    },
    async release(tenantId, principalId, key, claimId) {
      held.delete(claimId);
      await databases
        .for(tenantId)
        .updateTable('charter.idempotency_keys')
        .set({ claimed_at: ABANDONED })
        .where(openClaim(tenantId, principalId, key, claimId))
        .execute();
    },
    async removeExpired(tenantId) {
      let removed = 0;
      for (;;) {
        const { numAffectedRows = 0n } = await sql`
          delete from charter.idempotency_keys
           where tenant_id = ${tenantId} and (principal_id, key) in (
                   select principal_id, key from charter.idempotency_keys
                    where tenant_id = ${tenantId} and expires_at <= ${clock.now()}
                    limit ${BATCH_ROWS})`.execute(databases.for(tenantId));
        removed += Number(numAffectedRows);
        if (numAffectedRows < BATCH_ROWS) return removed;
      }
    },
  };
}
