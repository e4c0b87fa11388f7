import type { Principal } from '../principal.ts';
import { mustReadAudit } from './access.ts';
import { COMMON_FIELDS, type DescribedTrail } from './trails.ts';

/** Days that the records of each trail are kept, by its code; a trail that is absent is kept for ever. */
export type AuditRetention = Readonly<Partial<Record<string, number>>>;

export interface AuditTrail {
  code: string;
  category: string;
  /** Names of the fields that a record of the trail may have. */
  fields: string[];
  /** Types of its records. */
  types: string[];
  tenantId: string;
  /** Days that records are kept; null = for ever. */
  retentionDays: number | null;
}

/**
 * Returns all trails with their types and fields (getAuditTrails).
 * @throws Forbidden
 */
export function listTrails(
  deps: { trails: readonly DescribedTrail[]; settings: { auditRetention: AuditRetention } },
  principal: Principal,
): AuditTrail[] {
  mustReadAudit(principal);
  return deps.trails.map(({ code, category, fields, types }) => ({
    code,
    category,
    fields: [...COMMON_FIELDS, ...fields],
    types,
    tenantId: principal.tenantId,
    retentionDays: deps.settings.auditRetention[code] ?? null,
  }));
}
