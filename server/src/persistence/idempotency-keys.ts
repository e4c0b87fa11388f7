/** Idempotency keys, shared by all nodes. A claim is a lease that its node renews until the answer is stored. */
import type { IdempotencyClaim, IdempotencyStore, KeptAnswer } from '../engine/idempotency/ports.ts';
import { type Clock, DAY_MILLISECONDS } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import { statements } from './statements.ts';
import type { CharterTables } from './tables.ts';

const KEPT_MILLISECONDS = DAY_MILLISECONDS;
/** A claim that was not renewed for this long belongs to a dead node. The next request with the key takes it over. */
const LEASE_MILLISECONDS = 12_000;
/** A claim survives two failed renewals. */
export const CLAIM_RENEWAL_MILLISECONDS = 4_000;
/** Maximum number of rows per deletion, so that each statement stays short. */
const BATCH_ROWS = 10_000;

/** Claims a new key, or one whose answer has expired (`$6`: now). */
const CLAIM = `
  insert into charter.idempotency_keys as kept
    (tenant_id, principal_id, key, fingerprint, claim_id, claimed_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (tenant_id, principal_id, key) do update
    set fingerprint = excluded.fingerprint, claim_id = excluded.claim_id, claimed_at = excluded.claimed_at,
        expires_at = excluded.expires_at, status = null, headers = null, body = null
    where kept.expires_at <= $6`;

const FIND = `
  select fingerprint, claim_id as "claimId", status, headers, body from charter.idempotency_keys
   where tenant_id = $1 and principal_id = $2 and key = $3`;

/** Selects the claim while it has no answer. */
const OPEN = 'where tenant_id = $1 and principal_id = $2 and key = $3 and claim_id = $4 and status is null';
const TAKE_OVER = `update charter.idempotency_keys set claimed_at = $5 ${OPEN} and claimed_at < $6`;
const SETTLE = `update charter.idempotency_keys set status = $5, headers = $6, body = $7 ${OPEN}`;
const RELEASE = `update charter.idempotency_keys set claimed_at = 'epoch' ${OPEN}`;

const RENEW = `
  update charter.idempotency_keys as kept set claimed_at = $2
    from unnest($3::text[], $4::text[], $5::uuid[]) as held (principal_id, key, claim_id)
   where kept.tenant_id = $1 and kept.principal_id = held.principal_id and kept.key = held.key
     and kept.claim_id = held.claim_id and kept.status is null`;

const REMOVE_EXPIRED = `
  delete from charter.idempotency_keys
   where tenant_id = $1 and (principal_id, key) in (
           select principal_id, key from charter.idempotency_keys
            where tenant_id = $1 and expires_at <= $2 limit ${BATCH_ROWS})`;

type KeyRow = { fingerprint: string; claimId: string } & (KeptAnswer | { status: null });

interface Held {
  tenantId: string;
  principalId: string;
  key: string;
}

export function idempotencyStore(databases: TenantDatabases<CharterTables>, clock: Clock): IdempotencyStore {
  /** Claims of this node, by claim id. */
  const held = new Map<string, Held>();

  const of = (tenantId: string) => statements(databases.for(tenantId), tenantId);

  const claim = async (
    tenantId: string,
    principalId: string,
    key: string,
    fingerprint: string,
  ): Promise<IdempotencyClaim> => {
    const { first, write } = of(tenantId);
    const now = clock.now();
    const claimId = newId();
    const expiry = new Date(now.getTime() + KEPT_MILLISECONDS);
    const claimed = await write(CLAIM, principalId, key, fingerprint, claimId, now, expiry);
    if (claimed === 1) return { outcome: 'claimed', claimId };
    const row = await first<KeyRow>(FIND, principalId, key);
    // The expired key has just been deleted. The caller may try again.
    if (row === undefined) return { outcome: 'in-flight' };
    if (row.fingerprint !== fingerprint) return { outcome: 'reused' };
    if (row.status !== null) {
      const { status, headers, body } = row;
      return { outcome: 'answered', answer: { status, headers, body } };
    }
    // An abandoned claim keeps its id, by which the dead node's unfinished work is found.
    const abandoned = new Date(now.getTime() - LEASE_MILLISECONDS);
    const takenOver = await write(TAKE_OVER, principalId, key, row.claimId, now, abandoned);
    return takenOver === 1 ? { outcome: 'claimed', claimId: row.claimId } : { outcome: 'in-flight' };
  };

  return {
    async claim(tenantId, principalId, key, fingerprint) {
      const answer = await claim(tenantId, principalId, key, fingerprint);
      if (answer.outcome === 'claimed') held.set(answer.claimId, { tenantId, principalId, key });
      return answer;
    },

    async renew() {
      const byTenant = Map.groupBy(held, ([, { tenantId }]) => tenantId);
      await Promise.all(
        [...byTenant].map(([tenantId, claims]) =>
          of(tenantId).write(
            RENEW,
            clock.now(),
            claims.map(([, { principalId }]) => principalId),
            claims.map(([, { key }]) => key),
            claims.map(([claimId]) => claimId),
          ),
        ),
      );
    },

    async settle(tenantId, principalId, key, claimId, { status, headers, body }) {
      held.delete(claimId);
      await of(tenantId).write(SETTLE, principalId, key, claimId, status, headers, body);
    },

    async release(tenantId, principalId, key, claimId) {
      held.delete(claimId);
      await of(tenantId).write(RELEASE, principalId, key, claimId);
    },

    async removeExpired(tenantId) {
      let removed = 0;
      for (;;) {
        const batch = await of(tenantId).write(REMOVE_EXPIRED, clock.now());
        removed += batch;
        if (batch < BATCH_ROWS) return removed;
      }
    },
  };
}
