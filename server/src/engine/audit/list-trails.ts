import type { Principal } from '../principal.ts';
import { mustReadAudit } from './access.ts';
import { COMMON_FIELDS, type DescribedTrail } from './trails.ts';

/** Days that the records of a trail are kept, by its code; trails that are not named are kept for ever. */
export type AuditRetention = Readonly<Partial<Record<string, number>>>;

export interface AuditTrail {
  code: string;
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
