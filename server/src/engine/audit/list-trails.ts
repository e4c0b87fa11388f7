import type { Principal } from '../principal.ts';
import { mustReadAudit } from './access.ts';
import { COMMON_FIELDS, TRAIL_CODES, TRAILS, type TrailCode } from './trails.ts';

/** Days that the records of a trail are kept; trails that are not named are kept for ever. */
export type AuditRetention = Readonly<Partial<Record<TrailCode, number>>>;

export interface AuditTrail {
  code: TrailCode;
  category: string;
  /** Names of everything a record of the trail may say. */
  fields: string[];
  /** Types of its records. */
  types: string[];
  tenantId: string;
  /** Days that records are kept; null = for ever. */
  retentionDays: number | null;
}

/**
 * The trails there are, and what their records say (getAuditTrails).
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
