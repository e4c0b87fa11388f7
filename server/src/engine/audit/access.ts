/** Who may read the audit trails (docs/specification.md, section 2). */
import { forbidden } from '../../kernel/errors.ts';
import { ADMIN_ROLES, hasAnyRole, type Principal } from '../principal.ts';

const AUDIT_READERS = ADMIN_ROLES;

/** @throws Forbidden */
export function mustReadAudit(principal: Principal): void {
  if (hasAnyRole(principal, AUDIT_READERS)) return;
  throw forbidden(`Reading the audit trails needs one of the roles ${AUDIT_READERS.join(', ')}.`);
}
