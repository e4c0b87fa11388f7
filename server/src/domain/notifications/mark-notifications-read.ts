import type { Deps } from '../../engine/deps.ts';
import type { Principal } from '../../engine/principal.ts';

/** Marks the caller's notifications as read: those up to `upTo`, or all. Returns the number of those that were unread. */
export async function markNotificationsRead(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { tenantId, id }: Principal,
  { upTo }: { upTo: string | undefined },
): Promise<{ count: number }> {
  return { count: await store.in(tenantId).notifications.markAllRead(id, upTo, clock.now()) };
}
