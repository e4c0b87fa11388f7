/** Decides who may read the audit trails (docs/specification.md, section 2). */

import { forbidden } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { ADMIN_ROLES, isAdmin, type Principal } from '../principal.ts';

/** @throws Forbidden */
export function mustReadAudit(principal: Principal): void {
  if (isAdmin(principal)) return;
  throw forbidden(
    say('audit.readersOnly', 'Reading the audit trails needs one of the roles {roles}.', {
      roles: ADMIN_ROLES.join(', '),
    }),
  );
}
