/**
 * Basic credentials of registered apps (docs/specification.md, section 3).
 *
 * The first check of a secret computes a slow hash. For a minute afterwards, a keyed digest suffices while the app is
 * enabled and its stored hash is unchanged. Disabling an app or changing its secret therefore takes effect when the
 * cached app expires or is dropped. The digest's key never leaves the process.
 *
 * To withstand floods, concurrent checks of equal credentials are merged, the number of checks is bounded, and wrong
 * secrets block their app id with backoff. Credentials that were valid within the last hour skip the block and have
 * their own lane, so that strangers can't lock an app out. Callers of different networks take turns, so that one
 * network can't keep out an app that signs in less often.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { LRUCache } from 'lru-cache';
import type { AppSecret, AppStore, RegisteredApp } from '../domain/identity/ports.ts';
import { expiryOptions } from '../kernel/cache.ts';
import type { Clock } from '../kernel/clock.ts';
import { isUsableId } from './claims.ts';
import { FailureBackoff } from './failure-backoff.ts';
import { JobGate } from './job-gate.ts';
import { type ScryptParameters, unmatchableHash, verifySecret } from './secret-hash.ts';
import { blockedAppCredentials, invalidAppCredentials, malformedCredentials } from './unauthenticated.ts';

/** Maximum time until a change to an app (disabled, new secret, other roles) takes effect. */
const APP_MILLISECONDS = 10_000;
const MAX_APPS = 10_000;
const VERIFIED_MILLISECONDS = 60_000;
/** Interval at which a node records the use of a secret. */
const USE_MILLISECONDS = 60_000;
const REMEMBERED_MILLISECONDS = 60 * 60_000;
const MAX_REMEMBERED = 10_000;
const MAX_WAITING_CHECKS = 32;
const MAX_ENCODED_LENGTH = 2048;
const BASE64_GRAMMAR = /^[A-Za-z0-9+/]+={0,2}$/;

interface Credentials {
  appId: string;
  secret: string;
}

/** @throws Unauthenticated when the text is not `base64(appId:secret)` (RFC 7617) */
function decodeCredentials(encoded: string): Credentials {
  if (encoded.length > MAX_ENCODED_LENGTH || !BASE64_GRAMMAR.test(encoded)) {
    throw malformedCredentials('Basic credentials are not base64 of a sane length');
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(encoded, 'base64'));
  } catch {
    throw malformedCredentials('Basic credentials are not UTF-8');
  }
  const colon = text.indexOf(':');
  const appId = text.slice(0, Math.max(colon, 0));
  if (!isUsableId(appId)) throw malformedCredentials('Basic credentials name no app');
  return { appId, secret: text.slice(colon + 1) };
}

export interface AppCredentialsOptions {
  apps: Pick<AppStore, 'find' | 'recordUse'>;
  clock: Clock;
  /** Hash parameters of new secrets. The check for an unknown app uses them, so that it costs as much as a real one. */
  scrypt?: ScryptParameters | undefined;
}

