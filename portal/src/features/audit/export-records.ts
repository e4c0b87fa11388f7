/** Exports the records that match the filters, and saves them as a file. */
import { type AuditTrail, auditEncoder, type CharterClient, type FlatRecord } from '@charter/sdk';
import { MANY_CALLS_RETRY } from '../../base/client.ts';
import { saveFile } from '../../base/save-file.ts';
import { type AuditFilters, toRecordsQuery } from './queries.ts';

export type ExportFormat = 'csv' | 'ndjson';

const LARGEST_PAGE = 999;
const MEDIA_TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' };

interface ExportOptions {
  format: ExportFormat;
  trail: AuditTrail;
  filters: AuditFilters;
  signal: AbortSignal;
  onProgress: (count: number) => void;
}

/** Resolves with the number of records, which are in the order of the chain. */
export async function exportRecords(client: CharterClient, options: ExportOptions): Promise<number> {
  const { format, trail, filters, signal, onProgress } = options;
  const encoder = auditEncoder(format, [trail]);
  const lines = [encoder.heading];
  const query = { ...toRecordsQuery(filters), $orderby: 'sequence asc', $top: LARGEST_PAGE } as const;
  let count = 0;
  for await (const record of client.audit.records(trail.code, query, { signal, retry: MANY_CALLS_RETRY })) {
    lines.push(encoder.line(trail, record as unknown as FlatRecord));
    count += 1;
    if (count % Number(LARGEST_PAGE) === 0) onProgress(count);
  }
  saveFile(`charter-${trail.code}.${format}`, new Blob(lines, { type: MEDIA_TYPES[format] }));
  return count;
}
