/** Stores and reads the files of templates. Each file is stored once, under its hash. */
import { createHash } from 'node:crypto';
import type { Deps } from '../../engine/deps.ts';
import { causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { DAY_MILLISECONDS } from '../../kernel/clock.ts';
import { CharterError, invalidField, notFound } from '../../kernel/errors.ts';
import { type Message, say } from '../../kernel/messages.ts';
import { assertCanEditCatalog, assertCanReadCatalog } from './access.ts';
import { type BlobStore, CHUNK_BYTES } from './blob-ports.ts';
import { templateFileStored } from './template-records.ts';

/** A stored file: SHA-256 of its content, hexadecimal in lower case, and its size in bytes. */
export interface StoredBlob {
  sha256: string;
  size: number;
}

export interface ContentLimits {
  /** Maximum size of a file of a template, in bytes. */
  fileBytes: number;
  /** Maximum total size of the files of a template, in bytes. */
  templateBytes: number;
}

export const DEFAULT_CONTENT_LIMITS: ContentLimits = {
  fileBytes: 25 * 1024 * 1024,
  templateBytes: 250 * 1024 * 1024,
};

interface BlobDeps extends Pick<Deps, 'store' | 'clock'> {
  contentLimits: ContentLimits;
}

export const fileTooLarge = (most: number): Message =>
  say('catalog.fileLarge', 'The file is larger than {most} bytes. Send a smaller one.', { most });

const tooLarge = (most: number): CharterError => new CharterError('PayloadTooLarge', fileTooLarge(most));

/** Splits a stream of bytes into chunks of CHUNK_BYTES; the last one may be smaller. */
async function* inChunks(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (let part of bytes) {
    while (length + part.length >= CHUNK_BYTES) {
      const rest = CHUNK_BYTES - length;
      yield Buffer.concat([...parts, part.subarray(0, rest)]);
      [parts, length] = [[], 0];
      part = part.subarray(rest);
    }
    parts.push(part);
    length += part.length;
  }
  if (length > 0) yield Buffer.concat(parts);
}

/** Writes the chunks as they arrive. @throws PayloadTooLarge */
async function writeChunks(
  blobs: BlobStore,
  blobId: string,
  bytes: AsyncIterable<Uint8Array>,
  most: number,
): Promise<StoredBlob> {
  const hash = createHash('sha256');
  let size = 0;
  let index = 0;
  for await (const chunk of inChunks(bytes)) {
    size += chunk.length;
    if (size > most) throw tooLarge(most);
    hash.update(chunk);
    await blobs.append(blobId, index, chunk);
    index += 1;
  }
  return { sha256: hash.digest('hex'), size };
}

interface StoreBlobInput {
  sha256: string;
  bytes: AsyncIterable<Uint8Array>;
  /** The length that the sender states. */
  length?: number | undefined;
}

/**
 * Stores a file as it arrives. Does not read a file that is already stored. The chunks of an interrupted call are
 * deleted a day later (removeUnusedBlobs).
 * @throws Forbidden; PayloadTooLarge; InvalidRequest at `sha256` for bytes with another hash
 */
export async function storeBlob(
  { store, clock, contentLimits }: BlobDeps,
  principal: Principal,
  context: RequestContext,
  { sha256, bytes, length = 0 }: StoreBlobInput,
): Promise<StoredBlob> {
  assertCanEditCatalog(principal);
  const { tenantId } = principal;
  const { fileBytes } = contentLimits;
  if (length > fileBytes) throw tooLarge(fileBytes);
  const { blobs } = store.in(tenantId);
  const size = await blobs.touch(sha256, clock.now());
  if (size !== undefined) return { sha256, size };
  const blobId = await blobs.begin(clock.now());
  try {
    const file = await writeChunks(blobs, blobId, bytes, fileBytes);
    if (file.sha256 !== sha256) {
      throw invalidField(
        'sha256',
        say('catalog.otherHash', 'The bytes have the SHA-256 {sha256}. Send them to that address.', file),
      );
    }
    const at = clock.now();
    await store.transaction(tenantId, async (unit) => {
      if (!(await unit.blobs.finish(blobId, file, at))) return;
      await unit.audit.append([templateFileStored.record(file, causeOf(principal, context))], at);
    });
    return file;
  } finally {
    // Deletes the chunks after a failure, and when another call has stored the same file meanwhile.
    await blobs.discard(blobId);
  }
}

/** Yields the bytes of a stored file. @throws NotFound when the file is deleted meanwhile */
async function* readBlob(blobs: BlobStore, sha256: string, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < size; start += CHUNK_BYTES) {
    const bytes = await blobs.read(sha256, start, Math.min(size, start + CHUNK_BYTES));
    if (bytes.length === 0) throw notFound('file', sha256);
    yield bytes;
  }
}

/** Returns a stored file. @throws Forbidden, NotFound */
export async function getBlob(
  { store }: Pick<Deps, 'store'>,
  principal: Principal,
  { sha256 }: { sha256: string },
): Promise<StoredBlob & { bytes: AsyncIterable<Uint8Array> }> {
  assertCanReadCatalog(principal);
  const { blobs } = store.in(principal.tenantId);
  const size = (await blobs.sizes([sha256])).get(sha256);
  if (size === undefined) throw notFound('file', sha256);
  return { sha256, size, bytes: readBlob(blobs, sha256, size) };
}

/** Time for which a failed job can be retried with the files of its plan. */
const RETRY_DAYS = 30;

/** Deletes files that nothing has referred to for a day, and unfinished ones. */
export async function removeUnusedBlobs(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  tenantId: string,
): Promise<number> {
  const now = clock.now().getTime();
  return store.in(tenantId).blobs.removeUnused({
    used: new Date(now - DAY_MILLISECONDS),
    failed: new Date(now - RETRY_DAYS * DAY_MILLISECONDS),
  });
}
