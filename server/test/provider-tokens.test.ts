/**
 * Reads the tokens of each provider: person, guest or app, names, roles and groups. The shapes are those of the
 * providers' documentation, and the settings those of docs/your-own-organisation.md.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createLocalJWKSet, SignJWT } from 'jose';
import { readConfig } from '../src/config.ts';
import { createTokenVerifier, type VerifiedToken } from '../src/identity/access-token.ts';
import { trustedIssuers } from '../src/identity/trusted-issuers.ts';
import { hasCode } from '../src/kernel/errors.ts';
import { TestClock } from './clock.ts';
import { createIssuerKey, type IssuerKey } from './token-issuer.ts';

const clock = new TestClock(new Date('2026-03-01T12:00:00Z'));
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

type Claims = Readonly<Record<string, unknown>>;
type Settings = Readonly<Record<string, string>>;

/** The properties of a caller. Those that a row leaves out have the values of `NOTHING`. */
interface Reading {
  kind: 'user' | 'app';
  id: string;
  name?: string | undefined;
  mail?: string | undefined;
  userName?: string | undefined;
  userType?: 'Member' | 'Guest' | undefined;
  roles?: string[];
  groups?: string[];
  groupsComplete?: boolean;
}

interface Row {
  /** Continues "reads" or "rejects". */
  what: string;
  settings: Settings;
  header?: Claims;
  claims: Claims;
  /** Claims of the provider's `/userinfo`. Undefined: the provider rejects the call. */
  userinfo?: Claims;
  /** A reading, or the sentence of the rejection. */
  expected: Reading | RegExp;
  /** Whether the token is signed with a key that the provider does not publish. */
  hasOwnKey?: true;
}

const seconds = clock.seconds();
const TIMES = { iat: seconds, exp: seconds + 3600 };
const TENANT = '7f3e9a52-0f5b-4a0e-9d53-0d0f5f6f0a01';
const OTHER_TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad';
const CLIENT = '6731de76-14a6-49ae-97bc-6eba6914391e';
const API = '6e74172b-be56-4843-9ff4-e66a39bb12e3';
const OBJECT = '690222be-ff1a-4d56-abd1-7e4f7d38e474';
const STAFF = '0f3c7d0a-5a4b-4e8f-8a33-0d0f5f6f0a02';
const ROLE_MAP = { CHARTER_OIDC_ROLE_MAP: 'charter-admins=GLOBAL_ADMIN' };

/* Entra: https://learn.microsoft.com/entra/identity-platform/access-token-claims-reference */
const ENTRA: Settings = {
  CHARTER_OIDC_PRESET: 'entra',
  CHARTER_OIDC_AUDIENCE: `api://charter,${API}`,
  CHARTER_OIDC_ROLE_MAP: `${STAFF}=GOVERNANCE_MANAGER`,
};
const V1_ISSUER = `https://sts.windows.net/${TENANT}/`;
const V1: Settings = { ...ENTRA, CHARTER_OIDC_ISSUER: V1_ISSUER };
const V1_CLAIMS: Claims = {
  aud: 'api://charter',
  iss: V1_ISSUER,
  ...TIMES,
  nbf: seconds,
  aio: 'E2ZgY',
  appid: CLIENT,
  idp: V1_ISSUER,
  rh: '0.AXEA',
  tid: TENANT,
  uti: '4DoKx',
  ver: '1.0',
};
const V1_PERSON: Claims = {
  ...V1_CLAIMS,
  acr: '1',
  amr: ['pwd', 'mfa'],
  appidacr: '0',
  family_name: 'Lovelace',
  given_name: 'Ada',
  ipaddr: '192.0.2.1',
  name: 'Ada Lovelace',
  oid: OBJECT,
  scp: 'access_as_user',
  sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
  unique_name: 'ada@contoso.example',
  upn: 'ada@contoso.example',
};
const V2_ISSUER = `https://login.microsoftonline.com/${TENANT}/v2.0`;
const V2: Settings = { ...ENTRA, CHARTER_OIDC_ISSUER: V2_ISSUER };
const V2_CLAIMS: Claims = {
  aud: API,
  iss: V2_ISSUER,
  ...TIMES,
  nbf: seconds,
  aio: 'AXQAi',
  azp: CLIENT,
  rh: '0.AXEA',
  tid: TENANT,
  uti: 'tFfbi',
  ver: '2.0',
};
const V2_PERSON: Claims = {
  ...V2_CLAIMS,
  azpacr: '0',
  name: 'Ada Lovelace',
  oid: OBJECT,
  preferred_username: 'ada@contoso.example',
  scp: 'access_as_user',
  sid: '0012d6a3-0f5b-4a0e-9d53-0d0f5f6f0a01',
  sub: 'HKZpfaHyWadeOouYlitjrI-KffTm222X5rrV3xDqfKQ',
};
const EVE = { name: 'Eve Stranger', preferred_username: 'eve@fabrikam.example' };
const ADA_AT_ENTRA: Reading = {
  kind: 'user',
  id: OBJECT,
  name: 'Ada Lovelace',
  userName: 'ada@contoso.example',
};
const GUEST_AT_ENTRA: Reading = {
  kind: 'user',
  id: OBJECT,
  name: 'Eve Stranger',
  userName: 'eve@fabrikam.example',
  userType: 'Guest',
};

