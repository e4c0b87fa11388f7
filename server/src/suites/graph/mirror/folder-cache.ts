/** Caches the ids of folders in channels: a channel keeps its folder, and each call names the parent of an item. */
import { LRUCache } from 'lru-cache';
import { pathKey } from '../../../domain/contents/path.ts';
import type { ChannelReference } from '../../../domain/contents/suite.ts';
import { expiryOptions } from '../../../kernel/cache.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { ItemIds } from '../calls/files.ts';

const CACHED_MILLISECONDS = 10 * 60_000;
const MAX_CACHED = 10_000;

/** Ids of folders, by channel and path. */
export class FolderCache {
  readonly #folders: LRUCache<string, ItemIds>;

  constructor(clock: Clock) {
    this.#folders = new LRUCache(expiryOptions(clock, MAX_CACHED, CACHED_MILLISECONDS));
  }

  get = (tenantId: string, { channelId }: ChannelReference, path: string): ItemIds | undefined =>
    this.#folders.get(`${tenantId} ${channelId} ${pathKey(path)}`);

  set(tenantId: string, { channelId }: ChannelReference, path: string, ids: ItemIds): ItemIds {
    this.#folders.set(`${tenantId} ${channelId} ${pathKey(path)}`, ids);
    return ids;
  }

  /** Removes the folders of the channel from the cache. */
  forget(tenantId: string, { channelId }: ChannelReference): void {
    const prefix = `${tenantId} ${channelId} `;
    for (const key of this.#folders.keys()) if (key.startsWith(prefix)) this.#folders.delete(key);
  }
}
