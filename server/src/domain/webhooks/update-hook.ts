import { isDeepStrictEqual } from 'node:util';
import type { EventType } from '../../engine/events/model.ts';
import { actorOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { scopeFor } from './access.ts';
import { assertHookConfig, readStanding, type WebhookDeps } from './create-hook.ts';
import { findHook } from './find-hook.ts';
import { hookAuditRecord, hookUpdated, recordedUrl } from './hook-records.ts';
import { describeHook, type Hook, type HookRecord, type HookStanding } from './model.ts';
import type { HookChange } from './ports.ts';

export interface UpdateHookInput {
  hookId: string;
  name?: string;
  description?: string | null;
  active?: boolean;
  events?: readonly EventType[];
  url?: string;
  /** Ids of templates; none: events of all. */
  templates?: readonly string[];
}

/** What the caller asks for, and what follows from it. */
function wantedOf(
  principal: Principal,
  hook: HookRecord,
  { hookId: _, events, templates, ...same }: UpdateHookInput,
  standing: HookStanding,
): HookChange {
  const isMoved = same.url !== undefined && same.url !== hook.url;
  return {
    ...same,
    ...(events && { events: [...new Set(events)] }),
    ...(templates && { templates: [...new Set(templates)] }),
    ...(same.active && { disabledReason: null }),
    // Another receiver, or another chance: how long the last one failed says nothing of it.
    ...((same.active || isMoved) && { failingSince: null }),
    ...(hook.creator.id === principal.id && { scope: scopeFor(principal), standing }),
  };
}

/** Of messages that are not sent any more. */
const HEARS_LESS = 'Not sent: the webhook no longer hears of the whole organisation.';

const differingFrom = (hook: HookRecord, wanted: HookChange): HookChange =>
  Object.fromEntries(
    Object.entries(wanted).filter(
      ([field, value]) => !isDeepStrictEqual(value, hook[field as keyof HookChange]),
    ),
  );

/** What stands on record of a change. */
function recordedChanges(hook: HookRecord, change: HookChange): object {
  const { standing, failingSince: _since, disabledReason: _reason, ...changes } = change;
  return {
    ...changes,
    ...(changes.url !== undefined && { url: recordedUrl(changes.url) }),
    ...(standing !== undefined && { scope: change.scope ?? hook.scope }),
  };
}

/**
 * Changes what is named. Switching it on forgets why it was off and since when it failed; what waited for it is
 * sent then. A change by its creator decides anew what it hears, by the creator's present roles. Nothing is
 * written when nothing changes.
 * @throws NotFound, InvalidRequest at `config.url`
 */
export async function updateHook(
  deps: WebhookDeps,
  principal: Principal,
  context: RequestContext,
  input: UpdateHookInput,
): Promise<Hook> {
  assertHookConfig(deps, input);
  const standing = await readStanding(deps, deps.store.in(principal.tenantId).hooks, principal);
  return deps.store.transaction(principal.tenantId, async (unit) => {
    const hook = await findHook(unit, principal, input.hookId, { lock: true });
    const change = differingFrom(hook, wantedOf(principal, hook, input, standing));
    const { failingSince: _, ...decided } = change;
    const at = deps.clock.now();
    if (Object.keys(change).length === 0) return describeHook(hook);
    await unit.hooks.update(hook.id, change, at);
    const changed: HookRecord = { ...hook, ...change, updatedAt: at };
    if (Object.keys(decided).length > 0) {
      const cause = { actor: actorOf(principal), requestId: context.requestId };
      const fields = { changes: recordedChanges(hook, change) };
      await unit.audit.append([hookAuditRecord(hookUpdated, changed, cause, fields)], at);
    }
    if (change.scope === 'personal') await unit.deliveries.giveUpTenantWide(hook.id, HEARS_LESS, at);
    if (change.active) await unit.deliveries.announce();
    return describeHook(changed);
  });
}
