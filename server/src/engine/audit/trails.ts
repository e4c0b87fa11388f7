/**
 * Audit trails (docs/specification.md, section 12). A trail is declared beside the noun that owns it. The definitions
 * of events and records that name the trail determine the types and fields of its records.
 */

export interface Trail {
  /** Stable name of the trail: it is never changed. */
  code: string;
  category: string;
}

/** The part of a definition that describes the trail's records. */
export interface TrailPart {
  trail: Trail;
  /** Stable name of the records' type: it is never changed. */
  code: string;
  /** Fields besides the common ones. They are never renamed. */
  fields: readonly string[];
}

export interface DescribedTrail extends Trail {
  types: string[];
  /** Fields of the trail's records, besides the common ones. */
  fields: string[];
}

/** Fields that every record has, whatever its trail (docs/specification.md, section 5). */
export const COMMON_FIELDS = [
  'id',
  'time',
  'type',
  'actor',
  'target',
  'requestId',
  'outcome',
  'sequence',
  'hash',
] as const;

/** The record that replaces a trail's oldest records when their retention ends; the database writes it. */
export const PRUNED_RECORD = {
  code: 'audit_records_pruned',
  fields: ['prunedThroughSequence', 'prunedThroughHash', 'prunedCount', 'prunedBefore'],
};

export function describeTrails(definitions: readonly TrailPart[]): DescribedTrail[] {
  return [...Map.groupBy(definitions, ({ trail }) => trail)].map(([trail, parts]) => {
    const all = [...parts, PRUNED_RECORD];
    const types = new Set(all.map(({ code }) => code));
    return { ...trail, types: [...types], fields: [...new Set(all.flatMap(({ fields }) => fields))] };
  });
}