/* Entra External ID, in the tenant's own domain: https://learn.microsoft.com/entra/external-id/customers */
const CIAM_ISSUER = `https://${TENANT}.ciamlogin.com/${TENANT}/v2.0`;
const CIAM: Settings = { ...ENTRA, CHARTER_OIDC_ISSUER: CIAM_ISSUER };
const CIAM_PERSON: Claims = { ...V2_PERSON, iss: CIAM_ISSUER };

const ENTRA_ROWS: Row[] = [
  {
    what: 'a person of Entra v1 with groups, an app role and a directory role',
    settings: V1,
    claims: {
      ...V1_PERSON,
      groups: [STAFF],
      roles: ['INTEGRATION_MANAGER'],
      wids: ['69091246-20e8-4a56-aa4d-066075b2a7a8', 'b79fbf4d-3ef9-4689-8143-76b194e85509'],
    },
    expected: {
      ...ADA_AT_ENTRA,
      groups: [STAFF],
      roles: ['INTEGRATION_MANAGER', 'GOVERNANCE_MANAGER', 'TEAMS_SERVICE_ADMIN'],
    },
  },
  {
    what: 'a guest of Entra v1 from another tenant',
    settings: V1,
    claims: {
      ...V1_PERSON,
      family_name: 'Stranger',
      given_name: 'Eve',
      name: 'Eve Stranger',
      email: 'eve@fabrikam.example',
      idp: `https://sts.windows.net/${CLIENT}/`,
      unique_name: 'eve@fabrikam.example',
      upn: undefined,
    },
    expected: { ...GUEST_AT_ENTRA, userName: undefined },
  },
  {
    what: 'a guest of Entra v1 with a personal account',
    settings: V1,
    claims: {
      ...V1_PERSON,
      name: 'Eve Stranger',
      idp: 'live.com',
      unique_name: 'live.com#eve',
      upn: undefined,
    },
    expected: { ...GUEST_AT_ENTRA, userName: undefined },
  },
  {
    what: 'an app of Entra v1 with an app role',
    settings: V1,
    claims: { ...V1_CLAIMS, appidacr: '1', oid: OBJECT, sub: OBJECT, roles: ['GOVERNANCE_MANAGER'] },
    expected: { kind: 'app', id: CLIENT, roles: ['GOVERNANCE_MANAGER'] },
  },
  {
    what: 'a person of Entra v2 with verified mail addresses',
    settings: V2,
    claims: { ...V2_PERSON, verified_primary_email: ['ada@contoso.example'], acct: 0 },
    expected: { ...ADA_AT_ENTRA, mail: 'ada@contoso.example', userType: 'Member' },
  },
  {
    what: 'a person of Entra v2 with an unverified mail address',
    settings: V2,
    claims: { ...V2_PERSON, email: 'ceo@contoso.example' },
    expected: ADA_AT_ENTRA,
  },
  {
    what: 'a person of Entra v2 in too many groups',
    settings: V2,
    claims: {
      ...V2_PERSON,
      _claim_names: { groups: 'src1' },
      _claim_sources: {
        src1: { endpoint: `https://graph.microsoft.com/v1.0/users/${OBJECT}/getMemberObjects` },
      },
    },
    expected: { ...ADA_AT_ENTRA, groupsComplete: false },
  },
  {
    what: 'a person of Entra in too many groups, in a token of the implicit flow',
    settings: V2,
    claims: { ...V2_PERSON, hasgroups: true },
    expected: { ...ADA_AT_ENTRA, groupsComplete: false },
  },
  {
    what: 'a guest of Entra v2 by the optional claim',
    settings: V2,
    claims: { ...V2_PERSON, ...EVE, acct: 1 },
    expected: GUEST_AT_ENTRA,
  },
  ...[`https://sts.windows.net/${OTHER_TENANT}/`, 'live.com'].map(
    (idp): Row => ({
      what: `a guest of Entra v2 who signs in at ${idp}`,
      settings: V2,
      claims: { ...V2_PERSON, ...EVE, idp },
      expected: GUEST_AT_ENTRA,
    }),
  ),
  {
    what: 'an app of Entra v2 with the optional claim',
    settings: V2,
    claims: { ...V2_CLAIMS, azpacr: '1', idtyp: 'app', oid: OBJECT, sub: OBJECT },
    expected: { kind: 'app', id: CLIENT },
  },
  {
    what: 'an app of Entra v2 without the optional claim',
    settings: V2,
    claims: { ...V2_CLAIMS, azpacr: '2', oid: OBJECT, sub: OBJECT },
    expected: { kind: 'app', id: CLIENT },
  },
  {
    what: 'a token of Entra for Microsoft Graph, whose signature only Graph can verify',
    settings: V2,
    header: { nonce: 'Zm9v' },
    claims: { ...V2_PERSON, aud: '00000003-0000-0000-c000-000000000000' },
    hasOwnKey: true,
    expected: /the audience 00000003-0000-0000-c000-000000000000.*CHARTER_PORTAL_SCOPE/,
  },
  {
    what: 'a customer of Entra External ID',
    settings: CIAM,
    claims: CIAM_PERSON,
    expected: { ...ADA_AT_ENTRA, userName: undefined },
  },
  {
    what: 'a customer of Entra External ID with an account of Google and a verified mail address',
    settings: CIAM,
    claims: { ...CIAM_PERSON, idp: 'google.com', email: 'ada@contoso.example', xms_edov: true },
    expected: { ...ADA_AT_ENTRA, mail: 'ada@contoso.example' },
  },
  ...[
    { value: 'guest', userType: 'Guest' as const },
    { value: 'customer', userType: 'Member' as const },
  ].map(
    ({ value, userType }): Row => ({
      what: `a ${value} of Entra External ID by a custom attribute`,
      settings: { ...CIAM, CHARTER_OIDC_GUEST_CLAIM: 'user_type=guest' },
      claims: { ...CIAM_PERSON, user_type: value },
      expected: { ...ADA_AT_ENTRA, userName: undefined, userType },
    }),
  ),
  {
    what: 'an app of Entra External ID',
    settings: CIAM,
    claims: { ...V2_CLAIMS, iss: CIAM_ISSUER, azpacr: '1', oid: OBJECT, sub: OBJECT },
    expected: { kind: 'app', id: CLIENT },
  },
];

