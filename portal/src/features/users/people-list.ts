/** Reads lists of people from pasted texts and files: addresses, names, and tables with an address in each row. */

/** Accepts apostrophes in an address but not around it, because some programs put addresses in apostrophes. */
const ADDRESS = /[^\s@<>()[\]"',;:][^\s@<>()[\]",;:]*@[^\s@<>()[\]"',;:]+/;
const BRACKETED = /<\s*(?:mailto:)?([^<>\s@]+@[^<>\s@]+)\s*>/i;
/** Tables are tried with these separators, in this order. */
const SEPARATORS = ['\t', ';', ','] as const;

const addressIn = (text: string): string | undefined =>
  BRACKETED.exec(text)?.[1] ??
  ADDRESS.exec(text)?.[0]
    .replace(/^mailto:/i, '')
    .replace(/\.+$/, '');

/** Removes quotes, and joins lines and wide spaces into single spaces. */
const clean = (text: string): string =>
  text
    .replace(/^[\s"']+|[\s"',;]+$/g, '')
    .replace(/""/g, '"')
    .replace(/\s+/g, ' ');

/** Splits at the characters, except inside of double quotes (RFC 4180, RFC 5322). */
function split(text: string, separators: string): string[] {
  const parts = [''];
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    if (!isQuoted && separators.includes(character)) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}

/** A quote that is never closed must not swallow the rest of the list. */
const withClosedQuotes = (text: string): string =>
  text
    .split('\n')
    .map((line) => ((line.match(/"/g) ?? []).length % 2 === 0 ? line : line.replaceAll('"', '')))
    .join('\n');

/** Returns the people of a table: the address in its column, or the first value of a row without one. */
function readTable(lines: readonly string[], separator: string): string[] | undefined {
  const rows = lines.map((line) => split(line, separator));
  const width = rows[0]?.length ?? 0;
  if (width < 2 || rows.some((row) => row.length !== width)) return undefined;
  const hasHeader = rows.length > 1 && !rows[0]?.some((field) => addressIn(field));
  const body = hasHeader ? rows.slice(1) : rows;
  const columns = Array.from({ length: width }, (_, column) => column).filter((column) =>
    body.some((row) => addressIn(row[column] ?? '')),
  );
  const [first] = columns;
  if (first === undefined || (columns.length > 1 && !hasHeader)) return undefined;
  if (rows.length === 1 && separator !== '\t') return undefined;
  const isAddressOrEmpty = (field: string): boolean => field.trim() === '' || addressIn(field) !== undefined;
  if (!body.every((row) => isAddressOrEmpty(row[first] ?? ''))) return undefined;
  return body.map((row) => addressIn(row[first] ?? '') ?? clean(row.find((field) => clean(field)) ?? ''));
}

/** Returns true for "Last, First": one comma, and one word after it. */
const isTurnedName = (parts: readonly string[]): boolean =>
  parts.length === 2 && clean(parts[0] ?? '') !== '' && /^\S+$/.test(clean(parts[1] ?? ''));

/**
 * Reads the people between two strong separators, such as lines.
 * @param isAlone whether the text has no strong separator, so commas may separate people
 */
function readEntry(entry: string, isAlone: boolean): string[] {
  const parts = split(entry, ',');
  if (!entry.includes('@') && isTurnedName(parts)) return [clean(entry)];
  const people: string[] = [];
  let before: string[] = [];
  for (const part of parts) {
    if (BRACKETED.test(part)) {
      // The comma of `Lee, Ann <ann@contoso.example>` belongs to the name.
      const isPartOfName = before.length === 1 && (!isAlone || !clean(before[0] ?? '').includes(' '));
      if (!isPartOfName) people.push(...before);
      people.push(...[...part.matchAll(new RegExp(BRACKETED, 'gi'))].map(([, address]) => address ?? ''));
      before = [];
    } else if (part.includes('@')) {
      const words = part.trim().split(/\s+/);
      const areAddresses = words.every((word) => word.includes('@'));
      people.push(...before, ...(areAddresses ? words : [part]).map((word) => addressIn(word) ?? word));
      before = [];
    } else before.push(part);
  }
  return [...people, ...before].map(clean);
}

/** Returns the addresses and names in the text, each once. */
export function readPeopleList(text: string): string[] {
  const plain = withClosedQuotes(text.replace(/\r\n?/g, '\n').replace(/[\uFEFF\u200B]/g, ''));
  const lines = plain.split('\n').filter((line) => line.trim() !== '');
  for (const separator of SEPARATORS) {
    const people = readTable(lines, separator);
    if (people !== undefined) return distinct(people);
  }
  const entries = lines.flatMap((line) => split(line, ';\t')).filter((entry) => clean(entry) !== '');
  return distinct(entries.flatMap((entry) => readEntry(entry, entries.length === 1)));
}

function distinct(people: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const person of people) {
    const key = person.toLowerCase();
    if (person !== '' && !byKey.has(key)) byKey.set(key, person);
  }
  return [...byKey.values()];
}

/** Whether a pasted text names people rather than being a word to search for. */
export const isPeopleList = (text: string): boolean =>
  addressIn(text) !== undefined || /[\n\t;]/.test(text.trim()) || readPeopleList(text).length > 1;
