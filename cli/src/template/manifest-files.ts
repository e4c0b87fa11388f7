/** Reads manifests, and the files beside them: from folders, or from the zip files of exports. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
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

async function readPictures(path: string, text: string): Promise<Record<string, string>> {
  const folder = dirname(path);
  const named = (await readdir(folder)).filter((name) => PICTURE.test(name) && text.includes(name));
  const pictures: Record<string, string> = {};
  for (const name of named) {
    const file = join(folder, name);
    if ((await stat(file)).size > MAX_PICTURE_BYTES) {
      throw usage(`The picture ${file} is too large. Use at most 64 KiB and 192 by 192 pixels.`);
    }
    pictures[name] = await readFile(file, 'base64');
  }
  return pictures;
}

/**
 * Returns the function that reads files beside the manifest. It reads only files in the manifest's folder: an untrusted
 * manifest must not read others.
 */
const readerIn = (folder: string) => async (name: string) => {
  const path = resolve(folder, name);
  const inside = relative(resolve(folder), path);
  if (inside.startsWith('..') || inside === '')
    throw usage(`The file ${name} is not in the folder of the manifest. Move it there.`);
  try {
    return new Uint8Array(await readFile(path));
  } catch (error) {
    throw usage(`${path} cannot be read: ${(error as Error).message}`);
  }
};

/** Reads the manifest and the files of a zip file. */
async function readZip(path: string): Promise<ManifestFile> {
  const { unzipSync, strFromU8 } = await import('fflate');
  let entries: Record<string, Uint8Array<ArrayBuffer>>;
  try {
    entries = unzipSync(await readFile(path)) as typeof entries;
  } catch (error) {
    throw usage(`${path} cannot be read: ${(error as Error).message}`);
  }
  const [name, ...others] = Object.keys(entries).filter(
    (entry) => !entry.includes('/') && formatOf(entry) !== undefined,
  );
  if (name === undefined || others.length > 0)
    throw usage(`${path} must contain one manifest (.json, .yaml or .yml) beside its folders.`);
  return {
    path,
    text: strFromU8(entries[name] as Uint8Array),
    format: formatOf(name) as ManifestFile['format'],
    files: {},
    read: async (entry) => entries[entry] ?? Promise.reject(usage(`${path} has no file ${entry}.`)),
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
      return { path, text, format, files: await readPictures(path, text), read: readerIn(dirname(path)) };
    }),
  );
}
