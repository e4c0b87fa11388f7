/** Formats the records of audit trails as CloudEvents in NDJSON, which `charter audit verify` reads, or as CSV. */
import { auditLineOf, auditSourceOf, type FlatRecord } from './cloud-event.ts';
import { csvOf } from './csv.ts';

/** The parts of a trail that its export needs; getAuditTrails returns them. */
export interface ExportedTrail {
  code: string;
  tenantId: string;
  fields: readonly string[];
}

export interface AuditEncoder {
  /** First line of the file, with its line end; empty for NDJSON. */
  heading: string;
  /** Returns one record, with its line end. */
  line(trail: ExportedTrail, record: FlatRecord): string;
}

const COMMON = ['id', 'time', 'type', 'actor', 'target', 'requestId', 'outcome', 'sequence', 'hash'];

/** @param trails the trails of all records; CSV has a column for each of their fields */
export function auditEncoder(format: 'ndjson' | 'csv', trails: readonly ExportedTrail[]): AuditEncoder {
  if (format === 'ndjson') {
    return {
      heading: '',
      line: ({ tenantId, code }, record) => `${auditLineOf(auditSourceOf(tenantId, code), record)}\n`,
    };
  }
  const fields = new Set(trails.flatMap((trail) => trail.fields).filter((field) => !COMMON.includes(field)));
  const { heading, line } = csvOf([...fields]);
  return { heading, line: ({ code }, record) => line(code, record) };
}
