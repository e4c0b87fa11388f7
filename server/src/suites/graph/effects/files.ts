/**
 * Creates folders and files in channels. The path of a folder is its identity. A file is recorded before its upload, so
 * that a later attempt recognises it: SharePoint changes the bytes of Office documents. An upload session is recorded
 * too, so that a later attempt continues it.
 */
import { createHash } from 'node:crypto';
import { nameOf, parentOf, pathKey } from '../../../domain/contents/path.ts';
import type {
  ChannelReference,
  ContentProgress,
  NewFile,
  ReadBytes,
  SuiteContents,
} from '../../../domain/contents/suite.ts';
import { assertPath, pathAlreadyExists } from '../../../domain/contents/suite-rules.ts';
import { CharterError } from '../../../kernel/errors.ts';
import { say } from '../../../kernel/messages.ts';
import {
  createFolderCall,
  type DriveItem,
  type ItemIds,
  MAX_IN_ONE_CALL,
  nextByteOf,
  openSessionCall,
  putContentCall,
  RANGE_BYTES,
  type UploadSession,
} from '../calls/files.ts';
import { GraphFailure, hasStatus, notShown, retryLater } from '../client/failure.ts';
import { channelFolder, findItem, idsOfItem, inChannel } from '../mirror/files.ts';
import { assertTeamWritable } from '../mirror/teams.ts';
import type { Effect, EffectScope, GraphParts } from './effects.ts';
import type { Transfer } from './transfers.ts';

/** The place of a call: the tenant and the channel. */
export interface Place {
  tenantId: string;
  channel: ChannelReference;
}

/** Seconds until an upload restarts, or a conflict is checked again. */
const RETRY_SECONDS = 5;

/* Folders. */

/**
 * Returns the ids of the folder at the path. Creates it with its parents, if it is missing.
 * @throws NameAlreadyExists when a file has the path
 */
async function ensureFolder(parts: GraphParts, place: Place, path: string): Promise<ItemIds> {
  const { tenantId, channel } = place;
  const top = await channelFolder(parts, tenantId, channel);
  const known = parts.folders.get(tenantId, channel, path);
  if (known !== undefined) return known;
  const found = await findItem(parts, tenantId, channel, path);
  if (found !== undefined) return adoptFolder(parts, place, path, found, top);
  const parent = await ensureFolder(parts, place, parentOf(path));
  try {
    const call = createFolderCall(parent, nameOf(path));
    const { body } = await parts.graphOf(tenantId).call<DriveItem | undefined>(call);
    // The next attempt finds the folder by its path.
    if (!body?.id) throw notShown('file');
    return adoptFolder(parts, place, path, { folder: {}, ...body }, top);
  } catch (error) {
    if (!hasStatus(error, 409)) throw error;
    const present = await findItem(parts, tenantId, channel, path);
    if (present === undefined) throw error;
    return adoptFolder(parts, place, path, present, top);
  }
}

function adoptFolder(
  parts: GraphParts,
  { tenantId, channel }: Place,
  path: string,
  item: DriveItem,
  top: ItemIds,
): ItemIds {
  if (item.folder == null) throw pathAlreadyExists(path);
  return parts.folders.set(tenantId, channel, path, idsOfItem(item, top));
}

/* Files. */

const fileScope = ({ channelId }: ChannelReference): EffectScope => ({
  kind: 'file',
  scope: channelId,
});

/** Extensions of documents that SharePoint changes when it stores them. */
export const OFFICE_DOCUMENT = /\.(?:do[ct][mx]?|xls[bmx]?|xlt[mx]?|p(?:ot|ps|pt)[mx]?|vs[dt][mx]?)$/i;

/** Tolerance between the clocks of Charter and SharePoint. */
const SKEW_MILLISECONDS = 120_000;

export const wasCreatedSince = ({ createdDateTime }: DriveItem, since: Date): boolean =>
  Date.parse(createdDateTime ?? '') >= since.getTime() - SKEW_MILLISECONDS;

/** Reads the whole range: `read` may return less. */
async function readRange(read: ReadBytes, start: number, end: number): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(end - start);
  for (let at = start; at < end; ) {
    const some = await read(at, end);
    bytes.set(some.subarray(0, end - at), at - start);
    at += some.length;
  }
  return bytes.buffer;
}

