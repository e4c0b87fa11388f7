import type { Principal } from '../principal.ts';
import { mustReadAudit } from './access.ts';
import { COMMON_FIELDS, type DescribedTrail } from './trails.ts';

/** Days that the records of each trail are kept, by its code; a trail that is absent is kept for ever. */
export type AuditRetention = Readonly<Partial<Record<string, number>>>;

/**
 * Returns all trails with their types and fields (getAuditTrails).
 * @throws Forbidden
 */
export function listTrails(
  deps: { trails: readonly DescribedTrail[]; settings: { auditRetention: AuditRetention } },
  principal: Principal,
) {
  mustReadAudit(principal);
  return deps.trails.map(({ code, category, fields, types }) => ({
    code,
    category,
    fields: [...COMMON_FIELDS, ...fields],
    types,
    tenantId: principal.tenantId,
    /** Null when records are kept for ever. */
    retentionDays: deps.settings.auditRetention[code] ?? null,
  }));
}
