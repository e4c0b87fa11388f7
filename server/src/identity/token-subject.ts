/**
 * Whether a token speaks for a person or for an app (contract 3), as a decision table. An app is an
 * administrator (contract 4), a person is not: so wherever a token leaves it open, it is read as a person's.
 *
 * "Client" is the first of `azp`, `appid`, `client_id`, `cid`: whom the token was issued to. "Signs of a
 * person" are a name or address (`preferred_username`, `upn`, `unique_name`, `email`, `name`, `given_name`,
 * `family_name`, `uid`), traces of a sign-in (`sid`, `session_state`, `auth_time`, `amr`), or the scope
 * `openid`. The first row that fits decides.
 *
 * | row | the token                                                              | speaks for | typical of                  |
 * |-----|------------------------------------------------------------------------|------------|-----------------------------|
 * | 1   | `idtyp` = `app`                                                        | app        | Entra with that claim       |
 * | 2   | `idtyp` = `user`                                                       | person     | Entra with that claim       |
 * | 3   | any other `idtyp`                                                      | refused    | devices                     |
 * | 4   | no client                                                              | person     |                             |
 * | 5   | `preferred_username` = `service-account-<azp>`, `client_id` or         | app        | Keycloak's service accounts |
 * |     | `clientId` = `azp`                                                     |            |                             |
 * | 6   | signs of a person                                                      | person     | Keycloak, Okta, Auth0       |
 * | 7   | `sub` is the client, or `<client>@clients`                             | app        | RFC 9068, Okta, Auth0       |
 * | 8   | `oid` = `sub` and no `scp`                                             | app        | Entra's app-only tokens     |
 * | 9   | `oid` or `scp`                                                         | person     | Entra's delegated tokens    |
 * | 10  | `sub`, and (`scope`, or neither `azp` nor `appid`)                     | person     | RFC 9068 for a person       |
 * | 11  | what is left: a client, neither `oid` nor `scp`                        | app        | AD FS                       |
 *
 * A person's id is `oid`, else `sub`; an app's is its client. A token without the id its row needs is
 * refused.
 */
import { type Claims, firstIdClaim, hasText, idClaim, wordsClaim } from './claims.ts';
import { invalidToken } from './unauthenticated.ts';

export interface TokenSubject {
  kind: 'user' | 'app';
  id: string;
}

const CLIENT_CLAIMS = ['azp', 'appid', 'client_id', 'cid'] as const;

const PERSON_TEXTS = [
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

const isServiceAccount = (claims: Claims): boolean =>
  hasText(claims, 'azp') &&
  (claims.client_id === claims.azp || claims.clientId === claims.azp) &&
  typeof claims.preferred_username === 'string' &&
  claims.preferred_username.toLowerCase() === `service-account-${claims.azp}`.toLowerCase();

const hasSignsOfPerson = (claims: Claims): boolean =>
  PERSON_TEXTS.some((name) => hasText(claims, name)) ||
  claims.auth_time !== undefined ||
  claims.amr !== undefined ||
  wordsClaim(claims, 'scope').includes('openid') ||
  wordsClaim(claims, 'scp').includes('openid');

const isOwnSubject = (claims: Claims, client: string): boolean =>
  claims.sub === client || claims.sub === `${client}@clients`;

const hasScp = (claims: Claims): boolean => wordsClaim(claims, 'scp').length > 0;

/** Rows 4 to 11. */
function kindByShape(claims: Claims, client: string | undefined): TokenSubject['kind'] {
  if (client === undefined) return 'user';
  if (isServiceAccount(claims)) return 'app';
  if (hasSignsOfPerson(claims)) return 'user';
  if (isOwnSubject(claims, client)) return 'app';
  if (hasText(claims, 'oid') && claims.oid === claims.sub && !hasScp(claims)) return 'app';
  if (hasText(claims, 'oid') || hasScp(claims)) return 'user';
  const namedAsApp = hasText(claims, 'azp') || hasText(claims, 'appid');
  if (hasText(claims, 'sub') && (hasText(claims, 'scope') || !namedAsApp)) return 'user';
  return 'app';
}

function kindOf(claims: Claims, client: string | undefined): TokenSubject['kind'] {
  if (claims.idtyp === undefined) return kindByShape(claims, client);
  if (claims.idtyp === 'app' || claims.idtyp === 'user') return claims.idtyp;
  throw invalidToken('The token speaks for neither a person nor an app', { log: { claim: 'idtyp' } });
}

/** @throws Unauthenticated when the token names nobody. */
export function subjectOf(claims: Claims): TokenSubject {
  const client = firstIdClaim(claims, CLIENT_CLAIMS);
  const kind = kindOf(claims, client);
  const id = kind === 'app' ? client : (idClaim(claims, 'oid') ?? idClaim(claims, 'sub'));
  if (id === undefined) throw invalidToken('The token names nobody', { log: { kind } });
  return { kind, id };
}
