/** Measures the audit trails: the overhead for changes, listing, and verification. */
import { measureAuditChanges } from './audit-changes.ts';
import { measureAuditList } from './audit-list.ts';
import { measureAuditVerify } from './audit-verify.ts';
import type { Measurement } from './measurement.ts';

export async function measureAudit(): Promise<Measurement[]> {
  return [...(await measureAuditChanges()), ...(await measureAuditVerify()), ...(await measureAuditList())];
}