/** Whether the stored file has the content. Downloads it. */
async function hasContent(parts: GraphParts, { tenantId }: Place, item: DriveItem, file: NewFile) {
  const address = item['@microsoft.graph.downloadUrl'];
  if (item.size !== file.size || address === undefined) return false;
  const hash = createHash('sha256');
  for await (const bytes of await parts.storageOf(tenantId).open(address)) hash.update(bytes);
  return hash.digest('hex') === file.sha256;
}

/** An earlier attempt that may have stored the file. */
interface Attempt {
  askedAt: Date | undefined;
  /** Whether the file had an upload session, which SharePoint opens only if the path is free. */
  hadSession: boolean;
}

/**
 * Whether an earlier attempt has stored the item. Used when SharePoint may have changed the bytes, or they are too many
 * to compare. Excludes the files of other markers.
 */
async function isRecorded(
  { effects }: GraphParts,
  { tenantId, channel }: Place,
  { marker, path, size }: NewFile,
  item: DriveItem,
  { askedAt, hadSession }: Attempt,
): Promise<boolean> {
  const isSufficient = OFFICE_DOCUMENT.test(path) || (hadSession && item.size === size);
  if (!isSufficient || askedAt === undefined || !wasCreatedSince(item, askedAt)) return false;
  const asked = await effects.find(tenantId, fileScope(channel));
  return ![...asked.values()].some((other) => other.marker !== marker && other.effectId === item.id);
}

/**
 * Adopts the item at the path of the file: one that an earlier attempt has stored, or one with the same content.
 * @throws NameAlreadyExists
 */
async function adopt(
  parts: GraphParts,
  place: Place,
  file: NewFile,
  item: DriveItem,
  attempt: Attempt,
): Promise<ContentProgress> {
  if (item.folder != null) throw pathAlreadyExists(file.path);
  const isSame =
    (await isRecorded(parts, place, file, item, attempt)) || (await hasContent(parts, place, item, file));
  if (!isSame) throw pathAlreadyExists(file.path);
  return complete(parts, place, file, item);
}

/** The record of a file that Charter has stored. Records of earlier releases have no path. */
interface RecordedFile {
  id: string;
  path?: string;
}

/** Whether Charter created the file or folder so recently that SharePoint may not show it. */
export async function isNewItem(parts: GraphParts, place: Place, path: string): Promise<boolean> {
  const { tenantId, channel } = place;
  if (parts.folders.get(tenantId, channel, path) !== undefined) return true;
  const stored = await parts.effects.find(tenantId, fileScope(channel));
  return [...stored.values()].some((effect) => {
    const recorded = effect.result as RecordedFile | null;
    return pathKey(recorded?.path ?? '') === pathKey(path) && parts.effects.isRecent(effect);
  });
}

async function complete(
  parts: GraphParts,
  { tenantId, channel }: Place,
  file: NewFile,
  item: DriveItem | undefined,
): Promise<ContentProgress> {
  const id = item?.id;
  // The next attempt finds the file by its path.
  if (!id) throw notShown('file');
  await parts.effects.complete(tenantId, fileScope(channel), file.marker, id, { id, path: file.path });
  return { isComplete: true, done: file.size };
}

interface Claim {
  parent: ItemIds;
  askedAt: Date;
}

/**
 * Records that a file or a copy is requested now, after the checks that need no record. Creates its folder.
 * @param earlier time of an earlier attempt; undefined before the first one
 * @throws TeamArchived, ServiceUnavailable
 */
export async function claimItem(
  parts: GraphParts,
  place: Place,
  key: EffectScope,
  { marker, path }: { marker: string; path: string },
  earlier: Date | undefined,
): Promise<Claim> {
  const { effects, graphOf } = parts;
  const { tenantId, channel } = place;
  await graphOf(tenantId).assertOpen({ budget: 'files' });
  await assertTeamWritable(parts, tenantId, channel.teamId);
  const parent = await ensureFolder(parts, place, parentOf(path));
  const askedAt =
    earlier === undefined
      ? await effects.claim(tenantId, key, marker)
      : await effects.reclaim(tenantId, key, marker, earlier);
  return { parent, askedAt };
}