export class AppCredentials {
  /** Registered apps by id. Unknown ids are cached too. */
  readonly #apps: LRUCache<string, { app: RegisteredApp | undefined }>;
  readonly #options: AppCredentialsOptions;
  readonly #clock: Clock;
  readonly #unmatchable: string;
  readonly #digestKey = randomBytes(32);
  readonly #lanes = {
    unknown: new JobGate({
      concurrent: Math.max(1, Math.floor(availableParallelism() / 2)),
      waiting: MAX_WAITING_CHECKS,
    }),
    remembered: new JobGate({ concurrent: 1, waiting: MAX_REMEMBERED }),
  };
  readonly #backoff: FailureBackoff;
  /** Digests of valid credentials, with the stored hash that they matched. */
  readonly #verified: LRUCache<string, { secretHash: string; until: number }>;
  /** Ids of secrets whose use was recorded within the last minute. */
  readonly #used: LRUCache<string, true>;
  readonly #pending = new Map<string, Promise<RegisteredApp>>();

  constructor(options: AppCredentialsOptions) {
    const { apps, clock, scrypt } = options;
    this.#options = options;
    this.#apps = new LRUCache({
      ...expiryOptions(clock, MAX_APPS, APP_MILLISECONDS),
      // forget() during a look-up does not fail its callers (see principal-states.ts).
      ignoreFetchAbort: true,
      fetchMethod: async (appId) => ({ app: await apps.find(appId) }),
    });
    this.#clock = clock;
    this.#unmatchable = unmatchableHash(scrypt);
    this.#backoff = new FailureBackoff(clock);
    this.#used = new LRUCache(expiryOptions(clock, MAX_REMEMBERED, USE_MILLISECONDS));
    this.#verified = new LRUCache(expiryOptions(clock, MAX_REMEMBERED, REMEMBERED_MILLISECONDS));
  }

  /** Drops the cached app. */
  forget(appId: string): void {
    this.#apps.delete(appId);
  }

  /**
   * Returns the app that the credentials belong to.
   * @param network network address of the caller
   * @throws Unauthenticated; ServiceUnavailable when too many checks wait
   */
  async verify(encoded: string, network: string): Promise<RegisteredApp> {
    const credentials = decodeCredentials(encoded);
    const digest = createHmac('sha256', this.#digestKey)
      .update(`${credentials.appId}:${credentials.secret}`)
      .digest('base64');
    const verified = this.#verified.get(digest);
    if (verified && this.#clock.now().getTime() < verified.until) {
      const app = await this.#find(credentials.appId);
      const secret = app?.secrets.find(({ hash }) => hash === verified.secretHash);
      if (app?.enabled && secret && !this.#isExpired(secret)) {
        await this.#recordUse(app, secret);
        return app;
      }
    }
    if (!verified) this.#assertNotBlocked(credentials.appId);
    const lane = verified ? this.#lanes.remembered : this.#lanes.unknown;
    return this.#checkOnce(digest, () => lane.run(network, () => this.#check(digest, credentials)));
  }

  async #find(appId: string): Promise<RegisteredApp | undefined> {
    return (await this.#apps.fetch(appId))?.app;
  }

  #assertNotBlocked(appId: string): void {
    const seconds = this.#backoff.secondsBlocked(appId);
    if (seconds > 0) throw blockedAppCredentials(seconds, { reason: 'too many wrong secrets', appId });
  }

  #checkOnce(digest: string, begin: () => Promise<RegisteredApp>): Promise<RegisteredApp> {
    let check = this.#pending.get(digest);
    if (check === undefined) {
      check = begin().finally(() => this.#pending.delete(digest));
      this.#pending.set(digest, check);
    }
    return check;
  }

  /**
   * Does one look-up and at least one slow hash for every outcome, so that timing does not reveal whether the app
   * exists.
   */
  async #check(digest: string, { appId, secret }: Credentials): Promise<RegisteredApp> {
    const app = await this.#find(appId);
    const matching = await this.#findMatching(app, secret);
    if (!app || !matching || !app.enabled || this.#isExpired(matching)) {
      this.#verified.delete(digest);
      this.#backoff.recordFailure(appId);
      throw invalidAppCredentials(
        {
          appId,
          known: app !== undefined,
          enabled: app?.enabled ?? false,
          ...(matching && { secretId: matching.id, expiresAt: matching.expiresAt }),
        },
        app && { tenantId: app.tenantId, kind: 'app', id: appId, displayName: app.displayName },
      );
    }
    this.#backoff.recordSuccess(appId);
    const until = this.#clock.now().getTime() + VERIFIED_MILLISECONDS;
    this.#verified.set(digest, { secretHash: matching.hash, until });
    await this.#recordUse(app, matching);
    return app;
  }

  /** Returns the app's secret that matches. Without a candidate, it still computes a hash. */
  async #findMatching(app: RegisteredApp | undefined, presented: string): Promise<AppSecret | undefined> {
    const candidates = app?.secrets.filter(({ hint }) => hint === null || presented.startsWith(hint)) ?? [];
    if (candidates.length === 0) await verifySecret(presented, this.#unmatchable);
    for (const secret of candidates) if (await verifySecret(presented, secret.hash)) return secret;
    return undefined;
  }

  #isExpired({ expiresAt }: AppSecret): boolean {
    return expiresAt !== null && expiresAt <= this.#clock.now();
  }

  /** Records the use of a secret at most once a minute, unless the cache evicts the secret. */
  async #recordUse(app: RegisteredApp, { id }: AppSecret): Promise<void> {
    if (this.#used.has(id)) return;
    this.#used.set(id, true);
    await this.#options.apps.recordUse(app, id, this.#clock.now());
  }
}
