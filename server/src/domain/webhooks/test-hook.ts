import { causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { conflict } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { findHook } from './access.ts';
import type { WebhookDeps } from './change-hooks.ts';
import { hookTestRequested } from './hook-records.ts';
import { type Delivery, TEST_EVENT } from './model.ts';

/**
 * Queues a test message to the webhook, with signature, retries and retention like any other. A repeated call with the
 * same operation id queues no second message. Returns the delivery.
 * @throws NotFound; Conflict when the webhook is disabled
 */
export async function testHook(
  deps: Pick<WebhookDeps, 'store' | 'clock'>,
  principal: Principal,
  context: RequestContext,
  { hookId }: { hookId: string },
): Promise<Delivery> {
  const { tenantId } = principal;
  const id = context.operationId;
  return deps.store.transaction(tenantId, async (unit) => {
    const hook = await findHook(unit, principal, hookId, { lock: true });
    if (!hook.active) {
      throw conflict(
        say(
          'webhooks.switchedOff',
          'The webhook is switched off. Switch it on (active: true) before you test it.',
        ),
      );
    }
    const at = deps.clock.now();
    const body = JSON.stringify({ hook: { id: hook.id, name: hook.name }, tenant: { id: tenantId } });
    const delivery = { id, hookId: hook.id, eventId: id, event: TEST_EVENT, createdAt: at } as const;
    // A test message contains no event, so the narrowest scope is enough.
    if (await unit.deliveries.addTest({ ...delivery, scope: 'personal' }, body)) {
      const record = hookTestRequested.record(hook, causeOf(principal, context), {
        deliveryId: id,
      });
      await unit.audit.append([record], at);
      await unit.deliveries.announce();
    }
    return (await unit.deliveries.find(hook.id, id)) as Delivery;
  });
}
