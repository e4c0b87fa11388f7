import { LRUCache } from 'lru-cache';
import type { AppStore, RegisteredApp } from '../domain/identity/ports.ts';
import type { Clock } from '../kernel/clock.ts';

/** How long a change of an app (switched off, new secret, other roles) may go unnoticed. */
const TTL_MILLISECONDS = 10_000;
const MAX_APPS = 10_000;

/** Registered apps by id, cached briefly; ids that nobody has are cached too. */
export class Registrations {
  readonly #apps: LRUCache<string, { app: RegisteredApp | undefined }>;

  constructor(store: AppStore, clock: Clock) {
    this.#apps = new LRUCache({
      max: MAX_APPS,
      ttl: TTL_MILLISECONDS,
      ttlResolution: 0,
      perf: { now: () => clock.now().getTime() },
      fetchMethod: async (appId) => ({ app: await store.find(appId) }),
    });
  }

  async find(appId: string): Promise<RegisteredApp | undefined> {
    return (await this.#apps.fetch(appId))?.app;
  }
}
