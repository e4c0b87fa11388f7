/**
 * Authenticates a caller from the Authorization header (docs/specification.md, section 3): bearer tokens of trusted
 * issuers or of the embedded one, and Basic credentials of registered apps.
 *
 * Verified tokens are cached by SHA-256 until they expire, for at most five minutes. So tokens of a withdrawn key may
 * be accepted for five minutes after issuer-keys.ts has dropped the key. Each call still checks the expiry and the
 * principal's state (principal-states.ts). When the state is read again, the issuer is asked whether the person has
 * signed out.
 */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Principal, Role, Scope } from '../engine/principal.ts';
import { expiryOptions } from '../kernel/cache.ts';
import type { Clock } from '../kernel/clock.ts';
import { say } from '../kernel/messages.ts';
import { createTokenVerifier, type TokenVerifier, type VerifiedToken } from './access-token.ts';
import { AppCredentials } from './app-credentials.ts';
import type { PrincipalChanges } from './principal-changes.ts';
import {
  cacheKeyOf,
  type PrincipalKey,
  type PrincipalState,
  PrincipalStates,
  type PrincipalStatesOptions,
} from './principal-states.ts';
import type { ScryptParameters } from './secret-hash.ts';
import {
  createIssuerTrusts,
  type IssuerTrust,
  type TenantCheck,
  type TrustedIssuer,
} from './trusted-issuers.ts';
import {
  departedPerson,
  entryRejected,
  invalidAppCredentials,
  invalidToken,
  malformedCredentials,
  missingCredentials,
} from './unauthenticated.ts';

const REMEMBERED_MILLISECONDS = 5 * 60_000;
const MAX_REMEMBERED = 10_000;
const BEARER_PREFIX = 'Bearer ';

export interface AuthenticatorDeps extends PrincipalStatesOptions {
  /** Empty when the embedded issuer is used. */
  trustedIssuers: readonly TrustedIssuer[];
  /** Tenants that may use the service. Undefined or empty allows every tenant of the issuers. */
  allowedTenants?: readonly string[];
  /**
   * Whether the operator has registered the tenant. Registered tenants may use the service in addition to allowed ones.
   */
  isRegistered?: TenantCheck;
  /** The embedded issuer, if it runs. `trustIn` returns undefined for the `iss` of another issuer. */
  ownTokens?: { trustIn(issuer: string): IssuerTrust | undefined };
  /** Changes of principals by this node, which take effect at once. */
  changes?: PrincipalChanges;
  /** Cost of the hash for new secrets. Default: DEFAULT_SCRYPT. */
  scrypt?: ScryptParameters;
}

/**
 * Returns the network address of the caller. Called only for credentials whose check is costly. Without this function,
 * all callers count as one network.
 */
export type CallerNetwork = () => string;

export interface Authenticator {
  /**
   * Authenticates the caller by the Authorization header. Returns synchronously for a cached token.
   * @throws Unauthenticated with the challenge; Forbidden for a person who may not enter; ServiceUnavailable when an
   * issuer's keys or the directory are unavailable, or too many secrets wait for their check. All are rejections.
   */
  authenticate(authorization: string | undefined, network?: CallerNetwork): Promise<Principal> | Principal;
}

interface RememberedToken {
  token: VerifiedToken;
  keyText: string;
  /** The principal that was built from `state`, its cached state. */
  principal: Principal;
  state: PrincipalState;
}

/** The caller's properties in their credentials. */
type Claimed = Partial<Pick<VerifiedToken, 'roles' | 'scopes' | 'displayName'>>;

/** Returns the scopes that both the token and the app have. */
const bothOf = (token: ReadonlySet<Scope>, own: ReadonlySet<Scope> = token): ReadonlySet<Scope> =>
  new Set([...token].filter((scope) => own.has(scope)));

function toPrincipal(
  key: PrincipalKey,
  { roles = [], scopes, displayName }: Claimed,
  state: PrincipalState,
): Principal {
  const limit = scopes === undefined ? state.scopes : bothOf(scopes, state.scopes);
  const own: Role[] = key.kind === 'app' ? ['AUTHENTICATED_USER', 'AUTHORIZED_APP'] : ['AUTHENTICATED_USER'];
  return {
    tenantId: key.tenantId,
    kind: key.kind,
    id: key.id,
    displayName: displayName ?? state.displayName ?? key.id,
    roles: new Set([...own, ...roles, ...state.roles]),
    ...(limit && { scopes: limit }),
  };
}

class HeaderAuthenticator implements Authenticator {
  readonly #clock: Clock;
  /** Ids of the allowed tenants. An empty set allows every tenant. */
  readonly #allowedTenants: ReadonlySet<string>;
  readonly #isRegistered: TenantCheck | undefined;
  readonly #verifyToken: TokenVerifier;
  readonly #states: PrincipalStates;
  readonly #credentials: AppCredentials;
  readonly #remembered: LRUCache<string, RememberedToken>;