/* Okta: https://developer.okta.com/docs/api/openapi/okta-oauth/guides/overview/ */
const OKTA_ISSUER = 'https://contoso.okta.com/oauth2/default';
const OKTA: Settings = {
  CHARTER_OIDC_PRESET: 'okta',
  CHARTER_OIDC_ISSUER: OKTA_ISSUER,
  CHARTER_OIDC_AUDIENCE: 'api://default',
  CHARTER_OIDC_TENANT: 'contoso',
  ...ROLE_MAP,
};
const OKTA_CLIENT = '0oabv6kx4qq6h1U5l0h7';
const OKTA_CLAIMS: Claims = {
  ver: 1,
  jti: 'AT.0mP4JKAZX1iACIT4vbEDF7LpvDVjxypPMf0D7uX39RE',
  iss: OKTA_ISSUER,
  aud: 'api://default',
  ...TIMES,
  cid: OKTA_CLIENT,
};
const OKTA_PERSON: Claims = {
  ...OKTA_CLAIMS,
  uid: '00uid4BxXw6I6TV4m0g3',
  scp: ['openid', 'profile', 'email'],
  auth_time: seconds,
  sub: 'ada@contoso.example',
};
const OKTA_ORG_ISSUER = 'https://contoso.okta.com';
const OKTA_ORG: Settings = {
  ...OKTA,
  CHARTER_OIDC_ISSUER: OKTA_ORG_ISSUER,
  CHARTER_OIDC_AUDIENCE: OKTA_CLIENT,
  CHARTER_OIDC_TOKEN: 'id_token',
};
const OKTA_NAMES = {
  name: 'Ada Lovelace',
  preferred_username: 'ada@contoso.example',
  email: 'ada@contoso.example',
  email_verified: true,
};

