import type { Deps } from '../../engine/deps.ts';
import type { Principal } from '../../engine/principal.ts';
import { notFound } from '../../kernel/errors.ts';
import { type Page, type PageQuery, toPage } from '../../kernel/page.ts';
import { canManageHooks, findHook } from './access.ts';
import type { WebhookDeps } from './change-hooks.ts';
import { visibleUrl } from './hook-url.ts';
import { type Delivery, type DeliveryWithBody, describeHook, type Hook } from './model.ts';
import type { DeliveryQuery } from './ports.ts';
import { withRequestHeaders } from './request-headers.ts';

/**
 * Returns a page of the caller's webhooks without secrets, oldest first. Callers who manage webhooks (access.ts) get
 * all those of the tenant.
 */
export async function listHooks(
  { store }: Pick<Deps, 'store'>,
  principal: Principal,
  { top, after }: PageQuery,
): Promise<Page<Hook>> {
  const found = await store.in(principal.tenantId).hooks.list({
    creatorId: canManageHooks(principal) ? undefined : principal.id,
    limit: top + 1,
    after,
  });
  const { items, next } = toPage(found, top, ({ id }) => id);
  return { items: items.map((hook) => describeHook(hook)), next };
}

/** Returns the webhook without its secret. @throws NotFound, also when the caller may not see it */
export async function getHook(
  { store, secrets }: Pick<WebhookDeps, 'store' | 'secrets'>,
  principal: Principal,
  { hookId }: { hookId: string },
): Promise<Hook> {
  const hook = await findHook(store.in(principal.tenantId), principal, hookId);
  return describeHook(hook, { url: visibleUrl(secrets, principal, hook) });
}

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

/**
 * Returns a delivery with all stored attempts, the headers of their requests, and its message.
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
  return withRequestHeaders(delivery);
}
