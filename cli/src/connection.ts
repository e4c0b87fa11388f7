/** Who calls which service. */
import { type CharterClient, createClient } from '@charter/sdk';
import { environment } from './environment.ts';
import { CommandFailure, EXIT } from './exit-codes.ts';
import { mintToken } from './mint-token.ts';
import { writeNote } from './output.ts';

export interface ConnectionOptions {
  url?: string;
  as?: string;
}

const RENEW_BEFORE_MILLISECONDS = 60_000;

/** When the token ends, from its `exp`; never for one that is not a readable JWT. */
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

/** A token of the embedded issuer, renewed in time: a job may be watched for longer than one lasts. */
function tokenFor(userPrincipalName: string): () => Promise<string> {
  let token: Promise<string> | undefined;
  return async () => {
    if (token !== undefined && expiryOf(await token) - Date.now() > RENEW_BEFORE_MILLISECONDS) return token;
    token = mintToken({ user: userPrincipalName });
    return token;
  };
}

function tellToWait({ status, seconds }: { status: number; seconds: number }): void {
  const reason = status === 429 ? 'Too many calls in this minute' : 'The service is not available';
  writeNote(`${reason}; trying again in ${seconds} s.`);
}

/** @throws CommandFailure when nobody is named to call as. */
export function connect({ url, as }: ConnectionOptions): CharterClient {
  const token = environment.token();
  if (as === undefined && token === undefined) {
    throw new CommandFailure(
      EXIT.notPermitted,
      'You are not signed in. Set CHARTER_TOKEN, or add --as <upn>.',
    );
  }
  return createClient({
    baseUrl: url ?? environment.url(),
    tokenProvider: as === undefined ? () => token as string : tokenFor(as),
    userAgent: 'Charter-CLI',
    onRetry: tellToWait,
  });
}