const OKTA_ROWS: Row[] = [
  {
    what: "a person of Okta's custom authorization server, with the name from /userinfo",
    settings: OKTA,
    claims: { ...OKTA_PERSON, groups: ['Everyone', 'charter-admins'] },
    userinfo: { sub: 'ada@contoso.example', ...OKTA_NAMES },
    expected: {
      kind: 'user',
      id: '00uid4BxXw6I6TV4m0g3',
      name: 'Ada Lovelace',
      mail: 'ada@contoso.example',
      userName: 'ada@contoso.example',
      groups: ['Everyone', 'charter-admins'],
      roles: ['GLOBAL_ADMIN'],
    },
  },
  {
    what: 'a person of Okta without a name and groups, when /userinfo rejects the token',
    settings: OKTA,
    claims: OKTA_PERSON,
    expected: { kind: 'user', id: '00uid4BxXw6I6TV4m0g3', groupsComplete: false },
  },
  ...[
    { value: 'Guest', userType: 'Guest' as const },
    { value: 'Employee', userType: 'Member' as const },
    { value: undefined, userType: undefined },
  ].map(
    ({ value, userType }): Row => ({
      what: `a person of Okta whose user type is ${value ?? 'not set'}`,
      settings: { ...OKTA, CHARTER_OIDC_GUEST_CLAIM: 'userType=Guest' },
      claims: { ...OKTA_PERSON, name: 'Eve Stranger', userType: value },
      userinfo: { sub: 'ada@contoso.example' },
      expected: { kind: 'user', id: '00uid4BxXw6I6TV4m0g3', name: 'Eve Stranger', userType },
    }),
  ),
  {
    what: "an app of Okta's custom authorization server",
    settings: OKTA,
    claims: { ...OKTA_CLAIMS, scp: ['charter'], sub: OKTA_CLIENT },
    expected: { kind: 'app', id: OKTA_CLIENT },
  },
  {
    what: "a person of Okta's org authorization server by the ID token",
    settings: OKTA_ORG,
    claims: {
      ver: 1,
      jti: 'ID.LPQaDhnBhZ9wy-B5BvamTBs7E2C8EzXuLA5P8Uyx-IE',
      iss: OKTA_ORG_ISSUER,
      aud: OKTA_CLIENT,
      ...TIMES,
      amr: ['pwd'],
      idp: '00oixa26ycdNcX0VT0h7',
      nonce: 'a nonce',
      auth_time: seconds,
      sub: '00uid4BxXw6I6TV4m0g3',
      ...OKTA_NAMES,
      groups: ['charter-admins'],
    },
    expected: {
      kind: 'user',
      id: '00uid4BxXw6I6TV4m0g3',
      name: 'Ada Lovelace',
      mail: 'ada@contoso.example',
      userName: 'ada@contoso.example',
      groups: ['charter-admins'],
      roles: ['GLOBAL_ADMIN'],
    },
  },
  {
    what: "an access token of Okta's org authorization server, which is meant for Okta",
    settings: { ...OKTA_ORG, CHARTER_OIDC_TOKEN: 'access_token' },
    claims: { ...OKTA_PERSON, iss: OKTA_ORG_ISSUER, aud: OKTA_ORG_ISSUER },
    hasOwnKey: true,
    expected: /the audience https:\/\/contoso\.okta\.com.*CHARTER_OIDC_TOKEN/,
  },
];

/* Auth0: https://auth0.com/docs/secure/tokens/access-tokens/access-token-profiles */
const AUTH0_ISSUER = 'https://contoso.eu.auth0.com/';
const AUTH0: Settings = {
  CHARTER_OIDC_PRESET: 'auth0',
  CHARTER_OIDC_ISSUER: AUTH0_ISSUER,
  CHARTER_OIDC_AUDIENCE: 'https://charter.example',
  CHARTER_OIDC_TENANT: 'contoso',
};
const AUTH0_CLAIMS: Claims = {
  iss: AUTH0_ISSUER,
  aud: ['https://charter.example', `${AUTH0_ISSUER}userinfo`],
  ...TIMES,
  azp: 'my_client_id',
};
const AUTH0_ADA = {
  name: 'Ada Lovelace',
  nickname: 'ada',
  email: 'ada@contoso.example',
  email_verified: true,
};
const AUTH0_ROWS: Row[] = [
  {
    what: 'a person of Auth0 with the name from /userinfo and permissions',
    settings: AUTH0,
    claims: {
      ...AUTH0_CLAIMS,
      sub: 'auth0|507f1f77bcf86cd799439020',
      scope: 'openid profile email',
      permissions: ['read:teams', 'GOVERNANCE_MANAGER'],
    },
    userinfo: { sub: 'auth0|507f1f77bcf86cd799439020', ...AUTH0_ADA },
    expected: {
      kind: 'user',
      id: 'auth0|507f1f77bcf86cd799439020',
      name: 'Ada Lovelace',
      mail: 'ada@contoso.example',
      userName: 'ada@contoso.example',
      roles: ['GOVERNANCE_MANAGER'],
    },
  },
  {
    what: 'a person of Auth0 with the claims of an action',
    settings: { ...AUTH0, ...ROLE_MAP },
    header: { typ: 'at+jwt' },
    claims: {
      ...AUTH0_CLAIMS,
      azp: undefined,
      client_id: 'my_client_id',
      jti: 'URdsNKrYXZ6hOMwfxqDe',
      sub: 'auth0|507f1f77bcf86cd799439020',
      scope: 'openid profile email',
      'https://charter.example/name': 'Ada Lovelace',
      'https://charter.example/groups': ['charter-admins'],
      'https://charter.example/roles': ['INTEGRATION_MANAGER'],
    },
    expected: {
      kind: 'user',
      id: 'auth0|507f1f77bcf86cd799439020',
      name: 'Ada Lovelace',
      groups: ['charter-admins'],
      roles: ['INTEGRATION_MANAGER', 'GLOBAL_ADMIN'],
    },
  },
  {
    what: 'a guest of Auth0 by the claim of an action',
    settings: { ...AUTH0, CHARTER_OIDC_GUEST_CLAIM: 'https://charter.example/user_type=guest' },
    claims: {
      ...AUTH0_CLAIMS,
      sub: 'auth0|507f1f77bcf86cd799439021',
      scope: 'openid profile email',
      'https://charter.example/name': 'Eve Stranger',
      'https://charter.example/user_type': 'guest',
    },
    expected: {
      kind: 'user',
      id: 'auth0|507f1f77bcf86cd799439021',
      name: 'Eve Stranger',
      userType: 'Guest',
    },
  },
  {
    what: 'an app of Auth0',
    settings: AUTH0,
    claims: {
      ...AUTH0_CLAIMS,
      aud: 'https://charter.example',
      sub: 'my_client_id@clients',
      gty: 'client-credentials',
      scope: 'read:teams',
    },
    expected: { kind: 'app', id: 'my_client_id' },
  },
  {
    what: "an app of Auth0 with RFC 9068's profile",
    settings: AUTH0,
    header: { typ: 'at+jwt' },
    claims: {
      ...AUTH0_CLAIMS,
      azp: undefined,
      client_id: 'my_client_id',
      aud: 'https://charter.example',
      jti: 'URdsNKrYXZ6hOMwfxqDe',
      sub: 'my_client_id@clients',
      gty: 'client-credentials',
    },
    expected: { kind: 'app', id: 'my_client_id' },
  },
];

