import type { Deps } from '../../engine/deps.ts';
import type { Principal } from '../../engine/principal.ts';
import { type Page, toPage } from '../../kernel/page.ts';
import { findHook } from './access.ts';
import type { Delivery } from './model.ts';
import type { DeliveryQuery } from './ports.ts';

/**
 * Returns a page of a webhook's deliveries, newest first, with their latest attempts.
 * @throws NotFound
 */
export async function listDeliveries(
  { store }: Pick<Deps, 'store'>,
  principal: Principal,
  query: DeliveryQuery,
): Promise<Page<Delivery>> {
  const stores = store.in(principal.tenantId);
  const hook = await findHook(stores, principal, query.hookId);
  const found = await stores.deliveries.list({ ...query, hookId: hook.id });
  return toPage(found, query.top, ({ id }) => id);
}
