/** What the audit trails cost: on changes, for those who read them, and for those who verify them. */
import { measureAuditChanges } from './audit-changes.ts';
import { measureAuditList } from './audit-list.ts';
import { measureAuditVerify } from './audit-verify.ts';
import type { Measurement } from './measurement.ts';

export async function measureAudit(): Promise<Measurement[]> {
  return [...(await measureAuditChanges()), ...(await measureAuditVerify()), ...(await measureAuditList())];
}
