import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ClaimValue, DEFAULT_CLAIM_RULES } from './claim-rules.ts';
import { subjectOf, type TokenSubject } from './token-subject.ts';

type Row = [what: string, claims: Record<string, unknown>, subject: TokenSubject, appClaims?: ClaimValue[]];

const user = (id: string): TokenSubject => ({ kind: 'user', id });
const app = (id: string): TokenSubject => ({ kind: 'app', id });

const TENANT = '7f3e9a52-0f5b-4a0e-9d53-0d0f5f6f0a01';
const CLIENT = '6731de76-14a6-49ae-97bc-6eba6914391e';
const OBJECT = '690222be-ff1a-4d56-abd1-7e4f7d38e474';

/** Modelled on https://learn.microsoft.com/entra/identity-platform/access-token-claims-reference */
const ENTRA_V1 = {
  aud: 'api://charter',
  iss: `https://sts.windows.net/${TENANT}/`,
  iat: 1537231048,
  nbf: 1537231048,
  exp: 1537234948,
  appid: CLIENT,
  appidacr: '1',
  idp: `https://sts.windows.net/${TENANT}/`,
  rh: '0.AXEA',
  tid: TENANT,
  uti: '4DoKx',
  ver: '1.0',
};
const ENTRA_V2 = {
  aud: '6e74172b-be56-4843-9ff4-e66a39bb12e3',
  iss: `https://login.microsoftonline.com/${TENANT}/v2.0`,
  iat: 1537231048,
  nbf: 1537231048,
  exp: 1537234948,
  aio: 'AXQAi',
  azp: CLIENT,
  azpacr: '1',
  rh: '0.AXEA',
  tid: TENANT,
  uti: 'tFfbi',
  ver: '2.0',
};
const ENTRA_TABLE: Row[] = [
  [
    'a person of Entra v1',
    {
      ...ENTRA_V1,
      acr: '1',
      amr: ['pwd'],
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
    },
    user(OBJECT),
  ],
  ['an app of Entra v1', { ...ENTRA_V1, oid: OBJECT, sub: OBJECT, roles: ['Teams.Read'] }, app(CLIENT)],
  [
    'a person of Entra v2',
    {
      ...ENTRA_V2,
      azpacr: '0',
      name: 'Ada Lovelace',
      oid: OBJECT,
      preferred_username: 'ada@contoso.example',
      scp: 'access_as_user',
      sub: 'HKZpfaHyWadeOouYlitjrI-KffTm222X5rrV3xDqfKQ',
    },
    user(OBJECT),
  ],
  ['an app of Entra v2', { ...ENTRA_V2, oid: OBJECT, sub: OBJECT }, app(CLIENT)],
  ['an app of Entra that emits idtyp', { ...ENTRA_V2, idtyp: 'app', oid: OBJECT, sub: OBJECT }, app(CLIENT)],
  [
    'a person of Entra that emits idtyp',
    { ...ENTRA_V2, idtyp: 'user', oid: OBJECT, sub: OBJECT },
    user(OBJECT),
  ],
];