/* Keycloak: https://www.keycloak.org/docs/latest/server_admin/ */
const KEYCLOAK_ISSUER = 'https://id.contoso.example/realms/contoso';
const KEYCLOAK: Settings = {
  CHARTER_OIDC_PRESET: 'keycloak',
  CHARTER_OIDC_ISSUER: KEYCLOAK_ISSUER,
  CHARTER_OIDC_AUDIENCE: 'charter',
  CHARTER_OIDC_TENANT: 'contoso',
  CHARTER_OIDC_ROLE_MAP: '/charter-admins=GLOBAL_ADMIN,auditors=GOVERNANCE_MANAGER',
};
const KEYCLOAK_CLAIMS: Claims = {
  ...TIMES,
  jti: 'trrtcc:19b582b8',
  iss: KEYCLOAK_ISSUER,
  aud: ['charter', 'account'],
  typ: 'Bearer',
  azp: 'portal',
  acr: '1',
  realm_access: { roles: ['offline_access', 'uma_authorization'] },
  resource_access: { account: { roles: ['manage-account'] } },
};
const KEYCLOAK_PERSON: Claims = {
  ...KEYCLOAK_CLAIMS,
  sub: OBJECT,
  sid: 'f9a5b3c1-5e6d-4a3b-8c2d-1e0f9a8b7c6d',
  scope: 'openid email profile',
  email_verified: true,
  name: 'Ada Lovelace',
  preferred_username: 'ada',
  given_name: 'Ada',
  family_name: 'Lovelace',
  email: 'ada@contoso.example',
};
const KEYCLOAK_SERVICE_ACCOUNT: Claims = {
  ...KEYCLOAK_CLAIMS,
  azp: 'reports',
  sub: OBJECT,
  scope: 'email profile',
  email_verified: false,
  clientHost: '192.0.2.1',
  clientAddress: '192.0.2.1',
  client_id: 'reports',
  preferred_username: 'service-account-reports',
};
const ADA_AT_KEYCLOAK: Reading = {
  kind: 'user',
  id: OBJECT,
  name: 'Ada Lovelace',
  mail: 'ada@contoso.example',
  userName: 'ada',
};
const KEYCLOAK_ROWS: Row[] = [
  {
    what: 'a person of Keycloak with groups, realm roles and roles of the audience',
    settings: KEYCLOAK,
    claims: {
      ...KEYCLOAK_PERSON,
      groups: ['/charter-admins', '/Staff'],
      realm_access: { roles: ['offline_access', 'auditors'] },
      resource_access: { charter: { roles: ['INTEGRATION_MANAGER'] } },
    },
    expected: {
      ...ADA_AT_KEYCLOAK,
      groups: ['/charter-admins', '/Staff'],
      roles: ['INTEGRATION_MANAGER', 'GLOBAL_ADMIN', 'GOVERNANCE_MANAGER'],
    },
  },
  {
    what: 'a guest of Keycloak by a mapped claim',
    settings: { ...KEYCLOAK, CHARTER_OIDC_GUEST_CLAIM: 'user_type=guest' },
    claims: { ...KEYCLOAK_PERSON, user_type: 'guest' },
    expected: { ...ADA_AT_KEYCLOAK, userType: 'Guest' },
  },
  {
    what: 'a person of Keycloak with a lightweight access token',
    settings: KEYCLOAK,
    claims: {
      ...TIMES,
      iss: KEYCLOAK_ISSUER,
      aud: 'charter',
      typ: 'Bearer',
      azp: 'portal',
      sub: OBJECT,
      scope: 'openid',
    },
    userinfo: {
      sub: OBJECT,
      name: 'Ada Lovelace',
      preferred_username: 'ada',
      email: 'ada@contoso.example',
      email_verified: true,
      groups: ['/Staff'],
    },
    expected: { ...ADA_AT_KEYCLOAK, groups: ['/Staff'] },
  },
  {
    what: 'a service account of Keycloak with the claim idtyp mapped',
    settings: KEYCLOAK,
    claims: { ...KEYCLOAK_SERVICE_ACCOUNT, idtyp: 'app' },
    expected: { kind: 'app', id: 'reports' },
  },
  {
    what: 'a service account of Keycloak without the claim idtyp as a person, because people can choose such a name',
    settings: KEYCLOAK,
    claims: KEYCLOAK_SERVICE_ACCOUNT,
    expected: { kind: 'user', id: OBJECT, userName: 'service-account-reports', groupsComplete: false },
  },
];

