/** Redelivery under the same ids, so that receivers recognise repetitions (docs/specification.md, section 11). */

import { causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { forbidden, invalidField, notFound } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { canRedeliver, findHook } from './access.ts';
import type { WebhookDeps } from './change-hooks.ts';
import { hookRedeliveryRequested } from './hook-records.ts';
import type { Delivery, HookRecord } from './model.ts';
import type { RedeliveryRange } from './ports.ts';

type RedeliverDeps = Pick<WebhookDeps, 'store' | 'clock'>;

function assertCanRedeliver(principal: Principal, hook: HookRecord): void {
  if (canRedeliver(principal, hook)) return;
  throw forbidden(
    say(
      'webhooks.lostRole',
      'The webhook received the events of the whole tenant by a role that you no longer have. Change the webhook, and redeliver the events that concern you.',
    ),
  );
}

/**
 * Redelivers one delivery, with ten new attempts. A pending one is sent at once. The delivery waits while the webhook
 * is disabled.
 * @throws NotFound, Forbidden
 */
export async function redeliver(
  deps: RedeliverDeps,
  principal: Principal,
  context: RequestContext,
  { hookId, deliveryId }: { hookId: string; deliveryId: string },
): Promise<Delivery> {
  return deps.store.transaction(principal.tenantId, async (unit) => {
    const hook = await findHook(unit, principal, hookId);
    assertCanRedeliver(principal, hook);
    const at = deps.clock.now();
    const isSent = await unit.deliveries.redeliver(hook.id, deliveryId, at);
    const delivery = await unit.deliveries.find(hook.id, deliveryId);
    if (delivery === undefined) throw notFound('delivery', deliveryId);
    if (!isSent) {
      throw forbidden(
        say(
          'webhooks.wasTenantWide',
          'The delivery was made while the webhook received the events of the whole tenant, which it no longer does.',
        ),
      );
    }
    const fields = { deliveryId: delivery.id, deliveryCount: 1 };
    const record = hookRedeliveryRequested.record(hook, causeOf(principal, context), fields);
    await unit.audit.append([record], at);
    return delivery;
  });
}

/**
 * Redelivers the settled deliveries created at or after `from` and before `until`, only those with `status` if it is
 * given. With the status `pending`, immediately sends the deliveries that wait for their next attempt. Returns their
 * number.
 * @throws NotFound, Forbidden, InvalidRequest at `until`
 */
export async function redeliverRange(
  deps: RedeliverDeps,
  principal: Principal,
  context: RequestContext,
  range: RedeliveryRange,
): Promise<number> {
  const { from, until } = range;
  // The negated comparison also rejects invalid dates.
  if (!(until > from))
    throw invalidField('until', say('webhooks.endBeforeBeginning', 'The end must be after the beginning.'));
  return deps.store.transaction(principal.tenantId, async (unit) => {
    const hook = await findHook(unit, principal, range.hookId);
    assertCanRedeliver(principal, hook);
    const at = deps.clock.now();
    const count = await unit.deliveries.redeliverRange({ ...range, hookId: hook.id }, at);
    if (count > 0) {
      const fields = { from: from.toISOString(), until: until.toISOString(), deliveryCount: count };
      const record = hookRedeliveryRequested.record(hook, causeOf(principal, context), fields);
      await unit.audit.append([record], at);
    }
    return count;
  });
}
