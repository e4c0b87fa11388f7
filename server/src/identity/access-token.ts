/** Verifies access tokens (docs/specification.md, section 3) and reads the caller from them. */
import { decodeJwt, decodeProtectedHeader, errors, type ProtectedHeaderParameters } from 'jose';
import type { EntryRules } from '../domain/identity/ports.ts';
import { isScope, type Role, type Scope } from '../engine/principal.ts';
import type { Clock } from '../kernel/clock.ts';
import { isCharterError } from '../kernel/errors.ts';
import { type Message, say } from '../kernel/messages.ts';
import { type Claims, displayNameClaim, hasText, stringsIn, wordsClaim } from './claims.ts';
import { personIn, type TokenPerson } from './token-person.ts';
import { rolesInToken } from './token-roles.ts';
import { createSignatureVerifier, type DecodedToken, type SignatureVerifier } from './token-signature.ts';
import { isFromEntra, subjectOf, type TokenSubject } from './token-subject.ts';
import type { IssuerTrust } from './trusted-issuers.ts';
import { invalidToken } from './unauthenticated.ts';

/** Asymmetric algorithms only: with a symmetric one, anyone who knows the public key could sign (RFC 8725, 2.1). */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** Accepted difference between the clocks of issuer and service. */
const CLOCK_TOLERANCE_SECONDS = 30;

/** Maximum length of a token. Entra's tokens with all groups are shorter. Node limits all headers to 16 KiB. */
const MAX_TOKEN_LENGTH = 16_384;
const TOKEN_GRAMMAR = /^[\w-]+\.[\w-]+\.[\w-]+$/;

const ACCESS_TOKEN_TYPES = new Set(['at+jwt', 'application/at+jwt']);
const UNTYPED = new Set(['', 'jwt', 'application/jwt']);

/** The content of a valid token. */
export interface VerifiedToken {
  tenantId: string;
  subject: TokenSubject;
  /** Roles that the token's claims grant. */
  roles: Role[];
  /** Charter's scopes in the token. Undefined when it has none. */
  scopes: ReadonlySet<Scope> | undefined;
  /** The name to show; undefined when the token has none. */
  displayName: string | undefined;
  /** The person's profile in the token. */
  person: TokenPerson;
  /** Undefined when everybody may enter. */
  entry: EntryRules | undefined;
  /** Unix time in milliseconds from which the token is rejected: its expiry and the clock tolerance. */
  expiresAt: number;
  /** Whether the embedded issuer issued it. */
  isOwn: boolean;
  /** Asks the issuer whether the person has signed out. Undefined when the issuer doesn't support this. */
  isSignedOut: (() => Promise<boolean>) | undefined;
}

export type TokenVerifier = (token: string) => Promise<VerifiedToken>;

/** Providers issue opaque tokens when the request names no API: no `audience` (Auth0) or `resource` (RFC 8707). */
const OPAQUE_ADVICE = say(
  'identity.tokenNotJwtAdvice',
  'The provider issues JWTs only for an API that the sign-in names. Set CHARTER_OIDC_PARAMETERS to audience=<API> or resource=<API>, or add the scope of the API to CHARTER_PORTAL_SCOPE. If the provider has no such APIs, set CHARTER_OIDC_TOKEN to id_token.',
);

const ID_TOKEN_ADVICE = say(
  'identity.tokenIsIdTokenAdvice',
  "Send the access token of the same sign-in. If the provider's access tokens are no JWTs for this service, set CHARTER_OIDC_TOKEN to id_token and CHARTER_OIDC_AUDIENCE to the client ids.",
);

/** Returns the claim's texts for a message, truncated. */
const shown = (value: unknown): string =>
  displayNameClaim({ value: stringsIn(value).join(', ') }, ['value']) ?? '-';

