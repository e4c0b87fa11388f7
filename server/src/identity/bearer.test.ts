import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  CompactSign,
  type CryptoKey,
  exportSPKI,
  importJWK,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { AUDIENCE, bearerWorld, TENANT } from '../../test/bearer-world.ts';
import { createIssuerKey } from '../../test/token-issuer.ts';
import { DEFAULT_CLAIM_RULES } from './claim-rules.ts';
import type { IssuerTrust } from './trusted-issuers.ts';

describe('the authentication with a bearer token', () => {
  const world = bearerWorld();
  const { clock, create, claims, present, presentClaims, rejection } = world;

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

  it('recognises only tokens with the configured claim of their issuer as apps', async () => {
    const appClaims = [{ claim: 'gty', value: 'client-credentials' }];
    const named = create({
      trustedIssuers: [{ issuer: world.issuer.issuer, audiences: [AUDIENCE], appClaims }],
    });
    const machine = { oid: undefined, scp: undefined, sub: 'robot@clients', azp: 'robot' };
    const gty = { ...machine, gty: 'client-credentials' };
    assert.deepEqual(
      (await presentClaims(gty, named)).roles,
      new Set(['AUTHENTICATED_USER', 'AUTHORIZED_APP']),
    );
    for (const [claims, at] of [
      [gty, world.authenticator],
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

  it('reads the name from the directory when the token has none, and replaces control characters', async () => {
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
    it(`accepts a token signed with ${alg}`, async () => {
      const key = await createIssuerKey(alg, alg);
      world.issuer.published = [key.publicJwk];
      assert.equal((await present(await world.issuer.sign(claims(), {}, key))).id, 'ada');
    });
  }

  it('rejects a symmetric signature made with the public key', async () => {
    const publicKey = (await importJWK(world.issuer.key.publicJwk, 'RS256', {
      extractable: true,
    })) as CryptoKey;
    for (const secret of [await exportSPKI(publicKey), JSON.stringify(world.issuer.key.publicJwk)]) {
      const token = await new SignJWT(claims())
        .setProtectedHeader({ alg: 'HS256', kid: world.issuer.key.kid })
        .sign(new TextEncoder().encode(secret));
      assert.match(await rejection(present(token)), /an algorithm that is not accepted/);
    }
  });

  it('rejects an unsigned token, and one whose signature was replaced', async () => {
    assert.match(await rejection(present(new UnsecuredJWT(claims()).encode())), /not a JWT/);
    const token = await world.issuer.sign(claims());
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.AA`;
    assert.match(await rejection(present(unsigned)), /an algorithm that is not accepted/);
    assert.match(await rejection(present(`${token.slice(0, token.lastIndexOf('.'))}.AAAA`)), /signature/);
  });

  for (const [what, header] of [
    ['a token whose algorithm is an object', { alg: { toString: 1, valueOf: 1 } }],
    ['a token whose algorithm is an array', { alg: ['RS256'] }],
    ['a token whose type is an object', { alg: 'RS256', typ: { toString: 1 } }],
  ] as const) {
    it(`rejects ${what}`, async () => {
      const [, ...rest] = (await world.issuer.sign(claims())).split('.');
      const encoded = Buffer.from(JSON.stringify(header)).toString('base64url');
      await rejection(present([encoded, ...rest].join('.')));
    });
  }

  it('rejects a signed token whose claim typ is not a string', async () => {
    await rejection(presentClaims({ typ: { toString: 1 } }));
  });

  it('rejects a token that is signed with a key other than the issuer’s', async () => {
    const key = await createIssuerKey('mine');
    for (const header of [
      { jwk: key.publicJwk },
      { jku: 'https://evil.example/keys' },
      { kid: world.issuer.key.kid },
    ]) {
      await rejection(present(await world.issuer.sign(claims(), header, key)));
    }
  });

  it('rejects a changed claim', async () => {
    const [header, , signature] = (await world.issuer.sign(claims())).split('.');
    const changed = Buffer.from(JSON.stringify(claims({ oid: 'admin' }))).toString('base64url');
    assert.match(
      await rejection(present(`${header}.${changed}.${signature}`)),
      /signature of the token is wrong/,
    );
  });

  for (const [what, change, description] of [
    ['for another audience', { aud: 'api://other' }, /another audience/],
    ['without an audience', { aud: undefined }, /another audience/],
    ['of another issuer', { iss: 'https://login.example/' }, /issuer of the token is not trusted/],
    ['without an issuer', { iss: undefined }, /issuer of the token is not trusted/],
    ['whose issuer is not a string', { iss: ['x'] as never }, /issuer of the token is not trusted/],
    ['without an expiry', { exp: undefined }, /no usable expiry/],
    ['whose expiry is not a number', { exp: '9999999999' as never }, /no usable expiry/],
    ['without a tenant', { tid: undefined, ver: undefined }, /names no tenant/],
    ['without a subject', { oid: undefined, sub: undefined }, /names nobody/],
    ['that is bound to a key', { cnf: { jkt: 'x' } }, /bound to a key/],
    ['that is a logout token', { events: {} }, /not an access token/],
    ['that is a refresh token', { typ: 'Refresh' }, /not an access token/],
    ['with the typ of an ID token', { typ: 'ID' }, /ID token/],
    ['with the claim at_hash of an ID token', { at_hash: 'x' }, /ID token/],
    ['with the claim nonce of an ID token', { nonce: 'x' }, /ID token/],
    ['that is an ID token of Entra', { azp: undefined, scp: undefined }, /ID token/],
  ] as const) {
    it(`rejects a token ${what}`, async () => {
      assert.match(await rejection(presentClaims(change as JWTPayload)), description);
    });
  }

  it('rejects a token that declares another type, and accepts declared access tokens', async () => {
    for (const typ of ['dpop+jwt', 'logout+jwt', 'secevent+jwt']) {
      assert.match(
        await rejection(present(await world.issuer.sign(claims(), { typ }))),
        /not an access token/,
      );
    }
    for (const typ of ['at+jwt', 'application/at+jwt', 'AT+JWT', 'JWT']) {
      assert.equal((await present(await world.issuer.sign(claims(), { typ }))).id, 'ada');
    }
    // Keycloak before version 24 puts a nonce into access tokens, and declares their type.
    assert.equal((await presentClaims({ typ: 'Bearer', nonce: 'x' })).id, 'ada');
  });

  it('names the setting to change when it rejects an unsuitable token', async () => {
    const message = (attempt: Promise<unknown>) =>
      attempt.then(
        () => assert.fail('the token was accepted'),
        (error: Error) => error.message,
      );
    assert.match(await message(present('opaque-token')), /not a JWT\..*CHARTER_OIDC_PARAMETERS.*resource=/);
    const audience = await message(presentClaims({ aud: ['api://other', 'account'] }));
    assert.match(audience, /names the audience api:\/\/other, account\..*CHARTER_OIDC_AUDIENCE/);
    const iss = 'https://sts.windows.net/x/';
    assert.match(
      await message(presentClaims({ iss })),
      /names the issuer https:\/\/sts.*CHARTER_OIDC_ISSUER/,
    );
    const graph = '00000003-0000-0000-c000-000000000000';
    assert.match(
      await message(presentClaims({ iss, aud: graph })),
      new RegExp(`names the audience ${graph}.*CHARTER_PORTAL_SCOPE`),
    );
    assert.match(await message(presentClaims({ tid: undefined })), /CHARTER_OIDC_TENANT/);
    assert.match(await message(presentClaims({ typ: 'ID' })), /is an ID token.*CHARTER_OIDC_TOKEN/);
    assert.match(
      await message(presentClaims({ tid: 'fabrikam' }, create({ allowedTenants: [TENANT] }))),
      /names the tenant fabrikam\..*CHARTER_TENANTS/,
    );
    const ofContoso = { issuer: world.issuer.issuer, audiences: [AUDIENCE], allowedTenants: ['contoso'] };
    assert.match(
      await message(presentClaims({}, create({ trustedIssuers: [ofContoso] }))),
      new RegExp(`names the tenant ${TENANT}\\..*CHARTER_OIDC_ISSUER`),
    );
    const at = create({
      trustedIssuers: [{ issuer: world.issuer.issuer, audiences: [AUDIENCE], subjectClaims: ['uid'] }],
    });
    assert.match(
      await message(presentClaims({}, at)),
      /none of the claims uid, .*CHARTER_OIDC_SUBJECT_CLAIM/,
    );
  });

  it('names no setting of a provider when only the embedded issuer is trusted', async () => {
    const own: IssuerTrust = {
      issuer: world.issuer.issuer,
      audiences: [AUDIENCE],
      resolveKey: async () => (await importJWK(world.issuer.key.publicJwk, 'RS256')) as CryptoKey,
      tenantOf: () => TENANT,
      rules: DEFAULT_CLAIM_RULES,
      grantsRoles: false,
      isOwn: true,
    };
    const at = create({ trustedIssuers: [], ownTokens: { trustIn: () => own } });
    const message = (attempt: Promise<unknown>) =>
      attempt.then(
        () => '',
        (error: Error) => error.message,
      );
    assert.equal(
      await message(present('opaque-token', at)),
      'The token is not a JWT. Get a new access token and try again.',
    );
    assert.equal(
      await message(presentClaims({ aud: 'api://other' }, at)),
      'The token is meant for another audience. Get a new access token and try again.',
    );
  });

  it('accepts ID tokens where they are configured, and no other tokens of the issuer', async () => {
    const at = create({
      trustedIssuers: [{ issuer: world.issuer.issuer, audiences: ['client'], acceptsIdTokens: true }],
    });
    const google = { aud: 'client', azp: 'client', ver: undefined, scp: undefined, at_hash: 'x', nonce: 'y' };
    assert.equal((await presentClaims(google, at)).id, 'ada');
    const keycloak = { aud: 'client', azp: 'client', typ: 'ID', ver: undefined, scp: undefined };
    assert.equal((await presentClaims(keycloak, at)).id, 'ada');
    assert.match(await rejection(presentClaims({ ...keycloak, typ: 'Refresh' }, at)), /not an access token/);
    assert.match(await rejection(presentClaims({ ...google, aud: 'another' }, at)), /another audience/);
    assert.match(await rejection(presentClaims({ ...google, events: {} }, at)), /not an access token/);
  });

  it('accepts a token that names the audience among others', async () => {
    assert.equal((await presentClaims({ aud: ['other', 'charter'] })).id, 'ada');
  });

  it('tolerates clocks that differ by at most 30 seconds', async () => {
    assert.equal((await presentClaims({ nbf: clock.seconds() + 30 })).id, 'ada');
    assert.match(await rejection(presentClaims({ nbf: clock.seconds() + 31 })), /not valid yet/);
    assert.equal((await presentClaims({ exp: clock.seconds() - 29 })).id, 'ada');
    assert.match(await rejection(presentClaims({ exp: clock.seconds() - 30 })), /has expired/);
  });

  it('rejects a token that was issued in the future, or whose times are not dates', async () => {
    assert.equal((await presentClaims({ iat: clock.seconds() + 30 })).id, 'ada');
    assert.match(await rejection(presentClaims({ iat: clock.seconds() + 31 })), /not valid yet/);
    for (const [name, value] of [
      ['exp', '1e400'],
      ['exp', '1e300'],
      ['iat', '-1e400'],
    ] as const) {
      const payload = JSON.stringify({ ...claims(), [name]: 0 }).replace(`"${name}":0`, `"${name}":${value}`);
      const { alg, kid, privateKey } = world.issuer.key;
      const token = await new CompactSign(new TextEncoder().encode(payload))
        .setProtectedHeader({ alg, kid })
        .sign(privateKey);
      assert.match(await rejection(present(token)), /A claim of the token is malformed/, `${name} ${value}`);
    }
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
      const challenge = await rejection((async () => world.authenticator.authenticate(header))());
      assert.match(challenge, /^Bearer realm="charter", error="invalid_token", error_description="[^"\\]+"$/);
    });
  }

  it('rejects missing credentials with a challenge without an error code', async () => {
    assert.equal(
      await rejection((async () => world.authenticator.authenticate(undefined))()),
      'Bearer realm="charter"',
    );
  });

  it('accepts the scheme in any case', async () => {
    const token = await world.issuer.sign(claims());
    assert.equal((await world.authenticator.authenticate(`bEARER  ${token}`)).id, 'ada');
  });
});
