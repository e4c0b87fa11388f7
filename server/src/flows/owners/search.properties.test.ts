/**
 * @long Compares weeks of random departures, returns, rejections and external changes with a model of the search for
 * owners.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { QUARTER_HOUR_SECONDS, RestoreWorld } from '../../../test/restore-world.ts';
import { TENANT } from '../../../test/team-world.ts';
import { deletePolicy, updatePolicy } from '../../domain/policies/change-policies.ts';
import type { Principal } from '../../engine/principal.ts';
import { DAY_MILLISECONDS } from '../../kernel/clock.ts';
import { answerOwnerRequest } from './answer-request.ts';
import type { OwnerRequest } from './model.ts';

const RUNS = Number(process.env.CHARTER_TEST_OWNERS ?? 25);

const at = new RestoreWorld();
const HOUR = 60 * 60;
const ANSWER_DAYS = 2;
/** Less than the time for the answers of two people. */
const DEADLINE_DAYS = 3;
const GROUP = 'reserve';
const MAX_ASKED_MEMBERS = 3;

/** The first two own the team, and four more are members. Two of these are in the fallback group too. */
const PEOPLE = Array.from({ length: 12 }, (_, number) => `p${number}`);
const FALLBACK = ['p2', 'p4', 'p9', 'p10'];

type Step =
  | { hours: number }
  | { action: 'leave' | 'return' | 'guest' | 'remove' | 'demote' | 'makeOwner' | 'join'; who: string }
  | { action: 'accept' | 'decline'; who: string }
  | { minimum: number };

