import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type CryptoKey, exportSPKI, importJWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { CAUSE } from '../../test/cause.ts';
import { TestClock } from '../../test/clock.ts';
import { createDirectory, type IdentityDatabase, openIdentityDatabase } from '../../test/identity-stores.ts';
import { sampleUser } from '../../test/planning-input.ts';
import { createIssuerKey, TokenIssuer } from '../../test/token-issuer.ts';
import type { CharterError } from '../kernel/errors.ts';
import { type Authenticator, type AuthenticatorDeps, createAuthenticator } from './authenticate.ts';
import { registerApp } from './register-app.ts';

const TENANT = '7f3e9a52-0f5b-4a0e-9d53-0d0f5f6f0a01';
const AUDIENCE = 'api://charter';
const CHEAP = { ln: 10, r: 8, p: 1 };

const clock = new TestClock(new Date('2026-03-01T12:00:00Z'));
const directory = createDirectory({
  [TENANT]: [
    sampleUser('ada', { displayName: 'Ada Lovelace' }),
    sampleUser('olga', { displayName: 'Olga Off', accountEnabled: false }),
  ],
});
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('bearer tokens', () => {
  let database: IdentityDatabase;
  let issuer: TokenIssuer;
  let authenticator: Authenticator;

  const create = (change: Partial<AuthenticatorDeps> = {}) =>
    createAuthenticator({
      trustedIssuers: [{ issuer: issuer.issuer, audiences: [AUDIENCE, 'charter'] }],
      ...database.stores,
      users: directory,
      clock,
      log,
      ...change,
    });

  const claims = (change: JWTPayload = {}): JWTPayload => ({
    iss: issuer.issuer,
    aud: AUDIENCE,
    exp: clock.seconds() + 3600,
    nbf: clock.seconds(),
    tid: TENANT,
    oid: 'ada',
    sub: 'pairwise',
    azp: 'portal',
    scp: 'access_as_user',
    ver: '2.0',
    ...change,
  });

  const present = async (token: string, at = authenticator) => at.authenticate(`Bearer ${token}`);
  const presentClaims = async (change: JWTPayload, at = authenticator) =>
    present(await issuer.sign(claims(change)), at);

  /** Returns the challenge of the 401. Its log must not contain the token. */
  async function refusal(attempt: Promise<unknown>): Promise<string> {
    const error = await attempt.then(
      () => assert.fail('the token was accepted'),
      (reason: CharterError) => reason,
    );
    assert.equal(error.code, 'Unauthenticated', String(error.stack));
    assert.doesNotMatch(JSON.stringify([error.log, error.message, String(error.cause)]), /eyJ/);
    return error.facts.challenge ?? '';
  }

  before(async () => {
    database = await openIdentityDatabase();
    issuer = await TokenIssuer.start('/tenant/v2.0');
  });
  after(async () => {
    await issuer.stop();
    await database.drop();
  });
  beforeEach(() => {
    issuer.failure = undefined;
    issuer.metadata = {};
    issuer.published = [issuer.key.publicJwk];
    directory.failure = undefined;
    authenticator = create();
  });

  it('identifies a person by tenant and object id', async () => {
    assert.deepEqual(await presentClaims({ name: 'Ada L.', roles: ['INTEGRATION_MANAGER'] }), {
      tenantId: TENANT,
      kind: 'user',
      id: 'ada',
      displayName: 'Ada L.',
      roles: new Set(['AUTHENTICATED_USER', 'INTEGRATION_MANAGER']),
    });
  });

  it('identifies an app by its client and gives it AUTHORIZED_APP', async () => {
    const principal = await presentClaims({ idtyp: 'app', azp: 'robot', roles: ['GOVERNANCE_MANAGER'] });
    assert.deepEqual(principal, {
      tenantId: TENANT,
      kind: 'app',
      id: 'robot',
      displayName: 'robot',
      roles: new Set(['AUTHENTICATED_USER', 'AUTHORIZED_APP', 'GOVERNANCE_MANAGER']),
    });
  });

  it('knows an app by the claim that is set for its issuer, and nobody else by it', async () => {
    const appClaims = [{ claim: 'gty', value: 'client-credentials' }];
    const named = create({
      trustedIssuers: [{ issuer: issuer.issuer, audiences: [AUDIENCE], appClaims }],
    });
    const machine = { oid: undefined, scp: undefined, sub: 'robot@clients', azp: 'robot' };
    const gty = { ...machine, gty: 'client-credentials' };
    assert.deepEqual(
      (await presentClaims(gty, named)).roles,
      new Set(['AUTHENTICATED_USER', 'AUTHORIZED_APP']),
    );
    for (const [claims, at] of [
      [gty, authenticator],
      [machine, named],
    ] as const) {
      const { kind, id, roles } = await presentClaims(claims, at);
      assert.deepEqual([kind, id, roles], ['user', 'robot@clients', new Set(['AUTHENTICATED_USER'])]);
    }
  });

  it("ignores a person's claim to be an app", async () => {
    const { roles } = await presentClaims({ roles: ['AUTHORIZED_APP', 'AUTHENTICATED_USER'] });
    assert.deepEqual(roles, new Set(['AUTHENTICATED_USER']));
  });

  it('takes the name from the directory when the token has none, and cleans control characters', async () => {
    assert.equal((await presentClaims({})).displayName, 'Ada Lovelace');
    assert.equal((await presentClaims({ oid: 'stranger' })).displayName, 'stranger');
    assert.equal((await presentClaims({ name: ' A\u0000\nda ' })).displayName, 'A da');
    assert.equal((await presentClaims({ name: 'x'.repeat(300) })).displayName.length, 256);
  });

  it('does not confuse a person with another whose user principal name equals the id', async () => {
    const id = 'olga@contoso.example';
    assert.equal((await presentClaims({ oid: id })).displayName, id);
  });

  for (const alg of ['RS512', 'PS256', 'ES256', 'ES384', 'EdDSA']) {
    it(`accepts ${alg}`, async () => {
      const key = await createIssuerKey(alg, alg);
      issuer.published = [key.publicJwk];
      assert.equal((await present(await issuer.sign(claims(), {}, key))).id, 'ada');
    });
  }

  it('rejects a symmetric signature made with the public key', async () => {
    const publicKey = (await importJWK(issuer.key.publicJwk, 'RS256', { extractable: true })) as CryptoKey;
    for (const secret of [await exportSPKI(publicKey), JSON.stringify(issuer.key.publicJwk)]) {
      const token = await new SignJWT(claims())
        .setProtectedHeader({ alg: 'HS256', kid: issuer.key.kid })
        .sign(new TextEncoder().encode(secret));
      assert.match(await refusal(present(token)), /an algorithm that is not accepted/);
    }
  });

  it('rejects an unsigned token, and one whose signature is cut off', async () => {
    assert.match(await refusal(present(new UnsecuredJWT(claims()).encode())), /not a JWT/);
    const token = await issuer.sign(claims());
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.AA`;
    assert.match(await refusal(present(unsigned)), /an algorithm that is not accepted/);
    assert.match(await refusal(present(`${token.slice(0, token.lastIndexOf('.'))}.AAAA`)), /signature/);
  });

  for (const [what, header] of [
    ['an algorithm', { alg: { toString: 1, valueOf: 1 } }],
    ['an algorithm in a list', { alg: ['RS256'] }],
    ['a type', { alg: 'RS256', typ: { toString: 1 } }],
  ] as const) {
    it(`rejects ${what} in its header that is not a text`, async () => {
      const [, ...rest] = (await issuer.sign(claims())).split('.');
      const encoded = Buffer.from(JSON.stringify(header)).toString('base64url');
      await refusal(present([encoded, ...rest].join('.')));
    });
  }

  it('rejects a signed token with a type that is not a text', async () => {
    await refusal(presentClaims({ typ: { toString: 1 } }));
  });

  it('rejects a key inside the token', async () => {
    const key = await createIssuerKey('mine');
    for (const header of [
      { jwk: key.publicJwk },
      { jku: 'https://evil.example/keys' },
      { kid: issuer.key.kid },
    ]) {
      await refusal(present(await issuer.sign(claims(), header, key)));
    }
  });

  it('rejects a changed claim', async () => {
    const [header, , signature] = (await issuer.sign(claims())).split('.');
    const changed = Buffer.from(JSON.stringify(claims({ oid: 'admin' }))).toString('base64url');
    assert.match(
      await refusal(present(`${header}.${changed}.${signature}`)),
      /signature of the token is wrong/,
    );
  });

  for (const [what, change, description] of [
    ['for another audience', { aud: 'api://other' }, /another audience/],
    ['for nobody', { aud: undefined }, /another audience/],
    ['of another issuer', { iss: 'https://login.example/' }, /issuer of the token is not trusted/],
    ['of no issuer', { iss: undefined }, /issuer of the token is not trusted/],
    ['of an issuer that is no text', { iss: ['x'] as never }, /issuer of the token is not trusted/],
    ['without an expiry', { exp: undefined }, /no usable expiry/],
    ['with an expiry that is no number', { exp: '9999999999' as never }, /no usable expiry/],
    ['without a tenant', { tid: undefined, ver: undefined }, /names no tenant/],
    ['without anybody', { oid: undefined, sub: undefined }, /names nobody/],
    ['bound to a key', { cnf: { jkt: 'x' } }, /bound to a key/],
    ['that is a logout token', { events: {} }, /not an access token/],
    ['that is a refresh token', { typ: 'Refresh' }, /not an access token/],
    ['that is an ID token by its typ', { typ: 'ID' }, /not an access token/],
    ['that is an ID token by at_hash', { at_hash: 'x' }, /ID token/],
    ['that is an ID token by nonce', { nonce: 'x' }, /ID token/],
    ["that is Entra's ID token", { azp: undefined, scp: undefined }, /ID token/],
  ] as const) {
    it(`rejects a token ${what}`, async () => {
      assert.match(await refusal(presentClaims(change as JWTPayload)), description);
    });
  }

  it('rejects a token that declares another type, and takes declared access tokens', async () => {
    for (const typ of ['dpop+jwt', 'logout+jwt', 'secevent+jwt']) {
      assert.match(await refusal(present(await issuer.sign(claims(), { typ }))), /not an access token/);
    }
    for (const typ of ['at+jwt', 'application/at+jwt', 'AT+JWT', 'JWT']) {
      assert.equal((await present(await issuer.sign(claims(), { typ }))).id, 'ada');
    }
    // Keycloak before version 24 puts a nonce into access tokens, and declares their type.
    assert.equal((await presentClaims({ typ: 'Bearer', nonce: 'x' })).id, 'ada');
  });

  it('takes one of several audiences', async () => {
    assert.equal((await presentClaims({ aud: ['other', 'charter'] })).id, 'ada');
  });

  it('tolerates clocks that differ by at most 30 seconds', async () => {
    assert.equal((await presentClaims({ nbf: clock.seconds() + 30 })).id, 'ada');
    assert.match(await refusal(presentClaims({ nbf: clock.seconds() + 31 })), /not valid yet/);
    assert.equal((await presentClaims({ exp: clock.seconds() - 29 })).id, 'ada');
    assert.match(await refusal(presentClaims({ exp: clock.seconds() - 30 })), /has expired/);
  });

  it('rejects a cached token from its expiry on', async () => {
    const token = await issuer.sign(claims({ exp: clock.seconds() + 60 }));
    await present(token);
    clock.advance(89);
    await present(token);
    clock.advance(1);
    assert.match(
      await refusal(present(token)),
      /error="invalid_token", error_description="The token has expired"/,
    );
  });

  it('caches a token for at most five minutes, however often it is used', async () => {
    const token = await issuer.sign(claims());
    await present(token);
    const next = await createIssuerKey('second');
    issuer.published = [next.publicJwk];
    clock.advance(100);
    // Forces a fetch of the keys, which no longer include the first one.
    await present(await issuer.sign(claims(), {}, next));
    assert.equal((await present(token)).id, 'ada');
    clock.advance(199);
    assert.equal((await present(token)).id, 'ada');
    clock.advance(1.001);
    assert.match(await refusal(present(token)), /a key its issuer does not publish/);
  });

  it('returns the same principal synchronously for a cached token', async () => {
    const token = await issuer.sign(claims());
    const first = await present(token);
    const again = authenticator.authenticate(`Bearer ${token}`);
    assert.ok(!(again instanceof Promise));
    assert.equal(again, first);
  });

  it('applies a change of roles within ten seconds', async () => {
    const { roleAssignments } = database.stores;
    const token = await issuer.sign(claims({ oid: 'grace' }));
    assert.ok(!(await present(token)).roles.has('GLOBAL_ADMIN'));
    await roleAssignments.assign(TENANT, 'grace', 'GLOBAL_ADMIN', CAUSE);
    clock.advance(10.001);
    assert.ok((await present(token)).roles.has('GLOBAL_ADMIN'));
    await roleAssignments.revoke(TENANT, 'grace', 'GLOBAL_ADMIN', CAUSE);
    clock.advance(9);
    assert.ok((await present(token)).roles.has('GLOBAL_ADMIN'));
    clock.advance(1.001);
    assert.ok(!(await present(token)).roles.has('GLOBAL_ADMIN'));
  });

  it('ignores assigned roles that are not assignable', async () => {
    await database.stores.roleAssignments.assign(TENANT, 'hal', 'AUTHORIZED_APP', CAUSE);
    assert.deepEqual((await presentClaims({ oid: 'hal' })).roles, new Set(['AUTHENTICATED_USER']));
  });

  it('rejects a person with a disabled account within a minute', async () => {
    assert.match(await refusal(presentClaims({ oid: 'olga' })), /switched off/);
    const token = await issuer.sign(claims({ oid: 'ivan' }));
    directory.people[TENANT]?.push(sampleUser('ivan', { displayName: 'Ivan' }));
    await present(token);
    const ivan = directory.people[TENANT]?.at(-1);
    if (ivan) ivan.accountEnabled = false;
    clock.advance(60.001);
    assert.match(await refusal(present(token)), /switched off/);
  });

  it('names the caller to the security trail for verified tokens only', async () => {
    const callerOf = async (attempt: Promise<unknown>) => {
      const error: CharterError = await attempt.then(
        () => assert.fail('the token was accepted'),
        (reason) => reason,
      );
      return error.caller;
    };
    assert.deepEqual(await callerOf(presentClaims({ oid: 'olga' })), {
      tenantId: TENANT,
      kind: 'user',
      id: 'olga',
      displayName: 'Olga Off',
    });
    assert.equal(await callerOf(presentClaims({ oid: 'olga', exp: 1 })), undefined);
    assert.equal(await callerOf(present('not.a.token')), undefined);
  });

  it('admits people while the directory fails, and asks it again soon', async () => {
    directory.failure = new Error('the directory is away');
    const token = await issuer.sign(claims({ oid: 'olga' }));
    assert.equal((await present(token)).id, 'olga');
    directory.failure = undefined;
    clock.advance(10.001);
    assert.match(await refusal(present(token)), /switched off/);
  });

  it('caches directory look-ups', async () => {
    const token = await issuer.sign(claims());
    await present(token);
    const before = directory.lookUps;
    clock.advance(30);
    await Promise.all(Array.from({ length: 20 }, () => present(token)));
    assert.equal(directory.lookUps, before);
  });

  it("gives a registered app's token its roles and name, and rejects it once the app is disabled", async () => {
    const { apps } = database.stores;
    const app = await registerApp(
      { apps, scrypt: CHEAP },
      {
        tenantId: TENANT,
        appId: 'crm',
        displayName: 'CRM',
        roles: ['INTEGRATION_MANAGER'],
        secret: 'sixteen characters',
      },
      CAUSE,
    );
    const token = await issuer.sign(claims({ idtyp: 'app', azp: 'crm' }));
    const principal = await present(token);
    assert.deepEqual([principal.displayName, principal.roles.has('INTEGRATION_MANAGER')], ['CRM', true]);
    const elsewhere = await presentClaims({ idtyp: 'app', azp: 'crm', tid: 'other-tenant' });
    assert.deepEqual([elsewhere.displayName, elsewhere.roles.has('INTEGRATION_MANAGER')], ['crm', false]);
    await apps.save({ ...app, enabled: false }, CAUSE);
    clock.advance(10.001);
    assert.match(await refusal(present(token)), /switched off/);
  });

  it("reads roles from the issuer's configured claims", async () => {
    const configured = create({
      trustedIssuers: [{ issuer: issuer.issuer, audiences: [AUDIENCE], roleClaims: ['groups.charter'] }],
    });
    const { roles } = await presentClaims({ groups: { charter: ['GOVERNANCE_MANAGER'] } }, configured);
    assert.ok(roles.has('GOVERNANCE_MANAGER'));
  });

  it('accepts only tenants that may use the service', async () => {
    const picky = create({ allowedTenants: [TENANT] });
    assert.equal((await presentClaims({}, picky)).tenantId, TENANT);
    assert.match(await refusal(presentClaims({ tid: 'other' }, picky)), /tenant of the token may not use/);
  });

  it('assigns a token without a tenant to the configured one', async () => {
    const configured = create({
      trustedIssuers: [{ issuer: issuer.issuer, audiences: [AUDIENCE], tenantId: 'contoso' }],
    });
    assert.equal((await presentClaims({ tid: undefined }, configured)).tenantId, 'contoso');
  });

  for (const header of [
    'Bearer',
    'Bearer ',
    'Bearer a b',
    'bearer',
    'Token abc',
    'eyJhbGciOiJIUzI1NiJ9',
    'Bearer a,Bearer b',
    `Bearer ${'x'.repeat(17_000)}`,
    'Bearer ..',
    'Bearer a.b.c',
    'Bearer é.é.é',
    `Bearer ${Buffer.from('[]').toString('base64url')}.e30.AA`,
    `Bearer ${Buffer.from('{"alg":"RS256"}').toString('base64url')}.W10.AA`,
    '',
  ]) {
    it(`rejects the header ${JSON.stringify(header.slice(0, 40))}`, async () => {
      const challenge = await refusal((async () => authenticator.authenticate(header))());
      assert.match(challenge, /^Bearer realm="charter", error="invalid_token", error_description="[^"\\]+"$/);
    });
  }

  it('answers missing credentials with a challenge without an error code', async () => {
    assert.equal(
      await refusal((async () => authenticator.authenticate(undefined))()),
      'Bearer realm="charter"',
    );
  });

  it('reads the scheme in any case', async () => {
    const token = await issuer.sign(claims());
    assert.equal((await authenticator.authenticate(`bEARER  ${token}`)).id, 'ada');
  });
});
