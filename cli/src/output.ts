/**
 * Writes the results of commands to stdout and notes to stderr. Replaces or escapes control characters, so that text
 * from the service can't send commands to the terminal.
 */
import { csvCell } from '@charter/sdk';
import type { stringify as stringifyYaml } from 'yaml';
import { usage } from './exit-codes.ts';
import { cell, printable, printableJson, styled } from './terminal.ts';

export const FORMATS = ['table', 'json', 'yaml', 'csv', 'tsv'] as const;
export type Format = (typeof FORMATS)[number];

export interface OutputOptions {
  json?: boolean;
  output?: Format;
  /** Headings of the columns to write, in their order. */
  columns?: readonly string[];
}

export interface Column<Item> {
  heading: string;
  value: (item: Item) => unknown;
}

export interface Output {
  /** Whether results are written as JSON or YAML, in place of text for people. */
  readonly json: boolean;
  /** Writes the value as JSON or YAML, or else the text. Writes nothing when the text is empty. */
  result(value: unknown, text: string): void;
  table<Item>(items: readonly Item[], columns: readonly Column<Item>[]): void;
  fields(value: object, fields: Readonly<Record<string, unknown>>): void;
  /** Writes one result of a stream: a line of JSON, a YAML document, or else the text. */
  line(value: unknown, text: string): void;
  /** Writes a message for people to stderr. */
  note(text: string): void;
}

/** Returns the texts as one value of a field. Without texts it is undefined, which omits the field. */
export const joined = (texts: readonly string[], separator = ', '): string | undefined =>
  texts.join(separator) || undefined;

const write = (text: string): boolean => process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);

/** Writes a document unchanged to a file or a pipe, and without control characters to a terminal. */
export const writeDocument = (text: string): boolean =>
  process.stdout.write(process.stdout.isTTY ? printable(text) : text);

/** Writes a message for people to stderr. */
export function writeNote(text: string): void {
  process.stderr.write(`${printable(text)}\n`);
}

function drawTable<Item>(items: readonly Item[], columns: readonly Column<Item>[]): string {
  const rows = items.map((item) => columns.map((column) => cell(column.value(item))));
  const headings = columns.map((column) => column.heading);
  const widths = headings.map((heading, position) =>
    Math.max(heading.length, ...rows.map((row) => (row[position] as string).length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((text, position) => text.padEnd(widths[position] as number))
      .join('  ')
      .trimEnd();
  return [styled('bold', line(headings), process.stdout), ...rows.map(line)].join('\n');
}

function drawFields(fields: Readonly<Record<string, unknown>>): string {
  const shown = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  const width = Math.max(...shown.map(([name]) => name.length)) + 1;
  return shown
    .map(([name, value]) => `${styled('bold', `${name}:`.padEnd(width), process.stdout)}  ${cell(value)}`)
    .join('\n');
}

/** Returns the columns with these headings, ignoring case; all columns when `headings` is undefined. */
function choose<Item>(
  columns: readonly Column<Item>[],
  headings: readonly string[] | undefined,
): readonly Column<Item>[] {
  if (headings === undefined) return columns;
  return headings.map((heading) => {
    const found = columns.find((column) => column.heading.toLowerCase() === heading.toLowerCase());
    if (found !== undefined) return found;
    const known = columns.map((column) => column.heading).join(', ');
    throw usage(`--columns has '${heading}'. The columns are: ${known}.`);
  });
}

/** Returns rows of values with a heading row: RFC 4180, or a tab between the values. */
function separated<Item>(
  format: 'csv' | 'tsv',
  items: readonly Item[],
  columns: readonly Column<Item>[],
): string {
  const csv = (value: unknown) => csvCell(typeof value === 'string' ? printable(value) : value);
  const [draw, separator, end] = format === 'csv' ? [csv, ',', '\r\n'] : [cell, '\t', '\n'];
  const rows = [
    columns.map((column) => draw(column.heading)),
    ...items.map((item) => columns.map((column) => draw(column.value(item)))),
  ];
  return rows.map((cells) => cells.join(separator) + end).join('');
}

let stringify: typeof stringifyYaml | undefined;

/** Loads the YAML library only for a command that writes YAML: loading takes longer than most commands run. */
export async function loadWriter({ output }: OutputOptions): Promise<void> {
  if (output === 'yaml') ({ stringify } = await import('yaml'));
}

function document(format: 'json' | 'yaml', value: unknown, indent?: number): string {
  if (format === 'json') return printableJson(value, indent);
  if (stringify === undefined) throw new Error('YAML was written before loadWriter().');
  return printable(stringify(value ?? null));
}

/** @throws CommandFailure (wrong usage) for columns of a document */
export function createOutput({ json, output = 'table', columns: headings }: OutputOptions): Output {
  const format = json ? 'json' : output;
  if ((format === 'json' || format === 'yaml') && headings !== undefined) {
    throw usage('--columns is for the forms table, csv and tsv.');
  }
  const result = (value: unknown, text: string): void => {
    if (format === 'json' || format === 'yaml') write(document(format, value, 2));
    else if (text !== '') write(printable(text));
  };
  return {
    json: format === 'json' || format === 'yaml',
    result,
    table: (items, all) => {
      if (format === 'json' || format === 'yaml') return result(items, '');
      const columns = choose(all, headings);
      write(format === 'table' ? drawTable(items, columns) : separated(format, items, columns));
    },
    fields: (value, fields) => {
      if (format === 'json' || format === 'yaml') return result(value, '');
      const all = Object.entries(fields).map(([heading, shown]) => ({ heading, value: () => shown }));
      const columns = choose(all, headings);
      if (format !== 'table') write(separated(format, [value], columns));
      else write(drawFields(Object.fromEntries(columns.map((each) => [each.heading, each.value(value)]))));
    },
    line: (value, text) => {
      if (format === 'yaml') write(`---\n${document(format, value)}`);
      else write(format === 'json' ? document(format, value) : printable(text));
    },
    note: writeNote,
  };
}
