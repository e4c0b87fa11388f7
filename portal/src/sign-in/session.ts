/**
 * The session of the signed-in person: authorization code with PKCE, by oidc-client-ts. Tokens stay in memory. After
 * a reload, a redirect with `prompt=none` signs in again without a prompt (OpenID Connect Core, 3.1.2.1). The
 * redirect also works where browsers block third-party cookies.
 */
import { CharterConnectionError } from '@charter/sdk';
import {
  ErrorResponse,
  ErrorTimeout,
  InMemoryWebStorage,
  type SigninRedirectArgs,
  type User,
  UserManager,
  WebStorageStateStore,
} from 'oidc-client-ts';
import { addressOf, BASE_PATH } from '../base/address.ts';
import type { TokenSource } from '../base/client.ts';
import type { PortalSettings } from '../base/settings.ts';
import { StartFailure } from '../base/start-failure.ts';
import {
  announceSignOut,
  hasSignedOutHere,
  leaveWithoutIssuer,
  returnToIssuer,
  signOutBy,
} from './sign-out.ts';

const CALLBACK = addressOf('auth/callback');
/** A token with less time left is renewed first, so that it is valid when the call arrives. */
const SPARE_SECONDS = 30;

export interface Person {
  /** The tenant in the token; empty if the issuer names none. */
  tenant: string;
  id: string;
  displayName: string;
  userName: string;
}

export interface Session extends TokenSource {
  person: Person;
  /** Ends the session at the issuer, and leaves the page. Absent inside Microsoft Teams, which has its own sign-out. */
  signOut?(): Promise<void>;
}

/** `left`: the browser is being redirected to the issuer, so the page shows nothing. */
export type OpenResult = { session: Session } | 'signedOut' | 'left';

export interface SignIn {
  /** Resumes the session at the issuer, or completes a sign-in that the issuer has redirected back. */
  open(): Promise<OpenResult>;
  /** Redirects to the issuer's sign-in page. */
  start(): Promise<void>;
}

const here = (): string => location.pathname + location.search;

function toPerson({ profile }: User): Person {
  const claims = profile as Record<string, string | undefined>;
  const userName = claims.preferred_username ?? claims.email ?? profile.sub;
  return {
    tenant: claims.tid ?? '',
    id: claims.oid ?? profile.sub,
    displayName: claims.name ?? userName,
    userName,
  };
}

/**
 * Handles a failed renewal. Returns null when only a redirect to the issuer can renew the session: the issuer rejected
 * the renewal, or the session has no refresh token and the renewal in a hidden frame timed out.
 * @throws CharterConnectionError for any other failure, such as an unreachable issuer, so that the call is retried: a
 *   redirect would lose the page
 */
const whenRejected =
  (issuer: string, hasRefreshToken: boolean) =>
  (error: unknown): null => {
    if (error instanceof ErrorResponse || (error instanceof ErrorTimeout && !hasRefreshToken)) return null;
    throw new CharterConnectionError(issuer, error);
  };

type AcceptedToken = PortalSettings['token'];

/** Returns the token that the service accepts. An ID token is renewed together with its access token. */
const tokenOf = (user: User, accepted: AcceptedToken): string =>
  accepted === 'id_token' ? (user.id_token ?? user.access_token) : user.access_token;

/** Redirects to the issuer's end-session endpoint, if it has one (OpenID Connect RP-Initiated Logout 1.0). */
async function endSession(manager: UserManager, { id_token: hint = '' }: User): Promise<void> {
  if (await manager.metadataService.getEndSessionEndpoint())
    return manager.signoutRedirect({ id_token_hint: hint });
  await manager.removeUser();
  leaveWithoutIssuer();
}

