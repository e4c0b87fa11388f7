/** Reads people from a CSV, YAML or JSON file for `charter user import`. */
import type { ImportedUser } from '@charter/sdk';
import { usage } from '../exit-codes.ts';
import { readText } from '../values.ts';

/** A person in the file. `manager` is an id, a user principal name or a mail address. */
export interface FilePerson extends Omit<ImportedUser, 'managerId'> {
  manager?: string;
}

const TEXT_FIELDS = [
  'id',
  'displayName',
  'userPrincipalName',
  'givenName',
  'surname',
  'mail',
  'jobTitle',
  'department',
  'companyName',
  'city',
  'country',
  'usageLocation',
  'preferredLanguage',
  'userType',
  'manager',
];
const FIELDS = [...TEXT_FIELDS, 'accountEnabled', 'groups'];
const REQUIRED = ['id', 'displayName', 'userPrincipalName'];

/** Separates the groups in one CSV cell. */
const GROUP_SEPARATOR = '|';

function fromCell(name: string, text: string): unknown {
  if (name === 'groups') return text.split(GROUP_SEPARATOR).map((group) => group.trim());
  if (name === 'accountEnabled' && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  return text;
}

async function parseCsv(text: string): Promise<unknown[]> {
  const { parse } = await import('csv-parse/sync');
  const header = text.split(/\r?\n/, 1)[0] ?? '';
  // Spreadsheets use semicolons where the comma is the decimal separator.
  const delimiter = header.includes(';') && !header.includes(',') ? ';' : ',';
  const rows: Record<string, string>[] = parse(text, {
    bom: true,
    columns: true,
    delimiter,
    skip_empty_lines: true,
    trim: true,
  });
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([, cell]) => cell !== '')
        .map(([name, cell]) => [name, fromCell(name, cell)]),
    ),
  );
}

async function parse(path: string, text: string): Promise<unknown> {
  try {
    if (/\.csv$/i.test(path)) return await parseCsv(text);
    if (/\.(ya?ml|json)$/i.test(path)) return (await import('yaml')).parse(text);
  } catch (error) {
    throw usage(`${path} cannot be read: ${(error as Error).message}`);
  }
  throw usage(`${path} must end in .csv, .yaml, .yml or .json.`);
}

function problemOf(person: unknown): string | undefined {
  if (typeof person !== 'object' || person === null || Array.isArray(person)) return 'is not a person';
  const unknown = Object.keys(person).filter((name) => !FIELDS.includes(name));
  if (unknown.length > 0) return `has unknown fields: ${unknown.join(', ')}. Known are ${FIELDS.join(', ')}`;
  const fields = person as Record<string, unknown>;
  const missing = REQUIRED.filter((name) => !fields[name]);
  if (missing.length > 0) return `has no ${missing.join(', ')}`;
  const odd = TEXT_FIELDS.filter((name) => !['string', 'undefined'].includes(typeof fields[name]));
  if (odd.length > 0) return `needs quotes around ${odd.join(', ')}`;
  return undefined;
}

/** @throws CommandFailure (wrong usage) that names the file and the first invalid person */
export async function readPeople(path: string): Promise<FilePerson[]> {
  const value = await parse(path, await readText(path));
  const people = (value as { users?: unknown } | null)?.users ?? value;
  if (!Array.isArray(people) || people.length === 0) throw usage(`${path} must contain a list of people.`);
  for (const [index, person] of people.entries()) {
    const problem = problemOf(person);
    if (problem !== undefined) throw usage(`Person ${index + 1} of ${path} ${problem}.`);
  }
  return people as FilePerson[];
}
