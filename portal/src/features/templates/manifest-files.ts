/** Reads a manifest that somebody opens, with the files beside it: from files, a folder or a zip. Embeds its picture. */

import { toDataUri } from '../../base/data-uri.ts';
import { filesBeside } from './content-files.ts';
import { readFileText } from './draft.ts';
import type { PlacedFile } from './dropped-files.ts';
import { type ManifestText, readManifest, setValue, valueAt } from './manifest-text.ts';
import { isSmallPicture, PICTURE_PATH } from './picture-file.ts';

export const MANIFEST_FILES = '.json,.yaml,.yml,.zip';

/** Maximum sizes of a manifest or a picture, and of a file of contents, that are read from a zip, in bytes. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_CONTENT_BYTES = 256 * 1024 * 1024;

const MEDIA_TYPES: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg' };

const fileName = (path: string): string => path.split(/[/\\]/).at(-1) ?? '';

const extensionOf = (path: string): string => path.split('.').at(-1)?.toLowerCase() ?? '';

/** Whether it is a manifest. A name that begins with a dot is a hidden file, which macOS adds to a zip. */
const isManifest = (path: string): boolean => /^[^.].*\.(json|ya?ml)$/i.test(fileName(path));

/** Returns the files of an input with their paths in the chosen folder. */
export const placedFiles = (files: FileList | null): PlacedFile[] =>
  [...(files ?? [])].map((file) => [file.webkitRelativePath || file.name, file]);

const depthOf = (path: string): number => path.split('/').length;

const isManifestOrPicture = (path: string): boolean => isManifest(path) || extensionOf(path) in MEDIA_TYPES;

/** @throws Error for a file that is not a zip */
async function unpack(
  file: File,
  isWanted: (path: string) => boolean,
  maxBytes: number,
): Promise<PlacedFile[]> {
  const { unzipSync } = await import('fflate');
  const entries = unzipSync(new Uint8Array(await file.arrayBuffer()), {
    filter: ({ name, originalSize }) => originalSize <= maxBytes && isWanted(name),
  });
  return Object.entries(entries).map(([path, bytes]) => {
    const type = MEDIA_TYPES[extensionOf(path)] ?? '';
    return [path, new File([new Uint8Array(bytes)], fileName(path), { type })];
  });
}

export interface OpenedManifest {
  manifest: ManifestText;
  /** Whether the picture has too many bytes to be embedded. */
  isPictureTooLarge: boolean;
  /** The files that its contents name, by their paths in it. */
  files: ReadonlyMap<string, File>;
  /** The paths of those that were not found. */
  missing: string[];
}

/** Finds the files that the contents of the manifest name, relative to its folder. */
async function findContents(
  manifest: ManifestText,
  place: string,
  unpackOrFind: (isWanted: (path: string) => boolean) => Promise<readonly PlacedFile[]>,
): Promise<Pick<OpenedManifest, 'files' | 'missing'>> {
  const folder = place.slice(0, place.lastIndexOf('/') + 1);
  const placeOf = (path: string): string => folder + path.replace(/^(\.\/)+/, '');
  const paths = filesBeside(manifest);
  const wanted = new Set(paths.map(placeOf));
  const found = new Map(wanted.size === 0 ? [] : await unpackOrFind((path) => wanted.has(path)));
  const files = new Map<string, File>();
  for (const path of paths) {
    const file = found.get(placeOf(path));
    if (file !== undefined) files.set(path, file);
  }
  return { files, missing: paths.filter((path) => !files.has(path)) };
}

/**
 * Opens the manifest among the files. If a folder or zip has several manifests, opens the one nearest to the top.
 * @returns undefined without a manifest
 * @throws Error for a zip that can't be read
 */
export async function openManifest(chosen: readonly PlacedFile[]): Promise<OpenedManifest | undefined> {
  // A zip is opened only when it is the only chosen file: a folder may contain unrelated archives.
  const [, zip] = (chosen.length === 1 && chosen.find(([path]) => extensionOf(path) === 'zip')) || [];
  const files = zip === undefined ? chosen : await unpack(zip, isManifestOrPicture, MAX_BYTES);
  const [found] = files
    .filter(([path]) => isManifest(path))
    .sort(([one], [other]) => depthOf(one) - depthOf(other));
  if (found === undefined) return undefined;
  const manifest = await readFileText(found[1]);
  const contents = await findContents(manifest, found[0], async (isWanted) =>
    zip === undefined ? chosen.filter(([path]) => isWanted(path)) : unpack(zip, isWanted, MAX_CONTENT_BYTES),
  );
  const url = valueAt(readManifest(manifest), PICTURE_PATH);
  const [, picture] =
    files.find(([path]) => typeof url === 'string' && fileName(path) === fileName(url)) ?? [];
  if (picture === undefined) return { manifest, isPictureTooLarge: false, ...contents };
  if (!isSmallPicture(picture)) return { manifest, isPictureTooLarge: true, ...contents };
  const embedded = setValue(manifest, PICTURE_PATH, await toDataUri(picture));
  return { manifest: embedded, isPictureTooLarge: false, ...contents };
}
