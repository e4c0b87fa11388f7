/**
 * Copies files and folders between channels. SharePoint copies asynchronously, and returns the address of a monitor.
 * When the monitor is lost, the copy is looked up at its path. It is started again if it is missing, or if it is still
 * incomplete after INCOMPLETE_MILLISECONDS.
 */
import { nameOf, pathKey } from '../../../domain/contents/path.ts';
import type { NewCopy, SuiteContents } from '../../../domain/contents/suite.ts';
import { assertStoredPath, itemNotFound, pathAlreadyExists } from '../../../domain/contents/suite-rules.ts';
import { CharterError, hasCode } from '../../../kernel/errors.ts';
import { say } from '../../../kernel/messages.ts';
import {
  type CopyStatus,
  childrenCall,
  copyCall,
  type DriveItem,
  deleteItemCall,
  type ItemIds,
} from '../calls/files.ts';
import { GraphFailure, hasStatus, retryLater } from '../client/failure.ts';
import { channelFolder, findItem, idsOfItem, inChannel } from '../mirror/files.ts';
import type { Effect, EffectScope, GraphParts } from './effects.ts';
import { claimItem, OFFICE_DOCUMENT, type Place, wasCreatedSince } from './files.ts';

/** Seconds between two reads of the monitor. */
const POLL_SECONDS = 10;

/** Time after which an incomplete copy counts as failed when no monitor reports on it. */
const INCOMPLETE_MILLISECONDS = 15 * 60_000;

/** Statuses that SharePoint returns for a monitor that it no longer has. */
const FORGOTTEN = [401, 403, 404, 410];

type CopyError = NonNullable<CopyStatus['error']>;

const copyScope = ({ channelId }: Place['channel']): EffectScope => ({ kind: 'copy', scope: channelId });

const working = () => retryLater(say('graph.copying', 'Microsoft 365 is still copying files.'), POLL_SECONDS);

interface PlacedItem {
  ids: ItemIds;
  item: DriveItem;
}

/** `partial`: everything in the copy is from the source, and something is missing. */
type Comparison = 'same' | 'partial' | 'different';

/** Compares a copy with its source: names and kinds, and the sizes of files that SharePoint does not change. */
async function compare(
  parts: GraphParts,
  tenantId: string,
  source: PlacedItem,
  copy: PlacedItem,
): Promise<Comparison> {
  const isFolder = source.item.folder != null;
  if (isFolder !== (copy.item.folder != null)) return 'different';
  if (!isFolder) {
    const isSame = source.item.size === copy.item.size || OFFICE_DOCUMENT.test(source.item.name ?? '');
    return isSame ? 'same' : 'different';
  }
  const [wanted, present] = [
    await childrenOf(parts, tenantId, source.ids),
    await childrenOf(parts, tenantId, copy.ids),
  ];
  if ([...present.keys()].some((name) => !wanted.has(name))) return 'different';
  let result: Comparison = 'same';
  for (const [name, child] of wanted) {
    const found = present.get(name);
    const compared = found === undefined ? 'partial' : await compare(parts, tenantId, child, found);
    if (compared === 'different') return 'different';
    if (compared === 'partial') result = 'partial';
  }
  return result;
}

async function childrenOf(
  { graphOf }: GraphParts,
  tenantId: string,
  ids: ItemIds,
): Promise<Map<string, PlacedItem>> {
  const { path, ...charge } = childrenCall(ids);
  const items = await graphOf(tenantId).list<DriveItem>(path, charge);
  return new Map(items.map((item) => [pathKey(item.name ?? ''), { ids: idsOfItem(item, ids), item }]));
}

class Copy {
  readonly #parts: GraphParts;
  readonly #place: Place;
  readonly #copy: NewCopy;

  constructor(parts: GraphParts, place: Place, copy: NewCopy) {
    this.#parts = parts;
    this.#place = place;
    this.#copy = copy;
  }

  /** Returns when the copy is complete. @throws ServiceUnavailable while it runs */
  async advance(effect: Effect | undefined): Promise<void> {
    const { tenantId, channel } = this.#place;
    const running = await this.#parts.transfers.find(tenantId, copyScope(channel), this.#copy.marker);
    if (running !== undefined) return this.#watch(running.address, effect);
    return this.#beginOrFind(effect?.askedAt ?? undefined);
  }

