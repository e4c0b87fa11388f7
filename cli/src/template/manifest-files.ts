/** Reads manifests, and the pictures in the same folder. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { usage } from '../exit-codes.ts';
import { readText } from '../values.ts';

export interface ManifestFile {
  path: string;
  text: string;
  format: 'json' | 'yaml';
  /** Pictures that the manifest names, in Base64, by file name. */
  files: Record<string, string>;
}

const FORMATS: Readonly<Record<string, ManifestFile['format']>> = {
  '.json': 'json',
  '.yaml': 'yaml',
  '.yml': 'yaml',
};
const PICTURE = /\.(png|jpe?g)$/i;
/** Larger files are rejected without being read. The limit of the service is 64 KiB. */
const MOST_PICTURE_BYTES = 256 * 1024;

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
    if ((await stat(file)).size > MOST_PICTURE_BYTES) {
      throw usage(`The picture ${file} is too large. Use at most 64 KiB and 192 by 192 pixels.`);
    }
    pictures[name] = await readFile(file, 'base64');
  }
  return pictures;
}

/**
 * Reads every manifest of the files and folders, in order.
 * @throws CommandFailure (wrong usage) when one can't be read
 */
export async function readManifests(places: readonly string[]): Promise<ManifestFile[]> {
  const paths = (await Promise.all(places.map(pathsIn))).flat();
  return Promise.all(
    paths.map(async (path) => {
      const format = formatOf(path);
      if (format === undefined)
        throw usage(`${basename(path)} is not a manifest: the name must end in .json, .yaml or .yml.`);
      const text = await readText(path);
      return { path, text, format, files: await readPictures(path, text) };
    }),
  );
}
