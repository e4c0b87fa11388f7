/** Tests requests to join teams, from the request to the decision, with an injected clock. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { RestoreWorld } from '../../../test/restore-world.ts';
import { type PersonName, TENANT } from '../../../test/team-world.ts';
import { membershipId } from '../../domain/teams/membership-id.ts';
import type { TeamVisibility } from '../../domain/teams/model.ts';
import { type CharterError, hasCode } from '../../kernel/errors.ts';
import { askToJoin } from './ask-to-join.ts';
import { acceptJoinRequest, declineJoinRequest, withdrawJoinRequest } from './decide-request.ts';
import { processJoinRequests, removeOldJoinRequests } from './process-requests.ts';
import { listJoinRequests, listMyJoinRequests } from './read-requests.ts';

const at = new RestoreWorld();
const DAY = 24 * 60 * 60;

const rejects = (code: string) => (error: unknown) => hasCode(error, code as CharterError['code']);

const ask = (name: PersonName, teamId: string, message?: string) =>
  askToJoin(at.world.deps, at.world.person(name), at.world.call(), { teamId, message });
const accept = (name: PersonName, requestId: string, stay: object = {}) =>
  acceptJoinRequest(at.world.deps, at.world.person(name), at.world.call(), { requestId, ...stay });
const decline = (name: PersonName, requestId: string, message?: string) =>
  declineJoinRequest(at.world.deps, at.world.person(name), at.world.call(), { requestId, message });
const withdraw = (name: PersonName, requestId: string) =>
  withdrawJoinRequest(at.world.deps, at.world.person(name), at.world.call(), { requestId });

const failures: unknown[] = [];
const process = () =>
  processJoinRequests({ ...at.world.deps, report: (error) => failures.push(error) }, TENANT);

const PAGE = { top: 50, after: undefined };
const mine = async (name: PersonName) =>
  (await listMyJoinRequests(at.world.deps, at.world.person(name), PAGE)).items;
const toDecide = async (name: PersonName) =>
  (await listJoinRequests(at.world.deps, at.world.person(name), { ...PAGE, status: 'pending' })).items;

const newTeam = (visibility: TeamVisibility = 'public'): Promise<string> => at.newTeam(visibility);

const notified = async (requestId: string): Promise<string[]> => {
  const { rows } = await sql<{ to: string }>`
    select addressee_id || ' ' || kind as to from charter.notifications
     where tenant_id = ${TENANT} and facts ->> 'joinRequestId' = ${requestId} order by notification_id`.execute(
    at.db,
  );
  return rows.map(({ to }) => to);
};

/** Types of the events about the team's requests, and of its audit records. They must agree. */
const recorded = async (teamId: string): Promise<string[]> => {
  const isOurs = (type: string): boolean => type.startsWith('team_join_');
  const events = (await at.world.events()).filter(({ target }) => target.id === teamId);
  const types = events.map(({ type }) => type).filter(isOurs);
  const records = (await at.recordsOf(teamId)).map(({ type }) => type).filter(isOurs);
  assert.deepEqual(records, types, 'each event has one audit record');
  return types;
};