const who = fc.constantFrom(...PEOPLE);
const steps = fc.array(
  fc.oneof<{ weight: number; arbitrary: fc.Arbitrary<Step> }[]>(
    { weight: 5, arbitrary: fc.record({ hours: fc.integer({ min: 1, max: 40 }) }) },
    {
      weight: 5,
      arbitrary: fc.record({
        action: fc.constantFrom(
          ...(['leave', 'leave', 'return', 'guest', 'remove', 'demote', 'makeOwner', 'join'] as const),
        ),
        who,
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({ action: fc.constantFrom('accept' as const, 'decline' as const), who }),
    },
    { weight: 1, arbitrary: fc.record({ minimum: fc.integer({ min: 1, max: 3 }) }) },
  ),
  { minLength: 30, maxLength: 60 },
);

const write = (statement: ReturnType<typeof sql>) => statement.execute(at.db);

const setUser = (id: string, column: 'account_enabled' | 'user_type', value: string | boolean) =>
  write(sql`update directory.users set ${sql.ref(column)} = ${value}
             where tenant_id = ${TENANT} and user_id = ${id}`);

const principalOf = (id: string): Principal => ({
  tenantId: TENANT,
  kind: 'user',
  id,
  displayName: id,
  roles: new Set(['AUTHENTICATED_USER']),
});

interface Facts {
  owners: Set<string>;
  /** Everybody in the team, the earliest members first. */
  members: string[];
  /** Members whom a search may ask. */
  askable: string[];
  /** People who could own a team. */
  eligible: Set<string>;
}

async function readFacts(teamId: string): Promise<Facts> {
  const { rows: people } = await sql<{ id: string }>`
    select user_id as id from directory.users
     where tenant_id = ${TENANT} and account_enabled and user_type = 'Member'`.execute(at.db);
  const { rows: members } = await sql<{ id: string; role: string }>`
    select user_id as id, role from directory.team_members
     where tenant_id = ${TENANT} and team_id = ${teamId} order by added_at, user_id`.execute(at.db);
  const eligible = new Set(people.map(({ id }) => id));
  const owners = members.filter(({ id, role }) => role === 'owner' && eligible.has(id)).map(({ id }) => id);
  const askable = members.filter(({ id, role }) => role === 'member' && eligible.has(id)).map(({ id }) => id);
  return {
    owners: new Set(owners),
    members: members.map(({ id }) => id),
    askable: askable.slice(0, MAX_ASKED_MEMBERS),
    eligible,
  };
}

/** Makes an external change, in the directory and the suite's tables. */
async function changeOutside(teamId: string, action: string, id: string): Promise<void> {
  const { teams } = at.world.suite;
  const { eligible, members } = await readFacts(teamId);
  if (action === 'leave') await setUser(id, 'account_enabled', false);
  if (action === 'return') {
    await setUser(id, 'account_enabled', true);
    await setUser(id, 'user_type', 'Member');
  }
  if (action === 'guest') await setUser(id, 'user_type', 'Guest');
  if (action === 'remove') await at.remove(teamId, id);
  if (action === 'demote') {
    await write(sql`update directory.team_members set role = 'member'
                     where tenant_id = ${TENANT} and team_id = ${teamId} and user_id = ${id} and role = 'owner'`);
  }
  const role = action === 'makeOwner' ? ('owner' as const) : ('member' as const);
  if ((action === 'makeOwner' || (action === 'join' && !members.includes(id))) && eligible.has(id)) {
    await teams.addMembers(TENANT, teamId, [{ userId: id, role }]);
  }
}

async function newTeam(): Promise<string> {
  for (const id of PEOPLE) await changeOutside('-', 'return', id);
  const { team } = await at.world.newTeam();
  await at.remove(team.id, 'olga-id');
  await at.world.suite.teams.addMembers(
    TENANT,
    team.id,
    PEOPLE.slice(0, 6).map((userId, index) => ({ userId, role: index < 2 ? 'owner' : 'member' })),
  );
  return team.id;
}

interface Recorded {
  type: string;
  actor: { id: string };
  payload: { person: { id: string }; request: { id: string; source: string } };
}

const eventsOf = async (teamId: string): Promise<Recorded[]> =>
  (await at.world.events()).filter(
    ({ type, payload }) =>
      type.startsWith('owner_') && (payload.team as { id: string } | undefined)?.id === teamId,
  ) as unknown as Recorded[];

/**
 * Asserts that each appointed person has accepted or is in the fallback group, and that nobody who declined is
 * appointed in the same search.
 */
function assertAppointmentsAllowed(events: readonly Recorded[]): void {
  let declined = new Set<string>();
  const accepted = new Map<string, string>();
  const resolved = new Set<string>();
  const appointed = new Set<string>();
  for (const { type, actor, payload } of events) {
    if (type === 'owner_search_started') declined = new Set();
    if (!('person' in payload)) continue;
    const { person, request } = payload;
    if (type === 'owner_request_declined' || type === 'owner_request_accepted') {
      assert.equal(actor.id, person.id, 'people answer for themselves');
    }
    if (type === 'owner_request_declined') declined.add(person.id);
    if (type === 'owner_request_accepted') accepted.set(request.id, person.id);
    else if (type.startsWith('owner_request_')) {
      assert.ok(!resolved.has(request.id), `request ${request.id} ends once`);
      resolved.add(request.id);
    }
    if (type !== 'owner_appointed') continue;
    assert.ok(!appointed.has(request.id), 'a request appoints once');
    appointed.add(request.id);
    assert.ok(!declined.has(person.id), `${person.id} declined, and was appointed`);
    assert.ok(
      request.source === 'fallbackGroup' || accepted.get(request.id) === person.id,
      `the appointment of ${person.id} is explained`,
    );
  }
}

describe('the search for owners over weeks', () => {
  before(async () => {
    await at.world.suite.saveUsers(
      TENANT,
      PEOPLE.map((id, index) => ({
        id,
        displayName: id,
        userPrincipalName: `${id}@fabrikam.example`,
        managerId: PEOPLE[(index + 6) % PEOPLE.length] ?? null,
      })),
    );
    await at.world.suite.saveGroups(TENANT, [{ id: GROUP, displayName: 'Reserve', memberIds: FALLBACK }]);
  });

  it('leaves no team with too few owners while somebody can be asked or appointed, and explains each appointment', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (all, hasFallback) => {
        const teamId = await newTeam();
        const policy = await at.policy({
          kind: 'owners',
          settings: {
            minimumOwners: 2,
            answerDays: ANSWER_DAYS,
            deadlineDays: DEADLINE_DAYS,
            ...(hasFallback && { fallbackGroupId: GROUP }),
          },
        });
        await at.attach(policy, teamId);
        const { deps, clock } = at.world;
        const ada = at.world.person('ada');
        let minimum = 2;
        let before = (await readFacts(teamId)).owners;
        /** When a check first found too few owners; undefined while the team has enough. */
        let shortSince: Date | undefined;

        /** Checks the team, and compares the state of the search with the people who could be asked or appointed. */
        const check = async (): Promise<void> => {
          await at.sweep();
          const { owners, eligible, askable } = await readFacts(teamId);
          const { search, requests } = await deps.store.in(TENANT).ownerSearches.situationOf(teamId);
          const isOpen = ({ status, personId, expiresAt }: OwnerRequest): boolean =>
            status === 'pending' &&
            eligible.has(personId) &&
            !owners.has(personId) &&
            expiresAt > clock.now();
          /** For an hour, the directory's copy of the team may still lack a person who was appointed. */
          const isSettling = ({ status, personId, resolvedAt }: OwnerRequest): boolean =>
            status === 'appointed' &&
            !owners.has(personId) &&
            clock.now().getTime() - resolvedAt!.getTime() < HOUR * 1000;
          const missing = minimum - owners.size;
          shortSince = missing > 0 ? (shortSince ?? clock.now()) : undefined;
          if (missing <= 0) {
            assert.equal(search, undefined, 'a team with enough owners has no search');
          } else {
            const settling = requests.filter(isSettling);
            const barred = new Set(
              [
                ...requests.filter(({ status }) => ['declined', 'pending', 'failed'].includes(status)),
                ...settling,
              ].map(({ personId }) => personId),
            );
            const free = hasFallback
              ? FALLBACK.filter((id) => eligible.has(id) && !owners.has(id) && !barred.has(id))
              : [];
            const open = requests.filter(isOpen).length + settling.length;
            assert.ok(
              open >= missing || free.length === 0,
              `${missing} missing, ${open} asked, ${free} could be appointed`,
            );
            // From the deadline on, nobody waits for an answer: also those who are asked can be appointed.
            const isLate = clock.now().getTime() - shortSince!.getTime() >= DEADLINE_DAYS * DAY_MILLISECONDS;
            const appointable = hasFallback
              ? FALLBACK.filter(
                  (id) =>
                    eligible.has(id) &&
                    !owners.has(id) &&
                    ![
                      ...requests.filter(({ status }) => status === 'declined' || status === 'failed'),
                      ...settling,
                    ].some(({ personId }) => personId === id),
                )
              : [];
            assert.ok(
              !isLate || settling.length >= missing || appointable.length === 0,
              `${missing} missing for longer than the deadline, ${appointable} could be appointed`,
            );
            const met = new Set(requests.map(({ personId }) => personId));
            const unasked = askable.filter((id) => !met.has(id));
            assert.ok(open >= missing || unasked.length === 0, `${unasked} could be asked`);
            assert.equal(search?.state, open === 0 ? 'exhausted' : 'searching');
          }
          for (const id of owners) {
            if (before.has(id)) continue;
            const gained = (await eventsOf(teamId)).some(
              ({ type, payload }) => type === 'owner_appointed' && payload.person.id === id,
            );
            assert.ok(gained || external.has(id), `${id} became owner without a record`);
          }
          before = owners;
        };

        /** People who were made owners outside Charter, or who can act again. */
        const external = new Set<string>();
        await check();
        for (const step of all) {
          if ('hours' in step) {
            clock.advance(step.hours * HOUR);
          } else if ('minimum' in step) {
            minimum = step.minimum;
            const changes = { settings: { minimumOwners: minimum } };
            await updatePolicy(deps, ada, at.world.call(), { policyId: policy.id, changes });
          } else if (step.action === 'accept' || step.action === 'decline') {
            const [request] = await deps.store.in(TENANT).ownerSearches.listRequests({
              personId: step.who,
              status: 'pending',
              top: 1,
              after: undefined,
            });
            if (request?.teamId === teamId && request.expiresAt > clock.now()) {
              await answerOwnerRequest(deps, principalOf(step.who), at.world.call(), {
                requestId: request.id,
                answer: step.action === 'accept' ? 'accepted' : 'declined',
              });
            }
          } else {
            await changeOutside(teamId, step.action, step.who);
            if (step.action === 'makeOwner' || step.action === 'return') external.add(step.who);
          }
          clock.advance(QUARTER_HOUR_SECONDS);
          await check();
        }

        // Nobody answers from now on, so the search ends after the time for all its requests.
        const end = clock.now().getTime() + 7 * ANSWER_DAYS * DAY_MILLISECONDS;
        while (clock.now().getTime() < end) {
          clock.advance(12 * HOUR);
          await check();
        }
        const { owners, eligible } = await readFacts(teamId);
        const declined = (await deps.store.in(TENANT).ownerSearches.situationOf(teamId)).requests
          .filter(({ status }) => status === 'declined')
          .map(({ personId }) => personId);
        const left = hasFallback
          ? FALLBACK.filter((id) => eligible.has(id) && !owners.has(id) && !declined.includes(id))
          : [];
        assert.ok(owners.size >= minimum || left.length === 0, `${left} could be appointed for too long`);

        const events = await eventsOf(teamId);
        assertAppointmentsAllowed(events);
        const { rows } = await sql<{ count: number }>`
          select count(*)::int as count from charter.audit_records
           where tenant_id = ${TENANT} and team_id = ${teamId} and type like 'owner\\_%'`.execute(at.db);
        assert.equal(rows[0]?.count, events.length, 'each event has one record');
        await deletePolicy(deps, ada, at.world.call(), { policyId: policy.id, ifVersion: undefined });
        clock.advance(QUARTER_HOUR_SECONDS);
        await at.sweep();
        assert.deepEqual(at.reported, []);
      }),
      // No smaller counterexample is searched for, because that takes minutes. The seed reproduces this one.
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});
