/** Reads a manifest that somebody opens, and embeds the picture beside it: from files, a folder or a zip. */

import { toDataUri } from '../../base/data-uri.ts';
import { readFileText } from './draft.ts';
import type { PlacedFile } from './dropped-files.ts';
import { type ManifestText, readManifest, setValue, valueAt } from './manifest-text.ts';
import { isSmallPicture, PICTURE_PATH } from './picture-file.ts';

export const MANIFEST_FILES = '.json,.yaml,.yml,.zip';

/** Maximum size of a file that is read from a zip, in bytes. */
const MAX_BYTES = 16 * 1024 * 1024;

const MEDIA_TYPES: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg' };

const fileName = (path: string): string => path.split(/[/\\]/).at(-1) ?? '';

const extensionOf = (path: string): string => path.split('.').at(-1)?.toLowerCase() ?? '';

/** Whether it is a manifest. A name that begins with a dot is a hidden file, which macOS adds to a zip. */
const isManifest = (path: string): boolean => /^[^.].*\.(json|ya?ml)$/i.test(fileName(path));

/** Returns the files of an input with their paths in the chosen folder. */
export const placedFiles = (files: FileList | null): PlacedFile[] =>
  [...(files ?? [])].map((file) => [file.webkitRelativePath || file.name, file]);

const depthOf = (path: string): number => path.split('/').length;

/** @throws Error for a file that is not a zip */
async function unpack(file: File): Promise<PlacedFile[]> {
  const { unzipSync } = await import('fflate');
  const entries = unzipSync(new Uint8Array(await file.arrayBuffer()), {
    filter: ({ name, originalSize }) =>
      originalSize <= MAX_BYTES && (isManifest(name) || extensionOf(name) in MEDIA_TYPES),
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
}

/**
 * Opens the manifest among the files. Of several manifests in a folder or zip, opens the one nearest to the top.
 * @returns undefined without a manifest
 * @throws Error for a zip that can't be read
 */
export async function openManifest(chosen: readonly PlacedFile[]): Promise<OpenedManifest | undefined> {
  const zip = chosen.find(([path]) => extensionOf(path) === 'zip');
  // A zip is opened only when it is the only chosen file: a folder may contain unrelated archives.
  const files = zip !== undefined && chosen.length === 1 ? await unpack(zip[1]) : chosen;
  const [found] = files
    .filter(([path]) => isManifest(path))
    .sort(([one], [other]) => depthOf(one) - depthOf(other));
  if (found === undefined) return undefined;
  const manifest = await readFileText(found[1]);
  const url = valueAt(readManifest(manifest), PICTURE_PATH);
  const [, picture] =
    files.find(([path]) => typeof url === 'string' && fileName(path) === fileName(url)) ?? [];
  if (picture === undefined) return { manifest, isPictureTooLarge: false };
  if (!isSmallPicture(picture)) return { manifest, isPictureTooLarge: true };
  return { manifest: setValue(manifest, PICTURE_PATH, await toDataUri(picture)), isPictureTooLarge: false };
}
