/** Deletion of jobs, approvals, events and notifications whose term has ended (docs/privacy.md). */
import type { Deps } from '../../engine/deps.ts';
import { SYSTEM_ACTOR } from '../../engine/principal.ts';
import { newId } from '../../kernel/ids.ts';
import { EXPIRING_KINDS, type ExpiringKind } from './ports.ts';
import { type Counts, expiredRemoved } from './privacy-records.ts';

/** Maximum number of objects of each kind that one transaction deletes. */
const BATCH = 2_000;

/** Terms in days, by kind. A kind without one is stored for ever. */
export type Terms = Readonly<Partial<Record<ExpiringKind, number>>>;

/**
 * Returns the terms of storage. A kind without an own term is stored as long as audit records: until the longest of the
 * trails' terms ends, and for ever when one trail has none.
 */
export function termsOf(
  own: { readonly [Kind in ExpiringKind]?: number | undefined },
  auditRetention: Readonly<Record<string, number>>,
  trails: number,
): Terms {
  const days = Object.values(auditRetention);
  const longest = days.length < trails ? undefined : Math.max(...days);
  const terms: { [Kind in ExpiringKind]?: number } = {};
  for (const kind of EXPIRING_KINDS) {
    const term = own[kind] ?? longest;
    if (term !== undefined) terms[kind] = term;
  }
  return terms;
}

/**
 * Deletes the tenant's objects whose term has ended, in batches, each with an audit record in its transaction. Returns
 * how many were deleted.
 */
export async function removeExpired(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  tenantId: string,
  most = BATCH,
): Promise<Counts> {
  const total = { jobs: 0, approvals: 0, events: 0, notifications: 0 };
  let isLast = false;
  while (!isLast) {
    const at = clock.now();
    const removed = await store.transaction(tenantId, async (unit) => {
      const batch = { jobs: 0, approvals: 0, events: 0, notifications: 0 };
      for (const kind of EXPIRING_KINDS) batch[kind] = await unit.privacy.removeExpired(kind, most, at);
      if (Object.values(batch).some((count) => count > 0)) {
        const record = expiredRemoved.record(
          { tenantId, counts: batch },
          { actor: SYSTEM_ACTOR, requestId: newId() },
        );
        await unit.audit.append([record], at);
      }
      return batch;
    });
    for (const kind of EXPIRING_KINDS) total[kind] += removed[kind];
    isLast = EXPIRING_KINDS.every((kind) => removed[kind] < most);
  }
  return total;
}
