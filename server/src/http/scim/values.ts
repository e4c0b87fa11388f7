/**
 * Parses the JSON of connectors into resources with the names and types of the schema. Ignores the case of names.
 * Accepts booleans as strings ("False"), an array of one item for a single value, and a bare `value` for a complex one.
 */
import { say } from '../../kernel/messages.ts';
import { invalidScim } from './errors.ts';
import { type Attribute, findAttribute, locate, type Shape } from './schemas.ts';

export type ScimValue = string | boolean | ScimObject | ScimValue[];
export interface ScimObject {
  [name: string]: ScimValue;
}

/** Maximum length of a text, equal to that of names in the directory. */
const LONGEST_TEXT = 256;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const invalid = (attribute: Attribute) =>
  invalidScim(
    'invalidValue',
    say(
      'scim.value',
      "'{attribute}' has a value of another type than the schema says, or one that is too long.",
      {
        attribute: attribute.name,
      },
    ),
  );

function readText(attribute: Attribute, value: unknown): string | undefined {
  if (!['string', 'number', 'boolean'].includes(typeof value)) throw invalid(attribute);
  const text = String(value).normalize('NFC').trim();
  if (text.length > LONGEST_TEXT) throw invalid(attribute);
  return text === '' ? undefined : text;
}

function readFlag(attribute: Attribute, value: unknown): boolean {
  const text = String(value).toLowerCase();
  if (text !== 'true' && text !== 'false') throw invalid(attribute);
  return text === 'true';
}

function readSingle(attribute: Attribute, given: unknown): ScimValue | undefined {
  const value = Array.isArray(given) && given.length === 1 ? given[0] : given;
  if (value === null || value === undefined) return undefined;
  if (attribute.type !== 'complex') {
    const bare = isObject(value) ? value.value : value;
    if (bare === null) return undefined;
    return attribute.type === 'boolean' ? readFlag(attribute, bare) : readText(attribute, bare);
  }
  if (Array.isArray(value)) throw invalid(attribute);
  const read = readMembers(attribute.subAttributes ?? [], isObject(value) ? value : { value });
  return Object.keys(read).length === 0 ? undefined : read;
}

/** Returns the value with the type of the schema; undefined when it unassigns the attribute (RFC 7643, section 2.5). */
export function readValue(attribute: Attribute, given: unknown): ScimValue | undefined {
  if (!attribute.multiValued) return readSingle(attribute, given);
  if (given === null || given === undefined) return undefined;
  const items = (Array.isArray(given) ? given : [given]).flatMap((item) => readSingle(attribute, item) ?? []);
  return items.length === 0 ? undefined : items;
}

/** Reads the sub-attributes that the schema has, and ignores the others. */
function readMembers(attributes: readonly Attribute[], given: Record<string, unknown>): ScimObject {
  const read: ScimObject = {};
  for (const [name, value] of Object.entries(given)) {
    const attribute = findAttribute(attributes, name);
    const member = attribute && readValue(attribute, value);
    if (attribute !== undefined && member !== undefined) read[attribute.name] = member;
  }
  return read;
}

/**
 * Reads a whole resource. Attributes that Charter does not store are left out.
 * @throws InvalidRequest (invalidSyntax, invalidValue)
 */
export function readResource(shape: Shape, body: unknown): ScimObject {
  if (!isObject(body))
    throw invalidScim(
      'invalidSyntax',
      say('scim.body', 'The body is no JSON object. Send a resource of SCIM.'),
    );
  const resource: ScimObject = {};
  for (const [name, value] of Object.entries(body)) {
    const place = locate(shape, name);
    if (place === undefined || place === 'ignored' || place.rest !== '') continue;
    const read = readValue(place.attribute, value);
    if (read === undefined) continue;
    const extension = shape.extension?.name ?? '';
    if (place.isExtension)
      resource[extension] = { ...(resource[extension] as ScimObject), [place.attribute.name]: read };
    else resource[place.attribute.name] = read;
  }
  return resource;
}

export const textOf = (value: ScimValue | undefined): string | null =>
  typeof value === 'string' ? value : null;

export const objectOf = (value: ScimValue | undefined): ScimObject =>
  typeof value === 'object' && !Array.isArray(value) ? value : {};

export const objectsOf = (value: ScimValue | undefined): ScimObject[] =>
  Array.isArray(value) ? value.filter((item): item is ScimObject => isObject(item)) : [];
