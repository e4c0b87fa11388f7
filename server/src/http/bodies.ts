/** Passes over bodies that follow their schemas: what a request may say otherwise, what an answer leaves out. */
import type { TSchema } from 'typebox';
import { namedSchemas } from './schema.ts';

type Pass = (value: unknown) => unknown;
type Members = Record<string, unknown>;

/** The part of JSON Schema that the schemas of bodies are made of. */
interface BodySchema {
  $ref?: string;
  type?: string;
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

const isNull = ({ type }: BodySchema): boolean => type === 'null';
const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const eachItem = (pass: Pass | undefined): Pass | undefined =>
  pass && ((value) => (Array.isArray(value) ? value.map(pass) : value));

/**
 * Returns the pass that leaves out members without a value: the handlers' `null` where the schema says that
 * the member may be absent and not that it may be null. Free-form objects stay as they are.
 * @returns undefined when the schema has no such member
 */
export function presenterOf(schema: TSchema): Pass | undefined {
  return presenter(schema as BodySchema);
}

function presenter(schema: BodySchema): Pass | undefined {
  const { anyOf, items, properties, required = [] } = resolve(schema);
  if (items) return eachItem(presenter(items));
  const branches = anyOf?.filter((branch) => !isNull(branch)) ?? [];
  if (branches.length === 1) return presenter(branches[0] as BodySchema);
  const members = Object.entries(properties ?? {}).map(([name, member]) => ({
    name,
    isOmissible: !required.includes(name) && !resolve(member).anyOf?.some(isNull),
    present: presenter(member),
  }));
  const touched = members.filter(({ isOmissible, present }) => isOmissible || present);
  if (touched.length === 0) return undefined;
  return (value) => {
    if (!isMembers(value)) return value;
    const copy = { ...value };
    for (const { name, isOmissible, present } of touched) {
      const member = copy[name];
      if (member === null && isOmissible) copy[name] = undefined;
      else if (present && member !== undefined) copy[name] = present(member);
    }
    return copy;
  };
}

/** Control information about the data, which is none of it (OData JSON Format 4.01, 4.6). A binding is data. */
const isAnnotation = (name: string): boolean => name.includes('@odata.') && !name.endsWith('@odata.bind');

/**
 * Returns the pass that reads a body as Microsoft Graph writes it: enumerated values in any case become the
 * ones of the schema, and unknown OData annotations of closed objects are left out.
 * @returns undefined when the schema has neither
 */
export function readerOf(schema: TSchema): Pass | undefined {
  return reader(schema as BodySchema);
}

function reader(schema: BodySchema): Pass | undefined {
  const { anyOf, items, properties, additionalProperties, enum: values } = resolve(schema);
  if (values) return readEnum(values);
  if (items) return eachItem(reader(items));
  if (anyOf) return inTurn(anyOf.map(reader).filter((pass) => pass !== undefined));
  if (!properties) return undefined;
  const members = Object.entries(properties).map(([name, member]) => ({ name, read: reader(member) }));
  const isClosed = additionalProperties === false;
  return (value) => {
    if (!isMembers(value)) return value;
    const kept = Object.entries(value).filter(
      ([name]) => !isClosed || Object.hasOwn(properties, name) || !isAnnotation(name),
    );
    const copy: Members = Object.fromEntries(kept);
    for (const { name, read } of members) {
      if (read && copy[name] !== undefined) copy[name] = read(copy[name]);
    }
    return copy;
  };
}

function readEnum(values: readonly unknown[]): Pass {
  const byLowerCase = new Map(values.map((value) => [String(value).toLowerCase(), value]));
  return (value) =>
    typeof value === 'string' && !values.includes(value)
      ? (byLowerCase.get(value.toLowerCase()) ?? value)
      : value;
}

const inTurn = (passes: Pass[]): Pass | undefined =>
  passes.length === 0 ? undefined : (value) => passes.reduce((read, pass) => pass(read), value);
