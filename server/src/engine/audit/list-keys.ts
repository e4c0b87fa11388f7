import type { Principal } from '../principal.ts';
import { mustReadAudit } from './access.ts';
import type { AuditKeyStore } from './ports.ts';

/**
 * Public keys that checkpoints are or were signed with, oldest first (getAuditKeys).
 * @throws Forbidden
 */
export async function listAuditKeys(
  deps: { auditKeys: AuditKeyStore },
  principal: Principal,
): Promise<Record<string, unknown>[]> {
  mustReadAudit(principal);
  return deps.auditKeys.list();
}
