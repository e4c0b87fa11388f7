import { notFound } from '../../kernel/errors.ts';
import { type Page, toPage } from '../../kernel/page.ts';
import type { Principal, RequestContext } from '../principal.ts';
import type { Store } from '../store.ts';
import { assertCanReadAudit } from './access.ts';
import type { AuditRecord } from './model.ts';
import type { AuditCondition, AuditKeyStore, AuditPosition, AuditQuery } from './ports.ts';
import { auditExported, auditQueried, isOwnRead, type ReadLog } from './read-log.ts';
import { COMMON_FIELDS, type DescribedTrail, type Trail } from './trails.ts';

/** Days that each trail stores its records, by the trail's code. A trail that is absent stores them forever. */
export type AuditRetention = Readonly<Partial<Record<string, number>>>;

/**
 * Returns all trails with their types and fields (getAuditTrails).
 * @throws Forbidden
 */
export function listTrails(
  deps: { trails: readonly DescribedTrail[]; settings: { auditRetention: AuditRetention } },
  principal: Principal,
) {
  assertCanReadAudit(principal);
  return deps.trails.map(({ code, category, fields, types }) => ({
    code,
    category,
    fields: [...COMMON_FIELDS, ...fields],
    types,
    tenantId: principal.tenantId,
    /** Null when records are stored forever. */
    retentionDays: deps.settings.auditRetention[code] ?? null,
  }));
}

export interface ListRecordsInput extends Omit<AuditQuery, 'trail'> {
  code: string;
  countAll: boolean;
  /** The filter as the caller wrote it, for the record of the read. */
  filter: string;
}

function positionOf({ time, id, sequence }: AuditRecord, order: AuditQuery['order']): AuditPosition {
  return order.startsWith('sequence') ? { sequence } : { time: new Date(time), id };
}

const isLowerBound = ({ field, operator }: AuditCondition): boolean =>
  (field === 'time' || field === 'sequence') && (operator === 'ge' || operator === 'gt');

/**
 * Returns a page of a trail (getAuditTrailRecords) with a count: of all matching records when `countAll` is set,
 * otherwise of this page. Seals first, so that the page includes every record that was committed before the call.
 * Records the read afterwards, unless the caller follows the trail and finds nothing but the records of its own reads.
 * @throws Forbidden, NotFound
 */
export async function listRecords(
  deps: { store: Store; reads: ReadLog; trails: readonly Trail[] },
  principal: Principal,
  context: RequestContext,
  { code, countAll, filter, ...query }: ListRecordsInput,
): Promise<Page<AuditRecord, AuditPosition> & { count: number }> {
  assertCanReadAudit(principal);
  if (!deps.trails.some((trail) => trail.code === code)) throw notFound('audit trail', code);
  const { audit } = deps.store.in(principal.tenantId);
  await audit.seal();
  const [found, total] = await Promise.all([
    audit.list({ ...query, trail: code }),
    countAll ? audit.count({ trail: code, conditions: query.conditions }) : undefined,
  ]);
  const page = toPage(found, query.top, (last) => positionOf(last, query.order));
  const isFollowing = query.conditions.some(isLowerBound);
  if (!isFollowing || !page.items.every((record) => isOwnRead(record, principal))) {
    const read = query.order === 'sequence asc' ? auditExported : auditQueried;
    const target = { type: 'trail', id: code, displayName: code };
    await deps.reads.record(principal, context, read, { target, filter }, 'audit');
  }
  return { ...page, count: total ?? page.items.length };
}

/**
 * Returns the public keys that sign or have signed checkpoints, oldest first (getAuditKeys).
 * @throws Forbidden
 */
export async function listAuditKeys(
  deps: { auditKeys: AuditKeyStore },
  principal: Principal,
): Promise<Record<string, unknown>[]> {
  assertCanReadAudit(principal);
  return deps.auditKeys.list();
}
