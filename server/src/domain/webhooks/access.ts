/** Who may see and change a hook, and what it hears (contract 4). */

import { ADMIN_ROLES, hasAnyRole, type Principal, type Role } from '../../engine/principal.ts';
import { hidden, notFound } from '../../kernel/errors.ts';
import type { HookRecord, HookScope, HookStanding, SubscribedHook } from './model.ts';

/** Delete a hook: its creator, and these. They see all of the tenant's. */
const HOOK_MANAGER_ROLES: readonly Role[] = ['INTEGRATION_MANAGER', 'TEAMS_SERVICE_ADMIN', 'GLOBAL_ADMIN'];

/** Whose hooks hear everything of the tenant. */
const TENANT_SCOPE_ROLES: readonly Role[] = [...ADMIN_ROLES, 'INTEGRATION_MANAGER'];

export const managesHooks = (principal: Principal): boolean => hasAnyRole(principal, HOOK_MANAGER_ROLES);

/** Who may not see a hook may not know that it exists, and who may see it may do everything with it. */
export const mayTouchHook = (principal: Principal, hook: Pick<HookRecord, 'creator'>): boolean =>
  managesHooks(principal) || hook.creator.id === principal.id;

export const scopeFor = (principal: Principal): HookScope =>
  hasAnyRole(principal, TENANT_SCOPE_ROLES) ? 'tenant' : 'personal';

/** Where the role behind the scope comes from. One that the service gave counts before one of a token: it can be looked at again. */
export function roleSourceOf(principal: Principal, assigned: readonly Role[]): HookStanding['roleFrom'] {
  if (scopeFor(principal) === 'personal') return null;
  return assigned.some((role) => TENANT_SCOPE_ROLES.includes(role)) ? 'assignment' : 'token';
}

/** What the suite's directory says of a hook's creator; undefined when it does not know them. */
export type CreatorAccount = { accountEnabled: boolean } | undefined;

/**
 * What a hook hears now. Nothing when its creator's account or app was switched off, or has left the
 * directory. One whose creator lost the role that the service had given hears what is the creator's own. A role
 * in a token can't be looked at without the token: it counts as when the scope was decided.
 */
export function presentScope(hook: SubscribedHook, account: CreatorAccount): HookScope | 'nothing' {
  const { creator, standing, scope, assignedRoles, appEnabled } = hook;
  if (creator.kind === 'app') return appEnabled === false ? 'nothing' : scope;
  if (account === undefined ? standing.inDirectory : !account.accountEnabled) return 'nothing';
  const isLost =
    standing.roleFrom === 'assignment' && !assignedRoles.some((role) => TENANT_SCOPE_ROLES.includes(role));
  return isLost ? 'personal' : scope;
}

/** @throws NotFound, in the same words for what is not there and for what the caller may not see */
export function mustTouchHook(
  principal: Principal,
  hookId: string,
  hook: HookRecord | undefined,
): asserts hook is HookRecord {
  if (hook === undefined) throw notFound('hook', hookId);
  if (!mayTouchHook(principal, hook)) throw hidden('hook', hookId);
}

/**
 * Whether the caller may have sent again what the hook has heard. Not a creator who made it with a role that
 * is gone since, and could now send the tenant's past to another address.
 */
export const mayResend = (principal: Principal, hook: Pick<HookRecord, 'scope'>): boolean =>
  hook.scope === 'personal' || managesHooks(principal) || scopeFor(principal) === 'tenant';
