/** Who may manage the lifecycle of all teams of a tenant (docs/specification.md, section 4). */

import { ADMIN_ROLES, isAdmin, type Principal } from '../../engine/principal.ts';
import { forbidden } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';

/** @throws Forbidden */
export function mustManageLifecycle(principal: Principal): void {
  if (!isAdmin(principal))
    throw forbidden(
      say('lifecycle.adminsOnly', 'This needs one of the roles {roles}.', { roles: ADMIN_ROLES.join(', ') }),
    );
}
