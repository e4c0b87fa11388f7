/**
 * Tests guests, reviews and requests to join over two months on a tenant that throttles, fails, loses responses and
 * shows new guests late, while others change the teams and nodes are killed between statements. CHARTER_TEST_SEEDS sets
 * the number of seeds.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { isFinalRejection } from '../../src/engine/intents/perform.ts';
import { isCharterError } from '../../src/kernel/errors.ts';
import { Dice } from '../dice.ts';
import { FailingAccessNodes } from './access-node.ts';
import { type AccessWorld, DAY, HOUR, openAccessWorld } from './access-world.ts';
import { assertRetryAfterRespected } from './assertions.ts';
import { type Behaviour, FAULTLESS } from './behaviour.ts';
import type { RecordedCall } from './calls.ts';
import { SUITE } from './external-world.ts';
import { hostile } from './hostile.ts';

const SEEDS = Array.from({ length: Number(process.env.CHARTER_TEST_SEEDS ?? 20) }, (_, index) => index + 1);
const STEPS = 40;
/** Mean number of kill points between two deaths of a node. */
const POINTS_OF_A_LIFE = 80;

/** Reasons for which Charter removes people in this test. */
const REASONS = ['guestPolicy', 'guestEnd', 'review'];

interface Team {
  id: string;
  /** The people in it, as the audit records say. */
  recorded: Set<string>;
}

/** Random changes to the teams, by people in Charter and by others. */
class RandomChanges {
  readonly #world: AccessWorld;
  readonly #dice: Dice;
  readonly #teams: readonly Team[];
  readonly #guests: readonly string[];

  constructor(world: AccessWorld, dice: Dice, teams: readonly Team[], guests: readonly string[]) {
    this.#world = world;
    this.#dice = dice;
    this.#teams = teams;
    this.#guests = guests;
  }

  /** Makes one change. Rejected changes have no effect. */
  async happen(): Promise<void> {
    const { people } = this.#world;
    const { id: team } = this.#dice.of(this.#teams);
    const guest = this.#dice.of(this.#guests);
    const member = this.#dice.of([people.bob, people.chloe, people.sam1, people.sam2, people.sam3]);
    const changes: (() => Promise<unknown>)[] = [
      () => this.#world.addOutside(team, guest),
      () => this.#world.addOutside(team, guest),
      () => this.#world.removeOutside(team, guest),
      () => this.#world.addOutside(team, member),
      () => this.#world.removeOutside(team, member),
      () => this.#join(team, member),
      () => this.#decide(),
      () => this.#decide(),
      () => this.#addInCharter(team, guest),
    ];
    await this.#dice
      .of(changes)()
      .catch(() => undefined);
  }

  #addInCharter(team: string, guest: string): Promise<unknown> {
    const end = new Date(this.#world.clock.now().getTime() + this.#dice.below(9) * DAY * 1000);
    const stay = { endDateTime: end.toISOString(), sponsor: { id: this.#world.people.bob } };
    return this.#world.call('POST', `/teams/${team}/members`, {
      user: { id: guest },
      role: 'member',
      ...stay,
    });
  }

  async #join(team: string, person: string): Promise<void> {
    const asked = await this.#world.callAs(person, 'POST', `/teams/${team}/joinRequests`, {});
    for (let time = 0; time < 2; time += 1)
      await this.#world.call('POST', `/joinRequests/${asked.body.id}/accept`, {});
  }

  async #decide(): Promise<void> {
    const { body } = await this.#world.call('GET', '/reviews?status=open');
    for (const { id } of body.value) {
      const { body: items } = await this.#world.call('GET', `/reviews/${id}/items`);
      const decisions = items.value
        .filter(({ userId }: { userId: string }) => userId !== this.#world.people.ada)
        .filter(() => this.#dice.below(3) > 0)
        .map(({ userId }: { userId: string }) => ({
          userId,
          decision: this.#dice.of(['keep', 'keep', 'remove', 'none']),
        }));
      await this.#world.call('POST', `/reviews/${id}/decisions`, { decisions });
    }
  }
}

type MemberChange = 'team_member_added' | 'team_member_removed';

