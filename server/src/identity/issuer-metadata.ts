/** The discovery document of the issuer that the portal signs in at. */
import type { Clock } from '../kernel/clock.ts';
import { discover, type IssuerDocument } from './issuer-documents.ts';
import type { IdentityLog } from './log.ts';

/** Endpoints that the portal calls. The policy does not limit the redirects to the issuer's pages. */
const CALLED = ['token_endpoint', 'userinfo_endpoint', 'jwks_uri', 'revocation_endpoint'];
const CACHED_MILLISECONDS = 60 * 60_000;
const PAUSE_MILLISECONDS = 10_000;
/** Maximum time that a page or a token request waits. The policy always includes the issuer's own origin. */
const TIMEOUT_MILLISECONDS = 1_000;

/** Returns a function that reads the document and caches it for an hour. It never throws: it returns {} on failure. */
export function issuerMetadata(
  issuer: string,
  clock: Clock,
  log: IdentityLog,
): () => Promise<IssuerDocument> {
  let known: IssuerDocument = {};
  let readAgainAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<IssuerDocument> | undefined;

  async function read(): Promise<IssuerDocument> {
    try {
      known = await discover(issuer, { milliseconds: TIMEOUT_MILLISECONDS });
      readAgainAt = clock.now().getTime() + CACHED_MILLISECONDS;
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

/** Returns the origins that the portal calls during a sign-in, for its Content-Security-Policy. */
export function endpointOrigins(metadata: IssuerDocument): readonly string[] {
  const addresses = CALLED.map((name) => URL.parse(String(metadata[name])));
  return [...new Set(addresses.flatMap((url) => (url === null ? [] : [url.origin])))];
}
