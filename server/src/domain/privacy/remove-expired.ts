/** Deletion of jobs, approvals, events, notifications and reviews whose retention period has ended (docs/privacy.md). */
import type { Deps } from '../../engine/deps.ts';
import { SYSTEM_ACTOR } from '../../engine/principal.ts';
import { newId } from '../../kernel/ids.ts';
import { EXPIRING_KINDS, type ExpiringKind } from './ports.ts';
import { type Counts, expiredRemoved } from './privacy-records.ts';

/** Maximum number of objects of each kind that one transaction deletes. */
const BATCH = 2_000;

const none = (): Record<ExpiringKind, number> => ({
  jobs: 0,
  approvals: 0,
  events: 0,
  notifications: 0,
  reviews: 0,
});

/** Retention periods in days, by kind. A kind without one is stored forever. */
export type Retention = Readonly<Partial<Record<ExpiringKind, number>>>;

/**
 * Returns the retention periods. A kind without its own period gets the longest period of the audit trails, or none if
 * a trail has none.
 */
export function retentionOf(
  own: { readonly [Kind in ExpiringKind]?: number | undefined },
  auditRetention: Readonly<Record<string, number>>,
  trails: number,
): Retention {
  const days = Object.values(auditRetention);
  const longest = days.length < trails ? undefined : Math.max(...days);
  const retention: { [Kind in ExpiringKind]?: number } = {};
  for (const kind of EXPIRING_KINDS) {
    const period = own[kind] ?? longest;
    if (period !== undefined) retention[kind] = period;
  }
  return retention;
}

/**
 * Deletes the tenant's objects whose retention period has ended, in batches, each with an audit record in its
 * transaction. Returns the number of deleted objects by kind.
 */
export async function removeExpired(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  tenantId: string,
  limit = BATCH,
): Promise<Counts> {
  const total = none();
  let isLast = false;
  while (!isLast) {
    const at = clock.now();
    const removed = await store.transaction(tenantId, async (unit) => {
      const batch = none();
      for (const kind of EXPIRING_KINDS) batch[kind] = await unit.privacy.removeExpired(kind, limit, at);
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
    isLast = EXPIRING_KINDS.every((kind) => removed[kind] < limit);
  }
  return total;
}