/** @param hasProvider whether an external issuer is trusted, whose settings the advice names */
function decode(token: string, hasProvider: boolean): { header: ProtectedHeaderParameters; claims: Claims } {
  const notJwt = (cause?: unknown) =>
    invalidToken(say('identity.tokenNotJwt', 'The token is not a JWT'), {
      cause,
      ...(hasProvider && { advice: OPAQUE_ADVICE }),
    });
  if (token.length > MAX_TOKEN_LENGTH)
    throw invalidToken(say('identity.tokenTooLong', 'The token is too long'));
  if (!TOKEN_GRAMMAR.test(token)) throw notJwt();
  try {
    return { header: decodeProtectedHeader(token), claims: decodeJwt(token) };
  } catch (cause) {
    throw notJwt(cause);
  }
}

/** Lower-cases a string; undefined for other values. A token's header may contain any JSON. */
const lowerCased = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.toLowerCase() : undefined;

const isDeclaredIdToken = (claims: Claims): boolean => lowerCased(claims.typ) === 'id';

/**
 * Reads the declared type: true for an access token, undefined for an ID token and without a type. Rejects any other
 * type.
 */
function declaredAsAccessToken(header: ProtectedHeaderParameters, claims: Claims): true | undefined {
  const headerType = lowerCased(header.typ ?? '') ?? 'unreadable';
  if (ACCESS_TOKEN_TYPES.has(headerType)) return true;
  if (!UNTYPED.has(headerType))
    throw invalidToken(say('identity.tokenNotAccess', 'The token is not an access token'), {
      log: { typ: 'header' },
    });
  // Keycloak writes Bearer, ID, Refresh, Offline or Logout into the payload.
  if (claims.typ === undefined || isDeclaredIdToken(claims)) return undefined;
  if (lowerCased(claims.typ) === 'bearer') return true;
  throw invalidToken(say('identity.tokenNotAccess', 'The token is not an access token'), {
    log: { typ: 'payload' },
  });
}

const ID_TOKEN_CLAIMS = ['at_hash', 'c_hash', 's_hash', 'nonce'];

/** Entra's access tokens always name the client; its ID tokens never do. */
const isEntraIdToken = (claims: Claims): boolean =>
  isFromEntra(claims) && !hasText(claims, 'azp') && !hasText(claims, 'appid');

/**
 * Rejects tokens that are bound to a key. Rejects other JWTs of the issuer, as far as they can be distinguished from
 * access tokens: ID tokens too, unless the issuer is trusted with them.
 */
function assertAccessToken(
  header: ProtectedHeaderParameters,
  claims: Claims,
  { acceptsIdTokens, isOwn }: IssuerTrust,
): void {
  if (claims.cnf !== undefined) {
    throw invalidToken(
      say('identity.tokenBound', 'The token is bound to a key and can not be used as a bearer token'),
    );
  }
  if (claims.events !== undefined) {
    throw invalidToken(say('identity.tokenNotAccess', 'The token is not an access token'), {
      log: { claim: 'events' },
    });
  }
  if (declaredAsAccessToken(header, claims) || acceptsIdTokens) return;
  const hasClaim = ID_TOKEN_CLAIMS.some((name) => claims[name] !== undefined);
  if (hasClaim || isDeclaredIdToken(claims) || isEntraIdToken(claims)) {
    throw invalidToken(
      say('identity.tokenIsIdToken', 'The token is an ID token, an access token is needed'),
      isOwn ? {} : { advice: ID_TOKEN_ADVICE },
    );
  }
}

const AUDIENCE_FAILURE = say('identity.tokenAudience', 'The token is meant for another audience');

const CLAIM_FAILURES: Readonly<Record<string, Message>> = {
  aud: AUDIENCE_FAILURE,
  nbf: say('identity.tokenNotYetValid', 'The token is not valid yet'),
  exp: say('identity.tokenWithoutExpiry', 'The token has no usable expiry'),
};

