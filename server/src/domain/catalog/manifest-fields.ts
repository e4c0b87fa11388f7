/**
 * Reads one object of a manifest field by field. Accepts values as files in the wild write them (`"true"`,
 * `Private`, `1.0`) with a warning, and reports every other mistake with its path.
 */
import { nearestWord } from '../../kernel/spelling.ts';
import { isJsonObject, type JsonObject, pathOf, writtenValue } from './document.ts';
import type { ManifestProblem } from './model.ts';

/** The errors and warnings that all readers of one manifest collect. */
export interface Findings {
  errors: ManifestProblem[];
  warnings: ManifestProblem[];
}

const lengthOf = (text: string): number => [...text].length;

export class Fields {
  readonly path: string;
  readonly findings: Findings;
  readonly #object: JsonObject;
  readonly #read = new Set<string>();

  constructor(object: JsonObject, path: string, findings: Findings) {
    this.#object = object;
    this.path = path;
    this.findings = findings;
  }

  pathTo(key: string): string {
    return pathOf(this.path, key);
  }

  error(key: string, message: string): void {
    this.findings.errors.push({ path: this.pathTo(key), message });
  }

  warn(key: string, message: string): void {
    this.findings.warnings.push({ path: this.pathTo(key), message });
  }

  /** The value as it is; undefined when absent or null. */
  raw(key: string): unknown {
    this.#read.add(key);
    return Object.hasOwn(this.#object, key) ? (this.#object[key] ?? undefined) : undefined;
  }

  /** A text without blanks at its ends; null when absent or empty. */
  text(key: string, maxLength: number): string | null {
    const value = this.raw(key);
    if (value === undefined) return null;
    if (typeof value === 'number') {
      this.warn(key, `A text was expected and a number found; read as '${value}'. Put it in quotes.`);
      return String(value);
    }
    if (typeof value !== 'string') {
      this.error(key, 'Must be a text.');
      return null;
    }
    const text = value.trim();
    if (lengthOf(text) > maxLength) {
      this.error(key, `Has ${lengthOf(text)} characters; ${maxLength} are allowed. Shorten it.`);
      return null;
    }
    return text === '' ? null : text;
  }

  /** A required text; an empty one, and an error, when it is missing. */
  requiredText(key: string, maxLength: number): string {
    const before = this.findings.errors.length;
    const text = this.text(key, maxLength);
    if (text === null && this.findings.errors.length === before) this.error(key, 'Is missing. Write one.');
    return text ?? '';
  }

  boolean(key: string, absent: boolean): boolean {
    const value = this.raw(key);
    if (value === undefined || value === '') return absent;
    if (typeof value === 'boolean') return value;
    const word = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
    if (word === 'true' || word === 'false') {
      this.warn(key, `Read as ${word}. Write it without quotes.`);
      return word === 'true';
    }
    this.error(key, 'Must be true or false.');
    return absent;
  }

  integer(key: string, absent: number, minimum: number, maximum: number): number {
    const value = this.raw(key);
    if (value === undefined || value === '') return absent;
    const number = typeof value === 'string' && /^\d{1,9}$/.test(value.trim()) ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isInteger(number) || number < minimum || number > maximum) {
      this.error(key, `Must be a whole number from ${minimum} to ${maximum}.`);
      return absent;
    }
    if (typeof value === 'string') this.warn(key, `Read as ${number}. Write it without quotes.`);
    return number;
  }

  /** One of a closed list, in any case; `absent` when the field is not there. */
  oneOf<const Value extends string | number>(
    key: string,
    allowed: readonly Value[],
    absent: NoInfer<Value>,
  ): Value {
    const value = this.raw(key);
    if (value === undefined || value === '') return absent;
    const exact = allowed.find((candidate) => candidate === value);
    if (exact !== undefined) return exact;
    const written = writtenValue(value).trim().toLowerCase();
    const meant = allowed.find((candidate) => String(candidate).toLowerCase() === written);
    if (meant !== undefined) {
      this.warn(key, `Read as ${typeof meant === 'string' ? `'${meant}'` : meant}. Write it so.`);
      return meant;
    }
    this.error(key, `Must be one of ${allowed.map((candidate) => `'${candidate}'`).join(', ')}.`);
    return absent;
  }

  /** An https address without credentials; null when absent. Kept as written. */
  httpsUrl(key: string, maxLength: number): string | null {
    const text = this.text(key, maxLength);
    if (text === null || isHttpsUrl(text)) return text;
    this.error(key, `'${text}' is not an https address. Begin it with https:// and leave out any password.`);
    return null;
  }

  /** The fields of a nested object; those of an empty one when absent. */
  object(key: string): Fields {
    const value = this.raw(key);
    if (value !== undefined && !isJsonObject(value)) this.error(key, 'Must be an object.');
    return new Fields(isJsonObject(value) ? value : {}, this.pathTo(key), this.findings);
  }

  /** Reads each item of a list; items that `read` answers undefined for are left out. */
  list<Item>(key: string, maximum: number, read: (item: unknown, path: string) => Item | undefined): Item[] {
    const value = this.raw(key);
    if (value === undefined || value === '') return [];
    if (!Array.isArray(value)) {
      this.error(key, 'Must be a list.');
      return [];
    }
    if (value.length > maximum) {
      this.error(key, `Has ${value.length} entries; ${maximum} are allowed. Remove some.`);
      return [];
    }
    return value
      .map((item, index) => read(item, pathOf(this.pathTo(key), index)))
      .filter((item) => item !== undefined);
  }

  /** A list of texts without empty and repeated ones. */
  texts(key: string, maximum: number, maxLength: number): string[] {
    const texts = this.list(key, maximum, (item, path) => {
      if (typeof item === 'string' && lengthOf(item.trim()) <= maxLength) return item.trim();
      this.findings.errors.push({ path, message: `Must be a text of at most ${maxLength} characters.` });
      return undefined;
    });
    return [...new Set(texts)].filter((text) => text !== '');
  }

  /** Marks keys that are read elsewhere or need no warning. */
  ignore(...keys: string[]): void {
    for (const key of keys) this.#read.add(key);
  }

  /** Warns about every key that was not read. Called once, after the last field. */
  finish(): void {
    for (const key of Object.keys(this.#object)) {
      if (this.#read.has(key)) continue;
      const missing = [...this.#read].filter((known) => !Object.hasOwn(this.#object, known));
      const similar = nearestWord(key, missing, key.length < 6 ? 1 : 2);
      const hint = similar === undefined ? '' : ` Did you mean '${similar}'?`;
      this.warn(key, `Not known here: kept in the manifest, without effect.${hint}`);
    }
  }
}

export function isHttpsUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === 'https:' && username === '' && password === '';
}