/** A change to a membership in Microsoft 365. */
interface ActualChange {
  at: number;
  person: string;
  type: MemberChange;
  isByCharter: boolean;
  /** Whether Charter may be unaware of the change, because its call had a fault or its node was killed. */
  isUnconfirmed: boolean;
}

/**
 * Returns the changes of the team's memberships in Microsoft 365, oldest first.
 * @param lost the calls of killed nodes
 */
function findActual(world: AccessWorld, team: string, lost: ReadonlySet<RecordedCall>): ActualChange[] {
  const writes = world.standIn.calls.all.filter(({ method, path }) => method !== 'GET' && path !== '/$batch');
  const byTime = Map.groupBy(writes, ({ at }) => at);
  const actual: ActualChange[] = [];
  let before: ReadonlySet<string> = new Set([world.people.ada]);
  for (const { id, collection, members, owners, at } of world.tenant.changes) {
    if (collection !== 'groups' || id !== team || members === undefined || owners === undefined) continue;
    const now = new Set([...members, ...owners]);
    const calls = byTime.get(at) ?? [];
    const isByCharter = calls.every(({ clientId }) => clientId === 'charter');
    const isUnconfirmed = calls.some((call) => call.fault !== undefined || lost.has(call));
    const add = (people: ReadonlySet<string>, others: ReadonlySet<string>, type: MemberChange): void => {
      for (const person of people) {
        if (!others.has(person)) actual.push({ at, person, type, isByCharter, isUnconfirmed });
      }
    };
    add(now, before, 'team_member_added');
    add(before, now, 'team_member_removed');
    before = now;
  }
  return actual;
}

/**
 * Whether others undid the change and Charter then made it again, because it had not learned that its first call had
 * succeeded.
 */
const isRepeated = (change: ActualChange, changes: readonly ActualChange[]): boolean => {
  const [undone, repeated] = changes.slice(changes.indexOf(change) + 1);
  return change.isUnconfirmed && undone?.isByCharter === false && repeated?.isByCharter === true;
};

/** Returns the changes, Charter's calls and the records about the person as lines of text, in the order of time. */
function describeChanges(
  world: AccessWorld,
  team: string,
  person: string,
  actual: readonly ActualChange[],
  // biome-ignore lint/suspicious/noExplicitAny: records have the fields of their types
  records: readonly any[],
): string {
  const calls = world.standIn.calls.all.filter(
    ({ method, teamId, path, clientId }) =>
      method === 'DELETE' &&
      teamId === team &&
      clientId === 'charter' &&
      Buffer.from(decodeURIComponent(path.split('/').at(-1)!), 'base64')
        .toString()
        .endsWith(person),
  );
  const lines: [at: number, text: string][] = [
    ...actual.map(({ at, type, isByCharter }): [number, string] => [
      at,
      `  ${type} by ${isByCharter ? 'Charter' : 'others'}`,
    ]),
    ...calls.map(({ at, status, fault = 'no fault' }): [number, string] => [
      at,
      `  DELETE: ${status}, ${fault}`,
    ]),
    ...records.map(({ time, type, actor, reason }): [number, string] => [
      Date.parse(time),
      `record: ${type} by ${actor.displayName} (${reason})`,
    ]),
  ];
  const sorted = lines.toSorted(([one], [other]) => one - other);
  return [person, ...sorted.map(([at, text]) => `${new Date(at).toISOString()} ${text}`)].join('\n');
}

/**
 * Asserts that the records lead to the state in Microsoft 365, that each change by Charter has its record with its
 * reason, and that no change has two. A change by others that is undone before Charter reads it has no record. When the
 * response to a removal is lost and others add the person again, Charter removes the person a second time and records
 * only that removal.
 */
