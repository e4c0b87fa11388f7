/** Creates the client of a command from its options and the environment. */
import { ALL_ENUM_MEMBERS, type CharterClient, createClient } from '@charter/sdk';
import { environment } from './environment.ts';
import { CommandFailure, EXIT } from './exit-codes.ts';
import { localIssuer, type MintToken, signInHint } from './local-issuer.ts';
import { writeNote } from './output.ts';

export interface ConnectionOptions {
  url?: string;
  as?: string;
}

const RENEW_BEFORE_MILLISECONDS = 60_000;

/** Expiry of a token in milliseconds since the epoch; infinity when the token is not a JWT with `exp`. */
function expiryOf(token: string): number {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      exp?: unknown;
    };
    return typeof claims.exp === 'number' ? claims.exp * 1000 : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Returns a provider of tokens of the embedded issuer. It renews them, because `--watch` can outlast a token. */
function tokenFor(userPrincipalName: string, mint: MintToken): () => Promise<string> {
  let token: Promise<string> | undefined;
  return async () => {
    if (token !== undefined && expiryOf(await token) - Date.now() > RENEW_BEFORE_MILLISECONDS) return token;
    token = mint(userPrincipalName);
    return token;
  };
}

function announceRetry({ status, seconds }: { status: number; seconds: number }): void {
  const reason = status === 429 ? 'The rate limit is reached' : 'The service is not available';
  writeNote(`${reason}; the next attempt is in ${seconds} s.`);
}

/** @throws CommandFailure (wrong usage) when the address is not an HTTP URL */
function readAddress(url: string | undefined): string {
  const address = url ?? environment.url();
  if (/^https?:\/\//i.test(address) && URL.canParse(address)) return address;
  const setting = url === undefined ? 'CHARTER_URL' : '--url';
  throw new CommandFailure(
    EXIT.usage,
    `${setting} must be an address such as https://charter.example, not '${address}'.`,
  );
}

/** @throws CommandFailure when no token is set */
function tokenProvider(as: string | undefined): () => string | Promise<string> {
  const mint = localIssuer.mint();
  if (as !== undefined && mint !== undefined) return tokenFor(as, mint);
  const token = environment.token();
  if (token === undefined) {
    throw new CommandFailure(EXIT.notPermitted, `No access token is set. ${signInHint()}`);
  }
  return () => token;
}

/** @throws CommandFailure when no token is set, or when the address is not an HTTP URL */
export function connect({ url, as }: ConnectionOptions): CharterClient {
  return createClient({
    tokenProvider: tokenProvider(as),
    baseUrl: readAddress(url),
    userAgent: 'Charter-CLI',
    headers: ALL_ENUM_MEMBERS,
    onRetry: announceRetry,
  });
}
