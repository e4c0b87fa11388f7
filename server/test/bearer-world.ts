/** Bearer tokens of a test issuer, and an authenticator over a real database and a small directory. */
import assert from 'node:assert/strict';
import { after, before, beforeEach } from 'node:test';
import type { JWTPayload } from 'jose';
import {
  type Authenticator,
  type AuthenticatorDeps,
  createAuthenticator,
} from '../src/identity/authenticate.ts';
import type { CharterError } from '../src/kernel/errors.ts';
import { TestClock } from './clock.ts';
import { createDirectory, type IdentityDatabase, openIdentityDatabase } from './identity-stores.ts';
import { sampleUser } from './planning-input.ts';
import { TokenIssuer } from './token-issuer.ts';

export const TENANT = '7f3e9a52-0f5b-4a0e-9d53-0d0f5f6f0a01';
export const AUDIENCE = 'api://charter';

const clock = new TestClock(new Date('2026-03-01T12:00:00Z'));
const directory = createDirectory({
  [TENANT]: [
    sampleUser('ada', { displayName: 'Ada Lovelace' }),
    sampleUser('olga', { displayName: 'Olga Off', accountEnabled: false }),
  ],
});
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Registers the hooks of a `describe`. Each test starts with a new authenticator and a working issuer. */
export function bearerWorld() {
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

  /** Returns the challenge of the expected 401. Asserts that the error's log, message and cause contain no token. */
  async function rejection(attempt: Promise<unknown>): Promise<string> {
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
    issuer.userinfo = undefined;
    issuer.published = [issuer.key.publicJwk];
    directory.failure = undefined;
    authenticator = create();
  });

  return {
    clock,
    directory,
    create,
    claims,
    present,
    presentClaims,
    rejection,
    get issuer() {
      return issuer;
    },
    get authenticator() {
      return authenticator;
    },
    get stores() {
      return database.stores;
    },
  };
}
