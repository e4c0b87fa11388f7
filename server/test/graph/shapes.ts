/** Validates request bodies, and rejects properties that v1.0 does not have, as Graph does. */
import { badRequest, unknownProperty } from './errors.ts';

export type Check = (value: unknown, name: string) => void;
type Annotation = '@odata.type' | `${string}@odata.bind`;
/** The writable properties of an entity; names come from Microsoft's types. */
export type Fields<Entity> = { readonly [Name in (keyof Entity & string) | Annotation]?: Check };

const invalid = (name: string): Error => badRequest(`Invalid value specified for property '${name}'.`);

export const text =
  (most = 1024): Check =>
  (value, name) => {
    if (value !== null && (typeof value !== 'string' || value.length > most)) throw invalid(name);
  };

export const name =
  (most: number): Check =>
  (value, property) => {
    if (typeof value !== 'string' || value.trim() === '' || value.length > most) throw invalid(property);
  };

export const flag: Check = (value, property) => {
  if (typeof value !== 'boolean') throw invalid(property);
};

/** Returns a check for one of the values. Enumerations ignore case, as in OData. */
export const oneOf =
  (...values: string[]): Check =>
  (value, property) => {
    if (typeof value !== 'string' || !values.some((one) => one.toLowerCase() === value.toLowerCase()))
      throw invalid(property);
  };

export const list =
  (each: Check, most = Number.POSITIVE_INFINITY): Check =>
  (value, property) => {
    if (!Array.isArray(value) || value.length > most) throw invalid(property);
    for (const item of value) each(item, property);
  };

export const record =
  <Entity>(type: string, fields: Fields<Entity>): Check =>
  (value) => {
    checkBody<Entity>(value, type, fields);
  };

export const anything: Check = () => undefined;

export type Body = Record<string, unknown>;

/** Returns the body. Rejects properties that are not in `fields`, and missing required ones. */
export function checkBody<Entity>(
  value: unknown,
  type: string,
  fields: Fields<Entity>,
  required: readonly (keyof Fields<Entity> & string)[] = [],
): Body {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badRequest('Unable to read JSON request payload. Please ensure Content-Type header is set.');
  }
  const body = value as Body;
  for (const [property, content] of Object.entries(body)) {
    const check = (fields as Record<string, Check | undefined>)[property];
    if (check === undefined) throw unknownProperty(property, type);
    check(content, property);
  }
  for (const property of required) {
    if (body[property] === undefined || body[property] === null) {
      throw badRequest(`A value must be provided for the property '${property}'.`);
    }
  }
  return body;
}

/** Returns the id in an `@odata.bind`: `…/users('id')` or `…/users/id`. */
export function boundId(value: unknown, collection: string): string {
  const found = new RegExp(`/${collection}(?:\\('([^']+)'\\)|/([^/?]+))$`).exec(
    typeof value === 'string' ? value : '',
  );
  const id = found?.[1] ?? found?.[2];
  if (id === undefined) throw badRequest(`Invalid bind '${String(value)}': expected a URL of ${collection}.`);
  return decodeURIComponent(id);
}

/** Updates the named properties of the entity from the body. Merges objects, and replaces other values. */
export function mergeBody<Entity extends object>(entity: Entity, body: Body, names: readonly string[]): void {
  const target = entity as Record<string, unknown>;
  for (const property of names) {
    const given = body[property];
    if (given === undefined) continue;
    target[property] =
      typeof given === 'object' && given !== null && !Array.isArray(given)
        ? { ...(target[property] as object), ...given }
        : given;
  }
}
