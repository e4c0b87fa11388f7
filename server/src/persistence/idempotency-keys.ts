/** Idempotency keys, shared by all nodes. A claim is a lease that its node renews until the response is stored. */
import type { IdempotencyClaim, IdempotencyStore, StoredResponse } from '../engine/idempotency/ports.ts';
import { type Clock, DAY_MILLISECONDS } from '../kernel/clock.ts';
import { columns, dateTime, json, number, text } from '../kernel/columns.ts';
import { newId } from '../kernel/ids.ts';
import { assigned, inserted, sql, statements, table } from '../kernel/sql.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';

const CACHED_MILLISECONDS = DAY_MILLISECONDS;
/** A claim that was not renewed for this long belongs to a dead node. The next request with the key takes it over. */
const LEASE_MILLISECONDS = 12_000;
/** A claim survives two failed renewals. */
export const CLAIM_RENEWAL_MILLISECONDS = 4_000;
/** Maximum number of rows per deletion, so that each statement stays short. */
const BATCH_ROWS = 10_000;

type KeyRow = { fingerprint: string; claimId: string; claimedAt: string } & (
  | StoredResponse
  | { status: null }
);

const KEY = columns<KeyRow & Pick<StoredResponse, 'headers' | 'body'>>({
  fingerprint: text(),
  claimId: text(),
  claimedAt: dateTime(),
  status: number(),
  headers: json(),
  body: text(),
});

interface HeldClaim {
  tenantId: string;
  principalId: string;
  key: string;
  /**
   * The times of this node's latest writes, whose outcome may be unknown. While the database has one of these times for
   * the claim, the claim is this node's. With any other time, another request has taken it over.
   */
  written: readonly string[];
}

/** Maximum number of times in `written`. A claim whose renewals fail for longer is lost to another node anyway. */
const MAX_WRITTEN = 4;

