import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { createMigratedDatabase, type TestDatabase } from '../../test/database.ts';
import type { RateLimit, Tier } from '../engine/limits/ports.ts';
import type { Sleep } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import { type SharedLimits, SharedRateLimiter } from './rate-limits.ts';

const minute = (max: number): RateLimit => ({ max, windowMilliseconds: 60_000 });

describe('the rate limiter of several nodes', () => {
  let database: TestDatabase;
  let now = Date.parse('2030-01-01T00:00:00Z');
  const clock = { now: () => new Date(now) };
  /** Pauses of the nodes of one test, with the milliseconds that are left. Only `pass` ends them. */
  let pauses: { left: number; end: () => void }[] = [];
  beforeEach(() => {
    pauses = [];
  });
  const sleep: Sleep = (left) => new Promise((end) => pauses.push({ left, end }));
  /** Lets time pass for the nodes. */
  const pass = async (milliseconds: number): Promise<void> => {
    const passed = pauses.map(({ left, end }) => ({ left: left - milliseconds, end }));
    pauses = passed.filter(({ left }) => left > 0);
    for (const { left, end } of passed) if (left <= 0) end();
    await turn();
  };
  /** Reported errors: one each time that a node begins to count alone. */
  const reasons: unknown[] = [];

  before(async () => {
    database = await createMigratedDatabase();
  });
  after(async () => {
    assert.ok(reasons.length <= 2, 'Only the test that takes the table away lets a node count alone.');
    await database.drop();
  });

  const limitsOf = (tiers: Record<Tier, number>, all: number): SharedLimits => ({
    tiers: { 1: minute(tiers[1]), 2: minute(tiers[2]), 3: minute(tiers[3]) },
    all: minute(all),
  });
  const nodes = (tiers: Record<Tier, number> = { 1: 6, 2: 20, 3: 60 }, all = 600) => {
    const limits = limitsOf(tiers, all);
    return [
      new SharedRateLimiter(database.tenancy, clock, limits, (error) => reasons.push(error), sleep),
      new SharedRateLimiter(database.anotherTenancy(), clock, limits, (error) => reasons.push(error), sleep),
    ] as const;
  };

  it('allows six tier-1 calls a minute over all nodes, and rejects the seventh', async () => {
    const [one, two] = nodes();
    const principal = newId();
    for (let call = 0; call < 6; call += 1) {
      const verdict = await (call % 2 ? one : two).take('a', principal, 1);
      assert.deepEqual([verdict.allowed, verdict.limit, verdict.remaining], [true, 6, 5 - call]);
    }
    for (const node of [one, two]) {
      const rejected = await node.take('a', principal, 1);
      assert.deepEqual(rejected, { allowed: false, limit: 6, remaining: 0, resetSeconds: 60 });
    }
    assert.equal((await one.take('a', principal, 2)).allowed, true, 'another tier');
    assert.equal((await one.take('b', principal, 1)).allowed, true, 'another tenant');
    assert.equal((await one.take('a', newId(), 1)).allowed, true, 'another principal');
  });

  it('allows another call a minute after the first one', async () => {
    const [one, two] = nodes();
    const principal = newId();
    for (let call = 0; call < 6; call += 1) {
      await one.take('a', principal, 1);
      now += 1_000;
    }
    assert.equal((await two.take('a', principal, 1)).resetSeconds, 54);
    now += 54_000;
    assert.equal((await two.take('a', principal, 1)).allowed, true);
    assert.equal((await one.take('a', principal, 1)).allowed, false);
  });

  /** Returns a node whose statements are counted, and fail while `isAway` is set. */
  const aWatchedNode = (tiers: Record<Tier, number> = { 1: 6, 2: 20, 3: 1_000 }, all = 10_000) => {
    const watch = { statements: 0, isAway: false, errors: [] as string[] };
    const databases: TenantDatabases = {
      for: (tenantId) => {
        watch.statements += 1;
        if (watch.isAway) throw new Error('The database is away.');
        return database.tenancy.for(tenantId);
      },
    };
    const onAlone = (error: unknown) => void watch.errors.push((error as Error).message);
    return { node: new SharedRateLimiter(databases, clock, limitsOf(tiers, all), onAlone, sleep), watch };
  };

  const isAnsweredAtOnce = (verdict: ReturnType<SharedRateLimiter['take']>): boolean =>
    !(verdict instanceof Promise);

  it('returns the seconds to wait for the limit with fewer calls left', async () => {
    const [one] = nodes({ 1: 6, 2: 20, 3: 60 }, 12);
    const principal = newId();
    const take = async (tier: Tier) => {
      const { limit, remaining, resetSeconds } = await one.take('a', principal, tier);
      return [limit, remaining, resetSeconds];
    };
    for (let call = 0; call < 6; call += 1) await take(2);
    now += 10_000;
    assert.deepEqual(await take(1), [6, 5, 60], 'the limit of the tier, when both are equally near');
    assert.deepEqual(await take(2), [12, 4, 50], 'the limit of all tiers');
    assert.deepEqual(await take(1), [12, 3, 50]);
  });

  it('returns the time until enough calls have left the window after a limit was lowered', async () => {
    const [generous] = nodes();
    const [strict] = nodes({ 1: 3, 2: 20, 3: 60 });
    const principal = newId();
    for (let call = 0; call < 6; call += 1) {
      await generous.take('a', principal, 1);
      now += 1_000;
    }
    const rejected = await strict.take('a', principal, 1);
    // The fourth of six calls, which began three seconds after the first, must leave the window.
    assert.deepEqual(rejected, { allowed: false, limit: 3, remaining: 0, resetSeconds: 57 });
  });

  it('writes simultaneous calls together, and later ones in the next write', async () => {
    const { node, watch } = aWatchedNode();
    const principal = newId();
    const take = (number: number) =>
      Promise.all(Array.from({ length: number }, () => node.take('a', principal, 1)));
    const first = take(4);
    await turn();
    assert.equal(watch.statements, 1);
    const second = [take(1), take(1), take(3)];
    await Promise.all([first, ...second]);
    assert.equal(watch.statements, 2);
    assert.ok(isAnsweredAtOnce(node.take('a', principal, 1)), 'rejects a further call without a statement');
  });

  it('writes nothing for calls that are all rejected', async () => {
    const { node, watch } = aWatchedNode();
    const principal = newId();
    const take = (number: number) =>
      Promise.all(Array.from({ length: number }, () => node.take('a', principal, 1)));
    const first = take(6);
    await turn();
    assert.deepEqual(
      (await take(2)).map(({ allowed }) => allowed),
      [false, false],
    );
    await first;
    assert.equal(watch.statements, 1);
  });

  it('does not count simultaneous calls that it rejects', async () => {
    const [one] = nodes();
    const principal = newId();
    for (let call = 0; call < 3; call += 1) await one.take('a', principal, 1);
    now += 30_000;
    const verdicts = await Promise.all(Array.from({ length: 9 }, () => one.take('a', principal, 1)));
    assert.equal(verdicts.filter(({ allowed }) => allowed).length, 3);
    now += 30_000;
    assert.equal((await one.take('a', principal, 1)).remaining, 2);
  });

  it('does not count rejected calls under a large limit', async () => {
    const [one] = nodes({ 1: 6, 2: 20, 3: 130 });
    const principal = newId();
    const take = () => one.take('a', principal, 3);
    for (let call = 0; call < 65; call += 1) await take();
    now += 30_000;
    for (let call = 0; call < 100; call += 1) await take();
    now += 31_000;
    assert.equal((await take()).remaining, 64);
  });

  it('counts calls before they proceed when the limit is at most 128', async () => {
    const [one, two] = nodes({ 1: 6, 2: 128, 3: 129 });
    const principal = newId();
    for (const tier of [2, 3] as const) await one.take('a', principal, tier);
    assert.equal(isAnsweredAtOnce(one.take('a', principal, 3)), true);
    const counted = one.take('a', principal, 2);
    assert.equal(isAnsweredAtOnce(counted), false);
    await counted;
    assert.equal((await two.take('a', principal, 2)).remaining, 125);
  });

  it('counts a call that arrives during a write once, in the next write', async () => {
    const { node, watch } = aWatchedNode();
    const principal = newId();
    await node.take('during', principal, 3);
    await node.take('during', principal, 3);
    const writing = node.take('during', principal, 1);
    await turn();
    assert.equal(watch.statements, 2);
    await node.take('during', principal, 3);
    await writing;
    await node.take('during', principal, 1);
    const [other] = nodes({ 1: 6, 2: 20, 3: 1_000 }, 10_000);
    assert.equal((await other.take('during', principal, 3)).remaining, 996);
    assert.equal((await other.take('during', principal, 1)).remaining, 3);
  });

  it('writes calls under a large limit a second later, and 50 ms later when a twentieth of the limit is unwritten', async () => {
    const { node, watch } = aWatchedNode();
    const principal = newId();
    const take = () => node.take('behind', principal, 3);
    const remainingElsewhere = async () => {
      const [other] = nodes({ 1: 6, 2: 20, 3: 1_000 }, 10_000);
      return (await other.take('behind', principal, 3)).remaining;
    };
    await take();
    for (let call = 0; call < 49; call += 1) assert.ok(isAnsweredAtOnce(take()), 'proceeds at once');
    await pass(999);
    assert.equal(watch.statements, 1);
    await pass(1);
    assert.equal(watch.statements, 2);
    // The write has ended when a call that waits for its own write is answered.
    await node.take('behind', newId(), 1);
    assert.equal(await remainingElsewhere(), 949);
    const { statements } = watch;
    for (let call = 0; call < 50; call += 1) assert.ok(isAnsweredAtOnce(take()), 'proceeds at once');
    await pass(49);
    assert.equal(watch.statements, statements);
    await pass(1);
    assert.ok(watch.statements > statements, 'writes after 50 ms');
    await node.take('behind', newId(), 1);
    assert.equal(await remainingElsewhere(), 898);
  });

  it('retries the write of calls each second while the database is unavailable', async () => {
    const { node, watch } = aWatchedNode();
    const principal = newId();
    await node.take('later', principal, 3);
    for (let call = 0; call < 9; call += 1)
      assert.ok(isAnsweredAtOnce(node.take('later', principal, 3)), 'proceeds at once');
    watch.isAway = true;
    await pass(1_000);
    assert.equal(watch.statements, 2);
    assert.deepEqual(watch.errors, ['The database is away.']);
    await pass(999);
    assert.equal(watch.statements, 2);
    await pass(1);
    assert.equal(watch.statements, 3);
    assert.equal(watch.errors.length, 1, 'reports once that it counts alone');
    assert.ok(isAnsweredAtOnce(node.take('later', newId(), 1)), 'counts alone at once');
    watch.isAway = false;
    await pass(1_000);
    const another = newId();
    const [other] = nodes({ 1: 6, 2: 20, 3: 1_000 }, 10_000);
    // Each turn waits for a write of the other node, so the loop adds few calls until this node's write ends.
    while (isAnsweredAtOnce(node.take('later', newId(), 1))) await other.take('later', newId(), 1);
    assert.equal((await other.take('later', principal, 3)).remaining, 989);
    await node.take('later', another, 1);
    assert.equal((await other.take('later', another, 1)).remaining, 4, 'counts over all nodes again');
    const { statements } = watch;
    for (let second = 0; second < 2; second += 1) {
      await pass(1_000);
      await node.take('later', newId(), 1);
    }
    assert.equal(watch.statements, statements + 2, 'writes nothing twice');
  });

  it('counts only on its own node after it has lost a hundred writes', async () => {
    const { node, watch } = aWatchedNode();
    const principal = newId();
    const owner = new pg.Client(database.ownerUrl);
    await owner.connect();
    try {
      await owner.query(`
        create function charter.lose() returns trigger language plpgsql as 'begin return null; end';
        create trigger lose before insert on charter.rate_limits
          for each row when (new.principal_id = '${principal}') execute function charter.lose()`);
      assert.equal((await node.take('lost', principal, 1)).allowed, true);
      assert.deepEqual(watch.errors, ['Lost 100 rounds of counting calls.']);
      assert.equal(watch.statements, 200);
    } finally {
      await owner.query('drop function charter.lose() cascade');
      await owner.end();
    }
  });

  it('counts exactly when two nodes race for one principal', async () => {
    const [one, two] = nodes();
    const principal = newId();
    const verdicts = await Promise.all(
      Array.from({ length: 200 }, (_, call) => (call % 2 ? one : two).take('a', principal, 3)),
    );
    assert.equal(verdicts.filter((verdict) => verdict.allowed).length, 60);
  });

  it('counts exactly when two nodes race for many principals', async () => {
    const [one, two] = nodes();
    const principals = Array.from({ length: 20 }, newId);
    const verdicts = await Promise.all(
      principals.flatMap((principal) =>
        Array.from({ length: 30 }, async (_, call) => ({
          principal,
          verdict: await (call % 2 ? one : two).take('a', principal, 2),
        })),
      ),
    );
    for (const principal of principals) {
      const allowed = verdicts.filter((entry) => entry.principal === principal && entry.verdict.allowed);
      assert.equal(allowed.length, 20);
    }
  });

  it('rejects calls over the limit of all tiers together', async () => {
    const [one] = nodes({ 1: 10, 2: 10, 3: 10 }, 12);
    const principal = newId();
    for (let call = 0; call < 12; call += 1) {
      assert.equal((await one.take('a', principal, ((call % 3) + 1) as Tier)).allowed, true);
    }
    const rejected = await one.take('a', principal, 1);
    assert.deepEqual([rejected.allowed, rejected.limit, rejected.remaining], [false, 12, 0]);
  });

  it('lets calls under a large limit proceed, and counts them for every node soon after', async () => {
    const [one, two] = nodes({ 1: 6, 2: 20, 3: 1_000 }, 10_000);
    const principal = newId();
    await one.take('large', principal, 3);
    for (let call = 1; call < 300; call += 1) await one.take('large', principal, 3);
    // A call in a small tier waits for its write, which includes the calls of the large tier.
    await one.take('large', principal, 1);
    assert.equal((await two.take('large', principal, 3)).remaining, 699);
    const verdicts = await Promise.all(
      Array.from({ length: 1_000 }, (_, call) => (call % 2 ? one : two).take('large', principal, 3)),
    );
    await Promise.all([one.take('large', principal, 1), two.take('large', principal, 1)]);
    await Promise.all([one.take('large', principal, 1), two.take('large', principal, 1)]);
    assert.ok(verdicts.filter((verdict) => verdict.allowed).length >= 699);
    assert.equal((await one.take('large', principal, 3)).allowed, false);
    assert.equal((await two.take('large', principal, 3)).allowed, false);
  });

  it('counts separately on each node while the counts cannot be stored, and over all nodes afterwards', async () => {
    const [one, two] = nodes();
    const principal = newId();
    const takeSix = async (node: SharedRateLimiter) => {
      for (let call = 0; call < 6; call += 1)
        assert.equal((await node.take('alone', principal, 1)).allowed, true);
      const { allowed, remaining } = await node.take('alone', principal, 1);
      assert.deepEqual([allowed, remaining], [false, 0]);
    };
    const owner = new pg.Client(database.ownerUrl);
    await owner.connect();
    try {
      await owner.query('alter table charter.rate_limits rename to rate_limits_away');
      await takeSix(one);
      await takeSix(two);
      assert.equal(reasons.length, 2);
      await owner.query('alter table charter.rate_limits_away rename to rate_limits');
      const readCounts = async (): Promise<number[]> => {
        const { rows } = await owner.query<{ calls: string }>(
          'select calls from charter.rate_limits where principal_id = $1',
          [principal],
        );
        const [tier1 = []] = JSON.parse(rows[0]?.calls ?? '[]') as number[][];
        return tier1.filter((_, position) => position % 2 === 1);
      };
      await pass(1_000);
      while ((await readCounts()).reduce((sum, calls) => sum + calls, 0) < 12);
      const [third] = nodes();
      assert.equal((await third.take('alone', principal, 1)).allowed, false);
    } finally {
      await owner.end();
    }
  });

  it('does not count rejected calls', async () => {
    const [one] = nodes();
    const principal = newId();
    for (let call = 0; call < 50; call += 1) await one.take('a', principal, 1);
    now += 60_000;
    assert.equal((await one.take('a', principal, 1)).remaining, 5);
  });

  it('deletes the counts of principals who stopped calling', async () => {
    const [one] = nodes();
    const principal = newId();
    await one.take('forgetful', principal, 1);
    now += 121_000;
    assert.equal(await one.removeExpired('forgetful'), 1);
    assert.equal((await one.take('forgetful', principal, 1)).allowed, true);
  });
});