/* Google: https://developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload */
const GOOGLE_CLIENT = '618104708054-abc.apps.googleusercontent.com';
const GOOGLE_ACCOUNT = '112010400000000710080';
const GOOGLE: Settings = {
  CHARTER_OIDC_PRESET: 'google',
  CHARTER_OIDC_AUDIENCE: GOOGLE_CLIENT,
  CHARTER_OIDC_TENANT: 'contoso',
};
const GOOGLE_CLAIMS: Claims = { iss: 'https://accounts.google.com', ...TIMES, aud: GOOGLE_CLIENT };
const GOOGLE_SERVICE_ACCOUNT: Claims = {
  ...GOOGLE_CLAIMS,
  azp: GOOGLE_ACCOUNT,
  email: 'reports@contoso.iam.gserviceaccount.com',
  email_verified: true,
  sub: GOOGLE_ACCOUNT,
};
const GOOGLE_ROWS: Row[] = [
  {
    what: 'a person of Google Workspace by the ID token',
    settings: GOOGLE,
    claims: {
      ...GOOGLE_CLAIMS,
      azp: GOOGLE_CLIENT,
      sub: '10769150350006150715113082367',
      at_hash: 'HK6E_P6Dh8Y93mRNtsDB1Q',
      nonce: 'a nonce',
      hd: 'contoso.example',
      email: 'ada@contoso.example',
      email_verified: true,
      name: 'Ada Lovelace',
      given_name: 'Ada',
      family_name: 'Lovelace',
      picture: 'https://lh3.googleusercontent.com/a/ada',
    },
    expected: {
      kind: 'user',
      id: '10769150350006150715113082367',
      name: 'Ada Lovelace',
      mail: 'ada@contoso.example',
      userName: 'ada@contoso.example',
    },
  },
  ...[
    { hd: 'fabrikam.example', userType: 'Guest' as const },
    { hd: 'contoso.example', userType: 'Member' as const },
    { hd: undefined, userType: undefined },
  ].map(
    ({ hd, userType }): Row => ({
      what: `a person of Google ${hd === undefined ? 'without a Workspace' : `in the Workspace ${hd}`}`,
      settings: { ...GOOGLE, CHARTER_OIDC_GUEST_CLAIM: 'hd=fabrikam.example,hd=wingtip.example' },
      claims: {
        ...GOOGLE_CLAIMS,
        azp: GOOGLE_CLIENT,
        sub: '10769150350006150715113082368',
        hd,
        name: 'Eve Stranger',
      },
      expected: { kind: 'user', id: '10769150350006150715113082368', name: 'Eve Stranger', userType },
    }),
  ),
  {
    what: 'a service account of Google with CHARTER_OIDC_APP_CLAIM',
    settings: { ...GOOGLE, CHARTER_OIDC_APP_CLAIM: `sub=${GOOGLE_ACCOUNT}` },
    claims: GOOGLE_SERVICE_ACCOUNT,
    expected: { kind: 'app', id: GOOGLE_ACCOUNT },
  },
  {
    what: 'a service account of Google without CHARTER_OIDC_APP_CLAIM as a person',
    settings: GOOGLE,
    claims: GOOGLE_SERVICE_ACCOUNT,
    expected: {
      kind: 'user',
      id: GOOGLE_ACCOUNT,
      mail: 'reports@contoso.iam.gserviceaccount.com',
      userName: 'reports@contoso.iam.gserviceaccount.com',
      groupsComplete: false,
    },
  },
];

