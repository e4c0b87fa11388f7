/**
 * The operations of a PATCH (RFC 7644, 3.5.2), in the dialects of Microsoft Entra and Okta: case-insensitive `op`, a
 * value without a path, paths with a filter.
 *
 * Names are looked up in the schema first, so that neither `__proto__` nor a name in a different case reaches the
 * resource (docs/adr/0036-scim.md).
 */
import { isDeepStrictEqual } from 'node:util';
import { type Filter, filter as matcherOf } from 'scim2-parse-filter';
import { say } from '../../kernel/messages.ts';
import { invalidScim } from './errors.ts';
import { parseScimFilter } from './filter.ts';
import { type Attribute, type AttributePath, findAttribute, locate, type Shape } from './schemas.ts';
import { isObject, objectOf, objectsOf, readValue, type ScimObject, type ScimValue } from './values.ts';

export type PatchVerb = 'add' | 'replace' | 'remove';

/** One operation on one attribute. */
export interface PatchOperation {
  verb: PatchVerb;
  place: AttributePath;
  /** Selects values of a multi-valued attribute. */
  filter: Filter | undefined;
  sub: Attribute | undefined;
  /** The value in the request, not yet parsed. */
  value: unknown;
}

const MESSAGE_URN = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const VERBS: readonly string[] = ['add', 'replace', 'remove'];
const MAX_OPERATIONS = 1_000;
const PATH_REST = /^(?:\[(.*)\])?(?:\.([\w$-]+))?$/su;

const invalidPath = (path: string) =>
  invalidScim(
    'invalidPath',
    say('scim.path', "The path '{path}' names no attribute of the schema.", { path }),
  );

/** @returns undefined for an attribute that Charter does not store */
function readOperation(
  shape: Shape,
  verb: PatchVerb,
  path: string,
  value: unknown,
): PatchOperation | undefined {
  const place = locate(shape, path);
  if (place === 'ignored') return undefined;
  const [, condition, subName] = (place && PATH_REST.exec(place.rest)) ?? [];
  if (place === undefined || (place.rest !== '' && condition === undefined && subName === undefined))
    throw invalidPath(path);
  const { attribute } = place;
  if (condition !== undefined && !attribute.multiValued) throw invalidPath(path);
  const sub = subName === undefined ? undefined : findAttribute(attribute.subAttributes ?? [], subName);
  // Charter does not store every sub-attribute: it ignores the street of an address, for example.
  if (subName !== undefined && sub === undefined) return undefined;
  const filter = condition === undefined ? undefined : parseScimFilter(condition, 'invalidPath');
  return { verb, place, filter, sub, value };
}

function readOperations(shape: Shape, given: unknown): (PatchOperation | undefined)[] {
  if (!isObject(given) || typeof given.op !== 'string' || !VERBS.includes(given.op.toLowerCase()))
    throw invalidScim('invalidSyntax', say('scim.op', 'An operation is one of add, replace and remove.'));
  const verb = given.op.toLowerCase() as PatchVerb;
  const { path, value } = given;
  if (path !== undefined && path !== null && path !== '') {
    if (typeof path !== 'string') throw invalidPath(String(path));
    return [readOperation(shape, verb, path, value)];
  }
  if (verb === 'remove')
    throw invalidScim('noTarget', say('scim.removePath', 'To remove something, name its path.'));
  if (!isObject(value))
    throw invalidScim(
      'invalidSyntax',
      say('scim.noPath', 'An operation without a path has an object as its value.'),
    );
  // Connectors send attributes here that no schema has. They are ignored, as in a whole resource.
  return Object.entries(value).map(([name, member]) =>
    locate(shape, name) === undefined ? undefined : readOperation(shape, verb, name, member),
  );
}

/** @throws InvalidRequest (invalidSyntax, invalidPath, noTarget, tooMany) */
export function readPatch(shape: Shape, body: unknown): PatchOperation[] {
  const [, operations] =
    Object.entries(isObject(body) ? body : {}).find(([name]) => name.toLowerCase() === 'operations') ?? [];
  const schemas = isObject(body) && Array.isArray(body.schemas) ? body.schemas : [];
  if (!schemas.includes(MESSAGE_URN) || !Array.isArray(operations) || operations.length === 0)
    throw invalidScim(
      'invalidSyntax',
      say('scim.patch', 'Send a PatchOp message with its schema and Operations.'),
    );
  if (operations.length > MAX_OPERATIONS)
    throw invalidScim(
      'tooMany',
      say('scim.operations', 'A PATCH has at most {most} operations. Send several.', {
        most: MAX_OPERATIONS,
      }),
    );
  return operations
    .flatMap((operation) => readOperations(shape, operation))
    .filter((operation) => operation !== undefined)
    .filter(({ place }) => place.attribute.mutability !== 'readOnly');
}

