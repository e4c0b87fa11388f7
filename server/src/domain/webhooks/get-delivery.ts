import type { Deps } from '../../engine/deps.ts';
import type { Principal } from '../../engine/principal.ts';
import { notFound } from '../../kernel/errors.ts';
import { findHook } from './access.ts';
import type { DeliveryWithBody } from './model.ts';

/**
 * Returns a delivery with all stored attempts and its message.
 * @throws NotFound
 */
export async function getDelivery(
  { store }: Pick<Deps, 'store'>,
  principal: Principal,
  { hookId, deliveryId }: { hookId: string; deliveryId: string },
): Promise<DeliveryWithBody> {
  const stores = store.in(principal.tenantId);
  const hook = await findHook(stores, principal, hookId);
  const delivery = await stores.deliveries.findWithBody(hook.id, deliveryId);
  if (delivery === undefined) throw notFound('delivery', deliveryId);
  return delivery;
}