/* PingOne: https://developer.pingidentity.com/pingone-api/foundations/authentication-concepts/access-tokens-and-id-tokens */
const PING_ISSUER = `https://auth.pingone.eu/${TENANT}/as`;
const PING: Settings = {
  CHARTER_OIDC_ISSUER: PING_ISSUER,
  CHARTER_OIDC_AUDIENCE: 'https://charter.example',
  CHARTER_OIDC_TENANT: TENANT,
  CHARTER_OIDC_GROUP_CLAIM: 'groups',
  CHARTER_OIDC_ROLE_CLAIM: 'p1.permissions',
  ...ROLE_MAP,
};
const PING_CLAIMS: Claims = {
  client_id: CLIENT,
  iss: PING_ISSUER,
  jti: '1f0f5f6f-0a01-4a0e-9d53-0d0f5f6f0a01',
  ...TIMES,
  aud: ['https://charter.example'],
};
const PING_ROWS: Row[] = [
  {
    what: 'a person of PingOne with mapped attributes and permissions',
    settings: PING,
    claims: {
      ...PING_CLAIMS,
      sub: OBJECT,
      sid: '8c2d1e0f-9a8b-4c6d-8f9a-5b3c15e6d4a3',
      scope: 'openid profile charter',
      name: 'Ada Lovelace',
      groups: ['charter-admins'],
      'p1.permissions': ['GOVERNANCE_MANAGER'],
    },
    expected: {
      kind: 'user',
      id: OBJECT,
      name: 'Ada Lovelace',
      groups: ['charter-admins'],
      roles: ['GOVERNANCE_MANAGER', 'GLOBAL_ADMIN'],
    },
  },
  {
    what: 'a guest of PingOne by a mapped attribute',
    settings: { ...PING, CHARTER_OIDC_GUEST_CLAIM: 'user_type=guest' },
    claims: {
      ...PING_CLAIMS,
      sub: OBJECT,
      scope: 'openid profile charter',
      name: 'Eve Stranger',
      user_type: 'guest',
    },
    expected: { kind: 'user', id: OBJECT, name: 'Eve Stranger', userType: 'Guest' },
  },
  {
    what: 'an app of PingOne with CHARTER_OIDC_APP_CLAIM',
    settings: { ...PING, CHARTER_OIDC_APP_CLAIM: `client_id=${CLIENT}` },
    claims: { ...PING_CLAIMS, scope: 'charter' },
    expected: { kind: 'app', id: CLIENT },
  },
  {
    what: 'an app of PingOne without CHARTER_OIDC_APP_CLAIM, because its token names no subject',
    settings: PING,
    claims: { ...PING_CLAIMS, scope: 'charter' },
    expected: /names nobody.*CHARTER_OIDC_APP_CLAIM/,
  },
];

/* Cognito: https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-tokens-with-identity-providers.html */
const COGNITO_ISSUER = 'https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_example';
const COGNITO_CLIENT = '57cbishk4j24pabc1234567890';
const COGNITO: Settings = {
  CHARTER_OIDC_ISSUER: COGNITO_ISSUER,
  CHARTER_OIDC_AUDIENCE: `${COGNITO_CLIENT},https://charter.example`,
  CHARTER_OIDC_TENANT: 'contoso',
  CHARTER_OIDC_GROUP_CLAIM: 'cognito:groups',
  CHARTER_OIDC_TOKEN: 'id_token',
  ...ROLE_MAP,
};
const COGNITO_ACCESS: Claims = {
  iss: COGNITO_ISSUER,
  version: 2,
  client_id: COGNITO_CLIENT,
  token_use: 'access',
  auth_time: seconds,
  ...TIMES,
  jti: '9a8b7c6d-8f9a-4b3c-95e6-d4a38c2d1e0f',
};
const COGNITO_ROWS: Row[] = [
  {
    what: 'a person of Cognito by the ID token',
    settings: COGNITO,
    claims: {
      sub: OBJECT,
      'cognito:groups': ['charter-admins'],
      'cognito:preferred_role': 'arn:aws:iam::111122223333:role/my-role',
      'cognito:username': 'ada',
      email_verified: true,
      email: 'ada@contoso.example',
      name: 'Ada Lovelace',
      iss: COGNITO_ISSUER,
      nonce: 'a nonce',
      origin_jti: '8f9a5b3c-15e6-4a38-8c2d-1e0f9a8b7c6d',
      aud: COGNITO_CLIENT,
      token_use: 'id',
      auth_time: seconds,
      ...TIMES,
    },
    expected: {
      kind: 'user',
      id: OBJECT,
      name: 'Ada Lovelace',
      mail: 'ada@contoso.example',
      userName: 'ada@contoso.example',
      groups: ['charter-admins'],
      roles: ['GLOBAL_ADMIN'],
    },
  },
  {
    what: 'a guest of Cognito by a custom attribute in the ID token',
    settings: { ...COGNITO, CHARTER_OIDC_GUEST_CLAIM: 'custom:user_type=guest' },
    claims: {
      sub: OBJECT,
      'cognito:username': 'eve',
      'custom:user_type': 'guest',
      name: 'Eve Stranger',
      iss: COGNITO_ISSUER,
      aud: COGNITO_CLIENT,
      token_use: 'id',
      auth_time: seconds,
      ...TIMES,
    },
    expected: { kind: 'user', id: OBJECT, name: 'Eve Stranger', userType: 'Guest' },
  },
  {
    what: 'a person of Cognito by an access token for a resource',
    settings: COGNITO,
    claims: {
      ...COGNITO_ACCESS,
      aud: 'https://charter.example',
      sub: OBJECT,
      'cognito:groups': ['charter-admins'],
      scope: 'openid profile email',
      username: 'ada',
    },
    userinfo: {
      sub: OBJECT,
      name: 'Ada Lovelace',
      email: 'ada@contoso.example',
      email_verified: 'true',
      username: 'ada',
    },
    expected: {
      kind: 'user',
      id: OBJECT,
      name: 'Ada Lovelace',
      mail: 'ada@contoso.example',
      userName: 'ada@contoso.example',
      groups: ['charter-admins'],
      roles: ['GLOBAL_ADMIN'],
    },
  },
  {
    what: 'an access token of Cognito without an audience',
    settings: COGNITO,
    claims: { ...COGNITO_ACCESS, sub: OBJECT, username: 'ada', scope: 'openid' },
    expected: /no claim aud.*CHARTER_OIDC_PARAMETERS.*CHARTER_OIDC_TOKEN/,
  },
  {
    what: 'an app of Cognito with CHARTER_OIDC_APP_CLAIM',
    settings: { ...COGNITO, CHARTER_OIDC_APP_CLAIM: `sub=${COGNITO_CLIENT}` },
    claims: {
      ...COGNITO_ACCESS,
      aud: 'https://charter.example',
      sub: COGNITO_CLIENT,
      scope: 'charter/request',
    },
    expected: { kind: 'app', id: COGNITO_CLIENT },
  },
  {
    what: 'an app of Cognito without CHARTER_OIDC_APP_CLAIM as a person, because its token has the time of a sign-in',
    settings: COGNITO,
    claims: {
      ...COGNITO_ACCESS,
      aud: 'https://charter.example',
      sub: COGNITO_CLIENT,
      scope: 'charter/request',
    },
    expected: { kind: 'user', id: COGNITO_CLIENT, groupsComplete: false },
  },
];

