/** The store of the files of templates, bound to one tenant. */

/** Size of a chunk in bytes; only the last one of a file may be smaller. */
export const CHUNK_BYTES = 256 * 1024;

/** The object that refers to files: a template, or a job with a plan. */
export interface BlobHolder {
  type: 'template' | 'job';
  id: string;
}

export interface BlobStore {
  /** Starts a file, whose hash is not known yet. Returns its id. */
  begin(at: Date): Promise<string>;
  /** Adds the next chunk, of CHUNK_BYTES unless it is the last one. */
  append(blobId: string, place: number, bytes: Uint8Array): Promise<void>;
  /** Completes a file. Returns false when the same file was stored meanwhile; the caller then discards this one. */
  finish(blobId: string, file: { sha256: string; size: number }, at: Date): Promise<boolean>;
  /** Deletes an unfinished file. */
  discard(blobId: string): Promise<void>;
  /** Updates the time of the latest use. Returns the size in bytes; undefined for a file that is not stored. */
  touch(sha256: string, at: Date): Promise<number | undefined>;
  /** Returns the sizes, in bytes, of the files that are stored. */
  sizes(sha256: readonly string[]): Promise<Map<string, number>>;
  /** Returns the bytes from `start`, before `end`; fewer at the end of the file, and none for a missing file. */
  read(sha256: string, start: number, end: number): Promise<Uint8Array>;
  /**
   * Replaces the files that the holder refers to. Returns false, and writes nothing, when one of them is not stored.
   * Call it in the transaction that writes the holder.
   */
  hold(holder: BlobHolder, sha256: readonly string[], at: Date): Promise<boolean>;
  /** Deletes unused files, and unfinished ones (`removeUnusedBlobs`). Returns the number of deleted files. */
  removeUnused(before: { used: Date; failed: Date }): Promise<number>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    blobs: BlobStore;
  }
}
