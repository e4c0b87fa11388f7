import type { Principal } from '../principal.ts';
import { mustReadAudit } from './access.ts';
import type { AuditKeyStore } from './ports.ts';

/**
 * Returns the public keys that sign or have signed checkpoints, oldest first (getAuditKeys).
 * @throws Forbidden
 */
export async function listAuditKeys(
  deps: { auditKeys: AuditKeyStore },
  principal: Principal,
): Promise<Record<string, unknown>[]> {
  mustReadAudit(principal);
  return deps.auditKeys.list();
}
