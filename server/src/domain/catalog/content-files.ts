/** Folders and files of channels (docs/templates.md, "Contents"). */
import { createHash } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { CharterError } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { findPathFault, parentsOf, pathKey } from '../contents/path.ts';
import {
  CONTENT_LIMITS,
  type ContentLists,
  type ContentUnit,
  defineContentKind,
  type TextMapping,
} from './content-kind.ts';
import { TEMPLATE_LIMITS } from './limits.ts';
import { Fields, type ValuePath } from './manifest-reader.ts';
import { hasRule } from './manifest-values.ts';

/** Checks a path, unless it contains a rule. */
function checkPath(path: string, place: ValuePath): void {
  const fault = hasRule(path) ? undefined : findPathFault(path);
  if (fault !== undefined) place.error(fault);
}

const Path = () => Type.String({ maxLength: CONTENT_LIMITS.path, check: checkPath });

const BASE64 = /^[A-Za-z0-9+/\s]*={0,2}$/;

const DATA_URI = /^data:([^,]*),(.*)$/s;

/** Returns the bytes of a `data:` URI (RFC 2397); undefined for any other text. */
export function bytesOfDataUri(source: string): Buffer | undefined {
  const [, kind, data] = DATA_URI.exec(source) ?? [];
  if (kind === undefined || data === undefined) return undefined;
  if (/;\s*base64\s*$/i.test(kind)) {
    // Trailing spaces are removed first, because an expression that matched them after the padding would backtrack far.
    return BASE64.test(data.trimEnd()) ? Buffer.from(data, 'base64') : undefined;
  }
  try {
    return Buffer.from(decodeURIComponent(data));
  } catch {
    return undefined;
  }
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const BLOB = /^blob:([0-9a-f]{64})$/i;

/** Returns the hash of a `blob:` source; undefined for any other. */
export const hashOfBlob = (source: string): string | undefined => BLOB.exec(source)?.[1]?.toLowerCase();

/** Reads the source of a file. The size of a blob is 0 until the store is asked (check-contents.ts). */
function readSource(source: string, place: ValuePath): { sha256: string; size: number } {
  const sha256 = hashOfBlob(source);
  if (sha256 !== undefined) return { sha256, size: 0 };
  const bytes = bytesOfDataUri(source);
  if (bytes !== undefined) return { sha256: sha256Of(bytes), size: bytes.length };
  if (source !== '')
    place.error(
      source.startsWith('data:')
        ? say('manifest.dataUri', 'Must be data:<type>;base64,<content> or data:<type>,<escaped content>.')
        : say(
            'manifest.contentMissing',
            "The file '{file}' was not sent. Apply the manifest with the command line, or upload the file and write blob:<SHA-256>.",
            { file: source.slice(0, 200) },
          ),
    );
  return { sha256: '', size: 0 };
}

const FolderFields = Fields({ path: Path() });

const FileFields = Fields(
  {
    path: Path(),
    source: Type.String({ maxLength: TEMPLATE_LIMITS.manifestBytes }),
    rendered: Type.Boolean({ default: false }),
  },
  { settle: (file, place) => ({ ...file, ...readSource(file.source, place.at('source')) }) },
);

/** A file of a template. `source` is a `data:` URI or `blob:<sha256>`. */
export type TemplateFile = Static<typeof FileFields>;

/** A file of the template, with its rendered text if it contained rules. */
export interface PreparedFile extends TemplateFile {
  text?: string;
}

interface Located {
  path: string;
}

const foldersAndFiles = ({ folders = [], files = [] }: ContentLists) => ({
  folders: folders as readonly Located[],
  files: files as readonly Located[],
});

/** Returns the files whose path is also that of an earlier file, of a listed folder, or of an item's parent folder. */
function findPathConflicts<Item extends Located>(folders: readonly Item[], files: readonly Item[]): Item[] {
  const fileKeys = new Set<string>();
  const folderKeys = new Set([
    ...folders.map(({ path }) => pathKey(path)),
    ...[...folders, ...files].flatMap(({ path }) => parentsOf(path).map(pathKey)),
  ]);
  return files.filter(({ path }) => {
    const key = pathKey(path);
    if (fileKeys.has(key) || folderKeys.has(key)) return true;
    fileKeys.add(key);
    return false;
  });
}

const FOLDERS_OF_A_CALL = 20;

/**
 * Maximum number of bytes of a file that one query reads. The driver of PostgreSQL receives bytes as hexadecimal text,
 * and holds several copies of it for a moment.
 */
const BYTES_OF_A_QUERY = 1024 * 1024;

const mapPath = <Item extends Located>(item: Item, to: TextMapping, path: string): Item => ({
  ...item,
  path: to(item.path, `${path}.path`),
});

const isAt =
  (path: string) =>
  (item: Located): boolean =>
    pathKey(item.path) === pathKey(path);

const omitted = (items: readonly unknown[]) =>
  say(
    'omissions.files',
    '{count, plural, one {# folder or file is} other {# folders and files are}} not created: the suite lets the service create none.',
    { count: items.length },
  );

export const folders = defineContentKind({
  place: 'channel',
  items: Type.Array(FolderFields, { maxItems: CONTENT_LIMITS.folders }),
  most: CONTENT_LIMITS.folders,
  mapTexts: mapPath,
  findFaults: (contents) =>
    foldersAndFiles(contents).folders.flatMap(({ path }) => findPathFault(path) ?? []),
  tab: {
    key: 'folder',
    isIn(contents, name) {
      const { folders: listed, files: others } = foldersAndFiles(contents);
      return (
        listed.some(isAt(name)) ||
        [...listed, ...others].some(({ path }) => parentsOf(path).some((one) => isAt(name)({ path: one })))
      );
    },
  },
  feature: 'files',
  omitted,
  creation: {
    capability: 'files',
    marker: 'folder',
    isAlwaysInPlan: true,
    schema: Type.String({ description: 'Path' }),
    plan: ({ path }): string => path,
    units: (paths: readonly string[]) =>
      Array.from({ length: Math.ceil(paths.length / FOLDERS_OF_A_CALL) }, (_, index): ContentUnit => {
        const batch = paths.slice(index * FOLDERS_OF_A_CALL, (index + 1) * FOLDERS_OF_A_CALL);
        return async ({ suite, tenantId, channel }) => {
          await suite.contents.createFolders(tenantId, channel, batch);
          return { isComplete: true };
        };
      }),
  },
});

/** A file to create. `base64` is its content; absent for a file that the catalog stores. */
export interface PlannedFile {
  marker: string;
  path: string;
  size: number;
  sha256: string;
  base64?: string;
}

const putFile =
  ({ base64, ...file }: PlannedFile): ContentUnit =>
  ({ suite, tenantId, channel, blobs }) => {
    const inline = base64 === undefined ? undefined : Buffer.from(base64, 'base64');
    return suite.contents.putFile(tenantId, channel, file, async (start, end) => {
      if (inline !== undefined) return inline.subarray(start, end);
      const bytes = await blobs.read(file.sha256, start, Math.min(end, start + BYTES_OF_A_QUERY));
      if (bytes.length > 0) return bytes;
      throw new CharterError(
        'NotFound',
        say(
          'provisioning.fileGone',
          "The content of '{path}' was deleted. Apply the template again, and request the team anew.",
          file,
        ),
      );
    });
  };

export const files = defineContentKind({
  place: 'channel',
  items: Type.Array(FileFields, { maxItems: CONTENT_LIMITS.files }),
  most: CONTENT_LIMITS.files,
  check(contents, place) {
    const listed = foldersAndFiles(contents);
    const isPlain = ({ path }: Located) => path !== '' && !hasRule(path);
    for (const file of findPathConflicts(listed.folders.filter(isPlain), listed.files.filter(isPlain)))
      place
        .at(listed.files.indexOf(file))
        .at('path')
        .error(say('manifest.pathTwice', 'Another file or folder of the channel has this path. Change one.'));
  },
  mapTexts: mapPath,
  findFaults(contents) {
    const listed = foldersAndFiles(contents);
    return [
      ...listed.files.flatMap(({ path }) => findPathFault(path) ?? []),
      ...findPathConflicts(listed.folders, listed.files).map(({ path }) =>
        say('contents.pathTwice', "Two files or folders would have the path '{path}'.", { path }),
      ),
    ];
  },
  tab: { key: 'file', isIn: (contents, name) => foldersAndFiles(contents).files.some(isAt(name)) },
  omitted,
  creation: {
    capability: 'files',
    marker: 'file',
    isAlwaysInPlan: true,
    schema: Type.Object(
      { path: Type.String(), size: Type.Integer({ description: 'Bytes' }) },
      { additionalProperties: true },
    ),
    plan({ path, source, sha256, size, text }: PreparedFile, marker): PlannedFile {
      const bytes = text === undefined ? bytesOfDataUri(source) : Buffer.from(text);
      if (bytes === undefined) return { marker, path, size, sha256 };
      const hash = text === undefined ? sha256 : sha256Of(bytes);
      return { marker, path, size: bytes.length, sha256: hash, base64: bytes.toString('base64') };
    },
    show: ({ base64: _, ...file }: PlannedFile) => file,
    units: (planned: readonly PlannedFile[]) => planned.map(putFile),
  },
});
