/**
 * Reads a manifest's values by their schema (manifest-schema.ts). Accepts spellings of existing files (`"true"`,
 * `Private`, `1.0`) with a warning, and reports every other mistake with its path.
 */
import Type, { type Static, type TObject, type TProperties, type TSchema, type TUnsafe } from 'typebox';
import { asMessage, type Message, say, sentences } from '../../kernel/messages.ts';
import type { ValueOf } from '../../kernel/schema.ts';
import { nearestWord } from '../../kernel/spelling.ts';
import { isJsonObject, type JsonObject, pathOf, valueAsText } from './document.ts';
import type { ManifestProblem } from './limits.ts';

export interface Findings {
  errors: ManifestProblem[];
  warnings: ManifestProblem[];
}

/** The path of a value in the manifest. Adds problems with the value to the findings. */
export class ValuePath {
  readonly path: string;
  readonly #findings: Findings;

  constructor(path: string, findings: Findings) {
    this.path = path;
    this.#findings = findings;
  }

  at(key: string | number): ValuePath {
    return new ValuePath(pathOf(this.path, key), this.#findings);
  }

  /** Returns the same path, but discards the problems reported on it. */
  muted(): ValuePath {
    return new ValuePath(this.path, { errors: [], warnings: [] });
  }

  error(message: string | Message): void {
    this.#findings.errors.push({ path: this.path, ...asMessage(message) });
  }

  warn(message: string | Message): void {
    this.#findings.warnings.push({ path: this.path, ...asMessage(message) });
  }
}

type Reader<Out> = (value: unknown, place: ValuePath, form: ValueSchema) => Out;

/** A schema with the options that the reader and the API's schemas evaluate. */
export interface ValueSchema extends TSchema {
  $id?: string;
  type?: string;
  description?: string;
  examples?: unknown[];
  /** The value of an absent field. Without a default, a nullable text is null, and any other text is required. */
  default?: unknown;
  nullable?: boolean;
  enum?: readonly (string | number)[];
  /** Values of `enum` that responses contain only for callers that ask for them. */
  future?: readonly string[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  items?: ValueSchema;
  properties?: Record<string, ValueSchema>;
  /** Replaces the reader for the value's type. */
  read?: Reader<unknown>;
  /** Checks a text unless it is absent. */
  check?: (text: string, place: ValuePath) => void;
  /** Checks the fields together, and returns the resulting object. */
  settle?: (fields: never, place: ValuePath) => unknown;
}

/** Returns the schema of a value that `read` reads. An absent value is passed as undefined. */
export const Custom = <Out>(read: Reader<Out>, options: object = {}) =>
  Type.Unsafe<Out>({ ...options, read });

/** Returns the schema of an object whose unknown keys are reported. */
export const Fields = <P extends TProperties, Out = Static<TObject<P>>>(
  properties: P,
  options: {
    $id?: string;
    description?: string;
    settle?: (fields: ValueOf<TObject<P>>, place: ValuePath) => Out;
  } = {},
) => Type.Unsafe<Out>({ type: 'object', properties, ...options });

const lengthOf = (text: string): number => [...text].length;
const isAbsent = (value: unknown): boolean => value === undefined || value === '';

/** Reads a text and trims it. An empty text counts as absent. */
export function readText(value: unknown, place: ValuePath, form: ValueSchema): string | null {
  const { maxLength = Number.POSITIVE_INFINITY, nullable = false, default: absent } = form;
  const orAbsent = (): string | null => {
    if (absent !== undefined || nullable) return (absent as string | undefined) ?? null;
    place.error(say('manifest.missing', 'Is missing. Write one.'));
    return '';
  };
  if (value === undefined) return orAbsent();
  if (typeof value !== 'string' && typeof value !== 'number') {
    place.error(say('manifest.notText', 'Must be a text.'));
    return nullable ? null : '';
  }
  const text = String(value).trim();
  if (typeof value === 'number') {
    place.warn(
      say(
        'manifest.numberAsText',
        "A text was expected and a number found; read as '{text}'. Put it in quotes.",
        { text },
      ),
    );
  }
  if (lengthOf(text) > maxLength) {
    place.error(
      say('manifest.textLong', 'Has {count} characters; {most} are allowed. Shorten it.', {
        count: lengthOf(text),
        most: maxLength,
      }),
    );
    return nullable ? null : '';
  }
  if (text === '') return orAbsent();
  form.check?.(text, place);
  return text;
}

const describeScalar = ({ enum: allowed, type, minimum = 0, maximum = 0 }: ValueSchema): Message => {
  if (allowed !== undefined) {
    const values = allowed.map((candidate) => `'${candidate}'`).join(', ');
    return say('settings.oneOf', 'one of {values}', { values });
  }
  return type === 'boolean'
    ? say('settings.boolean', 'true or false')
    : say('settings.integer', 'a whole number from {minimum} to {maximum}', { minimum, maximum });
};

/** Converts the value to the schema's type, ignoring case and quotes; undefined when it can't be converted. */
function meantBy(value: unknown, { enum: allowed, type, minimum = 0, maximum = 0 }: ValueSchema): unknown {
  const word = valueAsText(value).trim().toLowerCase();
  if (allowed !== undefined) {
    return (
      allowed.find((candidate) => candidate === value) ??
      allowed.find((candidate) => String(candidate).toLowerCase() === word)
    );
  }
  if (type === 'boolean') return [true, false].find((candidate) => String(candidate) === word);
  const number = /^\d{1,9}$/.test(word) ? Number(word) : Number.NaN;
  return number >= minimum && number <= maximum ? number : undefined;
}

/** Reads a boolean, an integer or an enumerated value. */
function readScalar(value: unknown, place: ValuePath, form: ValueSchema): unknown {
  if (isAbsent(value)) return form.default;
  const meant = meantBy(value, form);
  if (meant === undefined) {
    place.error(say('manifest.scalar', 'Must be {form}.', { form: describeScalar(form) }));
    return form.default;
  }
  if (meant !== value) {
    const value = typeof meant === 'string' ? `'${meant}'` : String(meant);
    place.warn(
      form.enum === undefined
        ? say('manifest.readAsUnquoted', 'Read as {value}. Write it without quotes.', { value })
        : say('manifest.readAs', 'Read as {value}. Write it so.', { value }),
    );
  }
  return meant;
}

/** Reads each item of a list; leaves out the items that `readItem` returns undefined for. */
export function readList<Item>(
  value: unknown,
  place: ValuePath,
  { maxItems = 0 }: ValueSchema,
  readItem: (item: unknown, place: ValuePath) => Item | undefined,
): Item[] {
  if (isAbsent(value)) return [];
  if (!Array.isArray(value)) {
    place.error(say('manifest.notList', 'Must be a list.'));
    return [];
  }
  if (value.length > maxItems) {
    place.error(
      say('manifest.listLong', 'Has {count} entries; {most} are allowed. Remove some.', {
        count: value.length,
        most: maxItems,
      }),
    );
    return [];
  }
  return value.map((item, index) => readItem(item, place.at(index))).filter((item) => item !== undefined);
}

/** Reads a list of texts, and drops empty and duplicate ones. */
function readTexts(value: unknown, place: ValuePath, form: ValueSchema): string[] {
  const maxLength = form.items?.maxLength ?? 0;
  const texts = readList(value, place, form, (item, at) => {
    if (typeof item === 'string' && lengthOf(item.trim()) <= maxLength) return item.trim();
    at.error(
      say('manifest.notShortText', 'Must be a text of at most {most} characters.', { most: maxLength }),
    );
    return undefined;
  });
  return [...new Set(texts)].filter((text) => text !== '');
}

function warnAboutUnknownKeys(value: JsonObject, place: ValuePath, known: readonly string[]): void {
  for (const key of Object.keys(value).filter((name) => !known.includes(name))) {
    const missing = known.filter((name) => !Object.hasOwn(value, name));
    const similar = nearestWord(key, missing, key.length < 6 ? 1 : 2);
    const unknown = say('manifest.unknown', 'Not known here: kept in the manifest, without effect.');
    const hint = similar === undefined ? [] : say('didYouMean', "Did you mean '{word}'?", { word: similar });
    place.at(key).warn(sentences([unknown, hint].flat()));
  }
}

/** Reads the fields of an object, and omits those whose reader returns undefined. */
function readFields(value: unknown, place: ValuePath, form: ValueSchema): unknown {
  if (value !== undefined && !isJsonObject(value)) {
    place.error(say('manifest.notAnObject', 'Must be an object.'));
    return readFields({}, place.muted(), form);
  }
  const { properties = {}, settle } = form;
  const object = value ?? {};
  const fields: JsonObject = {};
  for (const [key, field] of Object.entries(properties)) {
    const sent = Object.hasOwn(object, key) ? (object[key] ?? undefined) : undefined;
    const read = readValue(field, sent, place.at(key));
    if (read !== undefined) fields[key] = read;
  }
  warnAboutUnknownKeys(object, place, Object.keys(properties));
  return settle === undefined ? fields : settle(fields as never, place);
}

function readValue(form: ValueSchema, value: unknown, place: ValuePath): unknown {
  const { type, items } = form;
  if (form.read !== undefined) return form.read(value, place, form);
  if (form.enum !== undefined || type === 'boolean' || type === 'integer') {
    return readScalar(value, place, form);
  }
  if (type === 'object') return readFields(value, place, form);
  if (items === undefined) return readText(value, place, form);
  if (items.type === 'string') return readTexts(value, place, form);
  return readList(value, place, form, (item, at) => readValue(items, item ?? null, at));
}

/** Reads a value by its schema. When errors were found, the result has the right type but must not be used. */
export const readBySchema = <Value>(schema: TUnsafe<Value>, value: unknown, place: ValuePath): Value =>
  readValue(schema as ValueSchema, value, place) as Value;
