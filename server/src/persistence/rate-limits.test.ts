import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { createMigratedDatabase, type TestDatabase } from '../../test/database.ts';
import type { RateLimit, Tier } from '../engine/limits/ports.ts';
import { newId } from '../kernel/ids.ts';
import { SharedRateLimiter } from './rate-limits.ts';

const minute = (max: number): RateLimit => ({ max, windowMilliseconds: 60_000 });

describe('rate limits over several nodes', () => {
  let database: TestDatabase;
  let now = Date.parse('2030-01-01T00:00:00Z');
  const clock = { now: () => new Date(now) };
  /** Reported errors: one each time that a node begins to count alone. */
  const reasons: unknown[] = [];

  before(async () => {
    database = await createMigratedDatabase();
  });
  after(async () => {
    assert.ok(reasons.length <= 2, 'Only the test that takes the table away lets a node count alone.');
    await database.drop();
  });

  const nodes = (tiers: Record<Tier, number> = { 1: 6, 2: 20, 3: 60 }, all = 600) => {
    const limits = {
      tiers: { 1: minute(tiers[1]), 2: minute(tiers[2]), 3: minute(tiers[3]) },
      all: minute(all),
    };
    return [
      new SharedRateLimiter(database.tenancy, clock, limits, (error) => reasons.push(error)),
      new SharedRateLimiter(database.anotherTenancy(), clock, limits, (error) => reasons.push(error)),
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
      const refused = await node.take('a', principal, 1);
      assert.deepEqual(refused, { allowed: false, limit: 6, remaining: 0, resetSeconds: 60 });
    }
    assert.equal((await one.take('a', principal, 2)).allowed, true, 'another tier');
    assert.equal((await one.take('b', principal, 1)).allowed, true, 'another tenant');
    assert.equal((await one.take('a', newId(), 1)).allowed, true, 'another principal');
  });

  it('frees a call a minute after it was made', async () => {
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

  it('counts exactly when two nodes race for one principal', async () => {
    const [one, two] = nodes();
    const principal = newId();
    const verdicts = await Promise.all(
      Array.from({ length: 200 }, (_, call) => (call % 2 ? one : two).take('a', principal, 3)),
    );
    assert.equal(verdicts.filter((verdict) => verdict.allowed).length, 60);
  });

  it('counts exactly when many principals race', async () => {
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
    const refused = await one.take('a', principal, 1);
    assert.deepEqual([refused.allowed, refused.limit, refused.remaining], [false, 12, 0]);
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

  it('are counted by each node alone while the counts cannot be stored, and over all nodes afterwards', async () => {
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
      while ((await readCounts()).reduce((sum, calls) => sum + calls, 0) < 12) await delay(20);
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

  it('forgets principals who stopped calling', async () => {
    const [one] = nodes();
    const principal = newId();
    await one.take('forgetful', principal, 1);
    now += 121_000;
    assert.equal(await one.removeExpired('forgetful'), 1);
    assert.equal((await one.take('forgetful', principal, 1)).allowed, true);
  });
});
