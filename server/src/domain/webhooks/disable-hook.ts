import { SYSTEM_ACTOR } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { hookAuditRecord, hookDisabled } from './hook-records.ts';
import type { DisabledReason, HookRecord } from './model.ts';
import { tellCreator } from './notify.ts';
import { reasonToDisable } from './schedule.ts';

/**
 * Switches a hook off because of its receiver, and tells its creator (contract 11). What is still to be delivered waits until somebody switches
 * it on again. Answers the hook, once: undefined when it was off already.
 */
export async function disableHook(
  deps: { store: Store; clock: Clock },
  tenantId: string,
  hookId: string,
  reason: DisabledReason,
): Promise<HookRecord | undefined> {
  return deps.store.transaction(tenantId, async (unit) => {
    const hook = await unit.hooks.find(hookId, { lock: true });
    if (hook === undefined || !hook.active) return undefined;
    const at = deps.clock.now();
    // It may have answered since the attempt began.
    if (reason === 'failing' && reasonToDisable(null, hook.failingSince, at) === undefined) return undefined;
    await unit.hooks.update(hookId, { active: false, disabledReason: reason }, at);
    const cause = { actor: SYSTEM_ACTOR, requestId: newId() };
    await unit.audit.append([hookAuditRecord(hookDisabled, hook, cause, { reason })], at);
    await unit.notifications.add(tellCreator(hook, reason), at);
    return { ...hook, active: false, disabledReason: reason };
  });
}