export function idempotencyStore(databases: TenantDatabases, clock: Clock): IdempotencyStore {
  /** Claims of this node, by claim id. */
  const held = new Map<string, HeldClaim>();
  /**
   * Claims, by claim id, whose creation, release or settlement failed, with an unknown outcome in the database. No
   * request runs under them.
   */
  const unreleased = new Map<string, HeldClaim>();

  const of = (tenantId: string) => statements(databases.for(tenantId), tenantId);

  /** Updates the claim while it has no response. */
  const change = async (
    tenantId: string,
    { principalId, key, claimId }: Pick<HeldClaim, 'principalId' | 'key'> & { claimId: string },
    row: Record<string, unknown>,
    condition = sql``,
  ): Promise<number> => {
    const { tenant, write } = of(tenantId);
    return write`
      update charter.idempotency_keys set ${assigned(row)}
       where tenant_id = ${tenant} and principal_id = ${principalId} and key = ${key} and claim_id = ${claimId}
         and status is null ${condition}`;
  };

  /** Returns a handler that adds the claim to `unreleased`, and throws the error again. */
  const failed = (claimId: string, claim: HeldClaim) => (error: unknown) => {
    unreleased.set(claimId, claim);
    throw error;
  };

  const grant = async (ours: HeldClaim, fingerprint: string, now: Date): Promise<IdempotencyClaim> => {
    const { tenantId, principalId, key } = ours;
    const { tenant, first, write } = of(tenantId);
    const claimId = newId();
    const row = inserted({
      tenant_id: tenant,
      principal_id: principalId,
      key,
      fingerprint,
      claim_id: claimId,
      claimed_at: now,
      expires_at: new Date(now.getTime() + CACHED_MILLISECONDS),
    });
    // Claims a new key, or one whose response has expired. A connection may be lost after the commit.
    const claimed = await write`
      insert into charter.idempotency_keys as stored ${row}
      on conflict (tenant_id, principal_id, key) do update
        set fingerprint = excluded.fingerprint, claim_id = excluded.claim_id, claimed_at = excluded.claimed_at,
            expires_at = excluded.expires_at, status = null, headers = null, body = null
        where stored.expires_at <= excluded.claimed_at`.catch(failed(claimId, ours));
    if (claimed === 1) return { outcome: 'claimed', claimId };
    const found = await first(KEY)`
      select ${KEY} from charter.idempotency_keys
       where tenant_id = ${tenant} and principal_id = ${principalId} and key = ${key}`;
    // The expired key has just been deleted. The caller may try again.
    if (found === undefined) return { outcome: 'in-flight' };
    if (found.fingerprint !== fingerprint) return { outcome: 'reused' };
    if (found.status !== null) {
      const { status, headers, body } = found;
      return { outcome: 'answered', answer: { status, headers, body } };
    }
    const isAbandoned = Date.parse(found.claimedAt) < now.getTime() - LEASE_MILLISECONDS;
    const isUnreleased = unreleased.get(found.claimId)?.written.includes(found.claimedAt) ?? false;
    if (!isAbandoned && !isUnreleased) return { outcome: 'in-flight' };
    unreleased.delete(found.claimId);
    // A claim that is taken over keeps its id, which identifies the unfinished work. If several requests saw it with
    // this time, one of them takes it over.
    const taken = { principalId, key, claimId: found.claimId };
    const takenOver = await change(
      tenantId,
      taken,
      { claimed_at: now },
      sql`and claimed_at = ${found.claimedAt}`,
    ).catch(failed(found.claimId, { ...ours, written: [found.claimedAt, ...ours.written] }));
    return takenOver === 1 ? { outcome: 'claimed', claimId: found.claimId } : { outcome: 'in-flight' };
  };

  /** Frees the claim for the next request, unless another one has taken it over. */
  const free = ({ tenantId, written, ...claim }: HeldClaim, claimId: string): Promise<number> =>
    change(
      tenantId,
      { ...claim, claimId },
      { claimed_at: new Date(0) },
      sql`and claimed_at = any(${written})`,
    );

  const release = async (claimId: string): Promise<void> => {
    const claim = held.get(claimId);
    if (claim === undefined) return;
    held.delete(claimId);
    await free(claim, claimId)
      .catch(failed(claimId, claim))
      // The database is unavailable, as the response says. The next renewal repeats the release.
      .catch(() => undefined);
  };

  return {
    async claim(tenantId, principalId, key, fingerprint) {
      const now = clock.now();
      const claim = { tenantId, principalId, key, written: [now.toISOString()] };
      const answer = await grant(claim, fingerprint, now);
      if (answer.outcome === 'claimed') held.set(answer.claimId, claim);
      return answer;
    },

    async renew() {
      const now = clock.now();
      const renewed = now.toISOString();
      const byTenant = Map.groupBy(held, ([, { tenantId }]) => tenantId);
      await Promise.all(
        [...byTenant].map(async ([tenantId, claims]) => {
          const { tenant, write } = of(tenantId);
          const rows = claims.map(([claimId, { principalId, key, written }]) => ({
            principalId,
            key,
            claimId,
            written,
          }));
          for (const [, claim] of claims) claim.written = [...claim.written.slice(1 - MAX_WRITTEN), renewed];
          await write`
            update charter.idempotency_keys as stored set claimed_at = ${now}
              from ${table('held', rows, { principalId: 'text', key: 'text', claimId: 'uuid', written: 'timestamptz[]' })}
             where stored.tenant_id = ${tenant} and stored.principal_id = held."principalId" and stored.key = held.key
               and stored.claim_id = held."claimId" and stored.claimed_at = any(held.written)`;
        }),
      );
      for (const [claimId, claim] of unreleased) {
        await free(claim, claimId);
        unreleased.delete(claimId);
      }
    },

    async settle(tenantId, principalId, key, claimId, { status, headers, body }) {
      const claim = held.get(claimId) ?? { tenantId, principalId, key, written: [] };
      held.delete(claimId);
      await change(tenantId, { principalId, key, claimId }, { status, headers, body }).catch(
        failed(claimId, claim),
      );
    },

    release,

    async releaseHeld() {
      await Promise.all([...held.keys()].map(release));
    },

    async removeExpired(tenantId) {
      let removed = 0;
      for (;;) {
        const { tenant, write } = of(tenantId);
        const batch = await write`
          delete from charter.idempotency_keys
           where tenant_id = ${tenant} and (principal_id, key) in (
                   select principal_id, key from charter.idempotency_keys
                    where tenant_id = ${tenant} and expires_at <= ${clock.now()} limit ${sql.lit(BATCH_ROWS)})`;
        removed += batch;
        if (batch === 0) return removed;
      }
    },
  };
}
