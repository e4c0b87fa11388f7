/**
 * Normalises requests and responses by their schemas. Responses have their messages in the caller's language, and only
 * the enumerated values that the caller knows.
 */
import type { TObject, TSchema } from 'typebox';
import type { Language } from '../domain/languages/language.ts';
import { translate } from '../domain/languages/translate.ts';
import type { Message } from '../kernel/messages.ts';
import { MESSAGE_FORMAT, UNKNOWN_FUTURE_VALUE } from '../kernel/schema.ts';
import { namedSchemas } from './schema.ts';

type Pass = (value: unknown) => unknown;
type Present = (value: unknown, reader: ResponseReader) => unknown;
type Members = Record<string, unknown>;

/** Value of Prefer that requests all enumerated values, including those missing from the published document. */
export const ALL_VALUES = 'include-unknown-enum-members';

/** Whether the Prefer header has ALL_VALUES: its name is case-insensitive, and a value or parameters may follow. */
export const prefersAllValues = (prefer = ''): boolean =>
  prefer.split(',').some((preference) => /^[^;=]*/.exec(preference)?.[0].trim().toLowerCase() === ALL_VALUES);

/** The language and the enumerated values that the caller wants. */
export interface ResponseReader {
  language: Language;
  /** Whether the caller asks for the values after `unknownFutureValue` (`Prefer`). */
  wantsAllValues: boolean;
}

/** The keywords of JSON Schema that decide how a body is normalised. */
interface BodySchema {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: unknown[];
  anyOf?: BodySchema[];
  items?: BodySchema;
  properties?: Record<string, BodySchema>;
  required?: string[];
  additionalProperties?: unknown;
}

