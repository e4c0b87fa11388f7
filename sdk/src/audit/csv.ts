/** Formats records as CSV (RFC 4180): one column for each field, objects flattened or as JSON. */
import type { FlatRecord } from './cloud-event.ts';

/** The first columns of every record. The fields of the trails follow, then `hash`. */
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
 * Spreadsheets read a cell as a formula if it begins with one of these, full-width forms included. In some locales
 * they split cells at semicolons, pipes, tabs or line ends despite quotes, so the parts are checked too.
 */
const FORMULA = /(^|[;|\t\r\n])(?=[\s"']*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?=[\t\r\n])/g;

/** Quotes every text, and puts an apostrophe before what a spreadsheet would read as a formula. */
export function csvCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `"${text.replace(FORMULA, "$1'").replaceAll('"', '""')}"`;
}

const row = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

/** Returns rows of values with a heading row. */
export const csvTable = <Item>(
  items: readonly Item[],
  columns: readonly { heading: string; value: (item: Item) => unknown }[],
): string =>
  row(columns.map(({ heading }) => csvCell(heading))) +
  items.map((item) => row(columns.map(({ value }) => csvCell(value(item))))).join('');

/** Returns the heading row, and a function that formats a record as a row. */
export function csvOf(fields: readonly string[]): {
  heading: string;
  line(trail: string, record: FlatRecord): string;
} {
  return {
    heading: row([...Object.keys(COMMON), ...fields, 'hash']),
    line(trail, record) {
      const common = Object.values(COMMON).map((read) => csvCell(read({ ...record, trail })));
      return row([...common, ...fields.map((field) => csvCell(record[field])), csvCell(record.hash)]);
    },
  };
}
