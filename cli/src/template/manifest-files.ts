/** Reads manifests with the files beside them: from files, from folders, or from the zip files of exports. */
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve, sep } from 'node:path';
import type { UnzipFileFilter } from 'fflate';
import { usage } from '../exit-codes.ts';
import { readText } from '../values.ts';

export interface ManifestFile {
  path: string;
  text: string;
  format: 'json' | 'yaml';
  /** Pictures that the manifest names, in Base64, by file name. */
  files: Record<string, string>;
  /** Reads a file beside the manifest. @throws CommandFailure (wrong usage) */
  read(name: string): Promise<Uint8Array<ArrayBuffer>>;
}

const FORMATS: Readonly<Record<string, ManifestFile['format']>> = {
  '.json': 'json',
  '.yaml': 'yaml',
  '.yml': 'yaml',
};
const PICTURE = /\.(png|jpe?g)$/i;
/** Larger files are rejected without being read. The limit of the service is 64 KiB. */
const MAX_PICTURE_BYTES = 256 * 1024;
/** Maximum sizes in bytes of a manifest and of any other file in a zip. Larger files are rejected, not unpacked. */
const MAX_ZIPPED_MANIFEST_BYTES = 16 * 1024 * 1024;
const MAX_ZIPPED_FILE_BYTES = 256 * 1024 * 1024;

const formatOf = (path: string): ManifestFile['format'] | undefined => FORMATS[extname(path).toLowerCase()];

async function pathsIn(place: string): Promise<string[]> {
  const found = await stat(place).catch((error: Error) => {
    throw usage(`${place} cannot be read: ${error.message}`);
  });
  if (!found.isDirectory()) return [place];
  const names = (await readdir(place)).filter((name) => formatOf(name) !== undefined).sort();
  if (names.length === 0) throw usage(`The folder ${place} contains no manifest (.json, .yaml or .yml).`);
  return names.map((name) => join(place, name));
}

type ReadFile = ManifestFile['read'];

/**
 * Returns the function that reads files beside the manifest. The function reads only files in the manifest's folder,
 * and follows no link out of the folder: an untrusted manifest must not read other files.
 */
const readerIn =
  (folder: string): ReadFile =>
  async (name) => {
    const path = resolve(folder, name);
    const place = `${resolve(folder)}${sep}`;
    if (!path.startsWith(place))
      throw usage(`The file ${name} is not in the folder of the manifest. Move it there.`);
    try {
      const [actual, actualFolder] = await Promise.all([realpath(path), realpath(folder)]);
      if (actual.startsWith(`${actualFolder}${sep}`)) return new Uint8Array(await readFile(actual));
    } catch (error) {
      throw usage(`${path} cannot be read: ${(error as Error).message}`);
    }
    throw usage(
      `The file ${name} is a link to a place outside of the manifest's folder. Copy the file there.`,
    );
  };

async function readPictures(path: string, text: string, read: ReadFile): Promise<Record<string, string>> {
  const folder = dirname(path);
  const named = (await readdir(folder)).filter((name) => PICTURE.test(name) && text.includes(name));
  const pictures: Record<string, string> = {};
  for (const name of named) {
    const file = join(folder, name);
    if ((await stat(file)).size > MAX_PICTURE_BYTES) {
      throw usage(`The picture ${file} is too large. Use at most 64 KiB and 192 by 192 pixels.`);
    }
    pictures[name] = Buffer.from(await read(name)).toString('base64');
  }
  return pictures;
}

/** Opens a zip file. Unpacks only the files that are read, because a small zip can hold very large ones. */
async function openZip(path: string) {
  const { unzipSync } = await import('fflate');
  const zip = await readFile(path);
  const sizes = new Map<string, number>();
  const unpack = (filter: UnzipFileFilter) => {
    try {
      return unzipSync(zip, { filter }) as Record<string, Uint8Array<ArrayBuffer>>;
    } catch (error) {
      throw usage(`${path} cannot be read: ${(error as Error).message}`);
    }
  };
  unpack(({ name, originalSize }) => {
    sizes.set(name, originalSize);
    return false;
  });
  return {
    names: [...sizes.keys()],
    read(entry: string, maxBytes: number): Uint8Array<ArrayBuffer> {
      const size = sizes.get(entry);
      if (size === undefined) throw usage(`${path} has no file ${entry}.`);
      if (size > maxBytes) throw usage(`The file ${entry} in ${path} is larger than ${maxBytes} bytes.`);
      return unpack(({ name }) => name === entry)[entry] as Uint8Array<ArrayBuffer>;
    },
  };
}

/** Reads the manifest and the files of a zip file. */
async function readZip(path: string): Promise<ManifestFile> {
  const { names, read } = await openZip(path);
  const [name, ...others] = names.filter((entry) => !entry.includes('/') && formatOf(entry) !== undefined);
  if (name === undefined || others.length > 0)
    throw usage(`${path} must contain one manifest (.json, .yaml or .yml) beside its folders.`);
  return {
    path,
    text: Buffer.from(read(name, MAX_ZIPPED_MANIFEST_BYTES)).toString('utf8'),
    format: formatOf(name) as ManifestFile['format'],
    files: {},
    read: async (entry) => read(entry, MAX_ZIPPED_FILE_BYTES),
  };
}

/**
 * Reads every manifest of the files and folders, in order.
 * @throws CommandFailure (wrong usage) when one can't be read
 */
export async function readManifests(places: readonly string[]): Promise<ManifestFile[]> {
  const paths = (await Promise.all(places.map(pathsIn))).flat();
  return Promise.all(
    paths.map(async (path) => {
      if (extname(path).toLowerCase() === '.zip') return readZip(path);
      const format = formatOf(path);
      if (format === undefined)
        throw usage(`${basename(path)} is not a manifest: the name must end in .json, .yaml, .yml or .zip.`);
      const text = await readText(path);
      const read = readerIn(dirname(path));
      return { path, text, format, files: await readPictures(path, text, read), read };
    }),
  );
}