function resolve(schema: BodySchema): BodySchema {
  if (schema.$ref === undefined) return schema;
  const name = schema.$ref.replace(/#$/, '');
  return namedSchemas.find((named) => (named as { $id?: string }).$id === name) as BodySchema;
}

/** Whether the schema, or the one that it refers to, has the property. */
export const hasProperty = (schema: TSchema, name: string): boolean =>
  Object.hasOwn(resolve(schema as BodySchema).properties ?? {}, name);

const isNull = ({ type }: BodySchema): boolean => type === 'null';
const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const eachItem = <Context extends unknown[]>(
  pass: ((value: unknown, ...context: Context) => unknown) | undefined,
) =>
  pass &&
  ((value: unknown, ...context: Context): unknown =>
    Array.isArray(value) ? value.map((item) => pass(item, ...context)) : value);

/**
 * Returns a function that omits null fields if the schema declares them optional and not nullable, translates
 * messages, and replaces enumerated values that the caller does not know.
 * @returns undefined when nothing in the schema needs this
 */
export function presenterOf(schema: TSchema): Present | undefined {
  return presenter(schema as BodySchema);
}

/** Returns the values after `unknownFutureValue`. */
const futureValues = (values: readonly unknown[]): readonly unknown[] =>
  values.includes(UNKNOWN_FUTURE_VALUE) ? values.slice(values.indexOf(UNKNOWN_FUTURE_VALUE) + 1) : [];

/**
 * Whether the schema has enum values after `unknownFutureValue`, which are sent only to callers that ask for them
 * (`Prefer`).
 */
export const hasFutureValues = (schema: TSchema): boolean => mayHaveFutureValues(schema as BodySchema);

function mayHaveFutureValues(schema: BodySchema): boolean {
  const { anyOf = [], enum: values = [], items, properties = {} } = resolve(schema);
  const parts = [...anyOf, ...Object.values(properties), ...(items ? [items] : [])];
  return futureValues(values).length > 0 || parts.some(mayHaveFutureValues);
}

/** Whether the schema has the fields of `MessageFields` (schema.ts). */
const hasMessage = (properties: BodySchema['properties'] = {}): boolean =>
  'message' in properties && 'messageCode' in properties;

function presenter(schema: BodySchema): Present | undefined {
  const { anyOf, enum: values = [], format, items, properties, required = [] } = resolve(schema);
  if (format === MESSAGE_FORMAT) return (value, { language }) => translate(language, value as Message);
  const future = futureValues(values);
  if (future.length > 0) {
    return (value, { wantsAllValues }) =>
      !wantsAllValues && future.includes(value) ? UNKNOWN_FUTURE_VALUE : value;
  }
  if (items) return eachItem(presenter(items));
  const branches = anyOf?.filter((branch) => !isNull(branch)) ?? [];
  if (branches.length === 1) return presenter(branches[0] as BodySchema);
  const members = Object.entries(properties ?? {}).map(([name, member]) => ({
    name,
    isOmissible: !required.includes(name) && !resolve(member).anyOf?.some(isNull),
    present: presenter(member),
  }));
  const touched = members.filter(({ isOmissible, present }) => isOmissible || present);
  const says = hasMessage(properties);
  if (touched.length === 0 && !says) return undefined;
  return (value, reader) => {
    if (!isMembers(value)) return value;
    const copy = { ...value };
    if (says && typeof copy.message === 'string') copy.message = translate(reader.language, copy as never);
    for (const { name, isOmissible, present } of touched) {
      const member = copy[name];
      if (member === null && isOmissible) copy[name] = undefined;
      else if (present && member !== undefined) copy[name] = present(member, reader);
    }
    return copy;
  };
}

/** Whether a field is control information (OData JSON Format 4.01, 4.6). A binding (`@odata.bind`) is data. */
const isAnnotation = (name: string): boolean => name.includes('@odata.') && !name.endsWith('@odata.bind');

/**
 * Returns a function that adapts a body written for Microsoft Graph, in place: it changes enumerated values to the
 * case of the schema, and removes unknown OData annotations from closed objects.
 * @returns undefined when the schema has neither
 */
export function readerOf(schema: TSchema): Pass | undefined {
  return reader(schema as BodySchema);
}

function reader(schema: BodySchema): Pass | undefined {
  const { anyOf, items, properties, additionalProperties, enum: values } = resolve(schema);
  if (values) return readEnum(values);
  if (items) return eachItem(reader(items));
  if (anyOf) return inSequence(anyOf.map(reader).filter((pass) => pass !== undefined));
  if (!properties) return undefined;
  const members = Object.entries(properties).map(([name, member]) => ({ name, read: reader(member) }));
  const isClosed = additionalProperties === false;
  return (value) => {
    if (!isMembers(value)) return value;
    if (isClosed) {
      for (const name of Object.keys(value)) {
        if (isAnnotation(name) && !Object.hasOwn(properties, name)) delete value[name];
      }
    }
    for (const { name, read } of members) {
      if (read && value[name] !== undefined) value[name] = read(value[name]);
    }
    return value;
  };
}

function readEnum(values: readonly unknown[]): Pass {
  const byLowerCase = new Map(values.map((value) => [String(value).toLowerCase(), value]));
  return (value) =>
    typeof value === 'string' && !values.includes(value)
      ? (byLowerCase.get(value.toLowerCase()) ?? value)
      : value;
}

const inSequence = (passes: Pass[]): Pass | undefined =>
  passes.length === 0 ? undefined : (value) => passes.reduce((read, pass) => pass(read), value);

/** Converts the text of a query option to its type. */
const OPTIONS: Readonly<Record<string, (text: string) => unknown>> = {
  // The validation rejects a value that is still text, and names the expected type.
  integer: (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text),
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : text),
};

/** Returns a function that converts the values of a parsed query, in place. */
export function queryReaderOf(schema: TObject): (query: Record<string, unknown>) => void {
  const readers = Object.entries(schema.properties).flatMap(
    ([name, { type }]: [string, { type?: string }]) => {
      const read = OPTIONS[type ?? ''];
      return read === undefined ? [] : [{ name, read }];
    },
  );
  return (query) => {
    for (const { name, read } of readers) {
      const value = query[name];
      if (typeof value === 'string') query[name] = read(value);
    }
  };
}
