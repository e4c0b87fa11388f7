/**
 * A manifest as a document: its original text and the data parsed from it. The catalog stores and exports the text, so
 * unknown keys, key order and YAML comments survive. A changed value is set within that text.
 */
import { isDeepStrictEqual } from 'node:util';
import { stringify } from 'yaml';
import { type Message, say } from '../../kernel/messages.ts';
import { type ManifestProblem, TEMPLATE_LIMITS } from './limits.ts';
import { jsonErrorOffset, parseYaml, setInYaml } from './yaml-document.ts';

export type ManifestFormat = 'json' | 'yaml';

export interface ManifestSource {
  format: ManifestFormat;
  text: string;
}

export type JsonObject = { [key: string]: unknown };

export interface ParsedDocument {
  source: ManifestSource;
  document: JsonObject;
}

type Problems = { problems: ManifestProblem[] };

/** Appends a key to a path, as in `structure.channels[2].tabs`. */
export const pathOf = (parent: string, key: string | number): string => {
  if (typeof key === 'number') return `${parent}[${key}]`;
  return parent === '' ? key : `${parent}.${key}`;
};

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a value as text. `String` throws for an object whose own `toString` is not a function. */
export const valueAsText = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

const invalid = (message: Message): Problems => ({ problems: [{ path: '', ...message }] });

const tooLarge = (): Problems =>
  invalid(
    say('manifest.large', 'The manifest is larger than {size} KiB. Make its picture smaller, or split it.', {
      size: TEMPLATE_LIMITS.manifestBytes / 1024,
    }),
  );

const isTooLarge = (text: string): boolean => Buffer.byteLength(text, 'utf8') > TEMPLATE_LIMITS.manifestBytes;

function parseJson(text: string): { data: unknown } | Problems {
  try {
    return { data: JSON.parse(text) };
  } catch (error) {
    const before = text.slice(0, jsonErrorOffset(text)).split('\n');
    const place = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
    const message = say('manifest.notJson', 'This is not JSON: {reason}. Correct it there.', {
      reason: (error as Error).message,
    });
    return { problems: [{ path: '', ...message, ...place }] };
  }
}

function textProblem(text: string): Message | undefined {
  if (text.includes('\u0000')) return say('manifest.nul', 'holds a null character. Remove it.');
  return text.isWellFormed()
    ? undefined
    : say('manifest.surrogate', 'holds half of a surrogate pair, which is no character. Remove it.');
}

function valueProblem(value: unknown, depth: number): Message | undefined {
  if (typeof value === 'string') return textProblem(value);
  if (typeof value === 'number' && !Number.isFinite(value))
    return say('manifest.notFinite', 'is not a finite number. Write a number.');
  if (typeof value === 'object' && value !== null && depth >= TEMPLATE_LIMITS.depth) {
    return say('manifest.deep', 'is nested more than {depth} levels deep. Flatten it.', {
      depth: TEMPLATE_LIMITS.depth,
    });
  }
  return undefined;
}

/** Finds values and keys that can't be stored: too deep, null characters, lone surrogates, infinity, `__proto__`. */
function findUnstorable(value: unknown, path: string, depth: number, found: ManifestProblem[]): void {
  const problem = valueProblem(value, depth);
  if (problem !== undefined) {
    found.push({ path, ...say('manifest.value', 'The value {problem}', { problem }) });
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) findUnstorable(item, pathOf(path, index), depth + 1, found);
  } else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      const keyProblem =
        key === '__proto__' ? say('manifest.keyForbidden', 'is not allowed. Rename it.') : textProblem(key);
      if (keyProblem !== undefined)
        found.push({
          path,
          ...say('manifest.key', "The key '{key}' {problem}", { key, problem: keyProblem }),
        });
      else findUnstorable(item, pathOf(path, key), depth + 1, found);
    }
  }
}