  async #watch(address: string, effect: Effect | undefined): Promise<void> {
    const { tenantId } = this.#place;
    let status: CopyStatus | undefined;
    try {
      const answer = await this.#parts
        .storageOf(tenantId)
        .call<(CopyStatus & DriveItem) | undefined>({ use: 'monitor of a copy', method: 'GET', address });
      // According to older documentation, a monitor redirects to the result. The address of a copy that SharePoint has
      // made at once is that of the item (onedrive-api-docs, issue 762).
      const isResult = answer.body?.status === undefined && answer.body?.id !== undefined;
      status = answer.status >= 300 || isResult ? { status: 'completed' } : answer.body;
    } catch (error) {
      if (!hasStatus(error, ...FORGOTTEN)) {
        if (await this.#isCompleteWithout(error, effect)) return;
        throw error;
      }
      await this.#saveMonitor(undefined);
      return this.#beginOrFind(effect?.askedAt ?? undefined);
    }
    if (status?.status === 'completed') {
      const found = await this.#find();
      if (found === undefined) throw working();
      return this.#complete(found.item);
    }
    if (status?.status !== 'failed') throw working();
    return this.#fail(status.error ?? {}, effect?.askedAt ?? undefined);
  }

  /**
   * Completes the effect of an old request if the copy is complete although the monitor fails. Returns whether it is.
   */
  async #isCompleteWithout(error: unknown, effect: Effect | undefined): Promise<boolean> {
    const isFailing = error instanceof GraphFailure && (error.status === 0 || error.status >= 500);
    if (!isFailing || !this.#isOld(effect?.askedAt)) return false;
    const found = await this.#findAndCompare();
    if (found?.compared !== 'same') return false;
    await this.#complete(found.item);
    return true;
  }

