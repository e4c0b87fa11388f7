/** Access rules for the branding. Everybody in the organisation reads it. */
import { hasAnyRole, type Principal, type Role } from '../../engine/principal.ts';
import { forbidden } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';

const EDITORS: readonly Role[] = ['GOVERNANCE_MANAGER', 'TEAMS_SERVICE_ADMIN', 'GLOBAL_ADMIN'];

/** @throws Forbidden */
export function assertCanChangeBranding(principal: Principal): void {
  if (hasAnyRole(principal, EDITORS)) return;
  throw forbidden(
    say('branding.editorsOnly', 'Changing the branding needs one of the roles {roles}.', {
      roles: EDITORS.join(', '),
    }),
  );
}