/** Modelled on https://www.keycloak.org/docs/latest/server_admin/#_service_accounts */
const KEYCLOAK = {
  exp: 1722427989,
  iat: 1722420789,
  jti: 'trrtcc:19b582b8',
  iss: 'https://id.example/realms/contoso',
  aud: ['charter', 'account'],
  typ: 'Bearer',
  azp: 'reports',
  acr: '1',
  realm_access: { roles: ['offline_access', 'uma_authorization'] },
};
const KEYCLOAK_PERSON = {
  ...KEYCLOAK,
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
const KEYCLOAK_SERVICE_ACCOUNT = {
  ...KEYCLOAK,
  sub: OBJECT,
  scope: 'email profile',
  email_verified: false,
  clientHost: '192.0.2.1',
  clientAddress: '192.0.2.1',
  client_id: 'reports',
  preferred_username: 'service-account-reports',
};
const KEYCLOAK_TABLE: Row[] = [
  ['a person of Keycloak', KEYCLOAK_PERSON, user(OBJECT)],
  ['a service account of Keycloak without a setting', KEYCLOAK_SERVICE_ACCOUNT, user(OBJECT)],
  [
    'a service account of Keycloak with the claim idtyp mapped',
    { ...KEYCLOAK_SERVICE_ACCOUNT, idtyp: 'app' },
    app('reports'),
  ],
  [
    'a service account of Keycloak with the claim of the setting',
    { ...KEYCLOAK_SERVICE_ACCOUNT, charter_app: true },
    app('reports'),
    [{ claim: 'charter_app', value: 'true' }],
  ],
  [
    'a person of Keycloak without the claim of the setting',
    KEYCLOAK_PERSON,
    user(OBJECT),
    [{ claim: 'charter_app', value: 'true' }],
  ],
];

/** Modelled on https://auth0.com/docs/secure/tokens/access-tokens/access-token-profiles */
const AUTH0 = {
  iss: 'https://contoso.eu.auth0.com/',
  aud: ['charter', 'https://contoso.eu.auth0.com/userinfo'],
  iat: 1700000000,
  exp: 1700086400,
  azp: 'my_client_id',
};
const AUTH0_APP = {
  ...AUTH0,
  aud: 'charter',
  sub: 'my_client_id@clients',
  gty: 'client-credentials',
  scope: 'read:teams',
};
const GTY: ClaimValue[] = [{ claim: 'gty', value: 'client-credentials' }];
const AUTH0_TABLE: Row[] = [
  ['a person of Auth0', { ...AUTH0, sub: 'auth0|123456', scope: 'openid profile' }, user('auth0|123456')],
  [
    'a person of Auth0 with a password grant, and the setting',
    { ...AUTH0, sub: 'auth0|123456', gty: 'password' },
    user('auth0|123456'),
    GTY,
  ],
  ['an app of Auth0 with the setting', AUTH0_APP, app('my_client_id'), GTY],
  ['an app of Auth0 without the setting', AUTH0_APP, user('my_client_id@clients')],
  [
    "an app of Auth0's RFC 9068 profile with the setting",
    { ...AUTH0_APP, azp: undefined, client_id: 'my_client_id' },
    app('my_client_id'),
    GTY,
  ],
];

/** Modelled on https://developer.okta.com/docs/api/openapi/okta-oauth/guides/overview/#access-token */
const OKTA = {
  ver: 1,
  jti: 'AT.0mP4JKAZX1iACIT4vbEDF7LpvDVjxypPMf0D7uX39RE',
  iss: 'https://contoso.okta.com/oauth2/default',
  aud: 'charter',
  iat: 1467145094,
  exp: 1467148694,
  cid: '0oabv6kx4qq6h1U5l0h7',
};
const OKTA_TABLE: Row[] = [
  [
    'a person of Okta',
    {
      ...OKTA,
      uid: '00uid4BxXw6I6TV4m0g3',
      scp: ['openid', 'teams'],
      auth_time: 1467145094,
      sub: 'ada@contoso.example',
    },
    user('ada@contoso.example'),
  ],
  ['an app of Okta', { ...OKTA, scp: ['teams'], sub: OKTA.cid }, app(OKTA.cid)],
];

/** Modelled on https://cloud.google.com/docs/authentication/token-types#id */
const GOOGLE = { iss: 'https://accounts.google.com', aud: 'charter', iat: 1700000000, exp: 1700003600 };
const GOOGLE_SERVICE_ACCOUNT = {
  ...GOOGLE,
  azp: '112010400000000710080',
  email: 'reports@contoso.iam.gserviceaccount.com',
  email_verified: true,
  sub: '112010400000000710080',
};
const GOOGLE_TABLE: Row[] = [
  [
    'a person of Google',
    {
      ...GOOGLE,
      azp: '618104708054.apps.googleusercontent.com',
      sub: '10769150350006150715113082367',
      hd: 'contoso.example',
      email: 'ada@contoso.example',
      email_verified: true,
    },
    user('10769150350006150715113082367'),
  ],
  ['a service account of Google', GOOGLE_SERVICE_ACCOUNT, user('112010400000000710080')],
  [
    'a service account of Google with the setting',
    GOOGLE_SERVICE_ACCOUNT,
    app('112010400000000710080'),
    [{ claim: 'sub', value: '112010400000000710080' }],
  ],
];

const RFC_9068_TABLE: Row[] = [
  ['a person of RFC 9068', { client_id: 'a', sub: 's', scope: 'api' }, user('s')],
  ['an app of RFC 9068', { client_id: 'a', sub: 'a', scope: 'api' }, app('a')],
];

const ATTACKS: Row[] = [
  ['a client and no scope', { azp: 'a', sub: 's' }, user('s')],
  ['a client and an empty scope', { azp: 'a', sub: 's', scope: '' }, user('s')],
  ['a client and a list of no scopes', { azp: 'a', sub: 's', scope: [] }, user('s')],
  ['a client and an empty scp', { appid: 'a', sub: 's', scp: '' }, user('s')],
  ['oid = sub with an empty scp', { ...ENTRA_V2, oid: 'o', sub: 'o', scp: '' }, user('o')],
  ['oid = sub with an empty list in scp', { ...ENTRA_V2, oid: 'o', sub: 'o', scp: [] }, user('o')],
  ['oid = sub of an issuer that is not Entra', { azp: 'a', oid: 'o', sub: 'o' }, user('o')],
  ['oid = sub of Entra with a name', { ...ENTRA_V2, oid: 'o', sub: 'o', name: 'Ada' }, user('o')],
  [
    'the name of a service account',
    { azp: 'robot', sub: 's', preferred_username: 'service-account-robot' },
    user('s'),
  ],
  [
    'the name of a service account and its client',
    { azp: 'robot', client_id: 'robot', sub: 's', preferred_username: 'service-account-robot' },
    user('s'),
  ],
  [
    'the name of a service account and its older client claim',
    { azp: 'robot', clientId: 'robot', sub: 's', preferred_username: 'service-account-robot' },
    user('s'),
  ],
  ["an Auth0 app's subject", { azp: 'portal', sub: 'portal@clients' }, user('portal@clients')],
  ['a grant type without the setting', { azp: 'a', sub: 's', gty: 'client-credentials' }, user('s')],
  [
    'a list that holds the value of the setting',
    { azp: 'a', sub: 's', gty: ['client-credentials'] },
    user('s'),
    GTY,
  ],
  ['a subject equal to the second client claim', { azp: 'portal', client_id: 's', sub: 's' }, user('s')],
  [
    'idtyp user and the claim of the setting',
    { idtyp: 'user', azp: 'a', sub: 's', gty: 'client-credentials' },
    user('s'),
    GTY,
  ],
  ...[
    'preferred_username',
    'upn',
    'unique_name',
    'email',
    'name',
    'given_name',
    'family_name',
    'uid',
    'sid',
  ].map(
    (claim): Row => [
      `a subject equal to the client with ${claim}`,
      { azp: 'a', sub: 'a', [claim]: 'x' },
      user('a'),
    ],
  ),
  ['a subject equal to the client with auth_time', { azp: 'a', sub: 'a', auth_time: 1 }, user('a')],
  ['a subject equal to the client with amr', { azp: 'a', sub: 'a', amr: ['pwd'] }, user('a')],
  ['a subject equal to the client with openid', { azp: 'a', sub: 'a', scope: 'openid api' }, user('a')],
  ['a subject equal to the client with openid in scp', { cid: 'a', sub: 'a', scp: ['openid'] }, user('a')],
  ['no client', { sub: 's' }, user('s')],
];

describe('the subject of a token', () => {
  for (const [table, verb] of [
    [ENTRA_TABLE, 'reads'],
    [KEYCLOAK_TABLE, 'reads'],
    [AUTH0_TABLE, 'reads'],
    [OKTA_TABLE, 'reads'],
    [GOOGLE_TABLE, 'reads'],
    [RFC_9068_TABLE, 'reads'],
    [ATTACKS, 'takes for a person'],
  ] as const) {
    for (const [what, claims, subject, appClaims] of table) {
      it(`${verb} ${what}`, () =>
        assert.deepEqual(subjectOf(claims, { ...DEFAULT_CLAIM_RULES, appClaims: appClaims ?? [] }), subject));
    }
  }

  for (const [what, claims] of [
    ['another idtyp', { idtyp: 'device', azp: 'a', oid: 'o' }],
    ['an idtyp that is not a text', { idtyp: ['app'], azp: 'a' }],
    ['an app without a client', { idtyp: 'app', oid: 'o' }],
    ['a person without an id', { idtyp: 'user', azp: 'a' }],
    ['nobody but a client', { client_id: 'a', scope: 'api' }],
    ['no claims', {}],
    ['an id that is not a text', { oid: 7, sub: 's' }],
    ['an empty id', { oid: '', sub: 's' }],
    ['an id with a control character', { oid: 'a\u0000b' }],
    ['an id that is not Unicode', { sub: 'a\ud800' }],
    ['an id that is too long', { sub: 'x'.repeat(256) }],
    ['a client that is not a text', { azp: { id: 'a' }, sub: 's' }],
  ] as const) {
    it(`rejects ${what}`, () => {
      assert.throws(() => subjectOf(claims), { code: 'Unauthenticated' });
    });
  }
});
