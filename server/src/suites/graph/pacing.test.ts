import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { TestClock } from '../../../test/clock.ts';
import { createMigratedDatabase, type TestDatabase } from '../../../test/database.ts';
import { EmbeddedDatabase } from '../embedded/database.ts';
import { type Lane, rateOf } from './budgets.ts';
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

  /** Returns the times of the calls, in seconds since the start; ends at the first that has to come back. */
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
    const most = rateOf('makeTeams', 'background').calls;
    const jobs = node();
    for (let call = 0; call < most; call += 1) await jobs.take(tenantId, [{ budget: 'makeTeams' }]);
    const at = clock.now().getTime();
    await node('requests').take(tenantId, [{ budget: 'makeTeams' }]);
    assert.equal(clock.now().getTime(), at);
  });

  it('sends a call back that would have to wait for more than two seconds', async () => {
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

  it('stops a call that waits for its turn when Graph asks for time meanwhile', async () => {
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
