import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { after, before, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CAUSE } from '../../test/cause.ts';
import { TestClock } from '../../test/clock.ts';
import { createDirectory, type IdentityDatabase, openIdentityDatabase } from '../../test/identity-stores.ts';
import type { AppStore } from '../domain/identity/ports.ts';
import type { CharterError } from '../kernel/errors.ts';
import { type AuthenticatorDeps, createAuthenticator } from './authenticate.ts';
import { registerApp } from './register-app.ts';

const CHEAP = { ln: 10, r: 8, p: 1 };
const SECRET = 'correct horse battery: staple';

const basic = (appId: string, secret: string) =>
  `Basic ${Buffer.from(`${appId}:${secret}`).toString('base64')}`;

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('the authentication with Basic credentials', () => {
  const clock = new TestClock(new Date('2026-03-01T12:00:00Z'));
  let database: IdentityDatabase;
  let apps: AppStore;

  const create = (change: Partial<AuthenticatorDeps> = {}) =>
    createAuthenticator({
      trustedIssuers: [],
      ...database.stores,
      users: createDirectory({}),
      clock,
      log,
      scrypt: CHEAP,
      ...change,
    });
  const register = (appId: string, change: object = {}) =>
    registerApp(
      { apps, scrypt: CHEAP },
      { tenantId: 'contoso', appId, displayName: 'Payroll', roles: [], secret: SECRET, ...change },
      CAUSE,
    );
  const rejection = async (attempt: Promise<unknown>): Promise<CharterError> => {
    const error: CharterError = await attempt.then(
      () => assert.fail('the credentials were accepted'),
      (reason) => reason,
    );
    assert.equal(error.code, 'Unauthenticated', String(error.stack));
    assert.doesNotMatch(JSON.stringify([error.log, error.message, error.facts]), /horse|scrypt/);
    return error;
  };

  before(async () => {
    database = await openIdentityDatabase();
    apps = database.stores.apps;
  });
  after(() => database.drop());

  it('authenticates a registered app with its registered and assigned roles', async () => {
    await register('payroll', { roles: ['INTEGRATION_MANAGER', 'AUTHENTICATED_USER'] });
    await database.stores.roleAssignments.assign('contoso', 'payroll', 'GOVERNANCE_MANAGER', CAUSE);
    assert.deepEqual(await create().authenticate(basic('payroll', SECRET)), {
      tenantId: 'contoso',
      kind: 'app',
      id: 'payroll',
      displayName: 'Payroll',
      roles: new Set(['AUTHENTICATED_USER', 'AUTHORIZED_APP', 'GOVERNANCE_MANAGER', 'INTEGRATION_MANAGER']),
    });
  });

  it('returns the same response for an unknown app, a wrong secret and a disabled app', async () => {
    await register('known');
    await apps.save({ ...(await register('switched-off')), enabled: false }, CAUSE);
    const answers = await Promise.all(
      [
        basic('known', 'wrong'),
        basic('known', ''),
        basic('known', `${SECRET} `),
        basic('nobody', SECRET),
        basic('switched-off', SECRET),
      ].map(async (header) => rejection((async () => create().authenticate(header))())),
    );
    for (const { message, facts } of answers) {
      assert.equal(message, answers[0]?.message);
      assert.equal(facts.challenge, 'Basic realm="charter", charset="UTF-8"');
    }
  });

  it('hashes the secret of an unknown app as slowly as that of a known one', async () => {
    // A cost above the memory limit fails, which shows that a hash is computed for an unknown app.
    const costly = create({ scrypt: { ln: 18, r: 9, p: 1 } });
    await register('cheap');
    assert.equal((await costly.authenticate(basic('cheap', SECRET))).id, 'cheap');
    await assert.rejects(async () => costly.authenticate(basic('nobody', SECRET)), /memory limit/i);
  });

  /** Starts more checks than the limits of running and queued checks allow. */
  const flood = (header: (index: number) => string, authenticator = create()) =>
    Promise.allSettled(
      Array.from({ length: 500 }, async (_, index) => authenticator.authenticate(header(index))),
    );

  it('checks concurrent equal credentials once', async () => {
    await register('busy');
    const outcomes = await flood(() => basic('busy', SECRET));
    assert.deepEqual(new Set(outcomes.map(({ status }) => status)), new Set(['fulfilled']));
  });

  it('admits a recently verified app during a flood, even when its secret is checked again', async () => {
    await register('remembered');
    const authenticator = create();
    const arrive = async () => authenticator.authenticate(basic('remembered', SECRET));
    await arrive();
    clock.advance(59);
    let crowd = flood((index) => basic(`crowd-${index}`, SECRET), authenticator);
    assert.equal((await arrive()).id, 'remembered');
    await crowd;
    clock.advance(1);
    crowd = flood((index) => basic(`next-crowd-${index}`, SECRET), authenticator);
    assert.equal((await arrive()).id, 'remembered');
    await crowd;
  });

  it('admits an app of another network next, while one network floods the node', async () => {
    await register('reached');
    const authenticator = create();
    let checked = 0;
    const crowd = Array.from({ length: 500 }, async (_, index) => {
      const header = basic(`crowd-of-one-${index}`, SECRET);
      const attempt = async () => authenticator.authenticate(header, () => '192.0.2.1');
      const { code } = await attempt().then(
        () => assert.fail('the credentials were accepted'),
        (error: CharterError) => error,
      );
      if (code === 'Unauthenticated') checked += 1;
    });
    await nextTurn();
    const app = await authenticator.authenticate(basic('reached', SECRET), () => '198.51.100.7');
    assert.equal(app.id, 'reached');
    assert.ok(checked <= availableParallelism() + 1, `${checked} checks of the crowd came first`);
    await Promise.all(crowd);
  });

  it('gives an app no priority after an hour without a call', async () => {
    await register('forgotten');
    const authenticator = create();
    const arrive = async () => authenticator.authenticate(basic('forgotten', SECRET));
    await arrive();
    clock.advance(60 * 60 + 1);
    const crowd = flood((index) => basic(`late-crowd-${index}`, SECRET), authenticator);
    await assert.rejects(arrive(), { code: 'ServiceUnavailable', retryAfterSeconds: 1 });
    await crowd;
    assert.equal((await arrive()).id, 'forgotten');
  });

  it('rejects a disabled app and a replaced secret within ten seconds', async () => {
    const app = await register('changing');
    const authenticator = create();
    await authenticator.authenticate(basic('changing', SECRET));
    await apps.save({ ...app, enabled: false }, CAUSE);
    clock.advance(10.001);
    await rejection((async () => authenticator.authenticate(basic('changing', SECRET)))());
    await register('changing', { secret: 'another secret, as long' });
    clock.advance(10.001);
    await rejection((async () => authenticator.authenticate(basic('changing', SECRET)))());
    const principal = await authenticator.authenticate(basic('changing', 'another secret, as long'));
    assert.equal(principal.id, 'changing');
  });

  it('limits wrong secrets of an app, and still accepts the right secret', async () => {
    await register('guessed');
    const authenticator = create();
    const attempt = async (secret: string) => authenticator.authenticate(basic('guessed', secret));
    await attempt(SECRET);
    for (let guess = 0; guess < 5; guess += 1) {
      assert.equal((await rejection(attempt(`guess ${guess}`))).retryAfterSeconds, undefined);
    }
    assert.equal((await rejection(attempt('guess 5'))).retryAfterSeconds, 1);
    assert.equal((await attempt(SECRET)).id, 'guessed');
    // After a minute the right secret is checked again, although the app id is blocked.
    clock.advance(61);
    assert.equal((await rejection(attempt('guess 6'))).retryAfterSeconds, undefined);
    assert.equal((await rejection(attempt('guess 7'))).retryAfterSeconds, 2);
    assert.equal((await attempt(SECRET)).id, 'guessed');
    const stranger = create();
    for (let guess = 0; guess < 6; guess += 1) {
      await rejection((async () => stranger.authenticate(basic('guessed', `guess ${guess}`)))());
    }
    // This node has never seen the right secret, so the block applies.
    const blocked = await rejection((async () => stranger.authenticate(basic('guessed', SECRET)))());
    assert.equal(blocked.retryAfterSeconds, 1);
    clock.advance(1);
    assert.equal((await stranger.authenticate(basic('guessed', SECRET))).id, 'guessed');
  });

  it('returns 503 when too many checks are queued', async () => {
    const authenticator = create();
    const outcomes = await flood((index) => basic(`app-${index}`, SECRET), authenticator);
    const codes = outcomes.map((outcome) =>
      outcome.status === 'rejected' ? outcome.reason.code : 'accepted',
    );
    assert.ok(codes.filter((code) => code === 'ServiceUnavailable').length > 300, codes.join());
    assert.ok(codes.filter((code) => code === 'Unauthenticated').length > 30, codes.join());
    assert.equal(codes.includes('accepted'), false);
    await register('afterwards');
    assert.equal((await authenticator.authenticate(basic('afterwards', SECRET))).id, 'afterwards');
  });

  it('rejects an app whose tenant may not use the service', async () => {
    await register('abroad', { tenantId: 'fabrikam' });
    const picky = create({ allowedTenants: ['contoso'] });
    await rejection((async () => picky.authenticate(basic('abroad', SECRET)))());
    assert.equal((await create().authenticate(basic('abroad', SECRET))).tenantId, 'fabrikam');
  });

  for (const [what, header] of [
    ['a value that is not base64', 'Basic ***'],
    ['a value without a colon', `Basic ${Buffer.from('payroll').toString('base64')}`],
    ['an empty app id', `Basic ${Buffer.from(':secret').toString('base64')}`],
    ['an app id with a control character', basic('pay\u0000roll', 'x')],
    ['a value that is not UTF-8', `Basic ${Buffer.from([0xff, 0xfe, 0x3a, 0x61]).toString('base64')}`],
    ['a secret of 3,000 characters', basic('payroll', 'x'.repeat(3000))],
    ['an empty value', 'Basic'],
  ] as const) {
    it(`rejects ${what}`, async () => {
      const { facts } = await rejection((async () => create().authenticate(header))());
      assert.match(facts.challenge ?? '', /^Bearer realm="charter", error=/);
    });
  }

  it('rejects an invalid registration of an app, and names each problem', async () => {
    const wrong = { tenantId: '', appId: 'a:b', displayName: ' ', secret: 'short' };
    await assert.rejects(register('x', wrong), (error: CharterError) => {
      assert.deepEqual(
        error.details.map(({ target }) => target),
        ['tenantId', 'appId', 'displayName', 'secret'],
      );
      return error.code === 'InvalidRequest';
    });
    await assert.rejects(register('payroll', { tenantId: 'fabrikam' }), { code: 'Conflict' });
  });
});
