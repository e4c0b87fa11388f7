/** Describes JSON schemas of openapi.json as Markdown: the type of a value, and a table of the members of an object. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  additionalProperties?: boolean | Schema;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
}

/** Returns the link to the section of a named schema. */
export type LinkOf = (name: string) => string;

const code = (value: unknown): string => `\`${String(value)}\``;

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** Returns the name of the schema that a reference points to. */
export const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

/** Escapes a text for a cell of a table. */
const cell = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim();

export const row = (...cells: string[]): string => `| ${cells.map(cell).join(' | ')} |\n`;

/** Returns a range in words, such as `1 to 128 characters`; nothing when it has no bound. */
function rangeOf(minimum: number | undefined, maximum: number | undefined, unit: string): string[] {
  if (minimum === undefined && maximum === undefined) return [];
  if (minimum === undefined) return [`at most ${maximum}${unit}`];
  return [maximum === undefined ? `at least ${minimum}${unit}` : `${minimum} to ${maximum}${unit}`];
}

/** Returns the type of a value, with its limits and with links to named schemas. */
export function typeOf(schema: Schema, linkOf: LinkOf): string {
  if (schema.$ref !== undefined) return linkOf(nameOf(schema.$ref));
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum !== undefined) return listed(schema.enum.map(code));
  if (schema.anyOf !== undefined)
    return listed([...new Set(schema.anyOf.map((each) => typeOf(each, linkOf)))]);
  if (schema.type === undefined) return 'any';
  if (schema.type === 'array')
    return [
      `array of ${typeOf(schema.items ?? {}, linkOf)}`,
      ...rangeOf(schema.minItems, schema.maxItems, ' entries'),
    ].join(', ');
  const { additionalProperties: values } = schema;
  if (schema.type === 'object' && typeof values === 'object' && values.type !== undefined)
    return `object of ${typeOf(values, linkOf)}`;
  return [
    [schema.type].flat().join(' or ') + (schema.format === undefined ? '' : ` (${schema.format})`),
    ...rangeOf(schema.minLength, schema.maxLength, ' characters'),
    ...rangeOf(schema.minimum, schema.maximum, ''),
    ...(schema.pattern === undefined ? [] : [`matches ${code(schema.pattern)}`]),
  ].join(', ');
}

/** Returns the schema without `null` and without the array around it: the one whose members a table lists. */
function objectOf(schema: Schema): { schema: Schema; suffix: string } {
  const [only, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  if (only !== undefined && others.length === 0) return objectOf(only);
  if (schema.items === undefined) return { schema, suffix: '' };
  const inner = objectOf(schema.items);
  return { schema: inner.schema, suffix: `[]${inner.suffix}` };
}

/** Returns the description of a schema, or that of its alternative other than `null`. */
const descriptionOf = (schema: Schema): string =>
  schema.description ?? schema.anyOf?.find(({ description }) => description !== undefined)?.description ?? '';

function rowsOf(schema: Schema, linkOf: LinkOf, prefix: string): string {
  return Object.entries(schema.properties ?? {})
    .map(([name, member]) => {
      const path = prefix + name;
      const { schema: inner, suffix } = objectOf(member);
      const required = schema.required?.includes(name) ? 'yes' : 'no';
      return (
        row(code(path), typeOf(member, linkOf), required, descriptionOf(member)) +
        rowsOf(inner, linkOf, `${path}${suffix}.`)
      );
    })
    .join('');
}

/** Returns the table of an object's members. Those of nested objects follow, as `config.url` or `items[].id`. */
export function tableOf(schema: Schema, linkOf: LinkOf): string {
  const rows = rowsOf(objectOf(schema).schema, linkOf, '');
  return rows === '' ? '' : `| member | type | required | description |\n|---|---|---|---|\n${rows}\n`;
}

/** Calls `visit` with the name of each schema that a value refers to, outside of examples. */
export function visitReferences(value: unknown, visit: (name: string) => void): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value))
    if (key === '$ref' && typeof member === 'string') {
      if (member.startsWith('#/components/schemas/')) visit(nameOf(member));
    } else if (key !== 'example' && key !== 'examples') visitReferences(member, visit);
}
