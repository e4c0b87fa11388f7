import type { Deps } from '../../engine/deps.ts';
import { DAY_MILLISECONDS } from '../../kernel/clock.ts';

/** Retention of deliveries, in days: about ten times the duration of their retries. */
const DELIVERY_DAYS = 30;
/** Maximum number of rows that one statement deletes. */
const BATCH = 5_000;

/** Deletes settled deliveries older than the retention. Returns their number. */
export async function removeOldDeliveries(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  tenantId: string,
): Promise<number> {
  const before = new Date(clock.now().getTime() - DELIVERY_DAYS * DAY_MILLISECONDS);
  for (let removed = 0; ; ) {
    const batch = await store.in(tenantId).deliveries.removeOld(before, BATCH);
    removed += batch;
    if (batch < BATCH) return removed;
  }
}