const NOTHING: Omit<Reading, 'kind' | 'id'> = {
  name: undefined,
  mail: undefined,
  userName: undefined,
  userType: undefined,
  roles: [],
  groups: [],
  groupsComplete: true,
};

const readingOf = ({ subject, person, roles }: VerifiedToken): Reading => ({
  ...subject,
  ...NOTHING,
  roles: [...roles].sort(),
  // The service ignores the person in the token of an app.
  ...(subject.kind === 'user' && personOf(person)),
});

const personOf = (person: VerifiedToken['person']) => ({
  name: person.displayName,
  mail: person.mail,
  userName: person.userName,
  userType: person.userType,
  groups: [...person.groups.names],
  groupsComplete: person.groups.isComplete,
});

describe('the authentication with tokens of providers', () => {
  let published: IssuerKey;
  let other: IssuerKey;
  before(async () => {
    [published, other] = [await createIssuerKey('published'), await createIssuerKey('published')];
  });

  /** Verifies a token of the row with its settings, as the service would. */
  async function read({ settings, header, claims, userinfo, hasOwnKey }: Row): Promise<VerifiedToken> {
    const { issuers, tenants } = readConfig(settings);
    const trusts = trustedIssuers({ issuers, allowedTenants: tenants, clock, log });
    const trust = trusts.get(String(claims.iss));
    const keys = createLocalJWKSet({ keys: [published.publicJwk] });
    const { alg, kid, privateKey } = hasOwnKey ? other : published;
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg, kid, typ: 'JWT', ...header })
      .sign(privateKey);
    const verify = createTokenVerifier({
      trustIn: () =>
        trust && {
          ...trust,
          resolveKey: async (...of) => keys(...of),
          userinfo: { about: async () => userinfo ?? 'unknown' },
        },
      clock,
    });
    return verify(token);
  }

  for (const row of [
    ...ENTRA_ROWS,
    ...OKTA_ROWS,
    ...AUTH0_ROWS,
    ...KEYCLOAK_ROWS,
    ...GOOGLE_ROWS,
    ...PING_ROWS,
    ...COGNITO_ROWS,
  ]) {
    const { what, expected } = row;
    if (expected instanceof RegExp) {
      it(`rejects ${what}`, async () => {
        await assert.rejects(read(row), (error: Error) => {
          assert.ok(hasCode(error, 'Unauthenticated'), String(error.stack));
          assert.match(error.message, expected);
          return true;
        });
      });
    } else {
      it(`reads ${what}`, async () => {
        const { roles = [], ...rest } = expected;
        assert.deepEqual(readingOf(await read(row)), { ...NOTHING, ...rest, roles: [...roles].sort() });
      });
    }
  }
});
