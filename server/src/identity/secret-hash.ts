/**
 * Slow hashes of apps' secrets: scrypt in the PHC string format (`$scrypt$ln=15,r=8,p=3$<salt>$<hash>`, base64
 * without padding). The hash includes its parameters, so old hashes stay valid when the parameters change.
 */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

export interface ScryptParameters {
  /** Base-2 logarithm of the cost N. */
  ln: number;
  r: number;
  p: number;
}

/** OWASP's recommendation for 32 MiB; about 0.2 s on one core. */
export const DEFAULT_SCRYPT: ScryptParameters = { ln: 15, r: 8, p: 3 };

const SALT_BYTES = 16;
const HASH_BYTES = 32;
const MAX_MEMORY_BYTES = 256 * 1024 * 1024;
const GRAMMAR = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

function derive(secret: string, salt: Buffer, { ln, r, p }: ScryptParameters): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** ln, r, p, maxmem: MAX_MEMORY_BYTES };
  return new Promise((resolve, reject) => {
    scrypt(secret, salt, HASH_BYTES, options, (error, hash) => (error ? reject(error) : resolve(hash)));
  });
}

export async function hashSecret(secret: string, parameters = DEFAULT_SCRYPT): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(secret, salt, parameters);
  const { ln, r, p } = parameters;
  return `$scrypt$ln=${ln},r=${r},p=${p}$${encode(salt)}$${encode(hash)}`;
}

/**
 * Returns true when `hash` belongs to `secret`. Compares in constant time.
 * @throws Error when `hash` does not come from hashSecret
 */
export async function verifySecret(secret: string, hash: string): Promise<boolean> {
  const [, ln, r, p, salt, expected] = GRAMMAR.exec(hash) ?? [];
  if (salt === undefined || expected === undefined)
    throw new Error('The stored hash of the secret is malformed');
  const actual = await derive(secret, Buffer.from(salt, 'base64'), {
    ln: Number(ln),
    r: Number(r),
    p: Number(p),
  });
  return timingSafeEqual(actual, Buffer.from(expected, 'base64'));
}

/** Returns a hash that no known secret matches. A check against it costs as much as a real one. */
export function unmatchableHash({ ln, r, p }: ScryptParameters = DEFAULT_SCRYPT): string {
  return `$scrypt$ln=${ln},r=${r},p=${p}$${encode(randomBytes(SALT_BYTES))}$${encode(randomBytes(HASH_BYTES))}`;
}
