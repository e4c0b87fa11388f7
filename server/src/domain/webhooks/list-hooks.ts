import type { Deps } from '../../engine/deps.ts';
import type { Principal } from '../../engine/principal.ts';
import { type Page, type PageQuery, toPage } from '../../kernel/page.ts';
import { managesHooks } from './access.ts';
import { describeHook, type Hook } from './model.ts';

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
    creatorId: managesHooks(principal) ? undefined : principal.id,
    most: top + 1,
    after,
  });
  const { items, next } = toPage(found, top, ({ id }) => id);
  return { items: items.map((hook) => describeHook(hook)), next };
}