function toSession(manager: UserManager, first: User, accepted: AcceptedToken): Session {
  let renewal: Promise<User | null> | undefined;
  let isRejected = false;
  /** Concurrent calls share one renewal: a refresh token can be used once. */
  const renew = (): Promise<User | null> => {
    renewal ??= manager.signinSilent().finally(() => {
      renewal = undefined;
    });
    return renewal;
  };
  const person = toPerson(first);
  return {
    person,
    async token() {
      const user = await manager.getUser();
      const left = user?.expires_in ?? 0;
      if (user !== null && left > SPARE_SECONDS && !isRejected) return tokenOf(user, accepted);
      const hasRefreshToken = user?.refresh_token !== undefined;
      const renewed = await renew().catch(whenRejected(manager.settings.authority, hasRefreshToken));
      isRejected = false;
      if (renewed !== null) return tokenOf(renewed, accepted);
      await manager.signinRedirect({ state: here(), redirectMethod: 'replace' });
      return new Promise<never>(() => undefined);
    },
    rejected() {
      isRejected = true;
    },
    signOut: () => signOutBy(person, () => endSession(manager, first)),
  };
}

/** Errors of a silent sign-in that need the person's interaction (OpenID Connect Core, 3.1.2.6). */
const NEEDS_PERSON = [
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
];

export function createSignIn({
  issuer,
  clientId,
  scope,
  parameters,
  token,
  tokenEndpoint,
}: PortalSettings): SignIn {
  const { prompt, ...extraQueryParams } = parameters;
  const { resource } = extraQueryParams;
  const stateStore = new WebStorageStateStore({ store: sessionStorage });
  const manager = new UserManager({
    authority: issuer,
    client_id: clientId,
    scope,
    extraQueryParams,
    // RFC 8707, 2.2: the token request names the resource too.
    ...(resource !== undefined && { extraTokenParams: { resource } }),
    ...(tokenEndpoint !== undefined && {
      metadataSeed: { token_endpoint: new URL(tokenEndpoint, location.origin).href },
    }),
    redirect_uri: CALLBACK,
    post_logout_redirect_uri: addressOf(''),
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    stateStore,
    // The session renews the token itself: two renewals at once would use one refresh token twice.
    automaticSilentRenew: false,
    loadUserInfo: false,
  });

  /** @throws StartFailure when the provider's discovery document can't be read */
  async function leave(parameters: SigninRedirectArgs): Promise<void> {
    await manager.metadataService.getMetadata().catch((error: Error) => {
      throw new StartFailure('start.issuerUnreachable', `${issuer}: ${error.message}`);
    });
    await manager.signinRedirect({ state: here(), ...parameters });
  }

  /** Whether this tab began the sign-in. A bookmarked or reloaded callback has lost its state. */
  async function isOwnCallback(): Promise<boolean> {
    const state = new URLSearchParams(location.search).get('state');
    return state !== null && (await stateStore.get(state)) !== null;
  }

  async function complete(): Promise<OpenResult> {
    if (!(await isOwnCallback())) {
      history.replaceState(null, '', BASE_PATH);
      return 'signedOut';
    }
    try {
      const user = await manager.signinRedirectCallback();
      history.replaceState(null, '', typeof user.state === 'string' ? user.state : BASE_PATH);
      return { session: toSession(manager, user, token) };
    } catch (error) {
      const { error: code, state } = error as { error?: string; state?: unknown };
      history.replaceState(null, '', typeof state === 'string' ? state : BASE_PATH);
      if (code !== undefined && NEEDS_PERSON.includes(code)) {
        announceSignOut();
        return 'signedOut';
      }
      if (code === 'access_denied') return 'signedOut';
      if (error instanceof ErrorResponse) {
        throw new StartFailure(
          'start.providerRejects',
          [code, error.error_description].filter(Boolean).join(': '),
        );
      }
      throw new StartFailure('start.providerSilent', (error as Error).message);
    }
  }

  return {
    async open() {
      if (location.origin + location.pathname === CALLBACK) return complete();
      if (hasSignedOutHere()) {
        announceSignOut();
        return 'signedOut';
      }
      // Another entry in the history would redirect again when the person goes back to it.
      await leave({ prompt: 'none', redirectMethod: 'replace' });
      return 'left';
    },
    start() {
      returnToIssuer();
      return leave(prompt === undefined ? {} : { prompt });
    },
  };
}