describe('requests to join a team', () => {
  afterEach(async () => {
    await at.db.transaction().execute(async (transaction) => {
      await sql`delete from charter.join_requests where tenant_id = ${TENANT}`.execute(transaction);
    });
    assert.deepEqual(failures.splice(0), []);
  });

  it('go to the owners of the team, and add the person once an owner accepts', async () => {
    const teamId = await newTeam();
    // Ida owns another team, and Mia is a member of this one.
    await at.world.suite.teams.addMembers(TENANT, await newTeam(), [{ userId: 'ida-id', role: 'owner' }]);
    const { id, status, message } = await ask('sam', teamId, ' I plan the quay. ');
    assert.deepEqual([status, message], ['pending', 'I plan the quay.']);
    assert.equal((await ask('sam', teamId)).id, id, 'asking again returns the request');
    assert.deepEqual(
      (await toDecide('olga')).map(({ person }) => person.displayName),
      ['Sam'],
    );
    for (const other of ['mia', 'ida', 'ivan'] as const) {
      assert.deepEqual(await toDecide(other), [], other);
      await assert.rejects(accept(other, id), rejects('NotFound'));
      await assert.rejects(withdraw(other, id), rejects('NotFound'));
    }
    assert.equal((await toDecide('ada')).length, 1, 'administrators see all');
    await assert.rejects(accept('sam', id), rejects('Forbidden'));
    const accepted = await accept('olga', id);
    assert.deepEqual([accepted.status, accepted.decidedBy?.id], ['accepted', 'olga-id']);
    assert.equal((await accept('olga', id)).status, 'accepted', 'repeating it changes nothing');
    assert.equal((await at.rolesIn(teamId))['sam-id'], 'member');
    assert.deepEqual(await notified(id), ['olga-id join_requested', 'sam-id join_request_decided']);
    assert.deepEqual(await recorded(teamId), ['team_join_requested', 'team_join_request_accepted']);
    for (const late of [() => decline('olga', id), () => withdraw('sam', id)])
      await assert.rejects(late, rejects('Conflict'));
    await assert.rejects(ask('sam', teamId), rejects('Conflict'), 'members have nothing to ask');
    assert.equal(await process(), 0);
  });

  it('may be made again a week after they were declined', async () => {
    const teamId = await newTeam();
    const { id } = await ask('sam', teamId);
    const { status, answer } = await decline('olga', id, 'Full');
    assert.deepEqual([status, answer], ['declined', 'Full']);
    assert.equal((await decline('ada', id)).answer, 'Full', 'repeating it changes nothing');
    await assert.rejects(accept('olga', id), rejects('Conflict'));
    await assert.rejects(ask('sam', teamId), rejects('Conflict'));
    at.world.clock.advance(7 * DAY);
    assert.notEqual((await ask('sam', teamId)).id, id);
    assert.equal((await mine('sam')).length, 2);
  });

  it('notify the owners once a day, however often the person withdraws and asks', async () => {
    const teamId = await newTeam();
    const sent: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const { id } = await ask('sam', teamId);
      sent.push(...(await notified(id)));
      assert.equal((await withdraw('sam', id)).status, 'withdrawn');
    }
    at.world.clock.advance(DAY);
    sent.push(...(await notified((await ask('sam', teamId)).id)));
    assert.deepEqual(sent, ['olga-id join_requested', 'olga-id join_requested']);
  });

  it('are limited to 50 pending requests per person', async () => {
    const [first, other] = [await newTeam(), await newTeam()];
    const { id } = await ask('sam', first);
    await at.db.transaction().execute(async (transaction) => {
      await sql`select set_config('charter.audited', 'test', true)`.execute(transaction);
      await sql`
        insert into charter.join_requests
          (tenant_id, request_id, team_id, team_name, person_id, status, created_at, expires_at)
        select tenant_id, gen_random_uuid(), 'other-' || n, 'Other', person_id, status, created_at, expires_at
          from charter.join_requests, generate_series(1, 49) n
         where tenant_id = ${TENANT} and request_id = ${id}`.execute(transaction);
    });
    await assert.rejects(ask('sam', other), rejects('Conflict'));
    assert.equal((await ask('sam', first)).id, id, 'the same question again');
    assert.notEqual((await ask('ida', other)).id, id);
    await withdraw('sam', id);
    await ask('sam', other);
  });

  it('are read from the store once per decision', async () => {
    const teamId = await newTeam();
    const { store } = at.world.deps;
    let reads = 0;
    const counting = {
      ...store,
      in: (tenantId: string) => {
        const { joinRequests, ...stores } = store.in(tenantId);
        const find = (requestId: string) => {
          reads += 1;
          return joinRequests.find(requestId);
        };
        return { ...stores, joinRequests: { ...joinRequests, find } };
      },
    };
    const deps = { ...at.world.deps, store: counting };
    for (const decide of [acceptJoinRequest, declineJoinRequest]) {
      const { id } = await ask(decide === acceptJoinRequest ? 'sam' : 'ida', teamId);
      const decided = await decide(deps, at.world.person('olga'), at.world.call(), {
        requestId: id,
        message: ' Welcome ',
      });
      const [stored] = await mine(decide === acceptJoinRequest ? 'sam' : 'ida');
      assert.deepEqual(decided, stored, 'it returns what is stored');
      assert.equal(decided.answer, 'Welcome');
    }
    assert.equal(reads, 2);
  });

  it('remind the owners after a week, and expire after two weeks', async () => {
    const teamId = await newTeam();
    const { id } = await ask('sam', teamId);
    at.world.clock.advance(7 * DAY);
    assert.equal(await process(), 1);
    assert.equal(await process(), 0, 'once');
    at.world.clock.advance(7 * DAY);
    await assert.rejects(accept('olga', id), rejects('Conflict'), 'the time is over');
    assert.equal(await process(), 1);
    assert.equal((await mine('sam'))[0]?.status, 'expired');
    assert.deepEqual(await notified(id), [
      'olga-id join_requested',
      'olga-id join_request_reminder',
      'sam-id join_request_decided',
    ]);
    assert.deepEqual(await recorded(teamId), ['team_join_requested', 'team_join_request_expired']);
    at.world.clock.advance(180 * DAY);
    assert.equal(await removeOldJoinRequests(at.world.deps, TENANT), 0);
    at.world.clock.advance(1);
    assert.equal(await removeOldJoinRequests(at.world.deps, TENANT), 1);
  });

  it('are withdrawn when the person joins in another way or leaves, and when the team is archived', async () => {
    const [joined, left, archived, own] = [
      await newTeam(),
      await newTeam(),
      await newTeam(),
      await newTeam(),
    ];
    for (const teamId of [joined, archived, own]) await ask('sam', teamId);
    await ask('ida', left);
    await at.world.suite.teams.addMembers(TENANT, joined, [{ userId: 'sam-id', role: 'member' }]);
    await at.world.suite.teams.archive(TENANT, archived, { siteReadOnly: false });
    const close = (isOpen: boolean) =>
      sql`
      update directory.users set account_enabled = ${isOpen}
       where tenant_id = ${TENANT} and user_id = 'ida-id'`.execute(at.db);
    await close(false);
    const requests = await mine('sam');
    await withdraw('sam', requests.find(({ team }) => team.id === own)?.id ?? '');
    assert.equal(await process(), 3);
    await close(true);
    const reasons = new Map(
      [...(await mine('sam')), ...(await mine('ida'))].map(({ team, status, reason }) => [
        team.id,
        `${status} ${reason}`,
      ]),
    );
    assert.deepEqual(
      [joined, left, archived, own].map((teamId) => reasons.get(teamId)),
      ['withdrawn joined', 'withdrawn left', 'withdrawn teamClosed', 'withdrawn requester'],
    );
    for (const teamId of [joined, left, archived, own])
      assert.deepEqual(await recorded(teamId), ['team_join_requested', 'team_join_request_withdrawn']);
  });

  it('stay pending when a policy rejects the person, and obey the rules for guests', async () => {
    const teamId = await newTeam();
    await at.policy({
      ...{ kind: 'directory', scope: { type: 'tenant' } },
      settings: { listed: 'public', guests: 'allowed' },
    });
    await at.policy({
      ...{ kind: 'guests', scope: { type: 'tenant' } },
      settings: { guests: 'allowed', sponsor: 'required' },
    });
    await at.world.suite.teams.removeMember(TENANT, teamId, membershipId(teamId, 'gus-id'));
    const { id } = await ask('gus', teamId);
    await assert.rejects(accept('olga', id), rejects('PolicyViolation'));
    assert.equal((await toDecide('olga'))[0]?.id, id);
    await accept('olga', id, { sponsor: { id: 'olga-id' } });
    assert.equal((await at.rolesIn(teamId))['gus-id'], 'guest');
  });

  it('can be decided by an administrator when the team has no owner', async () => {
    const teamId = await newTeam();
    await at.remove(teamId, 'olga-id');
    const { id } = await ask('sam', teamId);
    assert.deepEqual(await notified(id), [], 'the service has assigned no administrator');
    await decline('ada', id);
    assert.equal((await mine('sam'))[0]?.status, 'declined');
  });

  it('notify administrators when all owners of the team have closed accounts', async (t) => {
    const teamId = await newTeam();
    await at.closeAccount(t, 'olga-id');
    await at.makeAdministrator(t, 'ada-id');
    const { id } = await ask('sam', teamId);
    at.world.clock.advance(7 * DAY);
    await process();
    assert.deepEqual(await notified(id), ['ada-id join_requested', 'ada-id join_request_reminder']);
  });

  it('count as accepted when the node dies between the addition and the record', async () => {
    const teamId = await newTeam();
    const { id } = await ask('sam', teamId);
    const { store } = at.world.deps;
    const failing = {
      ...store,
      transaction: ((tenantId, work) =>
        store.transaction(tenantId, (unit) =>
          work({
            ...unit,
            joinRequests: {
              ...unit.joinRequests,
              resolve: () => Promise.reject(new Error('The node is dead.')),
            },
          }),
        )) as typeof store.transaction,
    };
    const dying = { ...at.world.deps, store: failing };
    const died = acceptJoinRequest(dying, at.world.person('olga'), at.world.call(), { requestId: id });
    await assert.rejects(died, /The node is dead/);
    assert.equal((await at.rolesIn(teamId))['sam-id'], 'member');
    await assert.rejects(decline('ada', id), rejects('Conflict'), 'somebody is accepting it');
    assert.equal(await process(), 1);
    const [request] = await mine('sam');
    assert.deepEqual([request?.status, request?.decidedBy?.id], ['accepted', 'olga-id']);
    assert.deepEqual(await recorded(teamId), ['team_join_requested', 'team_join_request_accepted']);
  });
});
