/**
 * An issuer's public keys, found by OpenID discovery and cached.
 *
 * | cached keys                     | action                                                      |
 * |---------------------------------|-------------------------------------------------------------|
 * | none                            | fetch; 503 while that fails, retried every 5 s              |
 * | younger than 10 min             | use                                                         |
 * | older                           | use, and fetch in the background                            |
 * | older than 24 h                 | fetch first; 503 while that fails                           |
 * | without the key a token names   | fetch at most every 30 s, then 401; 503 while that fails    |
 *
 * During an outage of the issuer, tokens with known keys stay valid and others are rejected. A withdrawn key is
 * trusted for a day at most.
 */
import { createLocalJWKSet, errors, type FlattenedJWSInput, type JWSHeaderParameters } from 'jose';
import type { Clock } from '../kernel/clock.ts';
import { CharterError } from '../kernel/errors.ts';
import { say } from '../kernel/messages.ts';
import { discover, fetchDocument, type IssuerDocument } from './issuer-documents.ts';
import type { IdentityLog } from './log.ts';

const FRESH_MILLISECONDS = 10 * 60_000;
const USABLE_MILLISECONDS = 24 * 60 * 60_000;
const UNKNOWN_KEY_COOLDOWN_MILLISECONDS = 30_000;
const FAILURE_COOLDOWN_MILLISECONDS = 5_000;

type LocalKeys = ReturnType<typeof createLocalJWKSet>;

/** jose's function that resolves a key. */
export type KeyResolver = (header: JWSHeaderParameters, token: FlattenedJWSInput) => ReturnType<LocalKeys>;

export interface IssuerKeysOptions {
  /** The issuer identifier, exactly as in the token's `iss`. */
  issuer: string;
  clock: Clock;
  log: IdentityLog;
}

async function fetchKeys(metadata: IssuerDocument): Promise<LocalKeys> {
  if (typeof metadata.jwks_uri !== 'string') throw new Error('the discovery document names no jwks_uri');
  const jwks = await fetchDocument(metadata.jwks_uri);
  if (!Array.isArray(jwks.keys) || jwks.keys.length === 0) throw new Error('the key set is empty');
  return createLocalJWKSet(jwks as { keys: [] });
}

export class IssuerKeys {
  readonly #options: IssuerKeysOptions;
  #keys: LocalKeys | undefined;
  #metadata: IssuerDocument = {};
  #fetchedAt = Number.NEGATIVE_INFINITY;
  #failedAt = Number.NEGATIVE_INFINITY;
  #failure: unknown;
  #pending: Promise<LocalKeys> | undefined;

  constructor(options: IssuerKeysOptions) {
    this.#options = options;
  }

  /**
   * Resolves the key that a token's header names.
   * @throws errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, or ServiceUnavailable
   */
  readonly resolve: KeyResolver = async (header, token) => {
    const keys = await this.#usableKeys();
    try {
      return await keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      if (this.#age() < UNKNOWN_KEY_COOLDOWN_MILLISECONDS) throw error;
      return (await this.#refreshed())(header, token);
    }
  };

  /** Returns the discovery document that was read with the keys; empty before the first token. */
  metadata(): IssuerDocument {
    return this.#metadata;
  }

  #now(): number {
    return this.#options.clock.now().getTime();
  }

  #age(): number {
    return this.#now() - this.#fetchedAt;
  }

  async #usableKeys(): Promise<LocalKeys> {
    const age = this.#age();
    if (this.#keys === undefined || age >= USABLE_MILLISECONDS) return this.#refreshed();
    // The caller gets the cached keys. A failure is only logged until the keys are too old.
    if (age >= FRESH_MILLISECONDS) this.#refreshed().catch(() => undefined);
    return this.#keys;
  }

  /** Fetches the keys: one fetch at a time, with a pause after a failure. */
  async #refreshed(): Promise<LocalKeys> {
    if (this.#pending === undefined) {
      if (this.#now() - this.#failedAt < FAILURE_COOLDOWN_MILLISECONDS) throw this.#unavailable();
      this.#pending = this.#fetch().finally(() => {
        this.#pending = undefined;
      });
    }
    return this.#pending;
  }

  async #fetch(): Promise<LocalKeys> {
    const { issuer, log } = this.#options;
    try {
      const metadata = await discover(issuer);
      this.#keys = await fetchKeys(metadata);
      this.#metadata = metadata;
      this.#fetchedAt = this.#now();
      this.#failedAt = Number.NEGATIVE_INFINITY;
      return this.#keys;
    } catch (error) {
      this.#failedAt = this.#now();
      this.#failure = error;
      log.warn({ issuer, err: error }, "The issuer's keys can't be had; known keys stay in use for a day.");
      throw this.#unavailable();
    }
  }

  #unavailable(): CharterError {
    return new CharterError(
      'ServiceUnavailable',
      say(
        'identity.issuerAway',
        "The sign-in service can't be reached, so the token can't be checked. Try again shortly.",
      ),
      {
        cause: this.#failure,
        log: { issuer: this.#options.issuer },
        retryAfterSeconds: FAILURE_COOLDOWN_MILLISECONDS / 1000,
      },
    );
  }
}
