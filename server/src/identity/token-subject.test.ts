/**
 * Tests which claims identify a person or an app as the subject of a token. server/test/provider-tokens.test.ts tests
 * the tokens of particular providers.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ClaimValue, DEFAULT_CLAIM_RULES } from './claim-rules.ts';
import { subjectOf, type TokenSubject } from './token-subject.ts';

type Row = [what: string, claims: Record<string, unknown>, subject: TokenSubject, appClaims?: ClaimValue[]];

const user = (id: string): TokenSubject => ({ kind: 'user', id });
const app = (id: string): TokenSubject => ({ kind: 'app', id });

/** Claims of an app of Entra v2 without `oid` and `sub`. */
const ENTRA_V2 = { azp: 'a', azpacr: '1', tid: '7f3e9a52-0f5b-4a0e-9d53-0d0f5f6f0a01', ver: '2.0' };

const GTY: ClaimValue[] = [{ claim: 'gty', value: 'client-credentials' }];

const RFC_9068_TABLE: Row[] = [
  ['a person by the claims of RFC 9068', { client_id: 'a', sub: 's', scope: 'api' }, user('s')],
  ['an app by the claims of RFC 9068', { client_id: 'a', sub: 'a', scope: 'api' }, app('a')],
  ['an app by the configured claim', { azp: 'a', sub: 's', gty: 'client-credentials' }, app('a'), GTY],
  ['a person by idtyp', { ...ENTRA_V2, idtyp: 'user', oid: 'o', sub: 'o' }, user('o')],
];

const ATTACKS: Row[] = [
  ['a client but no scope', { azp: 'a', sub: 's' }, user('s')],
  ['a client and an empty scope', { azp: 'a', sub: 's', scope: '' }, user('s')],
  ['a client and a list of no scopes', { azp: 'a', sub: 's', scope: [] }, user('s')],
  ['a client and an empty scp', { appid: 'a', sub: 's', scp: '' }, user('s')],
  ['equal oid and sub and an empty scp', { ...ENTRA_V2, oid: 'o', sub: 'o', scp: '' }, user('o')],
  ['equal oid and sub and an empty array in scp', { ...ENTRA_V2, oid: 'o', sub: 'o', scp: [] }, user('o')],
  ['equal oid and sub from an issuer other than Entra', { azp: 'a', oid: 'o', sub: 'o' }, user('o')],
  ['equal oid and sub from Entra and a name', { ...ENTRA_V2, oid: 'o', sub: 'o', name: 'Ada' }, user('o')],
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
  ['the subject of an app of Auth0', { azp: 'portal', sub: 'portal@clients' }, user('portal@clients')],
  ['a grant type that is not configured', { azp: 'a', sub: 's', gty: 'client-credentials' }, user('s')],
  [
    'an array that contains the configured value',
    { azp: 'a', sub: 's', gty: ['client-credentials'] },
    user('s'),
    GTY,
  ],
  ['a subject equal to the second client claim', { azp: 'portal', client_id: 's', sub: 's' }, user('s')],
  [
    'the idtyp user and the configured claim',
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
    [RFC_9068_TABLE, 'is'],
    [ATTACKS, 'is a person, not an app, for a token with'],
  ] as const) {
    for (const [what, claims, subject, appClaims] of table) {
      it(`${verb} ${what}`, () =>
        assert.deepEqual(subjectOf(claims, { ...DEFAULT_CLAIM_RULES, appClaims: appClaims ?? [] }), subject));
    }
  }

  for (const [what, claims] of [
    ['with an unknown idtyp', { idtyp: 'device', azp: 'a', oid: 'o' }],
    ['with an idtyp that is not a string', { idtyp: ['app'], azp: 'a' }],
    ['of an app without a client', { idtyp: 'app', oid: 'o' }],
    ['of a person without an id', { idtyp: 'user', azp: 'a' }],
    ['with a client but without a subject', { client_id: 'a', scope: 'api' }],
    ['without claims', {}],
    ['with an id that is not a string', { oid: 7, sub: 's' }],
    ['with an empty id', { oid: '', sub: 's' }],
    ['with an id that contains a control character', { oid: 'a\u0000b' }],
    ['with an id that contains an unpaired surrogate', { sub: 'a\ud800' }],
    ['with an id that is too long', { sub: 'x'.repeat(256) }],
    ['with a client that is not a string', { azp: { id: 'a' }, sub: 's' }],
  ] as const) {
    it(`is rejected for a token ${what}`, () => {
      assert.throws(() => subjectOf(claims), { code: 'Unauthenticated' });
    });
  }
});
