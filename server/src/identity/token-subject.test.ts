import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { subjectOf, type TokenSubject } from './token-subject.ts';

type Row = [row: string, claims: Record<string, unknown>, subject: TokenSubject];

const user = (id: string): TokenSubject => ({ kind: 'user', id });
const app = (id: string): TokenSubject => ({ kind: 'app', id });

const ROWS: Row[] = [
  ['1: idtyp says app', { idtyp: 'app', azp: 'a', oid: 'o', sub: 's' }, app('a')],
  ['1: even with signs of a person', { idtyp: 'app', appid: 'a', name: 'Ada', scp: 'x' }, app('a')],
  ['2: idtyp says user', { idtyp: 'user', azp: 'a', oid: 'o', sub: 'o' }, user('o')],
  ['2: without oid', { idtyp: 'user', azp: 'a', sub: 's' }, user('s')],
  ['4: no client, oid', { oid: 'o', sub: 's' }, user('o')],
  ['4: no client, sub', { sub: 's' }, user('s')],
  [
    "5: Keycloak's service account",
    {
      azp: 'Robot',
      client_id: 'Robot',
      sub: 'uuid',
      preferred_username: 'service-account-robot',
      scope: 'openid email',
    },
    app('Robot'),
  ],
  [
    "5: older Keycloak's service account",
    { azp: 'robot', clientId: 'robot', sub: 'uuid', preferred_username: 'service-account-robot' },
    app('robot'),
  ],
  [
    '6, not 5: a person who took the name of a service account',
    { azp: 'robot', sub: 'uuid', preferred_username: 'service-account-robot' },
    user('uuid'),
  ],
  [
    "6, not 5: another client's service account name",
    { azp: 'portal', client_id: 'portal', sub: 'uuid', preferred_username: 'service-account-robot' },
    user('uuid'),
  ],
  [
    "6: Keycloak's person",
    { azp: 'portal', sub: 'uuid', scope: 'openid profile', preferred_username: 'ada', sid: 'x' },
    user('uuid'),
  ],
  ...['preferred_username', 'upn', 'unique_name', 'email', 'name', 'given_name', 'family_name'].map(
    (claim): Row => [`6: ${claim}`, { azp: 'a', sub: 'a', [claim]: 'Ada' }, user('a')],
  ),
  ...['uid', 'sid', 'session_state'].map(
    (claim): Row => [`6: ${claim}`, { azp: 'a', sub: 's', [claim]: 'x' }, user('s')],
  ),
  ['6: auth_time', { azp: 'a', sub: 's', auth_time: 1 }, user('s')],
  ['6: amr', { azp: 'a', sub: 's', amr: ['pwd'] }, user('s')],
  ['6: openid among the scopes', { azp: 'a', sub: 's', scope: 'api openid' }, user('s')],
  ['6: openid among the scopes of a list', { cid: 'a', sub: 'a', scp: ['openid'] }, user('a')],
  ['7: the client itself (RFC 9068)', { client_id: 'a', sub: 'a', scope: 'api' }, app('a')],
  ["7: Okta's app", { cid: 'a', sub: 'a', scp: ['api'] }, app('a')],
  ["7: Auth0's app", { azp: 'a', sub: 'a@clients', scope: 'api', gty: 'client-credentials' }, app('a')],
  ["8: Entra's app-only token, v2", { azp: 'a', oid: 'o', sub: 'o', roles: ['X'] }, app('a')],
  ["8: Entra's app-only token, v1", { appid: 'a', oid: 'o', sub: 'o' }, app('a')],
  ["9: Entra's delegated token, v2", { azp: 'a', oid: 'o', sub: 's', scp: 'access_as_user' }, user('o')],
  ["9: Entra's delegated token, v1", { appid: 'a', oid: 'o', sub: 's', scp: 'x' }, user('o')],
  ['9: oid that is the sub, but delegated', { azp: 'a', oid: 'o', sub: 'o', scp: 'x' }, user('o')],
  ['9: oid without scp', { azp: 'a', oid: 'o', sub: 's' }, user('o')],
  ['9: scp without oid', { azp: 'a', sub: 's', scp: 'x' }, user('s')],
  ['10: somebody who granted a scope', { azp: 'a', sub: 's', scope: 'api' }, user('s')],
  ['10: RFC 9068 for a person', { client_id: 'a', sub: 's' }, user('s')],
  ['11: neither oid nor scp, with azp', { azp: 'a', sub: 's' }, app('a')],
  ['11: neither oid nor scp, with appid', { appid: 'a' }, app('a')],
  ['11: nobody but a client', { client_id: 'a', scope: 'api' }, app('a')],
];

describe('whom a token speaks for', () => {
  for (const [row, claims, subject] of ROWS) {
    it(`row ${row}`, () => assert.deepEqual(subjectOf(claims), subject));
  }

  for (const [what, claims] of [
    ['row 3: another idtyp', { idtyp: 'device', azp: 'a', oid: 'o' }],
    ['row 3: an idtyp that is no text', { idtyp: ['app'], azp: 'a' }],
    ['an app without a client', { idtyp: 'app', oid: 'o' }],
    ['a person without an id', { idtyp: 'user', azp: 'a' }],
    ['nobody', {}],
    ['an id that is no text', { oid: 7, sub: 's' }],
    ['an empty id', { oid: '', sub: 's' }],
    ['an id with a control character', { oid: 'a\u0000b' }],
    ['an id that is not Unicode', { sub: 'a\ud800' }],
    ['an id that is too long', { sub: 'x'.repeat(256) }],
    ['a client that is no text', { azp: { id: 'a' }, sub: 's' }],
  ] as const) {
    it(`should refuse ${what}`, () => {
      assert.throws(() => subjectOf(claims), { code: 'Unauthenticated' });
    });
  }
});
