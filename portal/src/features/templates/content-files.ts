/** The files that a manifest names in `initialization.contents`: downloaded for an export, stored for an import. */
import { CharterApiError, type CharterClient } from '@charter/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { MANY_CALLS_RETRY, useClient } from '../../base/client.ts';
import type { PlacedFile } from './dropped-files.ts';
import { lengthOf, type ManifestText, type Path, readManifest, setValues, valueAt } from './manifest-text.ts';

type Catalog = CharterClient['catalog'];

const CHANNELS = ['initialization', 'contents', 'channels'] as const;

/** A file of a manifest. */
interface Entry {
  channel: string;
  path: string;
  source: string;
  /** Path of `source` in the manifest. */
  place: Path;
}

/** Lists the files of the contents, in order; none for a manifest that does not parse. */
function entriesOf(manifest: ManifestText): Entry[] {
  const data = readManifest(manifest);
  const textAt = (place: Path): string => {
    const value = valueAt(data, place);
    return typeof value === 'string' ? value.trim() : '';
  };
  const indexes = (place: Path) =>
    Array.from({ length: lengthOf(valueAt(data, place)) }, (_, index) => index);
  return indexes(CHANNELS).flatMap((channel) => {
    const files = [...CHANNELS, channel, 'files'];
    return indexes(files).map((file) => ({
      channel: textAt([...CHANNELS, channel, 'channel']) || 'General',
      path: textAt([...files, file, 'path']),
      source: textAt([...files, file, 'source']),
      place: [...files, file, 'source'],
    }));
  });
}

/** Stores a file. Returns its source. */
async function storeFile(catalog: Catalog, file: Blob): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  await catalog.putCatalogBlob(sha256, file, { retry: MANY_CALLS_RETRY });
  return `blob:${sha256}`;
}

/** Whether a file can't be stored, while others can. */
const isTooLarge = (error: unknown): error is CharterApiError =>
  error instanceof CharterApiError && error.status === 413;

/**
 * Stores files one after the other, and skips those that are too large. After any other failure, the stored files stay,
 * and `retry` continues with the file that failed.
 * @param onStored called with the entry of each stored file in the manifest
 */
export function useUpload(onStored: (entry: { path: string; source: string }) => void) {
  const { catalog } = useClient();
  const [files, setFiles] = useState<readonly PlacedFile[]>([]);
  const [doneCount, setDoneCount] = useState(0);
  const upload = useMutation({
    mutationFn: async ({ files: chosen, first }: { files: readonly PlacedFile[]; first: number }) => {
      const rejections: string[] = [];
      for (const [index, [path, file]] of chosen.entries()) {
        if (index < first) continue;
        try {
          onStored({ path, source: await storeFile(catalog, file) });
        } catch (error) {
          if (!isTooLarge(error)) throw error;
          rejections.push(`${path}: ${error.message}`);
        }
        setDoneCount(index + 1);
      }
      if (rejections.length > 0) throw new Error(rejections.join(' '));
    },
  });
  return {
    isUploading: upload.isPending,
    error: upload.error,
    doneCount,
    count: files.length,
    send: (chosen: readonly PlacedFile[]) => {
      setFiles(chosen);
      setDoneCount(0);
      upload.mutate({ files: chosen, first: 0 });
    },
    retry: () => upload.mutate({ files, first: doneCount }),
  };
}

/** Returns the paths of the files beside the manifest that it names, each once. */
export const filesBeside = (manifest: ManifestText): string[] => [
  ...new Set(
    entriesOf(manifest).flatMap(({ source }) =>
      source === '' || /^(data|blob):/.test(source) ? [] : [source],
    ),
  ),
];

/** Stores the files, and replaces their paths in the manifest with their hashes. Other sources stay as they are. */
export async function storeFiles(
  catalog: Catalog,
  manifest: ManifestText,
  files: ReadonlyMap<string, File>,
): Promise<ManifestText> {
  const sources = new Map<string, string>();
  for (const [path, file] of files) sources.set(path, await storeFile(catalog, file));
  return setValues(
    manifest,
    entriesOf(manifest).flatMap(({ source, place }) => {
      const stored = sources.get(source);
      return stored === undefined ? [] : [[place, stored] as const];
    }),
  );
}

const BLOB = /^blob:([0-9a-f]{64})$/i;

/** Returns a name in the manifest's folder. A path may contain rules, with characters that file names can't have. */
const nameOf = ({ channel, path }: Entry): string =>
  `files/${channel}/${path}`
    .replace(/[^\p{L}\p{N} ._/-]+/gu, '-')
    .split('/')
    .map((part) => (/^\.+$/.test(part) ? '-' : part))
    .join('/');

/** A manifest that names its stored files by their paths, and these files. */
interface ManifestPackage {
  manifest: ManifestText;
  files: Record<string, Uint8Array>;
}

/** Downloads the stored files of a manifest, and replaces their hashes in it with relative paths. */
export async function downloadFiles(catalog: Catalog, manifest: ManifestText): Promise<ManifestPackage> {
  const files: ManifestPackage['files'] = {};
  const hashes = new Map<string, string>();
  const changes: (readonly [Path, string])[] = [];
  for (const entry of entriesOf(manifest)) {
    const sha256 = BLOB.exec(entry.source)?.[1]?.toLowerCase();
    if (sha256 === undefined) continue;
    const plain = nameOf(entry);
    const name = (hashes.get(plain) ?? sha256) === sha256 ? plain : `${plain}-${sha256.slice(0, 8)}`;
    if (files[name] === undefined) {
      const stored = new Response(await catalog.getCatalogBlob(sha256, { retry: MANY_CALLS_RETRY }));
      files[name] = new Uint8Array(await stored.arrayBuffer());
      hashes.set(name, sha256);
    }
    changes.push([entry.place, name]);
  }
  return { manifest: setValues(manifest, changes), files };
}