function checkDocument(source: ManifestSource, data: unknown): ParsedDocument | Problems {
  if (!isJsonObject(data)) {
    return invalid(
      say('manifest.notObject', 'The manifest must be one object with templateConfiguration in it.'),
    );
  }
  const found: ManifestProblem[] = [];
  findUnstorable(data, '', 0, found);
  if (found.length > 0) return { problems: found.slice(0, 20) };
  // Aliases can expand a short text into a large document.
  return isTooLarge(JSON.stringify(data)) ? tooLarge() : { source, document: data };
}

const asJsonText = (data: unknown): string => `${JSON.stringify(data, null, 2)}\n`;

function textOf(input: string | JsonObject): string | undefined {
  if (typeof input === 'string') return input.replace(/^\uFEFF/, '');
  try {
    return asJsonText(input);
  } catch {
    return undefined;
  }
}

const formatOf = (text: string): ManifestFormat => (text.trimStart().startsWith('{') ? 'json' : 'yaml');

/** Parses a manifest's text, or accepts an object as JSON. Without a format, a text that begins with `{` is JSON. */
export function parseManifestDocument(
  input: string | JsonObject,
  format?: ManifestFormat,
): ParsedDocument | Problems {
  const text = textOf(input);
  if (text === undefined)
    return invalid(say('manifest.notWritable', 'The manifest cannot be written as JSON. Send plain data.'));
  if (isTooLarge(text)) return tooLarge();
  const source: ManifestSource = {
    format: typeof input === 'string' ? (format ?? formatOf(text)) : 'json',
    text,
  };
  const parsed = source.format === 'json' ? parseJson(text) : parseYaml(text);
  return 'problems' in parsed ? parsed : checkDocument(source, parsed.data);
}

/** Parses a source that was validated earlier. @throws Error when it no longer parses */
export function documentOf(source: ManifestSource): JsonObject {
  const parsed = parseManifestDocument(source.text, source.format);
  if ('problems' in parsed)
    throw new Error(`A stored manifest no longer parses: ${parsed.problems[0]?.message}`);
  return parsed.document;
}

/** Returns a copy of the data with the value set at `path`. */
export function setInDocument(
  data: JsonObject,
  [key, ...rest]: readonly string[],
  value: unknown,
): JsonObject {
  if (key === undefined) return data;
  if (rest.length === 0) return { ...data, [key]: value };
  const child = data[key];
  return { ...data, [key]: setInDocument(isJsonObject(child) ? child : {}, rest, value) };
}

/** Sets the value in the text of a YAML source. Returns undefined when other values would change with it. */
function setInText(
  source: ManifestSource,
  path: readonly string[],
  value: unknown,
  data: JsonObject,
): ManifestSource | undefined {
  const text = setInYaml(source.text, path, value);
  if (text === undefined) return undefined;
  const edited: ManifestSource = { format: 'yaml', text };
  // Changing a value that has an anchor also changes its aliases.
  return isDeepStrictEqual(documentOf(edited), data) ? edited : undefined;
}

/**
 * Returns the source with the value set at `path`, and adds missing parents. JSON is reformatted. YAML loses its
 * comments only when the value can't be set in its text.
 */
export function setInSource(source: ManifestSource, path: readonly string[], value: unknown): ManifestSource {
  const data = setInDocument(documentOf(source), path, value);
  if (source.format === 'yaml') {
    const edited = setInText(source, path, value, data);
    if (edited !== undefined) return edited;
  }
  return { format: source.format, text: source.format === 'json' ? asJsonText(data) : stringify(data) };
}

/** Converts the document to the format. */
export function convertSource(source: ManifestSource, format: ManifestFormat): ManifestSource {
  if (source.format === format) return source;
  const data = documentOf(source);
  return { format, text: format === 'json' ? asJsonText(data) : stringify(data, { lineWidth: 0 }) };
}

/** Compares the data of two sources. Ignores format, key order, comments and the value at the path `ignoring`. */
export function isSameContent(
  left: ManifestSource,
  right: ManifestSource,
  ignoring: readonly string[],
): boolean {
  const [a, b] = [left, right].map((source) => setInDocument(documentOf(source), ignoring, null));
  return isDeepStrictEqual(a, b);
}
