/** Opens a manifest with the files beside it, from chosen files, a folder or a zip. Embeds its picture. */

import { toDataUri } from '../../base/data-uri.ts';
import { filesBeside } from './content-files.ts';
import { readFileText } from './draft.ts';
import type { PlacedFile } from './dropped-files.ts';
import { type ManifestText, readManifest, setValue, valueAt } from './manifest-text.ts';
import { isSmallPicture, PICTURE_PATH } from './picture-file.ts';

export const MANIFEST_FILES = '.json,.yaml,.yml,.zip';

/**
 * Size limits in bytes for files from a zip, because a small zip can unpack to very large files: for a manifest or a
 * picture, for a file of the contents, and for all files of one read together.
 */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_CONTENT_BYTES = 256 * 1024 * 1024;
const MAX_TOTAL_BYTES = 1024 * 1024 * 1024;

const MEDIA_TYPES: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg' };

const fileName = (path: string): string => path.split(/[/\\]/).at(-1) ?? '';

const extensionOf = (path: string): string => path.split('.').at(-1)?.toLowerCase() ?? '';

/** Whether the path is that of a manifest. A name that begins with a dot is a hidden file: macOS adds some to a zip. */
const isManifest = (path: string): boolean => /^[^.].*\.(json|ya?ml)$/i.test(fileName(path));

const depthOf = (path: string): number => path.split('/').length;

/** Files that are read only when they are needed. */
interface FileSource {
  paths: readonly string[];
  /** @param maxBytes larger files of a zip are left out */
  read(isWanted: (path: string) => boolean, maxBytes: number): Promise<readonly PlacedFile[]>;
}

/** @throws Error for a file that is not a zip */
async function openZip(file: File): Promise<FileSource> {
  const { unzipSync } = await import('fflate');
  const zip = new Uint8Array(await file.arrayBuffer());
  const paths: string[] = [];
  unzipSync(zip, {
    filter: ({ name, originalSize }) => {
      if (originalSize <= MAX_CONTENT_BYTES) paths.push(name);
      return false;
    },
  });
  return {
    paths,
    async read(isWanted, maxBytes) {
      let left = MAX_TOTAL_BYTES;
      const entries = unzipSync(zip, {
        filter({ name, originalSize }) {
          if (!isWanted(name) || originalSize > Math.min(maxBytes, left)) return false;
          left -= originalSize;
          return true;
        },
      });
      return Object.entries(entries).map(([path, bytes]) => {
        const type = MEDIA_TYPES[extensionOf(path)] ?? '';
        return [path, new File([new Uint8Array(bytes)], fileName(path), { type })];
      });
    },
  };
}

const openFiles = (chosen: readonly PlacedFile[]): FileSource => ({
  paths: chosen.map(([path]) => path),
  read: async (isWanted) => chosen.filter(([path]) => isWanted(path)),
});

export interface OpenedManifest {
  manifest: ManifestText;
  /** Whether the picture has too many bytes to be embedded. */
  isPictureTooLarge: boolean;
  /** The files that the manifest's contents name, by their paths in the manifest. */
  files: ReadonlyMap<string, File>;
  /** The paths in the manifest whose files were not found. */
  missing: string[];
}

/** Finds the files that the contents of the manifest name, relative to its folder. */
async function findContents(
  manifest: ManifestText,
  place: string,
  source: FileSource,
): Promise<Pick<OpenedManifest, 'files' | 'missing'>> {
  const folder = place.slice(0, place.lastIndexOf('/') + 1);
  const placeOf = (path: string): string => folder + path.replace(/^(\.\/)+/, '');
  const paths = filesBeside(manifest);
  const wanted = new Set(paths.map(placeOf));
  const found = new Map(
    wanted.size === 0 ? [] : await source.read((path) => wanted.has(path), MAX_CONTENT_BYTES),
  );
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
  const source = zip === undefined ? openFiles(chosen) : await openZip(zip);
  const [place] = source.paths.filter(isManifest).sort((one, other) => depthOf(one) - depthOf(other));
  if (place === undefined) return undefined;
  const [found] = await source.read((path) => path === place, MAX_BYTES);
  if (found === undefined) return undefined;
  const manifest = await readFileText(found[1]);
  const contents = await findContents(manifest, place, source);
  const url = valueAt(readManifest(manifest), PICTURE_PATH);
  const pictured = source.paths.find((path) => typeof url === 'string' && fileName(path) === fileName(url));
  const [[, picture] = []] = await source.read((path) => path === pictured, MAX_BYTES);
  if (picture === undefined) return { manifest, isPictureTooLarge: false, ...contents };
  if (!isSmallPicture(picture)) return { manifest, isPictureTooLarge: true, ...contents };
  const embedded = setValue(manifest, PICTURE_PATH, await toDataUri(picture));
  return { manifest: embedded, isPictureTooLarge: false, ...contents };
}
