/**
 * Decides whether a token speaks for a person or for an app (docs/specification.md, section 3).
 *
 * Apps are administrators, so an app needs positive evidence. Neither a missing claim nor a name
 * that people can choose is evidence. The first matching row decides.
 *
 * | row | the token                                                            | speaks for |
 * |-----|----------------------------------------------------------------------|------------|
 * | 1   | `idtyp` = `app`                                                      | app        |
 * | 2   | `idtyp` = `user`                                                     | person     |
 * | 3   | any other `idtyp`                                                    | rejected   |
 * | 4   | the claim and value that CHARTER_OIDC_APP_CLAIM names for the issuer | app        |
 * | 5   | a trace of a person: a name, an address or a sign-in                 | person     |
 * | 6   | Entra's form: `tid`, `ver`, `azp` or `appid`, `oid` = `sub`, no `scp` | app        |
 * | 7   | `sub` = the client                                                   | app        |
 * | 8   | anything else                                                        | person     |
 *
 * The client is the first of `azp`, `appid`, `client_id`, `cid`. Row 5 protects rows 6 and 7 against
 * issuers whose people choose their `sub`. A person's id is the first claim of CHARTER_OIDC_SUBJECT_CLAIM in the token
 * (by default `oid`, else `sub`); an app's id is its client. A token without that id is rejected.
 */
import { say } from '../kernel/messages.ts';
import { type ClaimRules, type ClaimValue, DEFAULT_CLAIM_RULES } from './claim-rules.ts';
import { type Claims, firstIdClaim, hasClaimValue, hasText, wordsClaim } from './claims.ts';
import { invalidToken } from './unauthenticated.ts';

export interface TokenSubject {
  kind: 'user' | 'app';
  id: string;
}

const CLIENT_CLAIMS = ['azp', 'appid', 'client_id', 'cid'] as const;

const TRACES_OF_PERSON = [
  'preferred_username',
  'upn',
  'unique_name',
  'email',
  'name',
  'given_name',
  'family_name',
  'uid',
  'sid',
  'session_state',
] as const;

const hasTraceOfPerson = (claims: Claims): boolean =>
  TRACES_OF_PERSON.some((name) => hasText(claims, name)) ||
  claims.auth_time !== undefined ||
  claims.amr !== undefined ||
  wordsClaim(claims, 'scope').includes('openid') ||
  wordsClaim(claims, 'scp').includes('openid');

/** Entra always writes its version and the tenant. Other providers do so only by configuration. */
export const isFromEntra = (claims: Claims): boolean =>
  (claims.ver === '1.0' || claims.ver === '2.0') && hasText(claims, 'tid');

/** Domains of Entra's tenants for customers, who sign up by themselves: External ID and Azure AD B2C. */
const CUSTOMER_DOMAINS = ['.ciamlogin.com', '.b2clogin.com'];

/** Whether Entra's token is of an organisation's own tenant, whose administrators add its people and guests. */
export const isFromWorkforce = (claims: Claims): boolean => {
  const host = URL.parse(String(claims.iss))?.hostname ?? '';
  return isFromEntra(claims) && !CUSTOMER_DOMAINS.some((domain) => host.endsWith(domain));
};

/** Entra's `sub` of a person differs for each app, and so from `oid`. For an app both are equal. */
const isEntraAppOnly = (claims: Claims): boolean =>
  isFromEntra(claims) &&
  (hasText(claims, 'azp') || hasText(claims, 'appid')) &&
  hasText(claims, 'oid') &&
  claims.oid === claims.sub &&
  claims.scp === undefined;

/** Returns whether rows 4 to 8 of the table identify an app. */
function isApp(claims: Claims, client: string | undefined, appClaims: readonly ClaimValue[]): boolean {
  if (appClaims.some((appClaim) => hasClaimValue(claims, appClaim))) return true;
  if (hasTraceOfPerson(claims)) return false;
  return isEntraAppOnly(claims) || (client !== undefined && claims.sub === client);
}

function kindOf(
  claims: Claims,
  client: string | undefined,
  appClaims: readonly ClaimValue[],
): TokenSubject['kind'] {
  if (claims.idtyp === undefined) return isApp(claims, client, appClaims) ? 'app' : 'user';
  if (claims.idtyp === 'app' || claims.idtyp === 'user') return claims.idtyp;
  throw invalidToken(say('identity.tokenSubject', 'The token speaks for neither a person nor an app'), {
    log: { claim: 'idtyp' },
  });
}

/** @throws Unauthenticated when the token has no id of the caller */
export function subjectOf(
  claims: Claims,
  { appClaims, subjectClaims }: Pick<ClaimRules, 'appClaims' | 'subjectClaims'> = DEFAULT_CLAIM_RULES,
): TokenSubject {
  const client = firstIdClaim(claims, CLIENT_CLAIMS);
  const kind = kindOf(claims, client, appClaims);
  const id = kind === 'app' ? client : firstIdClaim(claims, subjectClaims);
  if (id === undefined)
    throw invalidToken(say('identity.tokenNamesNobody', 'The token names nobody'), {
      log: { kind },
      advice:
        client === undefined
          ? say(
              'identity.tokenNamesNobodyAdvice',
              'It has none of the claims {claims}. Set CHARTER_OIDC_SUBJECT_CLAIM to the claim with the id.',
              { claims: (kind === 'app' ? CLIENT_CLAIMS : subjectClaims).join(', ') },
            )
          : say(
              'identity.tokenNamesClientAdvice',
              'It has none of the claims {claims}, only the client {client}. For a person, set CHARTER_OIDC_SUBJECT_CLAIM to the claim with the id. For an app, set CHARTER_OIDC_APP_CLAIM.',
              { claims: subjectClaims.join(', '), client },
            ),
    });
  return { kind, id };
}
