/** Finds and redacts the texts of one person outside of the audit trails. */
import { hash } from 'node:crypto';
import { ERASED } from '../../engine/audit/personal-texts.ts';

/** The texts that name a person. */
export interface PersonMarks {
  id: string;
  /** Current and former names. */
  names: readonly string[];
  /** Mail addresses and user principal names. */
  addresses: readonly string[];
  /** Texts that the person wrote, such as the reason of a rejection. */
  texts: readonly string[];
}

/** A text about the person, and its place in the row. */
export interface TextFinding {
  /** Column, and path in its JSON, joined by dots. */
  at: string;
  text: string;
}

/** Members that name the person in an object about the person. */
const PERSONAL = new Set([
  'city',
  'companyName',
  'department',
  'displayName',
  'email',
  'givenName',
  'jobTitle',
  'mail',
  'message',
  'name',
  'surname',
  'userPrincipalName',
]);
/** Members that name the person whose id is in the member with the ending `Id`: memberName for memberId. */
const NAMING = /^(.+)(?:Name|Mail|DisplayName)$/;
/** Members that name an object. An object whose id is not the person's may be another person of the same name. */
const OF_OBJECT = new Set(['displayName', 'name', 'mail', 'userPrincipalName']);

/** Minimum length of a name that is redacted inside texts. Shorter ones are redacted only as whole values. */
const SHORTEST_PART = 3;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Returns a pattern that matches the marks as whole words. */
function patternOf(marks: readonly string[]): RegExp | undefined {
  const parts = marks.filter((mark) => mark.length >= SHORTEST_PART);
  if (parts.length === 0) return undefined;
  const longestFirst = parts.toSorted((one, other) => other.length - one.length);
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${longestFirst.map(escaped).join('|')})(?![\\p{L}\\p{N}])`, 'giu');
}

type Tree = Readonly<Record<string, unknown>>;

/** Returns the paths at which a JSON value has the id, as a text or as the name of a member. */
export function placesOfId(id: string, value: unknown, at: string): string[] {
  if (value === id) return [at];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const place = `${at}.${name}`;
    return [...(name === id ? [place] : []), ...placesOfId(id, member, place)];
  });
}

/** Returns the text of a file; undefined for bytes that are no UTF-8 text. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

export const describeContent = (bytes: Uint8Array): { size: number; sha256: string } => ({
  size: bytes.length,
  sha256: hash('sha256', bytes),
});

export class PersonalTexts {
  readonly #id: string;
  readonly #addresses: ReadonlySet<string>;
  readonly #names: ReadonlySet<string>;
  readonly #ofAddresses: RegExp | undefined;
  readonly #ofTexts: RegExp | undefined;

  constructor({ id, names, addresses, texts }: PersonMarks) {
    const lower = (list: readonly string[]) => new Set(list.map((text) => text.toLowerCase()));
    this.#id = id;
    this.#addresses = lower(addresses);
    this.#names = lower([...names, ...texts]);
    this.#ofAddresses = patternOf(addresses);
    this.#ofTexts = patternOf([...names, ...texts]);
  }

  /**
   * Returns the value without the texts of the person, and adds them to `findings`. An address that refers to the person
   * becomes the person's id.
   */
  redact(value: unknown, at: string, findings: TextFinding[]): unknown {
    if (typeof value === 'string') return this.#text(value, at, findings);
    if (Array.isArray(value))
      return value.map((item, index) => this.redact(item, `${at}.${index}`, findings));
    if (typeof value !== 'object' || value === null) return value;
    return this.#object(value as Tree, at, findings);
  }

  /** Redacts a text in which addresses are references, such as a manifest. */
  redactReferences(text: string, at: string, findings: TextFinding[]): string {
    const referred = this.#ofAddresses === undefined ? text : text.replace(this.#ofAddresses, this.#id);
    if (referred !== text) findings.push({ at, text: [...this.#addresses].join(', ') });
    return this.#text(referred, at, findings);
  }

  /**
   * Redacts a text file. Returns undefined for a file without texts of the person, and for one that is no UTF-8 text.
   */
  redactFile(bytes: Uint8Array, at: string, findings: TextFinding[]): Uint8Array | undefined {
    const text = textOf(bytes);
    if (text === undefined) return undefined;
    const rest = this.#text(text, at, findings);
    return rest === text ? undefined : Buffer.from(rest);
  }

  /** Redacts the content of a file in the plan of a job, and replaces its size and its hash in the plan. */
  #plannedFile(value: Tree, at: string, findings: TextFinding[]): Tree {
    const { base64, sha256 } = value;
    if (typeof base64 !== 'string' || typeof sha256 !== 'string') return value;
    const bytes = this.redactFile(Buffer.from(base64, 'base64'), `${at}.base64`, findings);
    if (bytes === undefined) return value;
    return { ...value, ...describeContent(bytes), base64: Buffer.from(bytes).toString('base64') };
  }

  #isPerson(id: unknown): boolean {
    return typeof id === 'string' && (id === this.#id || this.#addresses.has(id.toLowerCase()));
  }

  #object(given: Tree, at: string, findings: TextFinding[]): Tree {
    const value = this.#plannedFile(given, at, findings);
    const isOwn = this.#isPerson(value.id);
    const isOther = typeof value.id === 'string' && !isOwn;
    const result: Record<string, unknown> = {};
    let isNamed = isOwn;
    for (const [name, member] of Object.entries(value)) {
      const place = `${at}.${name}`;
      const key = this.#addresses.has(name.toLowerCase()) ? this.#id : name;
      const [, noun] = NAMING.exec(name) ?? [];
      if (typeof member !== 'string' || member === '' || member === ERASED) {
        result[key] = this.redact(member, place, findings);
      } else if (
        (isOwn && PERSONAL.has(name)) ||
        (noun !== undefined && this.#isPerson(value[`${noun}Id`]))
      ) {
        findings.push({ at: place, text: member });
        result[key] = ERASED;
      } else if (isOther && OF_OBJECT.has(name)) {
        result[key] = member;
      } else {
        result[key] = this.#text(member, place, findings);
        isNamed ||= noun === 'actor' && result[key] === ERASED;
      }
    }
    // The facts of a notification have the name and the message of the person who decided.
    if (isNamed && typeof value.message === 'string' && result.message !== ERASED) {
      findings.push({ at: `${at}.message`, text: value.message });
      result.message = ERASED;
    }
    return result;
  }

  #text(text: string, at: string, findings: TextFinding[]): string {
    const whole = text.trim().toLowerCase();
    if (this.#addresses.has(whole) && whole !== this.#id.toLowerCase()) {
      findings.push({ at, text });
      return this.#id;
    }
    if (this.#names.has(whole)) {
      findings.push({ at, text });
      return ERASED;
    }
    let rest = text;
    for (const pattern of [this.#ofAddresses, this.#ofTexts])
      if (pattern !== undefined)
        rest = rest.replace(pattern, (found) => (found === this.#id ? found : ERASED));
    if (rest !== text) findings.push({ at, text });
    return rest;
  }
}
