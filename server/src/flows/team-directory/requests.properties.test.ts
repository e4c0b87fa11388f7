/**
 * Compares weeks of requests to join with a model: people ask, owners decide, people join and leave outside Charter,
 * nodes die while an owner accepts, and teams are archived.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { RestoreWorld } from '../../../test/restore-world.ts';
import { simulatedNode } from '../../../test/simulated-node.ts';
import { TENANT } from '../../../test/team-world.ts';
import { isCharterError } from '../../kernel/errors.ts';
import { askToJoin } from './ask-to-join.ts';
import { acceptJoinRequest, declineJoinRequest, withdrawJoinRequest } from './decide-request.ts';
import { ANSWER_DAYS, DECLINED_DAYS } from './model.ts';
import { processJoinRequests } from './process-requests.ts';
import { listMyJoinRequests } from './read-requests.ts';

const RUNS = Number(process.env.CHARTER_TEST_JOIN_RUNS ?? 25);
const DAY = 24 * 60 * 60;
const PEOPLE = ['sam', 'ida'] as const;
type Person = (typeof PEOPLE)[number];

type Happening =
  | { what: 'days'; days: number }
  | {
      what: 'asks' | 'withdraws' | 'isAccepted' | 'isDeclined' | 'joinsOutside' | 'leavesOutside';
      person: Person;
    }
  | { what: 'nodeDies'; person: Person; after: number }
  | { what: 'closes' | 'opens'; person: Person }
  | { what: 'isArchived' | 'isUnarchived' };

const aPerson = fc.constantFrom(...PEOPLE);
const aHappening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant('days'), days: fc.integer({ min: 1, max: 9 }) }) },
  { weight: 8, arbitrary: fc.record({ what: fc.constant('asks'), person: aPerson }) },
  {
    weight: 8,
    arbitrary: fc.record({
      what: fc.constantFrom('withdraws', 'isAccepted', 'isDeclined', 'joinsOutside', 'leavesOutside'),
      person: aPerson,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('nodeDies'),
      person: aPerson,
      after: fc.integer({ min: 0, max: 5 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constantFrom('closes', 'opens'), person: aPerson }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constantFrom('isArchived', 'isUnarchived') }) },
);

type Status = 'pending' | 'accepted' | 'declined' | 'expired' | 'withdrawn';

/** The model's facts about a person: the latest request, and the days when it was made and ended. */
interface PersonState {
  status: Status | undefined;
  askedOn: number;
  endedOn: number;
  isMember: boolean;
  isOpen: boolean;
  /** Statuses of the earlier requests. */
  earlier: Status[];
}

const at = new RestoreWorld();

