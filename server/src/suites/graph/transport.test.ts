import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { aChannel, createTeam } from '../../../test/conformance/world.ts';
import type { Fault } from '../../../test/graph/manners.ts';
import { POLITE } from '../../../test/graph/manners.ts';
import { createGraphWorld, type GraphWorld } from '../../../test/graph-world.ts';
import { isCharterError } from '../../kernel/errors.ts';
import { createGraphSuite } from './index.ts';

describe('calls to Graph', () => {
  let world: GraphWorld;
  before(async () => {
    world = await createGraphWorld();
  });
  after(() => world.release());

  /** Makes the next calls fail with the fault. */
  function once(fault: Fault, times = 1): void {
    let left = times;
    world.standIn.behave({
      ...POLITE,
      faultOf: () => {
        left -= 1;
        return left >= 0 ? fault : undefined;
      },
    });
  }

  const primary = async () => {
    const { bare, tenantId, people } = world;
    const { team } = await world.suite.teams.create(tenantId, {
      marker: crypto.randomUUID(),
      displayName: 'Calls',
      description: null,
      visibility: 'private',
      mailNickname: crypto.randomUUID(),
      members: [{ userId: people.ada, role: 'owner' }],
    });
    return () => bare.channels.primary(tenantId, team.id);
  };

  const failureOf = async (call: () => Promise<unknown>) => {
    const error = await call().then(
      () => assert.fail('The call did not fail.'),
      (reason: unknown) => reason,
    );
    assert.ok(isCharterError(error), String(error));
    return error;
  };

  it('signs in again when Graph refuses a token', async () => {
    const call = await primary();
    once({ kind: 'expired token' });
    assert.equal((await call()).displayName, 'General');
  });

  it('says when to retry, to the second, and holds other calls until then', async () => {
    const call = await primary();
    once({ kind: 'throttled', seconds: 47 });
    const error = await failureOf(call);
    assert.deepEqual([error.code, error.retryAfterSeconds], ['ServiceUnavailable', 47]);
    const before = world.standIn.calls.all.length;
    assert.equal((await failureOf(call)).retryAfterSeconds, 47);
    assert.equal(world.standIn.calls.all.length, before);
    world.clock.advance(47);
    await call();
  });

  it('repeats a failed read at once', async () => {
    const call = await primary();
    once({ kind: 'error', status: 502, hasEffect: false });
    assert.equal((await call()).displayName, 'General');
  });

  it('repeats a read at once when Graph closes a connection that was used before', async () => {
    const { bare, tenantId } = world;
    const { team } = await createTeam(world);
    for (const read of [
      () => bare.channels.primary(tenantId, team.id),
      () => bare.teams.find(tenantId, team.id),
    ]) {
      await read();
      once({ kind: 'lost', hasEffect: false });
      assert.ok(await read());
    }
  });

  it('never repeats a write by itself when Graph closes the connection', async () => {
    const { bare, suite, tenantId, standIn } = world;
    const { team } = await createTeam(world);
    const channel = aChannel('Once');
    world.clock.advance(60);
    for (const hasEffect of [true, false]) {
      standIn.calls.clear();
      const route = 'POST /teams/{team}/channels';
      let left = 1;
      const faultOf = (occasion: { route: string }): Fault | undefined =>
        occasion.route === route && left-- > 0 ? { kind: 'lost', hasEffect } : undefined;
      standIn.behave({ ...POLITE, faultOf });
      const wanted = hasEffect ? channel : aChannel('Twice');
      await assert.rejects(bare.channels.create(tenantId, team.id, [wanted]), { code: 'ServiceUnavailable' });
      const count = () => standIn.calls.all.filter((made) => made.route === route).length;
      assert.equal(count(), 1);
      await suite.channels.create(tenantId, team.id, [wanted]);
      assert.equal(count(), hasEffect ? 1 : 2);
    }
    const names = (await suite.channels.list(tenantId, team.id)).map(({ displayName }) => displayName);
    assert.deepEqual(names.toSorted(), ['General', 'Once', 'Twice']);
  });

  it('asks for a retry when Graph does not answer, or fails again', async () => {
    const call = await primary();
    for (const [fault, times] of [
      [{ kind: 'lost', hasEffect: false }, 2],
      [{ kind: 'error', status: 502, hasEffect: false }, 2],
    ] as const) {
      once(fault, times);
      const error = await failureOf(call);
      assert.deepEqual([error.code, error.retryAfterSeconds], ['ServiceUnavailable', 30]);
    }
  });

  it('says that an administrator must act when the consent was revoked', async () => {
    const call = await primary();
    once({ kind: 'revoked' });
    const error = await failureOf(call);
    assert.equal(error.code, 'ServiceUnavailable');
    assert.match(error.message, /lacks a permission \(ChannelSettings\.ReadWrite\.All\)/);
    assert.match(error.message, /administrator.*charter graph permissions/);
  });

  it('renews a token that may lack permissions granted since', async () => {
    const { authority } = world.standIn;
    const call = await primary();
    await call();
    world.clock.advance(301);
    const { issued } = authority;
    once({ kind: 'revoked' });
    await failureOf(call);
    assert.equal(authority.issued, issued);
    await call();
    await call();
    assert.equal(authority.issued, issued + 1);
  });

  it('uses one token until five minutes before its expiry', async () => {
    const { authority } = world.standIn;
    const call = await primary();
    const issuedBy = async (work: () => Promise<unknown>): Promise<number> => {
      const before = authority.issued;
      await work();
      return authority.issued - before;
    };
    assert.equal(await issuedBy(() => Promise.all([call(), call(), call()])), 0);
    authority.lifetimeSeconds = 299;
    authority.revoke();
    assert.equal(await issuedBy(call), 1);
    assert.equal(await issuedBy(call), 1);
    authority.lifetimeSeconds = 3599;
    assert.equal(await issuedBy(call), 1);
    assert.equal(await issuedBy(call), 0);
  });

  it('asks for one new token when Graph refuses the present one to many calls', async () => {
    const { authority, calls } = world.standIn;
    const teams = await Promise.all(Array.from({ length: 8 }, primary));
    world.clock.advance(60);
    authority.revoke();
    calls.clear();
    const { issued } = authority;
    await Promise.all(teams.map((call) => call()));
    assert.equal(authority.issued, issued + 1);
    // A call that begins after the new token arrived is not refused.
    const refused = calls.all.filter(({ status }) => status === 401).length;
    assert.ok(refused >= 1);
    assert.equal(calls.all.length, refused + 8);
  });

  it('shows no labels without the permission to read them', async () => {
    once({ kind: 'revoked' }, 2);
    assert.deepEqual(await world.bare.labels.listFor(world.tenantId, world.people.bob), []);
  });

  it('says that an administrator must act when Entra refuses the secret', async () => {
    const { standIn, database, clock, tenantId } = world;
    const suite = createGraphSuite(database.tenancy, clock, {
      cloud: { url: standIn.url, authority: standIn.authorityUrl },
      registrations: [{ tenant: tenantId, clientId: 'charter', clientSecret: 'an old secret' }],
    });
    const error = await failureOf(() => suite.organisation(tenantId));
    assert.deepEqual([error.code, error.retryAfterSeconds], ['ServiceUnavailable', 300]);
    assert.match(error.message, /sign-in.*administrator/);
    assert.doesNotMatch(error.message, /an old secret/);
  });

  it('rejects addresses without TLS', () => {
    const { database, clock, tenantId } = world;
    const suite = createGraphSuite(database.tenancy, clock, {
      cloud: { url: 'http://graph.example/v1.0', authority: 'https://login.example' },
      registrations: [{ tenant: tenantId, clientId: 'charter', clientSecret: 'secret' }],
    });
    return assert.rejects(() => suite.organisation(tenantId), /not confidential/);
  });
});