function describeFailure(error: unknown): Message {
  if (error instanceof errors.JWTExpired) return say('identity.tokenExpired', 'The token has expired');
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return say('identity.tokenSignature', 'The signature of the token is wrong');
  if (error instanceof errors.JWKSNoMatchingKey)
    return say('identity.tokenKeyUnknown', 'The token is signed with a key its issuer does not publish');
  if (error instanceof errors.JWTClaimValidationFailed) {
    return (
      CLAIM_FAILURES[error.claim] ?? say('identity.tokenClaimMalformed', 'A claim of the token is malformed')
    );
  }
  return say('identity.tokenInvalid', 'The token is not valid');
}

/**
 * Rejects tokens issued in the future, and times that are not valid dates. jose verifies neither (RFC 7519, 2: a
 * NumericDate is a number of seconds).
 */
function assertTimes({ exp, nbf, iat }: Claims, now: Date): void {
  const isTime = (value: unknown): boolean => Number.isFinite(new Date(Number(value) * 1000).getTime());
  if (![exp, nbf, iat].every((value) => value === undefined || isTime(value))) {
    throw invalidToken(say('identity.tokenClaimMalformed', 'A claim of the token is malformed'), {
      log: { claim: 'exp, nbf or iat' },
    });
  }
  if (iat !== undefined && Number(iat) > now.getTime() / 1000 + CLOCK_TOLERANCE_SECONDS) {
    throw invalidToken(say('identity.tokenNotYetValid', 'The token is not valid yet'), {
      log: { claim: 'iat' },
    });
  }
}

const audienceAdvice = (aud: unknown): Message =>
  aud === undefined
    ? say(
        'identity.tokenWithoutAudienceAdvice',
        'It has no claim aud. Let the provider name this service there (CHARTER_OIDC_PARAMETERS, resource=…), or set CHARTER_OIDC_TOKEN to id_token and CHARTER_OIDC_AUDIENCE to the client ids.',
      )
    : say(
        'identity.tokenAudienceAdvice',
        'The token names the audience {audience}. If that is this service, add it to CHARTER_OIDC_AUDIENCE. If not, name the API of this service in CHARTER_OIDC_PARAMETERS (audience=…, resource=…) or in CHARTER_PORTAL_SCOPE. If the provider has no such APIs, set CHARTER_OIDC_TOKEN to id_token.',
        { audience: shown(aud) },
      );

/** Entra issues tokens for Microsoft Graph, from its issuer of version 1, when the sign-in names no API. */
const MICROSOFT_GRAPH = ['00000003-0000-0000-c000-000000000000', 'https://graph.microsoft.com'];
const isForGraph = ({ aud }: Claims): boolean =>
  stringsIn(aud).some((name) => MICROSOFT_GRAPH.includes(name));

const UNVERIFIABLE = [errors.JWSSignatureVerificationFailed, errors.JWKSNoMatchingKey];

/**
 * Returns whether the token is meant for another service. Entra and Okta sign the tokens for their own APIs so that
 * nobody else can verify them. Then the claims are unverified, but they explain the failure.
 */
function isForOther(error: unknown, aud: unknown, audiences: readonly string[]): boolean {
  if (error instanceof errors.JWTClaimValidationFailed) return error.claim === 'aud';
  const isUnverifiable = UNVERIFIABLE.some((kind) => error instanceof kind);
  return isUnverifiable && !stringsIn(aud).some((name) => audiences.includes(name));
}

