import { isDeepStrictEqual } from 'node:util';
import { causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { findHook, scopeFor } from './access.ts';
import { assertHookConfig, type CreateHookInput, readStanding, type WebhookDeps } from './create-hook.ts';
import { hookUpdated, recordedUrl } from './hook-records.ts';
import { openUrl, sealUrl, shownUrl } from './hook-url.ts';
import {
  describeHook,
  type Hook,
  type HookRecord,
  type HookStanding,
  type HookUrl,
  maskUrl,
} from './model.ts';
import type { HookChange } from './ports.ts';

export interface UpdateHookInput extends Partial<Omit<CreateHookInput, 'secret'>> {
  hookId: string;
}

/** Returns the new URL; undefined when it does not change. A masked URL counts as unchanged. */
function newUrlOf(
  { secrets, hookTargets }: WebhookDeps,
  tenantId: string,
  hook: HookRecord,
  url: string | undefined,
): HookUrl | undefined {
  if (url === undefined || url === maskUrl(hook)) return undefined;
  assertHookConfig({ hookTargets }, { url });
  return url === openUrl(secrets, tenantId, hook) ? undefined : sealUrl(secrets, tenantId, hook.id, url);
}

/** Returns the fields in the request, and the fields derived from them. */
function wantedOf(
  principal: Principal,
  hook: HookRecord,
  { hookId: _, events, templates, url: _url, ...same }: UpdateHookInput,
  { url, standing }: { url: HookUrl | undefined; standing: HookStanding },
): HookChange {
  return {
    ...same,
    ...url,
    ...(events && { events: [...new Set(events)] }),
    ...(templates && { templates: [...new Set(templates)] }),
    ...(same.active && { disabledReason: null }),
    // Failures of the previous receiver don't count against the new one.
    ...((same.active || url !== undefined) && { failingSince: null }),
    ...(hook.creator.id === principal.id && { scope: scopeFor(principal), standing }),
  };
}

/** The error of the last attempt of deliveries that are given up. */
const SCOPE_LOST = 'Not sent: the webhook no longer receives the events of the whole tenant.';

const differingFrom = (hook: HookRecord, wanted: HookChange): HookChange =>
  Object.fromEntries(
    Object.entries(wanted).filter(
      ([field, value]) => !isDeepStrictEqual(value, hook[field as keyof HookChange]),
    ),
  );

/** Returns the changes for the audit record. */
function recordedChanges(hook: HookRecord, change: HookChange): object {
  const { standing, sealedQuery, failingSince: _since, disabledReason: _reason, ...changes } = change;
  const { url = hook.url } = changes;
  return {
    ...changes,
    ...((changes.url !== undefined || sealedQuery !== undefined) && { url: recordedUrl(url) }),
    ...(standing !== undefined && { scope: change.scope ?? hook.scope }),
  };
}

/**
 * Changes the named fields. Switching the webhook on clears the reason why it was off, and sends its pending
 * deliveries. Switching it on and a new URL both clear its failures. A change by its creator sets the scope by the
 * creator's present roles. When the scope becomes `personal`, pending tenant-wide deliveries are given up. Writes
 * nothing when nothing changes.
 * @throws NotFound, InvalidRequest at `config.url`
 */
export async function updateHook(
  deps: WebhookDeps,
  principal: Principal,
  context: RequestContext,
  input: UpdateHookInput,
): Promise<Hook> {
  const show = (hook: HookRecord) => describeHook(hook, { url: shownUrl(deps.secrets, principal, hook) });
  const standing = await readStanding(deps, deps.store.in(principal.tenantId).hooks, principal);
  return deps.store.transaction(principal.tenantId, async (unit) => {
    const hook = await findHook(unit, principal, input.hookId, { lock: true });
    const url = newUrlOf(deps, principal.tenantId, hook, input.url);
    const change = differingFrom(hook, wantedOf(principal, hook, input, { url, standing }));
    const { failingSince: _, ...decided } = change;
    const at = deps.clock.now();
    if (Object.keys(change).length === 0) return show(hook);
    await unit.hooks.update(hook.id, change, at);
    const changed: HookRecord = { ...hook, ...change, updatedAt: at };
    if (Object.keys(decided).length > 0) {
      const fields = { changes: recordedChanges(hook, change) };
      const record = hookUpdated.record(changed, causeOf(principal, context), fields);
      await unit.audit.append([record], at);
    }
    if (change.scope === 'personal') await unit.deliveries.giveUpTenantWide(hook.id, SCOPE_LOST, at);
    if (change.active) await unit.deliveries.announce();
    return show(changed);
  });
}
