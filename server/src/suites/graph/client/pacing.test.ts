import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { TestClock } from '../../../../test/clock.ts';
import { createMigratedDatabase, type TestDatabase } from '../../../../test/database.ts';
import { VirtualTime } from '../../../../test/graph/virtual-time.ts';
import type { Lane } from '../../../engine/suite.ts';
import { PROCESS_METRICS } from '../../../kernel/metrics.ts';
import { SuiteDatabase } from '../../../kernel/suite-database.ts';
import { runWithRank } from '../../../kernel/urgency.ts';
import { BUDGETS, type Budget, rateOf } from './budgets.ts';
import { GraphFailure } from './failure.ts';
import { type Charge, Pacing } from './pacing.ts';

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
      new SuiteDatabase(tenancy),
      clock,
      async (milliseconds) => clock.advance(milliseconds / 1000),
      lane,
    );

  /** Throttles the tenant: two calls in a row. */
  async function throttle(pacing: Pacing, charge: Charge, seconds: number): Promise<void> {
    for (let time = 0; time < 2; time += 1) await pacing.pause(tenantId, [charge], 429, seconds);
  }

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

  it('permits four calls a second about one team, and delays the fifth', async () => {
    const times = await callTimes(node(), 12, TEAM);
    assert.deepEqual(times.slice(0, 5), [0, 0.038, 0.078, 0.116, 1.3]);
    assert.ok(isWithin(times, 4), times.join(' '));
  });

  it('exceeds no limit when calls arrive up to 150 ms late, and uses over four fifths of the limit', async () => {
    const pacing = node();
    const start = clock.now().getTime();
    const left: number[] = [];
    for (let call = 0; call < 60; call += 1) {
      await pacing.take(tenantId, [{ budget: 'makeTeams' }]);
      left.push((clock.now().getTime() - start) / 1000);
    }
    for (let late = 0; late < 6; late += 1) {
      const arrived = left.map((time, call) => time + (call % 12 === late ? 0.15 : 0)).sort((a, b) => a - b);
      assert.ok(isWithin(arrived, 6), arrived.join(' '));
    }
    assert.ok(59 / left.at(-1)! > 0.8 * 6);
  });

  it('shows how much of a budget the calls of all nodes use', async (t) => {
    // The metric belongs to the process, and shows the peaks of other test files for two minutes.
    const later = performance.now() + 10 * 60_000;
    t.mock.method(performance, 'now', () => later);
    const used = async (budget: Budget): Promise<number> => {
      const text = await PROCESS_METRICS.getSingleMetricAsString('charter_graph_budget_used_ratio');
      return Number(new RegExp(`budget="${budget}"} (\\S+)`).exec(text)?.[1]);
    };
    const [first, second] = [node(), node('requests', database.anotherTenancy())];
    await first.take(tenantId, Array(5).fill({ budget: 'others', teamId: TEAM }));
    assert.equal(await used('others'), 0.5);
    await second.take(tenantId, Array(3).fill({ budget: 'others' }));
    assert.equal(await used('others'), 0.8);
    // Calls about another tenant use a budget of their own.
    await first.take(`${tenantId}-other`, [{ budget: 'others' }]);
    assert.equal(await used('others'), 0.8);
    for (let call = 0; call < 2; call += 1) await second.take(tenantId, [{ budget: 'others' }]);
    assert.equal(await used('others'), 1);
    assert.ok(!(await used('reports')), 'a budget without calls has no value, or 0');
  });

  for (const place of ['the same node', 'another node']) {
    it(`counts a call that leaves late from the time at which it leaves, on ${place}`, async () => {
      const first = node();
      const second = place === 'the same node' ? first : node('background', database.anotherTenancy());
      const sent = [];
      for (let call = 0; call < 6; call += 1)
        sent.push(await first.take(tenantId, [{ budget: 'makeTeams' }]));
      clock.advance(0.9);
      const late = clock.now().getTime();
      sent.at(-6)!();
      await waitUntilCorrected(late);
      for (let call = 0; call < 6; call += 1) await second.take(tenantId, [{ budget: 'makeTeams' }]);
      const waited = clock.now().getTime() - late;
      assert.ok(waited >= 1_150, `${waited} ms`);
    });
  }

  /** Waits until the corrected time of a call is in the database. */
  async function waitUntilCorrected(at: number): Promise<void> {
    for (;;) {
      const { rows } = await sql`
        select 1 from graph_suite.pacing where times @> array[${at}::float8]`.execute(
        database.tenancy.for(tenantId),
      );
      if (rows.length > 0) return;
    }
  }

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

  it('reserves room for requests of people in a budget of which jobs have used their share', async () => {
    const most = rateOf('readTeams', 'background').calls;
    const jobs = node();
    for (let call = 0; call < most; call += 1) await jobs.take(tenantId, [{ budget: 'readTeams' }]);
    const at = clock.now().getTime();
    await node('requests').take(tenantId, [{ budget: 'readTeams' }]);
    assert.equal(clock.now().getTime(), at);
    await jobs.take(tenantId, [{ budget: 'readTeams' }]);
    assert.ok(clock.now().getTime() > at, 'jobs have used up their share');
  });

  it('lets requests use the share of a budget that jobs leave, and no more', async () => {
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

  it('lets a request wait up to ten seconds', async () => {
    const people = node('requests');
    const charge = { budget: 'readTeams', teamId: TEAM } as const;
    const start = clock.now().getTime();
    await throttle(people, charge, 9);
    await people.take(tenantId, [charge]);
    assert.equal(clock.now().getTime() - start, 9_000);
    await throttle(people, charge, 11);
    await assert.rejects(() => people.take(tenantId, [charge]), { name: 'GraphFailure' });
  });

  it('does not delay calls about other teams while requests wait for a busy one', async () => {
    const waiting: (() => void)[] = [];
    const people = new Pacing(
      new SuiteDatabase(database.tenancy),
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
    await throttle(people, { budget: 'readTeams' }, 60);
    for (const wake of waiting.splice(0)) wake();
    const failed = (await Promise.allSettled(busy)).filter(({ status }) => status === 'rejected');
    assert.equal(failed.length, most - 4);
  });

  it('rejects the call of a job that would have to wait for more than 15 seconds', async () => {
    const pacing = node();
    const all = Array.from({ length: 20 }, () => ({ budget: 'reports' }) as const);
    await pacing.take(tenantId, all.slice(0, 14));
    await assert.rejects(
      () => pacing.take(tenantId, [{ budget: 'reports' }]),
      (error) =>
        error instanceof GraphFailure && error.status === 429 && error.facts.retryAfterSeconds === 600,
    );
  });

  describe('on several nodes with concurrent calls', () => {
    let time: VirtualTime;
    let times: Map<string, number[]>;
    beforeEach(() => {
      time = new VirtualTime(new Date('2026-03-02T08:00:00Z'));
      times = new Map();
    });

    const busyNode = (lane: Lane = 'background', tenancy = database.tenancy): Pacing =>
      new Pacing(
        new SuiteDatabase(tenancy),
        time,
        (milliseconds) => {
          time.endWork();
          return new Promise((wake) =>
            time.at(time.now().getTime() + milliseconds, () => {
              time.beginWork();
              wake();
            }),
          );
        },
        lane,
      );

    const START = new Date('2026-03-02T08:00:00Z').getTime();

    /** Starts all calls at once. Stores their times, in milliseconds since the start, in `times` under the name. */
    function call(pacing: Pacing, name: string, rank: number, calls: number, budget: Budget = 'makeTeams') {
      const seen: number[] = [];
      times.set(name, seen);
      for (let number = 0; number < calls; number += 1) {
        time.beginWork();
        void runWithRank(rank, () => pacing.take(tenantId, [{ budget }]))
          .then(() => seen.push(time.now().getTime() - START))
          .finally(() => time.endWork());
      }
    }
    const haveMade = (name: string, calls: number) => () => times.get(name)!.length === calls;

    it('spreads creations of teams evenly, above 0.8 of the published rate and never beyond it', async () => {
      const nodes = [busyNode(), busyNode('background', database.anotherTenancy())];
      call(nodes[0]!, 'one', 1, 30);
      call(nodes[1]!, 'two', 1, 30);
      await time.pass(() => haveMade('one', 30)() && haveMade('two', 30)());
      const all = [...times.values()].flat().sort((one, other) => one - other);
      assert.ok(
        all.every((at, place) => place === 0 || at - all[place - 1]! >= 184),
        all.join(' '),
      );
      assert.ok(all.length / ((all.at(-1)! - all[0]!) / 1000) >= 0.8 * 6, all.join(' '));
    });

    it('makes the call of the most urgent work first', async () => {
      const pacing = busyNode();
      call(pacing, 'wave', 7, 40);
      await time.pass(haveMade('wave', 5));
      call(pacing, 'app', 1_000_000, 1);
      call(pacing, 'person', 1, 1);
      await time.pass(haveMade('person', 1));
      assert.ok(times.get('wave')!.length <= 9, `${times.get('wave')!.length} calls of the wave came first`);
      await time.pass(haveMade('app', 1));
      assert.equal(times.get('wave')!.length, 40);
    });

    it('makes the calls of a person before those of waiting jobs, on every node', async () => {
      call(busyNode(), 'jobs', 1, 120, 'readTeams');
      await time.pass(haveMade('jobs', 40));
      const begun = times.get('jobs')!.length;
      const people = busyNode('requests', database.anotherTenancy());
      call(people, 'people', Number.POSITIVE_INFINITY, 45, 'readTeams');
      await time.pass(haveMade('people', 45));
      const waits = times.get('people')!.map((at) => at - times.get('jobs')![begun - 1]!);
      assert.ok(Math.max(...waits) <= 3_000, waits.join(' '));
      await time.pass(haveMade('jobs', 120));
      const all = [...times.values()].flat().sort((one, other) => one - other);
      assert.ok(all.every((at, place) => place < 30 || at - all[place - 30]! >= 1_000));
    });
  });

  it('delays only the same call and calls about its team after a single 429', async () => {
    const [throttled, other] = [node(), node('background', database.anotherTenancy())];
    const call = (method: string, path: string) => ({ budget: 'writeTeams', method, path }) as const;
    const about = { ...call('PATCH', `/teams/${TEAM}`), teamId: TEAM };
    for (let time = 0; time < 3; time += 1) {
      await throttled.pause(tenantId, [about], 429, 30);
      throttled.accepted(tenantId, 'writeTeams');
    }
    await throttled.pause(tenantId, [call('POST', '/a')], 429, 30);
    await other.take(tenantId, [call('POST', '/b')]);
    for (const charge of [call('POST', '/a'), { ...call('POST', '/c'), teamId: TEAM }]) {
      await assert.rejects(() => other.take(tenantId, [charge]), GraphFailure);
    }
  });

  it('stops every node until the time that Graph names after two 429 responses in a row', async () => {
    const [throttled, other] = [node(), node('requests', database.anotherTenancy())];
    await throttled.pause(tenantId, [{ budget: 'readTeams' }], 429, 10);
    await throttled.pause(tenantId, [{ budget: 'readTeams', teamId: TEAM }], 429, 30);
    for (const charge of [{ budget: 'readTeams' }, { budget: 'writeTeams', teamId: TEAM }] as const) {
      await assert.rejects(
        () => other.take(tenantId, [charge]),
        (error) => error instanceof GraphFailure && error.facts.retryAfterSeconds === 30,
      );
    }
    await other.take(tenantId, [{ budget: 'readDirectory' }]);
    clock.advance(30);
    await other.take(tenantId, [{ budget: 'readTeams', teamId: TEAM }]);
    await throttled.take('another tenant', [{ budget: 'readTeams' }]);
  });

  it('lets every job of an idle tenant continue when the pause ends', async () => {
    const [throttled, other] = [node(), node('background', database.anotherTenancy())];
    const charges = [{ budget: 'makeTeams' }] as const;
    await throttle(throttled, charges[0], 45);
    for (let job = 0; job < 20; job += 1) {
      const error = await other.assertOpen(tenantId, charges).catch((one: unknown) => one);
      assert.ok(error instanceof GraphFailure);
      assert.equal(error.facts.retryAfterSeconds, 45);
    }
    clock.advance(45);
    for (let job = 0; job < 20; job += 1) await other.take(tenantId, charges);
    const seconds = (clock.now().getTime() - new Date('2026-03-02T08:00:45Z').getTime()) / 1000;
    assert.ok(seconds < 4, `${seconds} s`);
  });

  it('delays only the same call until the time that a 503 names', async () => {
    const [throttled, other] = [node(), node('background', database.anotherTenancy())];
    const charge = { budget: 'readTeams', teamId: TEAM, method: 'GET', path: `/teams/${TEAM}` } as const;
    await throttled.pause(tenantId, [charge], 503, 30);
    await other.take(tenantId, [{ ...charge, path: `/teams/${TEAM}/channels` }]);
    const query = { ...charge, path: `${charge.path}?$select=id` };
    await assert.rejects(
      () => other.take(tenantId, [query]),
      (error) => error instanceof GraphFailure && error.facts.retryAfterSeconds === 30,
    );
    clock.advance(30);
    await other.take(tenantId, [query]);
  });

  it('rejects a call when Graph sends a Retry-After while the call waits', async () => {
    const other = node('requests', database.anotherTenancy());
    const waiting = new Pacing(
      new SuiteDatabase(database.tenancy),
      clock,
      async (milliseconds) => {
        await throttle(other, { budget: 'writeTeams' }, 30);
        clock.advance(milliseconds / 1000);
      },
      'background',
    );
    const charge = { budget: 'writeTeams', teamId: TEAM } as const;
    await waiting.take(tenantId, [charge, charge, charge, charge]);
    await assert.rejects(
      () => waiting.take(tenantId, [charge]),
      (error) => error instanceof GraphFailure && error.status === 429,
    );
  });

  it('deletes budgets without a call for a day', async () => {
    const pacing = node();
    await pacing.take(tenantId, [{ budget: 'writeTeams', teamId: TEAM }]);
    clock.advance(25 * 3600);
    await pacing.removeUnused(tenantId);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from graph_suite.pacing`.execute(database.tenancy.for(tenantId));
    assert.equal(rows[0]?.count, 0);
  });
});
