import type { Principal } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import { type Page, type PageQuery, toPage } from '../../kernel/page.ts';
import { findHook } from './find-hook.ts';
import type { Delivery, DeliveryStatus } from './model.ts';

export interface ListDeliveriesInput extends PageQuery {
  hookId: string;
  status: DeliveryStatus | undefined;
}

/**
 * Returns a page of a webhook's deliveries, newest first, with their latest attempts.
 * @throws NotFound
 */
export async function listDeliveries(
  { store }: { store: Store },
  principal: Principal,
  { hookId, status, top, after }: ListDeliveriesInput,
): Promise<Page<Delivery>> {
  const stores = store.in(principal.tenantId);
  const hook = await findHook(stores, principal, hookId);
  const found = await stores.deliveries.list({
    hookId: hook.id,
    top,
    ...(status === undefined ? {} : { status }),
    ...(after === undefined ? {} : { after }),
  });
  return toPage(found, top, ({ id }) => id);
}