class JoinRequestHistory {
  readonly #teamId: string;
  readonly #people = new Map<Person, PersonState>(
    PEOPLE.map((person) => [
      person,
      { status: undefined, askedOn: 0, endedOn: 0, isMember: false, isOpen: true, earlier: [] },
    ]),
  );
  #day = 0;
  #isArchived = false;

  constructor(teamId: string) {
    this.#teamId = teamId;
  }

  #knownOf(person: Person): PersonState {
    const known = this.#people.get(person);
    assert.ok(known !== undefined);
    return known;
  }

  #end(known: PersonState, status: Status): void {
    known.status = status;
    known.endedOn = this.#day;
  }

  async #requestOf(person: Person) {
    const page = { top: 1, after: undefined, teamId: this.#teamId };
    return (await listMyJoinRequests(at.world.deps, at.world.person(person), page)).items[0];
  }

  /** Calls the command, and returns whether it was accepted. */
  async #tries(call: Promise<unknown>): Promise<boolean> {
    try {
      await call;
      return true;
    } catch (error) {
      if (isCharterError(error)) return false;
      throw error;
    }
  }

  async happen(happening: Happening): Promise<void> {
    if (happening.what === 'days') {
      for (let day = 0; day < happening.days; day += 1) {
        at.world.clock.advance(DAY);
        this.#day += 1;
        await this.#work();
      }
    } else if ('person' in happening) await this.#act(happening, this.#knownOf(happening.person));
    else if (happening.what === 'isArchived') {
      await at.world.suite.teams.archive(TENANT, this.#teamId, { siteReadOnly: false });
      this.#isArchived = true;
    } else {
      await at.world.suite.teams.unarchive(TENANT, this.#teamId);
      this.#isArchived = false;
    }
    await this.#work();
    await this.#check();
  }

  /** Runs a round of the worker, and updates the model. */
  async #work(): Promise<void> {
    const report = (error: unknown): never => assert.fail(error as Error);
    await at.recover();
    await processJoinRequests({ ...at.world.deps, report }, TENANT);
    for (const known of this.#people.values()) {
      if (known.status !== 'pending') continue;
      if (this.#isArchived || !known.isOpen || known.isMember) this.#end(known, 'withdrawn');
      else if (this.#day >= known.askedOn + ANSWER_DAYS) this.#end(known, 'expired');
    }
  }

  async #act(happening: Extract<Happening, { person: Person }>, known: PersonState): Promise<void> {
    const { person, what } = happening;
    const { deps } = at.world;
    const [caller, owner] = [at.world.person(person), at.world.person('olga')];
    const requestId = (await this.#requestOf(person))?.id ?? '';
    const isPending = known.status === 'pending';
    switch (what) {
      case 'asks': {
        const isDeclined = known.status === 'declined' && this.#day < known.endedOn + DECLINED_DAYS;
        const isAllowed = !this.#isArchived && !known.isMember && (isPending || !isDeclined);
        const asked = askToJoin(deps, caller, at.world.call(), { teamId: this.#teamId });
        assert.equal(await this.#tries(asked), isAllowed, 'asking');
        if (!isAllowed || isPending) return;
        if (known.status !== undefined) known.earlier.push(known.status);
        Object.assign(known, { status: 'pending', askedOn: this.#day });
        return;
      }
      case 'withdraws': {
        const withdrawn = withdrawJoinRequest(deps, caller, at.world.call(), { requestId });
        assert.equal(await this.#tries(withdrawn), isPending || known.status === 'withdrawn');
        if (isPending) this.#end(known, 'withdrawn');
        return;
      }
      case 'isDeclined': {
        const declined = declineJoinRequest(deps, owner, at.world.call(), { requestId });
        const isRepeated = known.status === 'declined';
        assert.equal(await this.#tries(declined), !this.#isArchived && (isPending || isRepeated));
        if (isPending) this.#end(known, 'declined');
        return;
      }
      case 'isAccepted': {
        const accepted = acceptJoinRequest(deps, owner, at.world.call(), { requestId });
        const isRepeated = known.status === 'accepted';
        assert.equal(await this.#tries(accepted), !this.#isArchived && (isPending || isRepeated));
        if (!isPending) return;
        this.#end(known, 'accepted');
        known.isMember = true;
        return;
      }
      case 'nodeDies':
        return this.#die(happening, known, requestId);
      case 'joinsOutside':
        if (this.#isArchived) return;
        await at.world.suite.teams.addMembers(TENANT, this.#teamId, [{ userId: caller.id, role: 'member' }]);
        known.isMember = true;
        return;
      case 'leavesOutside':
        await at.remove(this.#teamId, caller.id);
        known.isMember = false;
        return;
      default:
        known.isOpen = what === 'opens';
        await sql`
          update directory.users set account_enabled = ${known.isOpen}
           where tenant_id = ${TENANT} and user_id = ${caller.id}`.execute(at.db);
    }
  }

  /**
   * The owner accepts on a node that dies after some accesses to its store. The recovery and the worker complete it.
   */
  async #die({ after }: { after: number }, known: PersonState, requestId: string): Promise<void> {
    if (known.status !== 'pending' || this.#isArchived) return;
    const node = simulatedNode(at.world.deps.store);
    let accesses = 0;
    const dieLate = (): void => {
      accesses += 1;
      node.isDead = accesses > after;
    };
    const store: typeof node.store = {
      in: (tenantId) => {
        dieLate();
        return node.store.in(tenantId);
      },
      transaction: (tenantId, work) => {
        dieLate();
        return node.store.transaction(tenantId, work);
      },
    };
    const accepting = acceptJoinRequest(
      { ...at.world.deps, store },
      at.world.person('olga'),
      at.world.call(),
      {
        requestId,
      },
    );
    await accepting.catch((error: unknown) => assert.match(String(error), /The node is dead/));
    // The lease of the operation and the claim of the request end.
    at.world.clock.advance(10 * 60);
    await at.recover();
    const isMember = Object.hasOwn(await at.rolesIn(this.#teamId), at.world.person(this.#nameOf(known)).id);
    if (!isMember) return;
    this.#end(known, 'accepted');
    known.isMember = true;
  }

  #nameOf(known: PersonState): Person {
    const [found] = [...this.#people].find(([, each]) => each === known) ?? [];
    assert.ok(found !== undefined);
    return found;
  }

  async #check(): Promise<void> {
    for (const [person, known] of this.#people) {
      const page = { top: 100, after: undefined, teamId: this.#teamId };
      const requests = (await listMyJoinRequests(at.world.deps, at.world.person(person), page)).items;
      const expected = [...known.earlier, ...(known.status === undefined ? [] : [known.status])];
      assert.deepEqual(
        requests.map(({ status }) => status).reverse(),
        expected,
        `requests of ${person} on day ${this.#day}`,
      );
      const { [`${person}-id`]: role } = await at.rolesIn(this.#teamId);
      assert.equal(role !== undefined, known.isMember, `${person} in the team`);
    }
  }

  /** Asserts that each request has one event of its start and one of its end, each with one audit record. */
  async end(): Promise<void> {
    const all = (await at.world.events()).filter(({ target }) => target.id === this.#teamId);
    const events = all.map(({ type }) => type).filter((type) => type.startsWith('team_join_'));
    const records = (await at.recordsOf(this.#teamId)).map(({ type }) => type);
    assert.deepEqual(
      records.filter((type) => type.startsWith('team_join_')),
      events,
    );
    const known = [...this.#people.values()];
    const statuses = known.flatMap(({ earlier, status }) => [...earlier, ...(status ? [status] : [])]);
    const expected = [
      ...statuses.map(() => 'team_join_requested'),
      ...statuses.filter((status) => status !== 'pending').map((status) => `team_join_request_${status}`),
    ];
    assert.deepEqual(events.toSorted(), expected.toSorted());
    for (const person of PEOPLE)
      await sql`
        update directory.users set account_enabled = true
         where tenant_id = ${TENANT} and user_id = ${`${person}-id`}`.execute(at.db);
    await sql`delete from charter.join_requests where tenant_id = ${TENANT}`.execute(at.db);
  }
}

describe('requests to join over weeks', () => {
  it('end as the model predicts, once, with one event and one audit record each', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aHappening, { minLength: 5, maxLength: 40 }), async (happenings) => {
        const weeks = new JoinRequestHistory(await at.newTeam('public'));
        for (const happening of happenings) await weeks.happen(happening);
        await weeks.end();
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});
