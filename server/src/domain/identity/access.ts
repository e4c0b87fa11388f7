/** Access rules for roles, apps and the directory (docs/specification.md, section 14). */

import { causeOf, hasAnyRole, type Principal, type RequestContext } from '../../engine/principal.ts';
import { forbidden } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import type { RegisteredApp, TimedCause } from './ports.ts';

/** @throws Forbidden */
export function assertGlobalAdmin(principal: Principal): void {
  if (principal.roles.has('GLOBAL_ADMIN')) return;
  throw forbidden(
    say('identity.globalAdminOnly', 'Roles, apps and the import of people need the role GLOBAL_ADMIN.'),
  );
}

/** @throws Forbidden */
export function assertCanManageApps(principal: Principal): void {
  if (hasAnyRole(principal, ['GLOBAL_ADMIN', 'INTEGRATION_MANAGER'])) return;
  throw forbidden(
    say('identity.appManagersOnly', 'Apps need one of the roles GLOBAL_ADMIN and INTEGRATION_MANAGER.'),
  );
}

/** @param hasRoles whether the app has roles in addition to those of every app */
const isLimited = ({ scopes }: RegisteredApp, hasRoles: boolean): boolean => scopes !== null && !hasRoles;

/**
 * Rejects a change, such as a new secret, by which an integration manager would get the rights of an administrator
 * (docs/adr/0034-scopes-of-apps.md).
 * @throws Forbidden
 */
export function assertCanAddSecret(principal: Principal, app: RegisteredApp, hasRoles: boolean): void {
  if (principal.roles.has('GLOBAL_ADMIN') || isLimited(app, hasRoles)) return;
  throw forbidden(
    say(
      'identity.powerfulApp',
      'This app has no scopes, or it has a role, so it can do more than you. Only a GLOBAL_ADMIN adds its secrets and changes its scopes or enables it.',
    ),
  );
}

/**
 * Integration managers rename and disable every app. They also enable apps that have scopes and no role, and remove
 * scopes from these.
 * @throws Forbidden
 */
export function assertCanChangeApp(
  principal: Principal,
  app: RegisteredApp,
  hasRoles: boolean,
  { scopes, enabled }: Partial<Pick<RegisteredApp, 'scopes' | 'enabled'>>,
): void {
  if (principal.roles.has('GLOBAL_ADMIN')) return;
  if (scopes !== undefined || enabled) assertCanAddSecret(principal, app, hasRoles);
  if (scopes === undefined || scopes?.every((scope) => app.scopes?.includes(scope))) return;
  throw forbidden(
    say(
      'identity.widerScopes',
      'Only a GLOBAL_ADMIN gives an app further scopes, or takes away their limit.',
    ),
  );
}

/** Returns the caller and the time as the cause of a change. */
export const timedCauseOf = (principal: Principal, context: RequestContext, at: Date): TimedCause => ({
  ...causeOf(principal, context),
  at,
});
