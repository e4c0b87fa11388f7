/** Reads the origins that the portal calls during a sign-in, for its Content-Security-Policy. */
import type { Clock } from '../kernel/clock.ts';
import { discover } from './issuer-documents.ts';
import type { IdentityLog } from './log.ts';

/** Endpoints that the portal calls. The policy does not limit the redirects to the issuer's pages. */
const CALLED = ['token_endpoint', 'userinfo_endpoint', 'jwks_uri', 'revocation_endpoint'];
const USED_MILLISECONDS = 60 * 60_000;
const PAUSE_MILLISECONDS = 10_000;
/** Maximum time that a page waits. The policy always includes the issuer's own origin. */
const PATIENCE_MILLISECONDS = 1_000;

/** Returns a function that reads the origins of the endpoints, caches them for an hour, and never throws. */
export function endpointOrigins(
  issuer: string,
  clock: Clock,
  log: IdentityLog,
): () => Promise<readonly string[]> {
  let known: readonly string[] = [];
  let readAgainAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<readonly string[]> | undefined;

  async function read(): Promise<readonly string[]> {
    try {
      const metadata = await discover(issuer, { milliseconds: PATIENCE_MILLISECONDS });
      const addresses = CALLED.map((name) => URL.parse(String(metadata[name])));
      known = [...new Set(addresses.flatMap((url) => (url === null ? [] : [url.origin])))];
      readAgainAt = clock.now().getTime() + USED_MILLISECONDS;
    } catch (error) {
      readAgainAt = clock.now().getTime() + PAUSE_MILLISECONDS;
      log.warn({ issuer, err: error }, "The issuer's discovery document can't be read for the portal.");
    }
    return known;
  }

  return async () => {
    if (clock.now().getTime() < readAgainAt) return known;
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}
