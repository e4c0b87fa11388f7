/** Who may see and change a webhook, and which events it receives (docs/specification.md 4). */

import { ADMIN_ROLES, hasAnyRole, type Principal, type Role } from '../../engine/principal.ts';
import { hidden, notFound } from '../../kernel/errors.ts';
import type { HookRecord, HookScope, HookStanding, SubscribedHook } from './model.ts';

/** May see, change and delete every webhook of the tenant, beside its creator. */
const HOOK_MANAGER_ROLES: readonly Role[] = ['INTEGRATION_MANAGER', 'TEAMS_SERVICE_ADMIN', 'GLOBAL_ADMIN'];

/** Their webhooks receive the events of the whole tenant. */
const TENANT_SCOPE_ROLES: readonly Role[] = [...ADMIN_ROLES, 'INTEGRATION_MANAGER'];

export const managesHooks = (principal: Principal): boolean => hasAnyRole(principal, HOOK_MANAGER_ROLES);

/** The same for reading and for every change. */
export const mayTouchHook = (principal: Principal, hook: Pick<HookRecord, 'creator'>): boolean =>
  managesHooks(principal) || hook.creator.id === principal.id;

export const scopeFor = (principal: Principal): HookScope =>
  hasAnyRole(principal, TENANT_SCOPE_ROLES) ? 'tenant' : 'personal';

/** Source of the role behind the scope. An assignment counts before a token's role: it can be checked again later. */
export function roleSourceOf(principal: Principal, assigned: readonly Role[]): HookStanding['roleFrom'] {
  if (scopeFor(principal) === 'personal') return null;
  return assigned.some((role) => TENANT_SCOPE_ROLES.includes(role)) ? 'assignment' : 'token';
}

/** The creator's account in the suite's directory; undefined for unknown people. */
export type CreatorAccount = { accountEnabled: boolean } | undefined;

/**
 * The webhook's present scope. `nothing` when its creator's account or app is disabled, or has left the directory.
 * `personal` when the creator lost the assigned role. A token's role can't be checked without the token, so it counts as
 * it did when the scope was set.
 */
export function presentScope(hook: SubscribedHook, account: CreatorAccount): HookScope | 'nothing' {
  const { creator, standing, scope, assignedRoles, appEnabled } = hook;
  if (creator.kind === 'app') return appEnabled === false ? 'nothing' : scope;
  if (account === undefined ? standing.inDirectory : !account.accountEnabled) return 'nothing';
  const isLost =
    standing.roleFrom === 'assignment' && !assignedRoles.some((role) => TENANT_SCOPE_ROLES.includes(role));
  return isLost ? 'personal' : scope;
}

/** @throws NotFound, in the same words whether it is absent or hidden from the caller */
export function mustTouchHook(
  principal: Principal,
  hookId: string,
  hook: HookRecord | undefined,
): asserts hook is HookRecord {
  if (hook === undefined) throw notFound('hook', hookId);
  if (!mayTouchHook(principal, hook)) throw hidden('hook', hookId);
}

/**
 * Whether the caller may redeliver. A creator who lost the role behind the scope may not: they could send the tenant's
 * past events to another address.
 */
export const mayResend = (principal: Principal, hook: Pick<HookRecord, 'scope'>): boolean =>
  hook.scope === 'personal' || managesHooks(principal) || scopeFor(principal) === 'tenant';