/**
 * Returns the sub-attributes that a new value needs to match the filter; undefined unless the filter consists of `eq`
 * comparisons joined by `and`.
 */
function demandedBy(attribute: Attribute, filter: Filter): ScimObject | undefined {
  if (filter.op === 'and') {
    const parts = filter.filters.map((part) => demandedBy(attribute, part));
    return parts.includes(undefined) ? undefined : Object.assign({}, ...parts);
  }
  const sub = filter.op === 'eq' ? findAttribute(attribute.subAttributes ?? [], filter.attrPath) : undefined;
  const value = sub && filter.op === 'eq' ? readValue(sub, filter.compValue) : undefined;
  return sub === undefined || value === undefined ? undefined : { [sub.name]: value };
}

function assign(target: ScimObject, name: string, value: ScimValue | undefined): void {
  if (value === undefined) delete target[name];
  else target[name] = value;
}

/** Applies an operation to the selected values of a multi-valued attribute. */
function applyToValues(
  owner: ScimObject,
  { verb, place: { attribute }, filter, sub, value }: PatchOperation,
): void {
  const values = objectsOf(owner[attribute.name]);
  const selected = filter === undefined ? values : values.filter(matcherOf(filter));
  if (verb === 'remove') {
    if (sub !== undefined) for (const item of selected) delete item[sub.name];
    const left = sub === undefined ? values.filter((item) => !selected.includes(item)) : values;
    assign(owner, attribute.name, left.length === 0 ? undefined : left);
    return;
  }
  if (selected.length === 0) {
    const created = filter === undefined ? {} : demandedBy(attribute, filter);
    if (created === undefined)
      throw invalidScim('noTarget', say('scim.noTarget', 'The filter of the path selects no value.'));
    values.push(created);
    selected.push(created);
    owner[attribute.name] = values;
  }
  for (const item of selected) {
    if (sub !== undefined) assign(item, sub.name, readValue(sub, value));
    else Object.assign(item, objectOf(readValue({ ...attribute, multiValued: false }, value)));
  }
}

/** Applies an operation to an attribute as a whole. */
function applyToAttribute(owner: ScimObject, { verb, place: { attribute }, value }: PatchOperation): void {
  const given = readValue(attribute, value);
  const { name } = attribute;
  if (attribute.multiValued) {
    const values = objectsOf(owner[name]);
    const named = objectsOf(given);
    const isNamed = (item: ScimObject) =>
      named.some((one) => Object.entries(one).every(([key, member]) => isDeepStrictEqual(item[key], member)));
    if (verb === 'add') owner[name] = [...values.filter((item) => !isNamed(item)), ...named];
    else if (verb === 'replace' || given === undefined)
      assign(owner, name, verb === 'replace' ? given : undefined);
    else owner[name] = values.filter((item) => !isNamed(item));
  } else if (verb === 'remove') delete owner[name];
  else if (attribute.type === 'complex' && given !== undefined)
    owner[name] = { ...objectOf(owner[name]), ...objectOf(given) };
  else assign(owner, name, given);
}

/**
 * Applies the operations to a resource and returns it.
 * @throws InvalidRequest (invalidValue, noTarget)
 */
export function applyPatch(
  shape: Shape,
  resource: ScimObject,
  operations: readonly PatchOperation[],
): ScimObject {
  const patched = structuredClone(resource);
  for (const operation of operations) {
    const { place, sub, filter, verb, value } = operation;
    let owner = patched;
    if (place.isExtension && shape.extension !== undefined) {
      const { name } = shape.extension;
      owner = objectOf(patched[name]);
      patched[name] = owner;
    }
    const { attribute } = place;
    if (filter !== undefined || (sub !== undefined && attribute.multiValued)) applyToValues(owner, operation);
    else if (sub === undefined) applyToAttribute(owner, operation);
    else {
      const parent = objectOf(owner[attribute.name]);
      assign(parent, sub.name, verb === 'remove' ? undefined : readValue(sub, value));
      owner[attribute.name] = parent;
    }
  }
  return patched;
}
