/** A manifest as text, and edits of single values that keep its comments, order and unknown keys. */
import { Document, isCollection, isMap, isSeq, parseDocument, stringify, YAMLMap, YAMLSeq } from 'yaml';

export type ManifestFormat = 'json' | 'yaml';

export interface ManifestText {
  text: string;
  format: ManifestFormat;
}

export type Path = readonly (string | number)[];
export type ManifestData = Readonly<Record<string, unknown>>;

/** The options of the service's YAML parser: no merge keys, no tags. */
const PLAIN = { version: '1.2', schema: 'core', merge: false, uniqueKeys: false } as const;
const MAX_ALIASES = 100;

const isData = (value: unknown): value is ManifestData =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the parsed manifest; undefined while its text is invalid. */
export function readManifest({ text, format }: ManifestText): ManifestData | undefined {
  try {
    if (format === 'json') {
      const data: unknown = JSON.parse(text);
      return isData(data) ? data : undefined;
    }
    const document = parseDocument(text, PLAIN);
    const data: unknown =
      document.errors.length > 0 ? undefined : document.toJS({ maxAliasCount: MAX_ALIASES });
    return isData(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

export function valueAt(data: unknown, path: Path): unknown {
  let value = data;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string | number, unknown>)[key];
  }
  return value;
}

/** Returns the length of a list; 0 for any other value. */
export const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

/** Formats a path in the notation of the service: `structure.channels[2].tabs`. */
export const pathText = (path: Path): string =>
  path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? key : `${text}.${key}`),
    '',
  );

/** Creates missing parents of the value as maps or lists. */
function makeParents(document: Document, path: Path): void {
  if (!isMap(document.contents)) document.contents = new YAMLMap();
  for (const [index, key] of path.slice(1).entries()) {
    const parent = path.slice(0, index + 1);
    if (isCollection(document.getIn(parent, true))) continue;
    document.setIn(parent, typeof key === 'number' ? new YAMLSeq() : new YAMLMap());
  }
}

/** Matches a text that may have aliases. A node that an alias names can't be changed or moved alone. */
const ALIAS = /(?:^|[\s,[{])\*[^\s,\]}]/m;

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

/** Edits the text. An invalid text stays unchanged. */
function editText({ text, format }: ManifestText, change: (document: Document) => void): ManifestText {
  const data = readManifest({ text, format });
  if (data === undefined) return { text, format };
  const inData = (): Document => {
    const document = new Document(data, { aliasDuplicateObjects: false });
    change(document);
    return document;
  };
  if (format === 'json') return { text: `${JSON.stringify(inData().toJS(), null, 2)}\n`, format };
  const inText = (): string => {
    const document = parseDocument(text, PLAIN) as Document;
    change(document);
    return document.toString({ lineWidth: 0 });
  };
  if (!ALIAS.test(text)) return { text: inText(), format };
  const wanted = inData();
  try {
    const changed = inText();
    if (isSame(readManifest({ text: changed, format }), wanted.toJS())) return { text: changed, format };
  } catch {
    // The change separates an alias from its anchor.
  }
  // Writes the values without aliases, and loses the comments.
  return { text: wanted.toString({ lineWidth: 0 }), format };
}

/** Sets values; `undefined` removes one. */
export const setValues = (
  manifest: ManifestText,
  changes: readonly (readonly [Path, unknown])[],
): ManifestText =>
  changes.length === 0
    ? manifest
    : editText(manifest, (document) => {
        for (const [path, value] of changes) {
          if (value === undefined) {
            document.deleteIn(path);
            continue;
          }
          makeParents(document, path);
          document.setIn(path, typeof value === 'object' ? document.createNode(value) : value);
        }
      });

/** Sets a value; `undefined` removes it. */
export const setValue = (manifest: ManifestText, path: Path, value: unknown): ManifestText =>
  setValues(manifest, [[path, value]]);

export const addItem = (manifest: ManifestText, path: Path, item: unknown): ManifestText =>
  editText(manifest, (document) => {
    makeParents(document, [...path, 0]);
    document.addIn(path, document.createNode(item));
  });

/** Moves an item of a list to another index. */
export const moveItem = (manifest: ManifestText, path: Path, from: number, to: number): ManifestText =>
  editText(manifest, (document) => {
    const list = document.getIn(path, true);
    if (!isSeq(list)) return;
    list.items.splice(to, 0, ...list.items.splice(from, 1));
  });

/** Replaces the items of a list, identified by their keys. Items that stay keep their text and order. */
export const setItems = (
  manifest: ManifestText,
  path: Path,
  items: readonly object[],
  keyOf: (item: unknown) => unknown,
): ManifestText =>
  editText(manifest, (document) => {
    makeParents(document, [...path, 0]);
    const present = (valueAt(document.toJS(), path) as unknown[]).map(keyOf);
    const wanted = items.map(keyOf);
    for (const [index, key] of [...present.entries()].reverse()) {
      if (!wanted.includes(key)) document.deleteIn([...path, index]);
    }
    for (const item of items) {
      if (!present.includes(keyOf(item))) document.addIn(path, document.createNode(item));
    }
  });

/** Converts the manifest between JSON and YAML. JSON loses the comments. */
export function convert({ text, format }: ManifestText, to: ManifestFormat): ManifestText {
  const data = readManifest({ text, format });
  if (format === to || data === undefined) return { text, format };
  const converted = to === 'json' ? `${JSON.stringify(data, null, 2)}\n` : stringify(data, { lineWidth: 0 });
  return { text: converted, format: to };
}

export const formatOf = (text: string): ManifestFormat =>
  text.trimStart().startsWith('{') ? 'json' : 'yaml';
