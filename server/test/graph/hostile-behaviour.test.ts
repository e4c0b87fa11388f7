/** Tests the faults of the stand-in, and that a seed reproduces them. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { FAULTLESS, type Fault } from './behaviour.ts';
import { hostile } from './hostile.ts';
import { createStandInWorld, START, type StandInWorld } from './stand-in-world.ts';

/** Injects no faults except those that a test names. */
const NONE = {
  throttled: 0,
  unavailable: 0,
  notFoundButDone: 0,
  conflictButDone: 0,
  lost: 0,
  serverError: 0,
  expiredToken: 0,
  hidden: { group: 0, team: 0, channel: 0, tab: 0, member: 0 },
  operation: 0,
};

describe('the faults of the Graph stand-in', () => {
  let world: StandInWorld;

  before(async () => {
    world = await createStandInWorld();
  });
  after(() => world.standIn.stop());
  beforeEach(() => world.standIn.behave(FAULTLESS));

  /** Injects the fault into every call. */
  const behaveWith = (fault: Fault): void => world.standIn.behave({ ...FAULTLESS, faultOf: () => fault });
  const channelsOf = (id: string): string[] =>
    [...(world.tenant.groups.get(id)?.team?.channels.values() ?? [])].map(
      ({ channel }) => channel.displayName ?? '',
    );
  const makeChannel = (id: string, displayName: string) =>
    world.graph.call('POST', `/teams/${id}/channels`, { displayName });

  test('respond with 404 for a channel that was created', async () => {
    const id = await world.newTeam('done');
    behaveWith({ kind: 'not found but done' });
    assert.equal((await makeChannel(id, 'Plans')).status, 404);
    assert.deepEqual(channelsOf(id), ['General', 'Plans']);
  });

  test('respond with 409 for a channel that was created', async () => {
    const id = await world.newTeam('conflict');
    behaveWith({ kind: 'conflict but done' });
    assert.equal((await makeChannel(id, 'Plans')).status, 409);
    assert.deepEqual(channelsOf(id), ['General', 'Plans']);
  });

  test('reset the connection after the effect, or before it', async () => {
    const id = await world.newTeam('lost');
    behaveWith({ kind: 'lost', hasEffect: true });
    await assert.rejects(makeChannel(id, 'Made'), TypeError);
    behaveWith({ kind: 'lost', hasEffect: false });
    await assert.rejects(makeChannel(id, 'Not made'), TypeError);
    assert.deepEqual(channelsOf(id), ['General', 'Made']);
    assert.equal(world.standIn.calls.all.at(-1)?.status, 0);
  });

  test('throttle without an effect, with Retry-After', async () => {
    const id = await world.newTeam('throttled');
    behaveWith({ kind: 'throttled', seconds: 17 });
    const { status, headers } = await makeChannel(id, 'Plans');
    assert.deepEqual([status, headers.get('retry-after')], [429, '17']);
    assert.deepEqual(channelsOf(id), ['General']);
  });

  test('preserve the errors of Graph for invalid calls', async () => {
    const id = await world.newTeam('rejected');
    behaveWith({ kind: 'not found but done' });
    assert.equal((await makeChannel(id, 'a/b')).status, 400);
  });

  test('hide a new group and its team for a while', async () => {
    world.standIn.behave(hostile({ ...NONE, seed: 3, hidden: { group: 600 } }));
    const { body } = await world.upsert('hidden');
    const hidden = world.tenant.groups.get(body.id)!;
    assert.ok(hidden.visibleAt > hidden.createdAt);
    assert.equal((await world.graph.call('PUT', `/groups/${body.id}/team`, {})).status, 404);
    assert.equal((await world.upsert('hidden')).status, 204, 'the unique name is known at once');
    world.clock.advance(600);
    assert.equal((await world.graph.call('PUT', `/groups/${body.id}/team`, {})).status, 201);
  });

  test('keep an operation in progress until its duration has passed', async () => {
    const id = await world.newTeam('slow');
    world.standIn.behave(hostile({ ...NONE, seed: 5, operation: 120 }));
    const { headers } = await world.graph.call('POST', `/teams/${id}/archive`);
    const status = async () => (await world.graph.call('GET', headers.get('location') ?? '')).body.status;
    assert.equal(await status(), 'inProgress');
    assert.equal(world.tenant.groups.get(id)?.team?.team.isArchived, false);
    world.clock.advance(120);
    assert.equal(await status(), 'succeeded');
    assert.equal(world.tenant.groups.get(id)?.team?.team.isArchived, true);
  });

  test('respond with 503 and Retry-After during an outage, and with 403 without consent', async () => {
    const now = world.clock.now().getTime();
    const hour = 3_600_000;
    const [from, to] = [now, now + hour];
    world.standIn.behave(
      hostile({ ...NONE, seed: 1, outages: [{ from, to }], revocations: [{ from: to, to: to + hour }] }),
    );
    const { status, headers } = await world.graph.call('GET', '/organization');
    assert.deepEqual([status, headers.get('retry-after')], [503, '120']);
    world.clock.advance(3600);
    assert.equal((await world.graph.call('GET', '/organization')).status, 403);
    world.clock.advance(3600);
    assert.equal((await world.graph.call('GET', '/organization')).status, 200);
  });

  /** Reads the paths in this order. Returns the faults of the calls by path. */
  async function faultsOf(paths: readonly string[]): Promise<Map<string, string>> {
    const { standIn, graph, clock } = world;
    standIn.behave(hostile({ ...NONE, seed: 42, throttled: 0.2, unavailable: 0.1, serverError: 0.2 }));
    standIn.calls.clear();
    for (const path of paths) {
      clock.advance(1);
      await graph.call('GET', path);
    }
    return new Map(standIn.calls.all.map(({ path, fault }) => [path, fault ?? 'none']));
  }

  test('are the same for the same seed and calls, in any order', async () => {
    // The faults depend on the random id of the tenant too. Among 200 calls, each fault practically always occurs.
    const paths = Array.from({ length: 200 }, (_, index) => `/users/person-${index}`);
    const first = await faultsOf(paths);
    const second = await faultsOf(paths.toReversed());
    assert.deepEqual([...second].toReversed(), [...first]);
    const kinds = new Set(first.values());
    assert.ok(
      ['none', 'throttled', 'unavailable', 'error'].every((kind) => kinds.has(kind)),
      [...kinds].join(),
    );
  });

  test('invalidate a token before its expiry', async () => {
    const other = await createStandInWorld();
    try {
      other.standIn.behave({ ...FAULTLESS, faultOf: () => ({ kind: 'expired token' }) });
      const first = await other.graph.call('GET', '/organization');
      assert.deepEqual([first.status, first.body.error.code], [401, 'InvalidAuthenticationToken']);
      other.standIn.behave(FAULTLESS);
      assert.equal((await other.graph.call('GET', '/organization')).status, 401);
    } finally {
      await other.standIn.stop();
    }
  });

  test('use the injected clock', () => {
    const recorded = world.standIn.calls.all.at(-1);
    assert.ok(recorded !== undefined && recorded.at >= START.getTime());
    assert.ok(recorded.at <= world.clock.now().getTime());
  });
});
