/**
 * Writes the results of commands to stdout and notes to stderr. Replaces or escapes control characters, so that text
 * from the service can't send commands to the terminal.
 */
import { cell, printable, printableJson, styled } from './terminal.ts';

export interface Column<Item> {
  heading: string;
  value: (item: Item) => unknown;
}

export interface Output {
  readonly json: boolean;
  /** Writes the value with --json, else the text. Writes nothing when the text is empty. */
  result(value: unknown, text: string): void;
  table<Item>(items: readonly Item[], columns: readonly Column<Item>[]): void;
  fields(value: object, fields: Readonly<Record<string, unknown>>): void;
  /** Writes one result of a stream: a line of JSON with --json, else the text. */
  line(value: unknown, text: string): void;
  /** Writes a message for people to stderr. */
  note(text: string): void;
}

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

export function createOutput(json: boolean): Output {
  const result = (value: unknown, text: string): void => {
    if (json) write(printableJson(value, 2));
    else if (text !== '') write(printable(text));
  };
  return {
    json,
    result,
    table: (items, columns) => {
      if (json) result(items, '');
      else write(drawTable(items, columns));
    },
    fields: (value, fields) => {
      if (json) result(value, '');
      else write(drawFields(fields));
    },
    line: (value, text) => {
      write(json ? printableJson(value) : printable(text));
    },
    note: writeNote,
  };
}
