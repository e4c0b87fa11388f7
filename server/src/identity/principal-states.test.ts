import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AUDIENCE, bearerWorld, TENANT } from '../../test/bearer-world.ts';
import { CAUSE } from '../../test/cause.ts';
import { sampleUser } from '../../test/planning-input.ts';
import { createIssuerKey } from '../../test/token-issuer.ts';
import type { CharterError } from '../kernel/errors.ts';
import { registerApp } from './register-app.ts';

const assertDeparted = (attempt: Promise<unknown>) =>
  assert.rejects(attempt, { code: 'Forbidden', message: /closed, or no longer in the directory/ });

const CHEAP = { ln: 10, r: 8, p: 1 };

describe('createAuthenticator', () => {
  const world = bearerWorld();
  const { clock, directory, create, claims, present, presentClaims, rejection } = world;

  it('rejects a cached token from its expiry on', async () => {
    const token = await world.issuer.sign(claims({ exp: clock.seconds() + 60 }));
    await present(token);
    clock.advance(89);
    await present(token);
    clock.advance(1);
    assert.match(
      await rejection(present(token)),
      /error="invalid_token", error_description="The token has expired"/,
    );
  });

  it('caches a token for at most five minutes, however often it is used', async () => {
    const token = await world.issuer.sign(claims());
    await present(token);
    const next = await createIssuerKey('second');
    world.issuer.published = [next.publicJwk];
    clock.advance(100);
    // Forces a fetch of the keys, which no longer include the first one.
    await present(await world.issuer.sign(claims(), {}, next));
    assert.equal((await present(token)).id, 'ada');
    clock.advance(199);
    assert.equal((await present(token)).id, 'ada');
    clock.advance(1.001);
    assert.match(await rejection(present(token)), /a key its issuer does not publish/);
  });

  it('returns the same principal synchronously for a cached token', async () => {
    const token = await world.issuer.sign(claims());
    const first = await present(token);
    const again = world.authenticator.authenticate(`Bearer ${token}`);
    assert.ok(!(again instanceof Promise));
    assert.equal(again, first);
  });

  it('applies a change of roles within ten seconds', async () => {
    const { roleAssignments } = world.stores;
    const token = await world.issuer.sign(claims({ oid: 'grace' }));
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
    await world.stores.roleAssignments.assign(TENANT, 'hal', 'AUTHORIZED_APP', CAUSE);
    assert.deepEqual((await presentClaims({ oid: 'hal' })).roles, new Set(['AUTHENTICATED_USER']));
  });

  it('rejects a person with a disabled account within a minute', async () => {
    await assertDeparted(presentClaims({ oid: 'olga' }));
    const token = await world.issuer.sign(claims({ oid: 'ivan' }));
    directory.people[TENANT]?.push(sampleUser('ivan', { displayName: 'Ivan' }));
    await present(token);
    const ivan = directory.people[TENANT]?.at(-1);
    if (ivan) ivan.accountEnabled = false;
    clock.advance(60.001);
    await assertDeparted(present(token));
  });

  it('reports the caller to the security trail only for verified tokens', async () => {
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

  it('admits people while the directory is unavailable, and retries soon', async () => {
    directory.failure = new Error('the directory is away');
    const token = await world.issuer.sign(claims({ oid: 'olga' }));
    assert.equal((await present(token)).id, 'olga');
    directory.failure = undefined;
    clock.advance(10.001);
    await assertDeparted(present(token));
  });

  it('caches directory look-ups', async () => {
    const token = await world.issuer.sign(claims());
    await present(token);
    const before = directory.lookUps;
    clock.advance(30);
    await Promise.all(Array.from({ length: 20 }, () => present(token)));
    assert.equal(directory.lookUps, before);
  });

  it("gives a registered app's token its roles and name, and rejects it once the app is disabled", async () => {
    const { apps } = world.stores;
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
    const token = await world.issuer.sign(claims({ idtyp: 'app', azp: 'crm' }));
    const principal = await present(token);
    assert.deepEqual([principal.displayName, principal.roles.has('INTEGRATION_MANAGER')], ['CRM', true]);
    const elsewhere = await presentClaims({ idtyp: 'app', azp: 'crm', tid: 'other-tenant' });
    assert.deepEqual([elsewhere.displayName, elsewhere.roles.has('INTEGRATION_MANAGER')], ['crm', false]);
    await apps.save({ ...app, enabled: false }, CAUSE);
    clock.advance(10.001);
    assert.match(await rejection(present(token)), /switched off/);
  });

  it("reads roles from the issuer's configured claims", async () => {
    const configured = create({
      trustedIssuers: [
        { issuer: world.issuer.issuer, audiences: [AUDIENCE], roleClaims: ['groups.charter'] },
      ],
    });
    const { roles } = await presentClaims({ groups: { charter: ['GOVERNANCE_MANAGER'] } }, configured);
    assert.ok(roles.has('GOVERNANCE_MANAGER'));
  });

  it('accepts only tenants that may use the service', async () => {
    const picky = create({ allowedTenants: [TENANT] });
    assert.equal((await presentClaims({}, picky)).tenantId, TENANT);
    assert.match(await rejection(presentClaims({ tid: 'other' }, picky)), /tenant of the token may not use/);
  });

  it('assigns a token without a tenant to the configured tenant', async () => {
    const configured = create({
      trustedIssuers: [{ issuer: world.issuer.issuer, audiences: [AUDIENCE], tenantId: 'contoso' }],
    });
    assert.equal((await presentClaims({ tid: undefined }, configured)).tenantId, 'contoso');
  });
});
