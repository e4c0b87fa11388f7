/**
 * The files that a manifest names in `initialization.contents`: uploaded when it is applied, downloaded when it is
 * exported.
 */
import { createHash } from 'node:crypto';
import { CharterApiError, type CharterClient } from '@charter/sdk';
import { type Document, isMap, isScalar, isSeq, parseDocument, type YAMLMap } from 'yaml';
import { CommandFailure, EXIT } from '../exit-codes.ts';
import type { ManifestFile } from './manifest-files.ts';

/** The entry of a file in a manifest. */
interface Entry {
  channel: string;
  path: string;
  source: string;
  /** Changes `source` in the document. */
  setSource(source: string): void;
}

const textOf = (map: YAMLMap, key: string): string => {
  const value = map.get(key, true);
  return isScalar(value) && typeof value.value === 'string' ? value.value : '';
};

const mapsIn = (list: unknown): YAMLMap[] => (isSeq(list) ? list.items.filter((item) => isMap(item)) : []);

/** Lists the files of the contents, in order; none for a manifest that does not parse. */
function entriesOf(document: Document): Entry[] {
  if (document.errors.length > 0) return [];
  return mapsIn(document.getIn(['initialization', 'contents', 'channels'])).flatMap((channel) =>
    mapsIn(channel.get('files')).map((file) => ({
      channel: textOf(channel, 'channel') || 'General',
      path: textOf(file, 'path'),
      source: textOf(file, 'source').trim(),
      setSource: (source: string) => file.set('source', source),
    })),
  );
}

const toText = (document: Document, format: ManifestFile['format']): string =>
  format === 'json' ? `${JSON.stringify(document.toJS(), null, 2)}\n` : document.toString();

/** JSON is a subset of YAML, so one parser reads both, and keeps the position of each entry. */
const parse = (text: string): Document => parseDocument(text, { keepSourceTokens: false });

const isSent = (source: string): boolean => source === '' || /^(data|blob):/.test(source);

/** Uploads a file. An error of the service names the file, because the manifest may have many. */
async function upload(
  client: CharterClient,
  source: string,
  sha256: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  try {
    await client.catalog.putCatalogBlob(sha256, bytes);
  } catch (error) {
    if (error instanceof CharterApiError) error.message = `${source}: ${error.message}`;
    throw error;
  }
}

/**
 * Uploads the files beside the manifest, each content once. Returns the manifest's text with their hashes, or unchanged
 * if there are no such files.
 * @throws CommandFailure (wrong usage) for a file that can't be read
 */
export async function uploadContents(client: CharterClient, manifest: ManifestFile): Promise<string> {
  const document = parse(manifest.text);
  const entries = entriesOf(document).filter(({ source }) => !isSent(source));
  if (entries.length === 0) return manifest.text;
  const uploaded = new Set<string>();
  for (const { source, setSource } of entries) {
    const bytes = await manifest.read(source);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    if (!uploaded.has(sha256)) await upload(client, source, sha256, bytes);
    uploaded.add(sha256);
    setSource(`blob:${sha256}`);
  }
  return toText(document, manifest.format);
}

const hashOf = (source: string): string | undefined =>
  /^blob:([0-9a-f]{64})$/i.exec(source)?.[1]?.toLowerCase();

/** A manifest, and its files by their names in the manifest's folder. */
export interface ManifestPackage {
  text: string;
  files: Record<string, Uint8Array<ArrayBuffer>>;
}

/** Downloads the stored files of a manifest, and replaces their hashes in it with relative paths. */
export async function downloadContents(
  client: CharterClient,
  { text, format }: Pick<ManifestFile, 'text' | 'format'>,
): Promise<ManifestPackage> {
  const document = parse(text);
  const files: ManifestPackage['files'] = {};
  for (const { channel, path, source, setSource } of entriesOf(document)) {
    const sha256 = hashOf(source);
    if (sha256 === undefined) continue;
    // A path may contain rules, with characters that a file name can't contain.
    const name = `files/${[channel, path].map((part) => part.replace(/[^\p{L}\p{N} ._/-]+/gu, '-')).join('/')}`;
    if (name.split('/').includes('..'))
      throw new CommandFailure(EXIT.rejected, `The path ${path} of the manifest leads out of its folder.`);
    const stored = new Response(await client.catalog.getCatalogBlob(sha256));
    const bytes = new Uint8Array(await stored.arrayBuffer());
    const taken =
      files[name] !== undefined && createHash('sha256').update(files[name]).digest('hex') !== sha256;
    const own = taken ? `${name}-${sha256.slice(0, 8)}` : name;
    files[own] = bytes;
    setSource(own);
  }
  return { text: Object.keys(files).length === 0 ? text : toText(document, format), files };
}
