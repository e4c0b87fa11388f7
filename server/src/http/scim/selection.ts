/** The attributes of a response that a request selects with `attributes` or `excludedAttributes` (RFC 7644, 3.9). */
import { say } from '../../kernel/messages.ts';
import { invalidScim } from './errors.ts';
import { locate, type Shape } from './schemas.ts';
import type { ScimObject, ScimValue } from './values.ts';

/** Selects attributes by lower-case paths, such as `name.givenname`. */
export interface AttributeSelection {
  mode: 'only' | 'without';
  paths: ReadonlySet<string>;
}

/** Attributes that every response contains. */
const ALWAYS = ['schemas', 'id'];

/** Returns the lower-case path of an attribute. Only the path of an extension's attribute begins with a URN. */
function pathOf(shape: Shape, name: string): string {
  const place = locate(shape, name);
  if (place === undefined || place === 'ignored') return name.toLowerCase();
  const { attribute, isExtension, rest } = place;
  const own = `${attribute.name}${rest}`.toLowerCase();
  return isExtension ? `${shape.extension?.name.toLowerCase()}:${own}` : own;
}

/** @throws InvalidRequest when a request both selects and excludes */
export function readSelection(
  shape: Shape,
  { attributes, excludedAttributes }: { attributes?: string; excludedAttributes?: string },
): AttributeSelection | undefined {
  if (attributes !== undefined && excludedAttributes !== undefined)
    throw invalidScim(
      'invalidValue',
      say('scim.selection', 'Send either attributes or excludedAttributes, not both.'),
    );
  const list = attributes ?? excludedAttributes;
  if (list === undefined) return undefined;
  const names = list.split(',').map((name) => name.trim());
  return {
    mode: attributes === undefined ? 'without' : 'only',
    paths: new Set(names.filter(Boolean).map((name) => pathOf(shape, name))),
  };
}

/** Whether the response has the attribute, or a part of it. */
export function selects(selection: AttributeSelection | undefined, path: string): boolean {
  if (selection === undefined) return true;
  const { mode, paths } = selection;
  if (mode === 'without') return !paths.has(path);
  return (
    paths.has(path) || [...paths].some((one) => one.startsWith(`${path}.`) || one.startsWith(`${path}:`))
  );
}

/** Leaves out the parts of a value that the request does not select. */
function selectIn(
  selection: AttributeSelection,
  value: ScimValue,
  path: string,
  separator: string,
): ScimValue {
  if (Array.isArray(value)) return value.map((item) => selectIn(selection, item, path, separator));
  if (typeof value !== 'object' || (selection.mode === 'only' && selection.paths.has(path))) return value;
  const members = Object.entries(value).flatMap(([name, member]) => {
    const own = `${path}${separator}${name.toLowerCase()}`;
    return selects(selection, own) ? [[name, selectIn(selection, member, own, '.')]] : [];
  });
  return Object.fromEntries(members);
}

/** Returns the selected part of a resource. */
export function select(
  shape: Shape,
  selection: AttributeSelection | undefined,
  resource: ScimObject,
): ScimObject {
  if (selection === undefined) return resource;
  const members = Object.entries(resource).flatMap(([name, value]) => {
    const path = name.toLowerCase();
    if (ALWAYS.includes(path)) return [[name, value] as const];
    const separator = name === shape.extension?.name ? ':' : '.';
    return selects(selection, path) ? [[name, selectIn(selection, value, path, separator)] as const] : [];
  });
  return Object.fromEntries(members);
}
