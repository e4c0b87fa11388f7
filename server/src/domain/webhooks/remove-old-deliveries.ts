import type { Deps } from '../../engine/deps.ts';
import { DAY_MILLISECONDS } from '../../kernel/clock.ts';

/** Retention of deliveries, in days: about ten times the duration of their retries. */
const DELIVERY_DAYS = 30;
/** Maximum number of rows that one statement deletes. */
const BATCH = 5_000;

/**
 * Deletes settled deliveries older than the retention period. Returns the number of deleted ones.
 * @param eventDays retention period of events in days. An event stays while it has a delivery, so a period shorter than
 * DELIVERY_DAYS applies to deliveries too.
 */
export async function removeOldDeliveries(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  tenantId: string,
  eventDays = DELIVERY_DAYS,
): Promise<number> {
  const days = Math.min(DELIVERY_DAYS, eventDays);
  const before = new Date(clock.now().getTime() - days * DAY_MILLISECONDS);
  for (let removed = 0; ; ) {
    const batch = await store.in(tenantId).deliveries.removeOld(before, BATCH);
    removed += batch;
    if (batch < BATCH) return removed;
  }
}
