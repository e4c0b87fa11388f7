/** Who may see and change a hook, and what it hears (contract 4). */
import { type CharterError, notFound } from '../../kernel/errors.ts';
import { ADMIN_ROLES, hasAnyRole, type Principal, type Role } from '../principal.ts';
import type { HookRecord, HookScope } from './model.ts';

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

export const hookNotFound = (hookId: string): CharterError => notFound('hook', hookId);
