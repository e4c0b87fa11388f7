/** Verifies the signatures and standard claims of JWTs, each signature once for each key. */
import { hash } from 'node:crypto';
import { errors, type JWSHeaderParameters, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { maxEntries } from '../kernel/cache.ts';
import type { Claims } from './claims.ts';
import type { KeyResolver } from './issuer-keys.ts';

/** Maximum number of keys that are tried for a token without `kid`. */
const MAX_KEYS_TRIED = 8;
/** Maximum number of tokens whose verification is remembered. Each takes about 300 bytes. */
const MAX_TOKENS = 10_000;

/** A JWT, and its parts before any verification. */
export interface DecodedToken {
  token: string;
  header: JWSHeaderParameters;
  claims: Claims;
}

interface VerifyOptions extends JWTVerifyOptions {
  clockTolerance: number;
  currentDate: Date;
}

/**
 * Whether the times of verified claims are still valid under the options. A token that expires in between is verified
 * again.
 */
function isCurrent({ exp, nbf }: Claims, { clockTolerance, currentDate }: VerifyOptions): boolean {
  const now = Math.floor(currentDate.getTime() / 1000);
  return Number(exp) > now - clockTolerance && Number(nbf ?? now) <= now + clockTolerance;
}

/** Verifies like jwtVerify. For a token without `kid` it tries each candidate key. */
async function verifyToken(
  token: string,
  resolveKey: KeyResolver,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, resolveKey, options)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    let tried = 0;
    for await (const key of error) {
      if (++tried > MAX_KEYS_TRIED) break;
      try {
        return (await jwtVerify(token, key, options)).payload;
      } catch (attempt) {
        if (!(attempt instanceof errors.JWSSignatureVerificationFailed)) throw attempt;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

/**
 * Returns a function that verifies tokens, and returns their claims. It caches which key has verified a token, because
 * callers send a token many times and the signature is the slowest check. For a cached token it checks only the times,
 * as long as the token's header still resolves to the same key; the issuer's keys are read again every ten minutes
 * (issuer-keys.ts). Apart from the date, all calls for an issuer must pass the same options.
 */
export function createSignatureVerifier() {
  /** The key of each verified token, by the hash of the token. */
  const verified = new LRUCache<string, object>(maxEntries(MAX_TOKENS));

  async function isVerified(digest: string, { token, header }: DecodedToken, resolveKey: KeyResolver) {
    const key = verified.get(digest);
    if (key === undefined) return false;
    const [, payload = '', signature = ''] = token.split('.');
    // The full verification resolves the key again, and reports the failure.
    return (await resolveKey(header, { payload, signature }).catch(() => undefined)) === key;
  }

  /** @throws errors.JOSEError, and what `resolveKey` throws */
  return async (decoded: DecodedToken, resolveKey: KeyResolver, options: VerifyOptions): Promise<Claims> => {
    const { token, claims } = decoded;
    const digest = hash('sha256', token, 'base64');
    if (isCurrent(claims, options) && (await isVerified(digest, decoded, resolveKey))) return claims;
    let key: object | undefined;
    const resolve: KeyResolver = async (...named) => {
      const resolved = await resolveKey(...named);
      key = resolved;
      return resolved;
    };
    const payload = await verifyToken(token, resolve, options);
    // Not stored for a token without `kid` that fits several keys, because its key is unknown.
    if (key !== undefined) verified.set(digest, key);
    return payload;
  };
}

export type SignatureVerifier = ReturnType<typeof createSignatureVerifier>;
