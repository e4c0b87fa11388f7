import type { Principal } from '../principal.ts';
import type { Store } from '../store.ts';
import { findHook } from './find-hook.ts';
import type { Delivery, DeliveryStatus } from './model.ts';

export interface ListDeliveriesInput {
  hookId: string;
  status: DeliveryStatus | undefined;
  /** Page size, 1 to 999. */
  top: number;
  /** Where the page before ended: its `next`. */
  after: string | undefined;
}

export interface DeliveryPage {
  deliveries: Delivery[];
  /** Where this page ends, when more follow. */
  next: string | undefined;
}

/** A page of a hook's deliveries, newest first, each with its latest attempts. @throws NotFound */
export async function listDeliveries(
  { store }: { store: Store },
  principal: Principal,
  { hookId, status, top, after }: ListDeliveriesInput,
): Promise<DeliveryPage> {
  const stores = store.in(principal.tenantId);
  const hook = await findHook(stores, principal, hookId);
  const found = await stores.deliveries.list({
    hookId: hook.id,
    top,
    ...(status === undefined ? {} : { status }),
    ...(after === undefined ? {} : { after }),
  });
  const page = found.slice(0, top);
  return { deliveries: page, next: found.length > top ? page.at(-1)?.id : undefined };
}