class Upload {
  readonly #parts: GraphParts;
  readonly #place: Place;
  readonly #file: NewFile;
  readonly #read: ReadBytes;
  /** Time of the latest attempt; undefined before the first one. */
  #askedAt: Date | undefined;
  #hasSession = false;

  constructor(parts: GraphParts, place: Place, file: NewFile, read: ReadBytes, effect: Effect | undefined) {
    this.#parts = parts;
    this.#place = place;
    this.#file = file;
    this.#read = read;
    this.#askedAt = effect?.askedAt ?? undefined;
  }

  /** Continues the upload: sends a small file, begins a session, or sends its next range. */
  async advance(): Promise<ContentProgress> {
    const { transfers } = this.#parts;
    const { tenantId, channel } = this.#place;
    const { marker, size } = this.#file;
    const running = await transfers.find(tenantId, fileScope(channel), marker);
    if (running !== undefined) return this.#sendRange(running);
    const earlier = this.#askedAt;
    if (earlier !== undefined) {
      // The response to an earlier attempt was lost.
      const found = await this.#find();
      if (found !== undefined) return this.#adopt(found);
    }
    return size <= MAX_IN_ONE_CALL ? this.#sendWhole(earlier) : this.#begin(earlier);
  }

  #find(): Promise<DriveItem | undefined> {
    const { tenantId, channel } = this.#place;
    return findItem(this.#parts, tenantId, channel, this.#file.path);
  }