  /** Whether the copy was requested so long ago that it counts as ended. */
  #isOld(askedAt: Date | null | undefined): boolean {
    const age = this.#parts.clock.now().getTime() - (askedAt?.getTime() ?? 0);
    return age >= INCOMPLETE_MILLISECONDS;
  }

  /**
   * Handles a copy that SharePoint has given up. If the name is taken, an earlier attempt may have made the copy: its
   * response was lost, and SharePoint did not show the item when the copy was requested again.
   * @param askedAt time of the latest attempt
   * @throws NameAlreadyExists; SuiteError after the deletion of the remainder, which would take the name of the next
   *   copy
   */
  async #fail({ code = '', message = '' }: CopyError, askedAt: Date | undefined): Promise<void> {
    const { effects, graphOf } = this.#parts;
    const { tenantId, channel } = this.#place;
    const forget = () => effects.forget(tenantId, copyScope(channel), [this.#copy.marker]);
    if (code === 'nameAlreadyExists') {
      await this.#saveMonitor(undefined);
      try {
        return await this.#beginOrFind(askedAt);
      } catch (error) {
        if (hasCode(error, 'NameAlreadyExists')) await forget();
        throw error;
      }
    }
    if (askedAt !== undefined) {
      const found = await this.#findAndCompare();
      if (found?.compared === 'same') return this.#complete(found.item);
      const isRemainder = found?.compared === 'partial' && wasCreatedSince(found.item, askedAt);
      if (isRemainder) await graphOf(tenantId).call(deleteItemCall(found.ids));
    }
    await forget();
    throw new CharterError(
      'SuiteError',
      say('graph.copyFailed', 'Microsoft 365 could not copy files: {reason}', { reason: message || code }),
    );
  }

  #saveMonitor(address: string | undefined): Promise<void> {
    const { tenantId, channel } = this.#place;
    const transfer = address === undefined ? undefined : { address, done: 0 };
    return this.#parts.transfers.save(tenantId, copyScope(channel), this.#copy.marker, transfer);
  }

  async #find(): Promise<PlacedItem | undefined> {
    const { tenantId, channel } = this.#place;
    const item = await findItem(this.#parts, tenantId, channel, this.#copy.path);
    return item && { item, ids: idsOfItem(item, await channelFolder(this.#parts, tenantId, channel)) };
  }

  /** Returns the item at the path, and how it compares with the source. */
  async #findAndCompare(): Promise<(PlacedItem & { compared: Comparison }) | undefined> {
    const found = await this.#find();
    if (found === undefined) return undefined;
    const compared = await compare(this.#parts, this.#place.tenantId, await this.#source(), found);
    return { ...found, compared };
  }

  async #source(): Promise<PlacedItem> {
    const { tenantId } = this.#place;
    const { path, ...channel } = this.#copy.source;
    return inChannel(this.#parts, tenantId, channel, async () => {
      const item = await findItem(this.#parts, tenantId, channel, path);
      if (item === undefined) throw itemNotFound(path);
      return { item, ids: idsOfItem(item, await channelFolder(this.#parts, tenantId, channel)) };
    });
  }

  async #complete({ id = '' }: DriveItem): Promise<void> {
    const { tenantId, channel } = this.#place;
    await this.#parts.effects.complete(tenantId, copyScope(channel), this.#copy.marker, id, { id });
  }

  /** @param askedAt time of an earlier attempt, whose monitor is unknown */
  async #beginOrFind(askedAt: Date | undefined): Promise<void> {
    const source = await this.#source();
    const found = askedAt === undefined ? undefined : await this.#find();
    if (askedAt !== undefined && found !== undefined) {
      if (await this.#adopt(source, found, askedAt)) return;
      // The remainder of the failed copy contains only copies, so nothing else is lost.
      await this.#parts.graphOf(this.#place.tenantId).call(deleteItemCall(found.ids));
    } else if (askedAt !== undefined) {
      this.#parts.effects.assertSettled({ askedAt });
    }
    await this.#begin(source, askedAt);
  }

  /**
   * Completes the effect with the item at the path, if it is a complete copy. Returns false for the remainder of a
   * failed copy.
   * @throws ServiceUnavailable while the copy may still run; NameAlreadyExists for any other item
   */
  async #adopt(source: PlacedItem, found: PlacedItem, askedAt: Date): Promise<boolean> {
    const compared = await compare(this.#parts, this.#place.tenantId, source, found);
    if (compared === 'same') {
      await this.#complete(found.item);
      return true;
    }
    if (compared === 'different' || !wasCreatedSince(found.item, askedAt))
      throw pathAlreadyExists(this.#copy.path);
    if (!this.#isOld(askedAt)) throw working();
    return false;
  }

  async #begin(source: PlacedItem, earlier: Date | undefined): Promise<void> {
    const { effects, graphOf } = this.#parts;
    const { tenantId, channel } = this.#place;
    const { marker, path } = this.#copy;
    const key = copyScope(channel);
    const { parent, askedAt } = await claimItem(this.#parts, this.#place, key, this.#copy, earlier);
    try {
      const { headers } = await graphOf(tenantId).call(copyCall(source.ids, parent, nameOf(path)));
      const address = headers.get('location');
      if (address !== null) await this.#saveMonitor(address);
    } catch (error) {
      const isTaken = hasStatus(error, 409);
      // The earlier attempt may have created the item, so the age of the item is compared with that attempt.
      if (isTaken && earlier !== undefined) await effects.takeBack(tenantId, key, marker, askedAt, earlier);
      const found = isTaken ? await this.#find() : undefined;
      if (found !== undefined) return this.#adoptTaken(source, found, askedAt, earlier);
      if (error instanceof GraphFailure && !error.mayHaveHappened) {
        await effects.takeBack(tenantId, key, marker, askedAt, earlier);
      }
      throw error;
    }
    throw working();
  }

  /**
   * Completes the effect when the item that has taken the name is this copy.
   * @throws ServiceUnavailable while the copy may still run; NameAlreadyExists for any other item
   */
  async #adoptTaken(
    source: PlacedItem,
    found: PlacedItem,
    askedAt: Date,
    earlier: Date | undefined,
  ): Promise<void> {
    try {
      if (!(await this.#adopt(source, found, earlier ?? askedAt))) throw working();
    } catch (error) {
      if (hasCode(error, 'NameAlreadyExists') && earlier === undefined) {
        const { tenantId, channel } = this.#place;
        await this.#parts.effects.cancel(tenantId, copyScope(channel), this.#copy.marker, askedAt);
      }
      throw error;
    }
  }
}

export const createCopies = (parts: GraphParts) =>
  ({
    async copy(tenantId, channel, copy) {
      assertStoredPath(copy.path);
      if (copy.source.path !== '') assertStoredPath(copy.source.path);
      await inChannel(parts, tenantId, channel, async () => {
        const effect = await parts.effects.findOne(tenantId, copyScope(channel), copy.marker);
        if (effect?.result) return;
        await new Copy(parts, { tenantId, channel }, copy).advance(effect);
      });
    },
  }) satisfies Partial<SuiteContents>;