async function assertRecorded(
  world: AccessWorld,
  teams: readonly Team[],
  after: number,
  lost: ReadonlySet<RecordedCall>,
): Promise<void> {
  // biome-ignore lint/suspicious/noExplicitAny: records have the fields of their types
  const records: any[] = (await world.trail()).filter(({ sequence }) => sequence > after);
  for (const { id, recorded } of teams) {
    const { owners, members } = world.tenant.groups.get(id)!;
    const present = new Set([...owners, ...members]);
    const actual = Map.groupBy(findActual(world, id, lost), ({ person }) => person);
    const byPerson = Map.groupBy(
      records.filter(({ teamId, memberId }) => teamId === id && memberId !== undefined),
      ({ memberId }) => memberId as string,
    );
    for (const person of new Set([...actual.keys(), ...byPerson.keys()])) {
      const changes = actual.get(person) ?? [];
      const said = byPerson.get(person) ?? [];
      const story = describeChanges(world, id, person, changes, said);
      for (const { type, actor, reason } of said) {
        // Charter may change a membership before it has recorded an earlier change by others.
        const isByOthers = actor.displayName === SUITE;
        if (type === 'team_member_added') {
          assert.ok(!recorded.has(person) || !isByOthers, `an addition is recorded again: ${story}`);
          recorded.add(person);
        } else if (type === 'team_member_removed') {
          assert.ok(recorded.delete(person) || !isByOthers, `a removal is recorded again: ${story}`);
          assert.ok(isByOthers || REASONS.includes(reason), `a removal has no reason: ${story}`);
        }
      }
      assert.equal(recorded.has(person), present.has(person), `the records lead to another state: ${story}`);
      for (const type of ['team_member_added', 'team_member_removed'] as const) {
        const ofType = changes.filter((change) => change.type === type);
        const all = said.filter((record) => record.type === type);
        const own = all.filter(({ actor }) => actor.displayName !== SUITE);
        assert.ok(all.length <= ofType.length, `a change has two records: ${story}`);
        const byCharter = ofType
          .filter(({ isByCharter }) => isByCharter)
          .filter((change) => !isRepeated(change, changes));
        assert.ok(own.length >= byCharter.length, `a change by Charter has no record: ${story}`);
      }
    }
  }
}

/** Asserts that each record of a member has one event, with the same id. */
async function assertOneEventEach(world: AccessWorld): Promise<void> {
  const { tenantId, database } = world;
  const { rows } = await sql<{ problem: string }>`
    select coalesce(e.type, r.type) || ' of ' || coalesce(e.target ->> 'id', r.target_id) as problem
      from (select * from charter.domain_events where type like 'team_member_%') e
      full join (select * from charter.audit_records where type like 'team_member_%') r
        on r.tenant_id = e.tenant_id and r.record_id = e.event_id
     where coalesce(e.tenant_id, r.tenant_id) = ${tenantId} and (e.event_id is null or r.record_id is null)`.execute(
    database.tenancy.for(tenantId),
  );
  assert.deepEqual(rows, []);
}

/** Asserts that each outcome of a review agrees with its decision and with the records. */
async function assertReviewsExplained(world: AccessWorld): Promise<number> {
  const removals = (await world.trail()).filter(
    ({ type, actor }) => type === 'team_member_removed' && actor.displayName !== SUITE,
  );
  const { body } = await world.call('GET', '/reviews?$top=999');
  let removed = 0;
  for (const { id, unanswered, status, removedCount, team, createdDateTime } of body.value) {
    const { body: items } = await world.call('GET', `/reviews/${id}/items`);
    const own = removals.filter(({ reviewId }) => reviewId === id);
    const since = removals.filter(({ teamId, time }) => teamId === team.id && time >= createdDateTime);
    for (const { userId, decision, outcome } of items.value) {
      const records = own.filter(({ memberId }) => memberId === userId).length;
      const said = `${userId}: ${decision}, ${outcome}, ${records} records in review ${id} (${status})`;
      const isToRemove = decision === 'remove' || (decision === 'none' && unanswered === 'remove');
      if (!isToRemove) assert.deepEqual([records, outcome === 'removed'], [0, false], said);
      assert.ok(records <= 1, said);
      if (outcome === 'gone' || outcome === 'failed') assert.equal(records, 0, said);
      // Another cause, such as the end of the stay, may explain the same removal.
      if (outcome === 'removed')
        assert.ok(
          since.some(({ memberId }) => memberId === userId),
          said,
        );
      if (records === 1) assert.equal(outcome, 'removed', said);
    }
    if (status === 'completed')
      assert.equal(
        removedCount,
        items.value.filter(({ outcome }: { outcome: string }) => outcome === 'removed').length,
      );
    removed += own.length;
  }
  return removed;
}

