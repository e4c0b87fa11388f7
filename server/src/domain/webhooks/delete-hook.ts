import { causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { findHook } from './access.ts';
import type { WebhookDeps } from './create-hook.ts';
import { hookDeleted } from './hook-records.ts';
import { describeHook, type Hook } from './model.ts';

/**
 * Deletes a webhook with its deliveries. Returns the webhook as it was.
 * @throws NotFound, also when the caller may not see it
 */
export async function deleteHook(
  deps: Pick<WebhookDeps, 'store' | 'clock'>,
  principal: Principal,
  context: RequestContext,
  input: { hookId: string },
): Promise<Hook> {
  return deps.store.transaction(principal.tenantId, async (unit) => {
    const hook = await findHook(unit, principal, input.hookId, { lock: true });
    await unit.hooks.remove(hook.id);
    const record = hookDeleted.record(hook, causeOf(principal, context));
    await unit.audit.append([record], deps.clock.now());
    return describeHook(hook);
  });
}