  #adopt = (found: DriveItem): Promise<ContentProgress> =>
    adopt(this.#parts, this.#place, this.#file, found, {
      askedAt: this.#askedAt,
      hadSession: this.#hasSession,
    });

  async #claim(earlier: Date | undefined): Promise<Claim> {
    const claim = await claimItem(
      this.#parts,
      this.#place,
      fileScope(this.#place.channel),
      this.#file,
      earlier,
    );
    this.#askedAt = claim.askedAt;
    return claim;
  }

  /** Handles a failure of the call that was requested at `askedAt`. */
  async #fail(error: unknown, askedAt: Date, earlier: Date | undefined): Promise<ContentProgress> {
    const { effects } = this.#parts;
    const { tenantId, channel } = this.#place;
    const key = fileScope(channel);
    if (hasStatus(error, 409)) {
      if (earlier !== undefined) {
        // The earlier attempt may have created the item, so the age of the item is compared with that attempt.
        await effects.takeBack(tenantId, key, this.#file.marker, askedAt, earlier);
        this.#askedAt = earlier;
      }
      const found = await this.#find();
      if (found !== undefined) {
        try {
          return await this.#adopt(found);
        } catch (rejection) {
          if (rejection instanceof CharterError && earlier === undefined) {
            await effects.cancel(tenantId, key, this.#file.marker, askedAt);
          }
          throw rejection;
        }
      }
    } else if (error instanceof GraphFailure && !error.mayHaveHappened) {
      await effects.takeBack(tenantId, key, this.#file.marker, askedAt, earlier);
    }
    throw error;
  }

  async #sendWhole(earlier: Date | undefined): Promise<ContentProgress> {
    const { tenantId } = this.#place;
    const { path, size } = this.#file;
    const bytes = size === 0 ? new ArrayBuffer(0) : await readRange(this.#read, 0, size);
    const { parent, askedAt } = await this.#claim(earlier);
    let item: DriveItem | undefined;
    try {
      const call = putContentCall(parent, nameOf(path), bytes);
      ({ body: item } = await this.#parts.graphOf(tenantId).call<DriveItem | undefined>(call));
    } catch (error) {
      return this.#fail(error, askedAt, earlier);
    }
    return complete(this.#parts, this.#place, this.#file, item);
  }

  /** Opens an upload session, and sends the first range. */
  async #begin(earlier: Date | undefined): Promise<ContentProgress> {
    const { tenantId, channel } = this.#place;
    const { parent, askedAt } = await this.#claim(earlier);
    let session: UploadSession | undefined;
    try {
      const call = openSessionCall(parent, nameOf(this.#file.path));
      ({ body: session } = await this.#parts.graphOf(tenantId).call<UploadSession | undefined>(call));
    } catch (error) {
      return this.#fail(error, askedAt, earlier);
    }
    // The next attempt begins a session again.
    if (!session?.uploadUrl) throw notShown('file');
    const transfer = { address: session.uploadUrl, done: 0 };
    await this.#parts.transfers.save(tenantId, fileScope(channel), this.#file.marker, transfer);
    return this.#sendRange(transfer);
  }

  async #sendRange({ address, done }: Transfer): Promise<ContentProgress> {
    this.#hasSession = true;
    const { size } = this.#file;
    const end = Math.min(size, done + RANGE_BYTES);
    const body = await readRange(this.#read, done, end);
    try {
      const answer = await this.#parts.storageOf(this.#place.tenantId).call<DriveItem & UploadSession>({
        ...{ use: 'upload session', method: 'PUT', address, body },
        headers: { 'Content-Range': `bytes ${done}-${end - 1}/${size}` },
      });
      if (answer.status !== 202) return complete(this.#parts, this.#place, this.#file, answer.body);
      return this.#continueAt(address, nextByteOf(answer.body) ?? end);
    } catch (error) {
      // The session has the range already, because the response to an earlier attempt was lost.
      if (hasStatus(error, 416)) return this.#resume(address, done, error);
      if (hasStatus(error, 401, 403, 404, 410)) return this.#lose(error);
      if (hasStatus(error, 409)) return this.#end(error);
      throw error;
    }
  }

  /**
   * Asks the session for the bytes that it lacks.
   * @param done start of the rejected range
   * @throws GraphFailure the rejection of a range that the session lacks
   */
  async #resume(address: string, done: number, rejection: GraphFailure): Promise<ContentProgress> {
    try {
      const { body } = await this.#parts
        .storageOf(this.#place.tenantId)
        .call<UploadSession>({ use: 'upload session', method: 'GET', address });
      const next = nextByteOf(body);
      if (next === done) throw rejection;
      if (next !== undefined && next < this.#file.size) return this.#continueAt(address, next);
    } catch (error) {
      if (hasStatus(error, 401, 403, 404, 410)) return this.#lose(error);
      throw error;
    }
    return this.#end();
  }

  async #continueAt(address: string, done: number): Promise<ContentProgress> {
    const { tenantId, channel } = this.#place;
    await this.#parts.transfers.save(tenantId, fileScope(channel), this.#file.marker, { address, done });
    return { isComplete: false, done };
  }

  /** Adopts the file of a session that has all bytes. @throws NameAlreadyExists when something else has the path */
  async #end(cause?: unknown): Promise<ContentProgress> {
    const found = await this.#find();
    if (found !== undefined) return this.#adopt(found);
    return this.#lose(cause);
  }

  /** Deletes the record of a session that SharePoint no longer has: it has expired, or the file is complete. */
  async #lose(cause: unknown): Promise<ContentProgress> {
    const { tenantId, channel } = this.#place;
    await this.#parts.transfers.save(tenantId, fileScope(channel), this.#file.marker, undefined);
    const found = await this.#find();
    if (found !== undefined) return this.#adopt(found);
    throw retryLater(
      say('graph.uploadLost', 'Microsoft 365 has lost an upload. Charter begins it again.'),
      RETRY_SECONDS,
      cause,
    );
  }
}

export const createFiles = (parts: GraphParts) =>
  ({
    async createFolders(tenantId, channel, paths) {
      for (const path of paths) assertPath(path);
      await inChannel(parts, tenantId, channel, async () => {
        await assertTeamWritable(parts, tenantId, channel.teamId);
        for (const path of paths) await ensureFolder(parts, { tenantId, channel }, path);
      });
    },

    async putFile(tenantId, channel, file, read) {
      assertPath(file.path);
      return inChannel(parts, tenantId, channel, async () => {
        const effect = await parts.effects.findOne(tenantId, fileScope(channel), file.marker);
        if (effect?.result) return { isComplete: true, done: file.size };
        return new Upload(parts, { tenantId, channel }, file, read, effect).advance();
      });
    },
  }) satisfies Partial<SuiteContents>;
