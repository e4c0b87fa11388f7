/** Decides who may read the audit trails (docs/specification.md, section 2). */
import { forbidden } from '../../kernel/errors.ts';
import { ADMIN_ROLES, isAdmin, type Principal } from '../principal.ts';

/** @throws Forbidden */
export function mustReadAudit(principal: Principal): void {
  if (isAdmin(principal)) return;
  throw forbidden(`Reading the audit trails needs one of the roles ${ADMIN_ROLES.join(', ')}.`);
}
