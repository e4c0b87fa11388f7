/** Writes the figures as Markdown. */
import { readFile, writeFile } from 'node:fs/promises';
import { type Figure, growthOf, MAX_GROWTH, type Tables } from './figure.ts';
import type { Sizes } from './sizes.ts';
import type { TableSize } from './storage.ts';

export interface Report {
  time: Date;
  commit: string;
  machine: string;
  /** Settings of PostgreSQL that differ from those of the embedded one. */
  settings: Readonly<Record<string, string>>;
  sizes: Record<'small' | 'large', Sizes>;
  bytes: Record<'small' | 'large', number>;
  /** Seconds of the fill, and of the whole run. */
  seconds: { fill: number; all: number };
  tables: Tables;
  storage: Record<'small' | 'large', readonly TableSize[]>;
}

const BEGIN = '<!-- figures: npm run scale -- --write -->';
const END = '<!-- end of the figures -->';
/** Tables in the list of sizes. */
const MAX_TABLES = 14;

const formatInteger = (value: number): string => Math.round(value).toLocaleString('en');

function rounded(value: number): string {
  if (Math.abs(value) >= 100) return formatInteger(value);
  return Number(value.toPrecision(Math.abs(value) >= 10 ? 3 : 2)).toString();
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(head), row(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(row)].join(
    '\n',
  );
}

function figureRow(figure: Figure, hasLargest: boolean): string[] {
  const { name, unit, small, large, largest, work } = figure;
  const value = growthOf(figure);
  const growth = Number.isFinite(value)
    ? `${rounded(value)}${work === undefined ? '' : ` a ${work.unit}`}`
    : '';
  return [
    `${name}, ${unit}`,
    rounded(small),
    rounded(large),
    ...(hasLargest ? [largest === undefined ? '' : rounded(largest)] : []),
    growth !== '' && value > MAX_GROWTH ? `**${growth}**` : growth,
  ];
}

function figureTable(heading: string, figures: readonly Figure[]): string {
  const hasLargest = figures.some(({ largest }) => largest !== undefined);
  const head = ['', 'small', 'large', ...(hasLargest ? ['largest tenant'] : []), 'growth'];
  const notes = figures.flatMap(({ name, note }) => (note === undefined ? [] : [`- ${name}: ${note}.`]));
  return [
    `### ${heading}`,
    table(
      head,
      figures.map((figure) => figureRow(figure, hasLargest)),
    ),
    ...(notes.length > 0 ? [notes.join('\n')] : []),
  ].join('\n\n');
}

const megabytes = (bytes: number): string => rounded(bytes / 1e6);

function storageTable({ small, large }: Report['storage']): string {
  const perRow = (size: TableSize | undefined): string =>
    size === undefined ? '' : rounded((size.rowBytes + size.indexBytes) / size.rows);
  const rows = large
    .slice(0, MAX_TABLES)
    .map((size) => [
      `\`${size.table}\``,
      formatInteger(size.rows),
      megabytes(size.rowBytes),
      megabytes(size.indexBytes),
      perRow(size),
      perRow(small.find(({ table: name }) => name === size.table)),
    ]);
  const head = ['', 'rows', 'rows, MB', 'indexes, MB', 'bytes a row', 'small: bytes a row'];
  return ['### Tables and indexes of the large database', table(head, rows)].join('\n\n');
}

/** Returns the section with the figures. */
export function toMarkdown(report: Report): string {
  const { time, commit, machine, settings, sizes, bytes, seconds, tables, storage } = report;
  const settingsText = Object.entries(settings).map(([name, value]) => `\`${name} = ${value}\``);
  const count = (read: (one: Sizes) => number): string[] => [
    formatInteger(read(sizes.small)),
    formatInteger(read(sizes.large)),
  ];
  return [
    `Measured on ${time.toISOString().slice(0, 10)} at commit \`${commit}\`: ${machine}. PostgreSQL is the embedded one on the same machine, with ${settingsText.join(', ')}. The fill took ${rounded(seconds.fill / 60)} minutes, the whole run ${rounded(seconds.all / 60)}.`,
    table(
      ['', 'small', 'large'],
      [
        ['tenants', ...count((one) => one.tenants)],
        ['people', ...count((one) => one.people)],
        ['teams', ...count((one) => one.teams)],
        ['audit records', ...count((one) => one.records)],
        ['jobs', ...count((one) => one.jobs)],
        ['size of the database, MB', megabytes(bytes.small), megabytes(bytes.large)],
      ],
    ),
    ...Object.entries(tables).map(([heading, figures]) => figureTable(heading, figures)),
    storageTable(storage),
  ].join('\n\n');
}

/** Replaces the figures in a document. @throws Error when the document has no place for them */
export async function writeInto(file: string, markdown: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`${file} has no place for the figures.`);
  await writeFile(file, `${text.slice(0, begin)}${BEGIN}\n\n${markdown}\n\n${text.slice(end)}`);
}
