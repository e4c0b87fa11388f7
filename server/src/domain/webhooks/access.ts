/** Access rules for webhooks: the right to see and change one, and its scope (docs/specification.md, section 4). */
import { ADMIN_ROLES, hasAnyRole, type Principal, type Role } from '../../engine/principal.ts';
import { hidden, notFound } from '../../kernel/errors.ts';
import type { CreatorState, HookRecord, HookScope, SubscribedHook } from './model.ts';
import type { HookStore } from './ports.ts';

/** Roles that may see, change and delete every webhook of the tenant. A creator may do so with their own webhooks. */
const HOOK_MANAGER_ROLES: readonly Role[] = ['INTEGRATION_MANAGER', 'TEAMS_SERVICE_ADMIN', 'GLOBAL_ADMIN'];

/** Roles whose webhooks receive the events of the whole tenant. */
const TENANT_SCOPE_ROLES: readonly Role[] = [...ADMIN_ROLES, 'INTEGRATION_MANAGER'];

export const canManageHooks = (principal: Principal): boolean => hasAnyRole(principal, HOOK_MANAGER_ROLES);

/** Whether the caller may see, change and delete the webhook. */
const mayTouchHook = (principal: Principal, hook: Pick<HookRecord, 'creator'>): boolean =>
  canManageHooks(principal) || hook.creator.id === principal.id;

export const scopeFor = (principal: Principal): HookScope =>
  hasAnyRole(principal, TENANT_SCOPE_ROLES) ? 'tenant' : 'personal';

/** Returns the source of the role behind the scope. An assignment takes precedence, because it can be checked again. */
export function roleSourceOf(principal: Principal, assigned: readonly Role[]): CreatorState['roleFrom'] {
  if (scopeFor(principal) === 'personal') return null;
  return assigned.some((role) => TENANT_SCOPE_ROLES.includes(role)) ? 'assignment' : 'token';
}

/** The creator's account in the suite's directory; undefined for unknown people. */
export type CreatorAccount = { accountEnabled: boolean } | undefined;

/**
 * Returns the webhook's current scope: `nothing` when its creator's account or app is disabled or has left the
 * directory, and `personal` when the creator has lost the assigned role. A role from a token can't be checked without
 * the token, so it still counts.
 */
export function currentScope(hook: SubscribedHook, account: CreatorAccount): HookScope | 'nothing' {
  const { creator, standing, scope, assignedRoles, appEnabled } = hook;
  if (creator.kind === 'app') return appEnabled === false ? 'nothing' : scope;
  if (account === undefined ? standing.inDirectory : !account.accountEnabled) return 'nothing';
  const isLost =
    standing.roleFrom === 'assignment' && !assignedRoles.some((role) => TENANT_SCOPE_ROLES.includes(role));
  return isLost ? 'personal' : scope;
}

/**
 * Returns a webhook that the caller may see and change. `lock` locks the row until the transaction ends.
 * @throws NotFound, with the same message for a missing webhook and for one hidden from the caller
 */
export async function findHook(
  { hooks }: { hooks: HookStore },
  principal: Principal,
  hookId: string,
  options: { lock?: boolean } = {},
): Promise<HookRecord> {
  const hook = await hooks.find(hookId, options);
  if (hook === undefined) throw notFound('hook', hookId);
  if (!mayTouchHook(principal, hook)) throw hidden('hook', hookId);
  return hook;
}

/**
 * Whether the caller may redeliver. A creator who has lost the role behind the scope may not, because they could send
 * the tenant's past events to another address.
 */
export const canRedeliver = (principal: Principal, hook: Pick<HookRecord, 'scope'>): boolean =>
  hook.scope === 'personal' || canManageHooks(principal) || scopeFor(principal) === 'tenant';