  constructor(deps: AuthenticatorDeps) {
    const { clock, log, apps, ownTokens, allowedTenants, isRegistered, scrypt } = deps;
    const issuers = deps.trustedIssuers;
    const findTrust = createIssuerTrusts({ issuers, allowedTenants, isRegistered, clock, log });
    this.#clock = clock;
    this.#allowedTenants = new Set(allowedTenants);
    this.#isRegistered = isRegistered;
    this.#states = new PrincipalStates(deps);
    this.#credentials = new AppCredentials({ apps, clock, scrypt });
    deps.changes?.listen((tenantId, id) => {
      this.#states.forget(tenantId, id);
      this.#credentials.forget(id);
    });
    const trustIn = async (issuer: string) => (await findTrust(issuer)) ?? ownTokens?.trustIn(issuer);
    this.#verifyToken = createTokenVerifier({ trustIn, clock, hasProvider: issuers.length > 0 });
    this.#remembered = new LRUCache(expiryOptions(clock, MAX_REMEMBERED, REMEMBERED_MILLISECONDS));
  }

  authenticate(authorization: string | undefined, network?: CallerNetwork): Promise<Principal> | Principal {
    if (authorization?.startsWith(BEARER_PREFIX)) {
      const digest = hash('sha256', authorization.slice(BEARER_PREFIX.length), 'base64');
      const principal = this.#remember(digest);
      if (principal !== undefined) return principal;
    }
    return this.#authenticate(authorization, network);
  }

  /** Returns the principal of a cached token while its cached state is unchanged. */
  #remember(digest: string): Principal | undefined {
    const remembered = this.#remembered.get(digest);
    if (!this.#isValid(remembered)) return undefined;
    // Compares identity: a new object means that the state was read again.
    const isUnchanged = this.#states.peek(remembered.keyText) === remembered.state;
    return isUnchanged ? remembered.principal : undefined;
  }

  #isValid(remembered: RememberedToken | undefined): remembered is RememberedToken {
    return remembered !== undefined && this.#clock.now().getTime() < remembered.token.expiresAt;
  }

  async #authenticate(authorization: string | undefined, network?: CallerNetwork): Promise<Principal> {
    if (authorization === undefined) throw missingCredentials();
    const [, scheme, credentials] = /^([A-Za-z]+) +(\S+)$/.exec(authorization) ?? [];
    if (scheme === undefined || credentials === undefined) {
      throw malformedCredentials('The header is not a scheme and one credential');
    }
    switch (scheme.toLowerCase()) {
      case 'bearer':
        return this.#byToken(credentials);
      case 'basic':
        return this.#byAppCredentials(credentials, network?.() ?? '');
      default:
        throw malformedCredentials('The scheme is neither Bearer nor Basic');
    }
  }

  async #mayUse(tenantId: string): Promise<boolean> {
    if (this.#allowedTenants.size === 0 || this.#allowedTenants.has(tenantId)) return true;
    return (await this.#isRegistered?.(tenantId)) ?? false;
  }

  async #byToken(text: string): Promise<Principal> {
    const digest = hash('sha256', text, 'base64');
    const known = this.#remembered.get(digest);
    const isValid = this.#isValid(known);
    const token = isValid ? known.token : await this.#verifyToken(text);
    const key: PrincipalKey = { tenantId: token.tenantId, ...token.subject };
    if (!(await this.#mayUse(key.tenantId))) {
      throw invalidToken(say('identity.tokenTenant', 'The tenant of the token may not use this service'), {
        log: { ...key },
        advice: say(
          'identity.tokenTenantAdvice',
          'The token names the tenant {tenant}. If that is your organisation, add it to CHARTER_TENANTS.',
          { tenant: key.tenantId },
        ),
      });
    }
    const arrival = key.kind === 'user' ? { person: token.person, entry: token.entry } : undefined;
    const state = await this.#states.find(key, arrival);
    // A token of the embedded issuer must not outlive its app: without the app, no scopes would limit the token.
    const isDeleted = token.isOwn && state.isRegistered === false;
    if (!state.enabled || isDeleted) {
      const displayName = token.displayName ?? state.displayName ?? key.id;
      const caller = { ...key, displayName };
      if (key.kind === 'user') throw departedPerson({ ...key }, caller);
      throw invalidToken(say('identity.tokenAccountOff', 'The account of the token is switched off'), {
        log: { ...key },
        caller,
      });
    }
    if (state.rejection !== undefined) {
      const caller = { ...key, displayName: token.displayName ?? key.id };
      throw entryRejected(state.rejection, { ...key }, caller);
    }
    // Runs after the state is read: a sign-out drops the cached state, so the next call repeats this check.
    if (await token.isSignedOut?.())
      throw invalidToken(say('identity.tokenSessionEnded', 'The session of the token has ended'));
    const principal = toPrincipal(key, token, state);
    const remembered = { token, keyText: cacheKeyOf(key), principal, state };
    // A repeated check does not extend the time in the cache.
    this.#remembered.set(digest, remembered, { noUpdateTTL: isValid });
    return principal;
  }

  async #byAppCredentials(encoded: string, network: string): Promise<Principal> {
    const app = await this.#credentials.verify(encoded, network);
    const key: PrincipalKey = { tenantId: app.tenantId, kind: 'app', id: app.appId };
    if (!(await this.#mayUse(key.tenantId)))
      throw invalidAppCredentials({ ...key, reason: 'tenant not allowed' });
    const state = await this.#states.find(key);
    if (!state.enabled) {
      throw invalidAppCredentials({ ...key, enabled: false }, { ...key, displayName: app.displayName });
    }
    return toPrincipal(key, { displayName: app.displayName }, state);
  }
}

/** @throws Error when the trusted issuers are configured unsafely (trusted-issuers.ts) */
export const createAuthenticator = (deps: AuthenticatorDeps): Authenticator => new HeaderAuthenticator(deps);
