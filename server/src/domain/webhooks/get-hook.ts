import type { Principal } from '../../engine/principal.ts';
import { findHook } from './access.ts';
import type { WebhookDeps } from './create-hook.ts';
import { shownUrl } from './hook-url.ts';
import { describeHook, type Hook } from './model.ts';

/** Returns the webhook without its secret. @throws NotFound, also when the caller may not see it */
export async function getHook(
  { store, secrets }: Pick<WebhookDeps, 'store' | 'secrets'>,
  principal: Principal,
  { hookId }: { hookId: string },
): Promise<Hook> {
  const hook = await findHook(store.in(principal.tenantId), principal, hookId);
  return describeHook(hook, { url: shownUrl(secrets, principal, hook) });
}
