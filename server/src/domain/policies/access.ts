/** Access rule for policies: only administrators may read and change them (docs/specification.md, section 4). */

import { ADMIN_ROLES, isAdmin, type Principal } from '../../engine/principal.ts';
import { forbidden } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';

/** @throws Forbidden */
export function mustManagePolicies(principal: Principal): void {
  if (isAdmin(principal)) return;
  throw forbidden(
    say('policies.managersOnly', 'Managing policies needs one of the roles {roles}.', {
      roles: ADMIN_ROLES.join(', '),
    }),
  );
}
