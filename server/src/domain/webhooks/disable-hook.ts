import type { Deps } from '../../engine/deps.ts';
import { SYSTEM_ACTOR } from '../../engine/principal.ts';
import { DAY_MILLISECONDS } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { hookDisabled } from './hook-records.ts';
import type { DisabledReason, HookRecord } from './model.ts';

/** Days after which a webhook is disabled if all its attempts have failed. */
const FAILING_DAYS = 5;

/** Returns the reason why a failed attempt disables the webhook; undefined when it stays active. */
export function reasonToDisable(
  status: number | null,
  failingSince: Date | null,
  now: Date,
): DisabledReason | undefined {
  if (status === 410) return 'gone';
  const isOver =
    failingSince !== null && now.getTime() - failingSince.getTime() >= FAILING_DAYS * DAY_MILLISECONDS;
  return isOver ? 'failing' : undefined;
}

/**
 * Disables a webhook because of its receiver, and notifies its creator (docs/specification.md, section 11). Its
 * deliveries stay pending until it is active again. Returns the webhook; undefined when it was already disabled, was
 * deleted, or works again.
 */
export async function disableHook(
  deps: Pick<Deps, 'store' | 'clock'>,
  tenantId: string,
  hookId: string,
  reason: DisabledReason,
): Promise<HookRecord | undefined> {
  return deps.store.transaction(tenantId, async (unit) => {
    const hook = await unit.hooks.find(hookId, { lock: true });
    if (hook === undefined || !hook.active) return undefined;
    const at = deps.clock.now();
    // An attempt may have succeeded in the meantime.
    if (reason === 'failing' && reasonToDisable(null, hook.failingSince, at) === undefined) return undefined;
    await unit.hooks.update(hookId, { active: false, disabledReason: reason }, at);
    const cause = { actor: SYSTEM_ACTOR, requestId: newId() };
    await unit.audit.append([hookDisabled.record(hook, cause, { reason })], at);
    // Apps don't read notifications. The people who operate an app read the audit trail.
    if (hook.creator.kind === 'user') {
      const facts = { hookId: hook.id, hookName: hook.name, reason };
      const notification = {
        id: newId(),
        addresseeId: hook.creator.id,
        kind: 'webhook_disabled',
        facts,
      } as const;
      await unit.notifications.add([notification], at);
    }
    return { ...hook, active: false, disabledReason: reason };
  });
}
