import type { Deps } from '../../engine/deps.ts';
import type { Principal } from '../../engine/principal.ts';
import { hidden, notFound } from '../../kernel/errors.ts';

/**
 * Marks the caller's notification as read. Idempotent.
 * @throws NotFound, also for another person's notification
 */
export async function markNotificationRead(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  principal: Principal,
  { notificationId }: { notificationId: string },
): Promise<void> {
  const { notifications } = store.in(principal.tenantId);
  if (await notifications.markRead(principal.id, notificationId, clock.now())) return;
  const isAnothers = await notifications.exists(notificationId);
  throw isAnothers ? hidden('notification', notificationId) : notFound('notification', notificationId);
}