describe('the access of people on a tenant with faults', () => {
  for (const seed of SEEDS) {
    it(`is recorded once for each change, with the review that caused it, and ends for blocked guests (seed ${seed})`, async (context) => {
      const tenantId = `00000000-0000-4000-8000-${String(seed).padStart(12, '0')}`;
      const world = await openAccessWorld({ tenantId });
      try {
        const dice = new Dice(seed);
        await world.policy('guests', {
          guests: 'allowed',
          blockedDomains: ['blocked.example'],
          sponsor: 'required',
          longestStayDays: 15,
          reviewMonths: 1,
          reviewDays: 5,
          unanswered: seed % 2 === 0 ? 'remove' : 'keep',
        });
        await world.policy('memberReviews', { reviewMonths: 1, reviewDays: 5, unanswered: 'keep' });
        const allowed = [1, 2, 3].map(() => world.invite());
        const blocked = [world.invite('blocked.example')];
        const teams: Team[] = [];
        for (const name of ['First', 'Second']) {
          const id = await world.newTeam(`${name}-${seed}`);
          teams.push({ id, recorded: new Set([world.people.ada]) });
        }
        await world.pass(300);
        const after = (await world.trail()).at(-1)?.sequence ?? 0;
        world.standIn.calls.clear();
        const behaviour = hostile({ seed, hidden: { 'person of a group': 4 * HOUR } });
        // API calls wait for new objects in real time, so only the scheduled work runs with all faults.
        const patient: Behaviour = {
          ...FAULTLESS,
          hiddenFor: (kind, occasion) =>
            kind === 'person of a group' ? behaviour.hiddenFor(kind, occasion) : 0,
        };
        let isHarsh = true;
        const fate = new Dice(1_000 + seed);
        const nodes = new FailingAccessNodes(
          world.world,
          () => isHarsh && fate.below(POINTS_OF_A_LIFE) === 0,
        );
        const happenings = new RandomChanges(world, dice, teams, [...allowed, ...blocked]);
        const lost = new Set<RecordedCall>();
        for (let step = 0; step < STEPS; step += 1) {
          world.standIn.behave(patient);
          await happenings.happen();
          world.clock.advance(1);
          world.standIn.behave(behaviour);
          const seconds = dice.of([600, HOUR, DAY, 3 * DAY, 4 * DAY]);
          await world.refresh(seconds).catch(() => undefined);
          const kills = nodes.databases.kills;
          const started = world.standIn.calls.all.length;
          await nodes.run();
          if (nodes.databases.kills > kills)
            for (const call of world.standIn.calls.all.slice(started)) lost.add(call);
          world.clock.advance(1);
        }
        world.standIn.behave(FAULTLESS);
        isHarsh = false;
        for (let round = 0; round < 14; round += 1) {
          await world.refresh(2 * HOUR);
          await nodes.run();
          world.clock.advance(1);
        }
        const unexpected = nodes.failures.filter(
          (failure) => !isCharterError(failure) || isFinalRejection(failure),
        );
        assert.deepEqual(unexpected.map(String), []);
        for (const { id } of teams)
          for (const guest of blocked) assert.equal(world.isIn(id, guest), false, 'a blocked guest stays');
        await assertRecorded(world, teams, after, lost);
        await assertOneEventEach(world);
        const removed = await assertReviewsExplained(world);
        const { rows } = await sql`
          select from charter.suite_intents where tenant_id = ${world.tenantId}`.execute(
          world.database.tenancy.for(world.tenantId),
        );
        assert.equal(rows.length, 0, 'nothing is left under way');
        // Budgets are not compared: a call that waits for its reserved time advances the common clock, so other calls
        // leave later than reserved and closer together.
        const calls = world.standIn.calls.all.filter(({ clientId }) => clientId === 'charter');
        assertRetryAfterRespected({ all: calls, deaths: world.standIn.calls.deaths });
        const { kills, points } = nodes.databases;
        context.diagnostic(
          `${kills} kills at ${points} points, ${calls.length} calls, ${removed} removals by reviews`,
        );
        assert.ok(kills > 0);
      } finally {
        await world.close();
      }
    });
  }
});
