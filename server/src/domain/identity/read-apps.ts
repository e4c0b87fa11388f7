import type { Deps } from '../../engine/deps.ts';
import type { Principal } from '../../engine/principal.ts';
import { notFound } from '../../kernel/errors.ts';
import { type Page, toPage } from '../../kernel/page.ts';
import { assertCanManageApps } from './access.ts';
import type { AppQuery, RegisteredApp } from './ports.ts';

/** A page of apps. `count` is undefined unless it was requested. */
type AppPage = Page<RegisteredApp> & { count: number | undefined };

/**
 * Lists a page of the tenant's apps, ordered by id.
 * @throws Forbidden
 */
export async function listApps(
  { store }: Pick<Deps, 'store'>,
  principal: Principal,
  { counted, ...query }: AppQuery & { counted: boolean },
): Promise<AppPage> {
  assertCanManageApps(principal);
  const { apps } = store.in(principal.tenantId);
  const [found, count] = await Promise.all([apps.listPage(query), counted ? apps.count(query) : undefined]);
  return { ...toPage(found, query.top, ({ appId }) => appId), count };
}

/** @throws Forbidden, NotFound */
export async function getApp(
  { store }: Pick<Deps, 'store'>,
  principal: Principal,
  { appId }: { appId: string },
): Promise<RegisteredApp> {
  assertCanManageApps(principal);
  const app = await store.in(principal.tenantId).apps.find(appId);
  if (app === undefined) throw notFound('app', appId);
  return app;
}