/** Returns the claims after jose has verified them. Logs only the code of jose's errors: some contain the claims. */
async function verifiedClaims(
  verify: SignatureVerifier,
  decoded: DecodedToken,
  trust: IssuerTrust,
  now: Date,
): Promise<Claims> {
  const { aud } = decoded.claims;
  try {
    return await verify(decoded, trust.resolveKey, {
      algorithms: ALGORITHMS,
      issuer: trust.issuer,
      audience: [...trust.audiences],
      requiredClaims: ['exp'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: now,
    });
  } catch (error) {
    if (isCharterError(error)) throw error;
    const cause = error instanceof errors.JOSEError ? { code: error.code } : { name: (error as Error).name };
    throw invalidToken(describeFailure(error), {
      log: { issuer: trust.issuer, ...cause },
      ...(isForOther(error, aud, trust.audiences) && !trust.isOwn && { advice: audienceAdvice(aud) }),
    });
  }
}

/** Reads `scope` (RFC 9068, 2.2.3) and `scp` (Entra, Okta). Ignores scopes of other APIs. */
function scopesIn(claims: Claims): ReadonlySet<Scope> | undefined {
  const named = [...wordsClaim(claims, 'scope'), ...wordsClaim(claims, 'scp')].filter(isScope);
  return named.length === 0 ? undefined : new Set(named);
}

/**
 * Returns the person of the token. Calls `/userinfo` when the token has no name; the token's claims take precedence.
 */
async function personOf(
  token: string,
  claims: Claims,
  { kind }: TokenSubject,
  { rules, userinfo }: IssuerTrust,
): Promise<TokenPerson> {
  const person = personIn(claims, rules);
  const isNamed = kind === 'app' || person.displayName !== undefined;
  if (isNamed || userinfo === undefined || typeof claims.sub !== 'string') return person;
  const more = await userinfo.about(claims.sub, token);
  if (more === undefined) return person;
  if (more !== 'unknown') return personIn({ ...more, ...claims }, rules);
  const isComplete = person.groups.isComplete && person.groups.names.length > 0;
  return { ...person, groups: { ...person.groups, isComplete } };
}

/**
 * Returns a verifier, which throws Unauthenticated, or ServiceUnavailable when the issuer's keys are unavailable.
 * @param trustIn returns the trust in the issuer named by `iss`; undefined for an unknown issuer
 * @param hasProvider whether an issuer other than the embedded one is trusted. Default: true
 */
export function createTokenVerifier({
  trustIn,
  clock,
  hasProvider = true,
}: {
  trustIn: (issuer: string) => Promise<IssuerTrust | undefined> | IssuerTrust | undefined;
  clock: Clock;
  hasProvider?: boolean;
}): TokenVerifier {
  const verify = createSignatureVerifier();
  return async (token) => {
    const { header, claims: claimed } = decode(token, hasProvider);
    const { alg }: { alg?: unknown } = header;
    if (typeof alg !== 'string' || !ALGORITHMS.includes(alg)) {
      throw invalidToken(
        say('identity.tokenAlgorithm', 'The token is signed with an algorithm that is not accepted'),
      );
    }
    const trust = typeof claimed.iss === 'string' ? await trustIn(claimed.iss) : undefined;
    if (trust === undefined && isForGraph(claimed))
      throw invalidToken(AUDIENCE_FAILURE, { advice: audienceAdvice(claimed.aud) });
    if (trust === undefined)
      throw invalidToken(say('identity.tokenIssuer', 'The issuer of the token is not trusted'), {
        advice: say(
          'identity.tokenIssuerAdvice',
          'The token names the issuer {issuer}. If that is your provider, CHARTER_OIDC_ISSUER must contain exactly this text. People sign in at the first of its issuers.',
          { issuer: shown(claimed.iss) },
        ),
      });
    const claims = await verifiedClaims(verify, { token, header, claims: claimed }, trust, clock.now());
    assertTimes(claims, clock.now());
    assertAccessToken(header, claims, trust);
    const { rules } = trust;
    const subject = subjectOf(claims, rules);
    const person = await personOf(token, claims, subject, trust);
    return {
      tenantId: trust.tenantOf(claims),
      subject,
      roles: trust.grantsRoles
        ? rolesInToken(claims, { ...rules, audiences: trust.audiences, groups: person.groups.names })
        : [],
      scopes: subject.kind === 'app' ? scopesIn(claims) : undefined,
      displayName: person.displayName ?? displayNameClaim(claims, ['app_displayname']) ?? person.fallbackName,
      person,
      entry: trust.entry,
      expiresAt: (Number(claims.exp) + CLOCK_TOLERANCE_SECONDS) * 1000,
      isOwn: trust.isOwn ?? false,
      isSignedOut: trust.isSignedOut?.bind(trust, claims),
    };
  };
}
