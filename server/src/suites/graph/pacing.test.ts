import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { TestClock } from '../../../test/clock.ts';
import { createMigratedDatabase, type TestDatabase } from '../../../test/database.ts';
import { EmbeddedDatabase } from '../embedded/database.ts';
import { BUDGETS, backgroundRate, type Lane } from './budgets.ts';
import { GraphFailure } from './failure.ts';
import { Pacing } from './pacing.ts';

const TEAM = 'b1c5353a-7aca-41b3-830f-27d5218fe0e5';

describe('the pacing of calls to Graph', () => {
  let database: TestDatabase;
  let clock: TestClock;
  let tenantId: string;
  let number = 0;
  before(async () => {
    database = await createMigratedDatabase();
  });
  after(() => database.drop());
  beforeEach(() => {
    number += 1;
    tenantId = `tenant-${number}`;
    clock = new TestClock(new Date('2026-03-02T08:00:00Z'));
  });

  const node = (lane: Lane = 'background', tenancy = database.tenancy): Pacing =>
    new Pacing(
      new EmbeddedDatabase(tenancy),
      clock,
      async (milliseconds) => clock.advance(milliseconds / 1000),
      lane,
    );

  /** Makes the calls one after another. Returns their times, in seconds since the start. */
  async function callTimes(pacing: Pacing, calls: number, teamId?: string): Promise<number[]> {
    const start = clock.now().getTime();
    const times: number[] = [];
    for (let call = 0; call < calls; call += 1) {
      await pacing.take(tenantId, [{ budget: 'writeTeams', ...(teamId && { teamId }) }]);
      times.push((clock.now().getTime() - start) / 1000);
    }
    return times;
  }

  const isWithin = (times: readonly number[], most: number): boolean =>
    times.every((time, place) => place < most || time - times[place - most]! >= 1);

  it('permits four calls a second about one team, and waits for the fifth', async () => {
    const times = await callTimes(node(), 12, TEAM);
    assert.deepEqual(times.slice(0, 5), [0, 0, 0, 0, 1.3]);
    assert.ok(isWithin(times, 4), times.join(' '));
  });

  it('counts the calls of all nodes together', async () => {
    const nodes = [node(), node('background', database.anotherTenancy())];
    const start = clock.now().getTime();
    const times: number[] = [];
    for (let call = 0; call < 12; call += 1) {
      await nodes[call % 2]!.take(tenantId, [{ budget: 'writeTeams', teamId: TEAM }]);
      times.push((clock.now().getTime() - start) / 1000);
    }
    assert.ok(isWithin(times, 4), times.join(' '));
  });

  it('leaves a share of each budget to requests', async () => {
    const most = backgroundRate('makeTeams').calls;
    const jobs = node();
    for (let call = 0; call < most; call += 1) await jobs.take(tenantId, [{ budget: 'makeTeams' }]);
    const at = clock.now().getTime();
    await node('requests').take(tenantId, [{ budget: 'makeTeams' }]);
    assert.equal(clock.now().getTime(), at);
  });

  it('lets requests use what jobs leave of a budget, and no more', async () => {
    const people = node('requests', database.anotherTenancy());
    const jobs = node();
    const start = clock.now().getTime();
    const times: number[] = [];
    for (let call = 0; call < 90; call += 1) {
      await (call % 9 ? people : jobs).take(tenantId, [{ budget: 'readTeams' }]);
      times.push((clock.now().getTime() - start) / 1000);
    }
    assert.equal(times[BUDGETS.readTeams.calls - 1], 0);
    assert.ok(isWithin(times, BUDGETS.readTeams.calls), times.join(' '));
  });

  it('lets a request wait for its turn for ten seconds', async () => {
    const people = node('requests');
    const turn = { budget: 'readTeams', teamId: TEAM } as const;
    const start = clock.now().getTime();
    await people.pause(tenantId, [turn], 9);
    await people.take(tenantId, [turn]);
    assert.equal(clock.now().getTime() - start, 9_000);
    await people.pause(tenantId, [turn], 11);
    await assert.rejects(() => people.take(tenantId, [turn]), { name: 'GraphFailure' });
  });

  it('holds back no call about another team while requests wait for a busy one', async () => {
    const waiting: (() => void)[] = [];
    const people = new Pacing(
      new EmbeddedDatabase(database.tenancy),
      clock,
      () => new Promise((wake) => waiting.push(wake)),
      'requests',
    );
    const most = BUDGETS.readTeams.calls;
    const busy = Array.from({ length: most }, () =>
      people.take(tenantId, [{ budget: 'readTeams', teamId: TEAM }]),
    );
    while (waiting.length < most - 4) await new Promise(setImmediate);
    const start = clock.now().getTime();
    await node('requests').take(tenantId, [{ budget: 'readTeams', teamId: tenantId }]);
    assert.ok(clock.now().getTime() - start <= 1_050);
    await people.pause(tenantId, [{ budget: 'readTeams' }], 60);
    for (const wake of waiting.splice(0)) wake();
    const failed = (await Promise.allSettled(busy)).filter(({ status }) => status === 'rejected');
    assert.equal(failed.length, most - 4);
  });

  it('rejects a call that would have to wait for more than two seconds', async () => {
    const pacing = node();
    const all = Array.from({ length: 20 }, () => ({ budget: 'reports' }) as const);
    await pacing.take(tenantId, all.slice(0, 12));
    await assert.rejects(
      () => pacing.take(tenantId, [{ budget: 'reports' }]),
      (error) =>
        error instanceof GraphFailure && error.status === 429 && error.facts.retryAfterSeconds === 600,
    );
  });

  it('stops every node until the time that Graph names', async () => {
    const [told, other] = [node(), node('requests', database.anotherTenancy())];
    await told.pause(tenantId, [{ budget: 'readTeams', teamId: TEAM }], 30);
    for (const turn of [{ budget: 'readTeams' }, { budget: 'writeTeams', teamId: TEAM }] as const) {
      await assert.rejects(
        () => other.take(tenantId, [turn]),
        (error) => error instanceof GraphFailure && error.facts.retryAfterSeconds === 30,
      );
    }
    await other.take(tenantId, [{ budget: 'readDirectory' }]);
    clock.advance(30);
    await other.take(tenantId, [{ budget: 'readTeams', teamId: TEAM }]);
    await told.take('another tenant', [{ budget: 'readTeams' }]);
  });

  it('puts rejected jobs in a line that is no longer than Graph has throttled so far', async () => {
    const [told, other] = [node(), node('background', database.anotherTenancy())];
    const turns = [{ budget: 'makeTeams' }] as const;
    const { calls: most } = BUDGETS.makeTeams;
    const waits = async (count: number, pacing = other): Promise<number[]> => {
      const seconds: number[] = [];
      for (let job = 0; job < count; job += 1) {
        const call = job % 2 ? pacing.take(tenantId, turns) : pacing.assertOpen(tenantId, turns);
        const error = await call.catch((one: unknown) => one);
        assert.ok(error instanceof GraphFailure && error.facts.hasTurn === (pacing === other));
        seconds.push(error.facts.retryAfterSeconds!);
      }
      return seconds;
    };
    const times = (count: number, second: number): number[] => Array.from({ length: count }, () => second);
    await other.assertOpen(tenantId, turns);

    await told.pause(tenantId, turns, 60);
    assert.deepEqual(
      await waits(3 * most),
      [60, 120, 180].flatMap((second) => times(most, second)),
    );
    const far = await waits(40 * most);
    assert.ok(far.every((second) => second > 180 && second <= 60 + 5 * 60) && far.at(-1) === 60 + 5 * 60);
    assert.deepEqual(await waits(2, node('requests')), [60, 60]);

    clock.advance(30);
    await told.pause(tenantId, turns, 10);
    assert.ok((await waits(1))[0]! > 30, 'a shorter pause changes nothing');
    await told.pause(tenantId, turns, 40);
    assert.deepEqual(
      (await waits(most + 1)).map((second) => second > 40),
      [...times(most, 0), 1].map(Boolean),
    );
    clock.advance(40);
    await other.take(tenantId, turns);
    await told.pause(tenantId, turns, 20);
    assert.deepEqual(await waits(1), [20], 'those that were sent back first return first');
    for (let minute = 0; minute < 20; minute += 1) {
      clock.advance(60);
      await told.pause(tenantId, turns, 59);
    }
    assert.deepEqual(
      (await waits(4)).map(Math.round).slice(0, 2),
      [59, 59],
      'fewer than made calls, and two',
    );
    assert.ok((await waits(500)).at(-1)! > 15 * 60, 'a line of 15 minutes after 20 minutes');
  });

  it('rejects a waiting call when Graph sends a Retry-After meanwhile', async () => {
    const other = node('requests', database.anotherTenancy());
    const waiting = new Pacing(
      new EmbeddedDatabase(database.tenancy),
      clock,
      async (milliseconds) => {
        await other.pause(tenantId, [{ budget: 'writeTeams' }], 30);
        clock.advance(milliseconds / 1000);
      },
      'background',
    );
    const turn = { budget: 'writeTeams', teamId: TEAM } as const;
    await waiting.take(tenantId, [turn, turn, turn, turn]);
    await assert.rejects(
      () => waiting.take(tenantId, [turn]),
      (error) => error instanceof GraphFailure && error.status === 429,
    );
  });

  it('forgets budgets without a call for a day', async () => {
    const pacing = node();
    await pacing.take(tenantId, [{ budget: 'writeTeams', teamId: TEAM }]);
    clock.advance(25 * 3600);
    await pacing.removeUnused(tenantId);
    const { rows } = await (await import('kysely')).sql<{ count: number }>`
      select count(*)::int as count from graph_suite.pacing`.execute(database.tenancy.for(tenantId));
    assert.equal(rows[0]?.count, 0);
  });
});
