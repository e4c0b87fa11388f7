/** Creates the client of a command from its options and the environment. */
import { ALL_ENUM_MEMBERS, type CharterClient, type ClientOptions, createClient } from '@charter/sdk';
import { readAddress, serviceAt } from './address.ts';
import { environment } from './environment.ts';
import { CommandFailure, EXIT, usage } from './exit-codes.ts';
import { localIssuer, type MintToken, signInHint } from './local-issuer.ts';
import { writeNote } from './output.ts';
import { changeProfile, DEFAULT_PROFILE, findProfile, type Profile } from './sign-in/profiles.ts';

export interface ConnectionOptions {
  url?: string;
  as?: string;
  profile?: string;
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

type Credentials = Pick<ClientOptions, 'baseUrl' | 'tokenProvider' | 'basic'>;

const isFresh = ({ bearer, expires = expiryOf(bearer) }: Profile): boolean =>
  expires - Date.now() > RENEW_BEFORE_MILLISECONDS;

/** Returns a provider of the tokens of a profile. It renews them, and stores the new ones. */
function tokenOf(name: string, first: Profile): () => Promise<string> {
  let profile = first;
  return async () => {
    if (isFresh(profile) || profile.refreshToken === undefined) return profile.bearer;
    profile = await changeProfile(name, async (stored) => {
      if (stored === undefined)
        throw new CommandFailure(EXIT.notPermitted, `The profile ${name} is signed out.`);
      // Another command may have renewed it meanwhile.
      if (isFresh(stored)) return stored;
      const { renew } = await import('./sign-in/provider.ts');
      return { ...stored, ...(await renew(stored)) };
    });
    return profile.bearer;
  };
}

/** @throws CommandFailure (wrong usage) when the address is not the profile's: its tokens are sent only there */
function fromProfile(name: string, profile: Profile, url: string | undefined): Credentials {
  const asked = url ?? environment.url();
  if (asked !== undefined && serviceAt(readAddress(url)) !== serviceAt(profile.url)) {
    throw usage(
      `The profile ${name} is signed in to ${profile.url}, not to ${asked}. Sign in there: charter login --url ${asked} --profile <name>.`,
    );
  }
  return { baseUrl: profile.url, tokenProvider: tokenOf(name, profile) };
}

/**
 * Returns the credentials that are set: by an option, by the environment, or by a sign-in, in this order.
 * @throws CommandFailure when there are none, or when the address is not an HTTP URL
 */
function credentialsOf({ url, as, profile }: ConnectionOptions): Credentials {
  const mint = localIssuer.mint();
  if (as !== undefined && mint !== undefined) {
    return { baseUrl: readAddress(url), tokenProvider: tokenFor(as, mint) };
  }
  const token = environment.token();
  const app = environment.app();
  if (profile === undefined && token !== undefined) {
    return { baseUrl: readAddress(url), tokenProvider: () => token };
  }
  if (profile === undefined && app !== undefined) return { baseUrl: readAddress(url), basic: app };
  const name = profile ?? environment.profile() ?? DEFAULT_PROFILE;
  const found = findProfile(name);
  if (found !== undefined) return fromProfile(name, found, url);
  readAddress(url);
  const problem = profile === undefined ? 'You are not signed in.' : `There is no sign-in named ${name}.`;
  throw new CommandFailure(EXIT.notPermitted, `${problem} ${signInHint()}`);
}

/** @throws CommandFailure when no credentials are set, or when the address is not an HTTP URL */
export function connect(options: ConnectionOptions): CharterClient {
  return createClient({
    ...credentialsOf(options),
    userAgent: 'Charter-CLI',
    headers: ALL_ENUM_MEMBERS,
    onRetry: announceRetry,
  });
}
