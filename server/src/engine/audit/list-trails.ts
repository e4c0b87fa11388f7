import type { Principal } from '../principal.ts';
import { mustReadAudit } from './access.ts';
import { COMMON_FIELDS, TRAIL_CODES, TRAILS, type TrailCode } from './trails.ts';

/** Days that the records of each trail are kept; a trail that is absent is kept for ever. */
export type AuditRetention = Readonly<Partial<Record<TrailCode, number>>>;

export interface AuditTrail {
  code: TrailCode;
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
  deps: { settings: { auditRetention: AuditRetention } },
  principal: Principal,
): AuditTrail[] {
  mustReadAudit(principal);
  return TRAIL_CODES.map((code) => ({
    code,
    category: TRAILS[code].category,
    fields: [...COMMON_FIELDS, ...TRAILS[code].fields],
    types: [...TRAILS[code].types],
    tenantId: principal.tenantId,
    retentionDays: deps.settings.auditRetention[code] ?? null,
  }));
}
