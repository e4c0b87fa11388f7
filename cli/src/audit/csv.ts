/** Records as a table (RFC 4180): one column for each field, objects flattened or as JSON. */
import type { FlatRecord } from './cloud-event.ts';

/** Columns that every record has, in front of those of the trails. */
const COMMON: Readonly<Record<string, (record: FlatRecord) => unknown>> = {
  trail: (record) => record.trail,
  sequence: (record) => record.sequence,
  time: (record) => record.time,
  type: (record) => record.type,
  outcome: (record) => record.outcome,
  'actor.id': (record) => memberOf(record.actor, 'id'),
  'actor.kind': (record) => memberOf(record.actor, 'kind'),
  'actor.displayName': (record) => memberOf(record.actor, 'displayName'),
  'target.type': (record) => record.target.type,
  'target.id': (record) => record.target.id,
  'target.displayName': (record) => memberOf(record.target, 'displayName'),
  requestId: (record) => record.requestId,
  id: (record) => record.id,
};

const memberOf = (value: unknown, name: string): unknown =>
  (value as Readonly<Record<string, unknown>> | undefined)?.[name];

/**
 * Spreadsheets take a cell for a formula when it begins with one of these, also in full width. In some locales they
 * split at semicolons, tabs or line ends and don't heed the quotes, so no such part may begin with one either.
 */
const FORMULA = /(^|[;|\t\r\n])(?=[\s"']*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?=[\t\r\n])/g;

/** Every text is in quotes (RFC 4180), so that no separator of any locale ends its cell. */
function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `"${text.replace(FORMULA, "$1'").replaceAll('"', '""')}"`;
}

const row = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

/** Returns the heading and the lines of a table with these fields besides the common ones. */
export function csvOf(fields: readonly string[]): {
  heading: string;
  line(trail: string, record: FlatRecord): string;
} {
  return {
    heading: row([...Object.keys(COMMON), ...fields, 'hash']),
    line(trail, record) {
      const common = Object.values(COMMON).map((read) => cell(read({ ...record, trail })));
      return row([...common, ...fields.map((field) => cell(record[field])), cell(record.hash)]);
    },
  };
}
