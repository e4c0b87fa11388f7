/**
 * Calls the issuer's `/userinfo` (OpenID Connect Core, 5.3) for a person whose token has no name. The response is
 * cached by person. A failure never blocks the sign-in: the person then has no name, and their groups are unknown.
 *
 * | the issuer                                | called again                                      |
 * |-------------------------------------------|---------------------------------------------------|
 * | responded with the person's claims        | after 10 minutes                                  |
 * | rejected the token, or named another      | after 10 minutes                                  |
 * | failed otherwise, or timed out            | after a minute; for other people after 10 seconds |
 * | was not called: it just failed, or is busy | after 10 seconds                                  |
 */
import { LRUCache } from 'lru-cache';
import { expiryOptions } from '../kernel/cache.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Claims } from './claims.ts';
import { fetchDocument, type IssuerDocument, IssuerResponseError } from './issuer-documents.ts';
import type { IdentityLog } from './log.ts';

const RESPONSE_MILLISECONDS = 10 * 60_000;
const FAILURE_MILLISECONDS = 60_000;
const PAUSE_MILLISECONDS = 10_000;
const TIMEOUT_MILLISECONDS = 2_000;
const MAX_PEOPLE = 10_000;
/** Maximum number of concurrent calls. Further people sign in without names until a later call. */
const MAX_AT_ONCE = 50;

interface UserinfoOptions {
  /** Returns the discovery document of the issuer. */
  metadata: () => IssuerDocument;
  clock: Clock;
  log: IdentityLog;
}

/** Undefined when the issuer has no `/userinfo`; `unknown` when there was no usable response. */
export type UserinfoResult = Claims | 'unknown' | undefined;

export class Userinfo {
  readonly #options: UserinfoOptions;
  readonly #answers: LRUCache<string, Claims | 'unknown', string>;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #underWay = 0;

  constructor(options: UserinfoOptions) {
    this.#options = options;
    this.#answers = new LRUCache({
      ...expiryOptions(options.clock, MAX_PEOPLE, RESPONSE_MILLISECONDS),
      fetchMethod: (subject, _stale, { context: token, options: entry }) => this.#ask(subject, token, entry),
    });
  }

  /** Returns the issuer's claims about the person with this `sub`. Never throws. */
  async about(subject: string, token: string): Promise<UserinfoResult> {
    if (typeof this.#options.metadata().userinfo_endpoint !== 'string') return undefined;
    return (await this.#answers.fetch(subject, { context: token })) ?? 'unknown';
  }

  async #ask(subject: string, token: string, entry: { ttl?: number }): Promise<Claims | 'unknown'> {
    const { metadata, clock, log } = this.#options;
    const now = clock.now().getTime();
    entry.ttl = FAILURE_MILLISECONDS;
    if (now < this.#pausedUntil || this.#underWay >= MAX_AT_ONCE) {
      entry.ttl = PAUSE_MILLISECONDS;
      return 'unknown';
    }
    this.#underWay += 1;
    try {
      const claims = await fetchDocument(String(metadata().userinfo_endpoint), {
        headers: { authorization: `Bearer ${token}` },
        milliseconds: TIMEOUT_MILLISECONDS,
      });
      entry.ttl = RESPONSE_MILLISECONDS;
      // Rejects a response about another person (OpenID Connect Core, 5.3.2).
      return claims.sub === subject ? claims : 'unknown';
    } catch (error) {
      const isRejection = error instanceof IssuerResponseError && error.status >= 400 && error.status < 500;
      if (isRejection && error.status !== 429) entry.ttl = RESPONSE_MILLISECONDS;
      else this.#pausedUntil = clock.now().getTime() + PAUSE_MILLISECONDS;
      log.warn({ err: error }, "The issuer's /userinfo gave no answer about a person without a name.");
      return 'unknown';
    } finally {
      this.#underWay -= 1;
    }
  }
}
