/** Who may look at and start what concerns the lifecycle of all of a tenant's teams (contract 4, "Admin"). */

import { ADMIN_ROLES, isAdmin, type Principal } from '../../engine/principal.ts';
import { forbidden } from '../../kernel/errors.ts';

/** @throws Forbidden */
export function mustManageLifecycle(principal: Principal): void {
  if (!isAdmin(principal)) throw forbidden(`This needs one of the roles ${ADMIN_ROLES.join(', ')}.`);
}
