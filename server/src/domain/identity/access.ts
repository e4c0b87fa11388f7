/** Access rules for roles, apps and the directory (docs/specification.md, section 14). */

import { causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { forbidden } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import type { TimedCause } from './ports.ts';

/** @throws Forbidden */
export function mustBeGlobalAdmin(principal: Principal): void {
  if (principal.roles.has('GLOBAL_ADMIN')) return;
  throw forbidden(
    say('identity.globalAdminOnly', 'Roles, apps and the import of people need the role GLOBAL_ADMIN.'),
  );
}

/** Returns the caller and the time as the cause of a change. */
export const timedCauseOf = (principal: Principal, context: RequestContext, at: Date): TimedCause => ({
  ...causeOf(principal, context),
  at,
});
