import { LRUCache } from 'lru-cache';
import type { AppStore, RegisteredApp } from '../domain/identity/ports.ts';
import type { Clock } from '../kernel/clock.ts';

/** Time until a change of an app (disabled, new secret, other roles) takes effect. */
const TTL_MILLISECONDS = 10_000;
const MAX_APPS = 10_000;

/** Cache of registered apps by id. Unknown ids are cached too. */
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
