import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { faultySuite } from '../../../test/faulty-suite.ts';
import { QUARTER_HOUR_SECONDS, RestoreWorld } from '../../../test/restore-world.ts';
import { TENANT } from '../../../test/team-world.ts';
import { updatePolicy } from '../../domain/policies/change-policies.ts';
import type { PolicyDraft } from '../../domain/policies/model.ts';
import { addTeamMember } from '../../domain/teams/change-members.ts';
import { CharterError } from '../../kernel/errors.ts';
import { answerOwnerRequest } from './answer-request.ts';
import { getTeamOwnership, listOwnerRequests, listOwnerSearches } from './read-owners.ts';

const at = new RestoreWorld();
const DAY = 24 * 60 * 60;
const GROUP = 'reserve';

type Settings = Extract<PolicyDraft['settings'], { minimumOwners: number }>;

const owners = (settings: Partial<Settings> = {}, mode: 'enforce' | 'report' = 'enforce') =>
  at.policy({ kind: 'owners', mode, settings: { minimumOwners: 1, answerDays: 2, ...settings } });

/** Opens or closes the account in the directory, outside Charter. */
const setAccount = (userId: string, isEnabled: boolean) =>
  sql`update directory.users set account_enabled = ${isEnabled}
       where tenant_id = ${TENANT} and user_id = ${userId}`.execute(at.db);

/** Returns a team whose only owner, Olga, can no longer act. Reopens her account at the end of the test. */
async function ownerlessTeam(t: { after(restore: () => Promise<unknown>): void }): Promise<string> {
  const teamId = await at.newTeam();
  await setAccount('olga-id', false);
  t.after(() => setAccount('olga-id', true));
  return teamId;
}

const requestsTo = async (name: 'mia' | 'sam' | 'ida') =>
  (
    await listOwnerRequests(at.world.deps, at.world.person(name), {
      status: undefined,
      top: 10,
      after: undefined,
    })
  ).items;

const answer = async (name: 'mia' | 'sam', answer: 'accepted' | 'declined') => {
  const [request] = await requestsTo(name);
  return answerOwnerRequest(at.world.deps, at.world.person(name), at.world.call(), {
    requestId: request?.id ?? '',
    answer,
  });
};

const notified = async (kind: string): Promise<string[]> => {
  const { rows } = await sql<{ addressee_id: string }>`
    select addressee_id from charter.notifications where tenant_id = ${TENANT} and kind = ${kind}
     order by notification_id`.execute(at.db);
  return rows.map((row) => row.addressee_id);
};

const searchEvents = async (teamId: string): Promise<string[]> =>
  (await at.world.events())
    .filter(({ payload }) => (payload.team as { id: string } | undefined)?.id === teamId)
    .map(({ type }) => type)
    .filter((type) => type.startsWith('owner_'));

const stateOf = async (teamId: string) =>
  (await getTeamOwnership(at.world.deps, at.world.person('ada'), { teamId })).search?.state;

describe('the search for owners', () => {
  before(async () => {
    await at.world.suite.saveGroups(TENANT, [
      { id: GROUP, displayName: 'Reserve', memberIds: ['gus-id', 'mia-id', 'ida-id'] },
    ]);
    await at.world.suite.saveUsers(TENANT, [
      { id: 'olga-id', displayName: 'Olga', userPrincipalName: 'olga@fabrikam.example', managerId: 'sam-id' },
    ]);
  });

  it('asks the manager of the former owner first, then a member, and appoints the one who accepts', async (t) => {
    const teamId = await ownerlessTeam(t);
    await at.attach(await owners(), teamId);
    await at.sweep();
    assert.deepEqual(
      (await requestsTo('sam')).map(({ status, source }) => [status, source]),
      [['pending', 'formerOwnersManager']],
    );
    assert.deepEqual(await requestsTo('mia'), []);
    assert.deepEqual(await notified('owner_requested'), ['sam-id']);
    at.world.clock.advance(DAY);
    await at.sweep();
    await at.sweep();
    assert.deepEqual(await notified('owner_request_reminder'), ['sam-id']);
    at.world.clock.advance(DAY);
    await at.sweep();
    assert.equal((await requestsTo('sam'))[0]?.status, 'expired');
    assert.equal((await answer('mia', 'accepted')).status, 'accepted');
    assert.equal((await answer('mia', 'accepted')).status, 'accepted', 'a repeated answer changes nothing');
    assert.equal(await at.sweep(), 1, 'the answer makes the team due');
    assert.equal((await at.rolesIn(teamId))['mia-id'], 'owner');
    assert.equal((await requestsTo('mia'))[0]?.status, 'appointed');
    assert.equal(await stateOf(teamId), undefined);
    assert.deepEqual(await searchEvents(teamId), [
      'owner_search_started',
      'owner_requested',
      'owner_request_expired',
      'owner_requested',
      'owner_request_accepted',
      'owner_appointed',
      'owner_search_ended',
    ]);
    const records = (await at.recordsOf(teamId)).map(({ type }) => type);
    assert.deepEqual(records, ['owner_search_started', 'owner_search_ended'], 'the others are about people');
    assert.deepEqual(await notified('owner_appointed'), ['mia-id']);
    at.world.clock.advance(QUARTER_HOUR_SECONDS);
    await at.sweep();
    assert.equal((await searchEvents(teamId)).length, 7, 'a team that complies is left alone');
  });

  it('asks a candidate from several sources as a candidate of the first source', async (t) => {
    const teamId = await at.newTeam();
    await addTeamMember(at.world.deps, at.world.person('olga'), at.world.call(), {
      teamId,
      user: { id: 'sam-id' },
      role: 'member',
    });
    await setAccount('olga-id', false);
    t.after(() => setAccount('olga-id', true));
    const candidates = ['formerOwnersManager', 'mostActiveMembers'] as const;
    await at.attach(await owners({ candidates: [...candidates] }), teamId);
    await at.sweep();
    const asked = async (name: 'mia' | 'sam') =>
      (await requestsTo(name)).filter(({ team, status }) => team.id === teamId && status === 'pending');
    assert.deepEqual(
      (await asked('sam')).map(({ source }) => source),
      ['formerOwnersManager'],
    );
    assert.deepEqual(await asked('mia'), []);
  });

  it('appoints members of the fallback group without asking, except guests and people who declined', async (t) => {
    const teamId = await ownerlessTeam(t);
    await at.attach(await owners({ candidates: ['mostActiveMembers'], fallbackGroupId: GROUP }), teamId);
    await at.sweep();
    await answer('mia', 'declined');
    await at.sweep();
    const roles = await at.rolesIn(teamId);
    assert.deepEqual([roles['ida-id'], roles['mia-id'], roles['gus-id']], ['owner', 'member', 'guest']);
    const [request] = await requestsTo('ida');
    assert.deepEqual([request?.source, request?.status], ['fallbackGroup', 'appointed']);
    await assert.rejects(answer('mia', 'accepted'), { code: 'Conflict' });
  });

  it('appoints the only member of a large fallback group who can act', async (t) => {
    const closed = Array.from({ length: 120 }, (_, index) => ({
      id: `closed-${index}`,
      displayName: `A ${index}`,
      userPrincipalName: `closed-${index}@fabrikam.example`,
      accountEnabled: false,
    }));
    await at.world.suite.saveUsers(TENANT, closed);
    const memberIds = [...closed.map(({ id }) => id), 'ida-id'];
    await at.world.suite.saveGroups(TENANT, [{ id: 'large', displayName: 'Large', memberIds }]);
    const teamId = await ownerlessTeam(t);
    await at.attach(await owners({ candidates: [], fallbackGroupId: 'large' }), teamId);
    await at.sweep();
    assert.equal((await at.rolesIn(teamId))['ida-id'], 'owner');
  });

  it('appoints a member of the fallback group again after a demotion during the search', async (t) => {
    const teamId = await ownerlessTeam(t);
    await at.attach(await owners({ minimumOwners: 3, candidates: [], fallbackGroupId: GROUP }), teamId);
    await at.sweep();
    await sql`update directory.team_members set role = 'member'
               where tenant_id = ${TENANT} and team_id = ${teamId} and user_id = 'ida-id'`.execute(at.db);
    // The directory's copy may lack a new owner for an hour.
    const rolesAfter = async (seconds: number) => {
      at.world.clock.advance(seconds);
      assert.equal(await at.sweep(), 1);
      const roles = await at.rolesIn(teamId);
      return [roles['mia-id'], roles['ida-id']];
    };
    assert.deepEqual(await rolesAfter(QUARTER_HOUR_SECONDS), ['owner', 'member']);
    assert.deepEqual(await rolesAfter(3 * QUARTER_HOUR_SECONDS), ['owner', 'owner']);
  });

  it('appoints a member of the fallback group as soon as their time to answer is over', async (t) => {
    const teamId = await ownerlessTeam(t);
    const candidates = ['mostActiveMembers' as const];
    await at.attach(await owners({ minimumOwners: 2, candidates, fallbackGroupId: GROUP }), teamId);
    await at.sweep();
    assert.equal((await requestsTo('mia'))[0]?.status, 'pending');
    at.world.clock.advance(2 * DAY);
    await at.sweep();
    assert.equal((await at.rolesIn(teamId))['mia-id'], 'owner');
    assert.ok(!(await searchEvents(teamId)).includes('owner_search_exhausted'));
  });

  it('appoints members of the fallback group at the deadline, even while requests are open', async (t) => {
    const teamId = await ownerlessTeam(t);
    const candidates = ['mostActiveMembers' as const];
    await at.attach(
      await owners({ candidates, answerDays: 10, deadlineDays: 4, fallbackGroupId: GROUP }),
      teamId,
    );
    await at.sweep();
    const { search } = await getTeamOwnership(at.world.deps, at.world.person('ada'), { teamId });
    const next = (Date.parse(search?.nextDateTime ?? '') - at.world.clock.now().getTime()) / 1000;
    assert.equal(next, 4 * DAY, 'the deadline is before the reminder');
    at.world.clock.advance(4 * DAY - QUARTER_HOUR_SECONDS);
    await at.sweep();
    assert.equal((await requestsTo('mia'))[0]?.status, 'pending');
    assert.equal((await at.rolesIn(teamId))['ida-id'], undefined);
    at.world.clock.advance(QUARTER_HOUR_SECONDS);
    await at.sweep();
    const roles = await at.rolesIn(teamId);
    assert.deepEqual([roles['ida-id'], roles['mia-id'], roles['gus-id']], ['owner', 'member', 'guest']);
    assert.equal((await requestsTo('mia'))[0]?.status, 'withdrawn');
    assert.equal(await stateOf(teamId), undefined);
    assert.ok(!(await searchEvents(teamId)).includes('owner_search_exhausted'));
  });

  it('appoints a member of the fallback group whose own request is open at the deadline', async (t) => {
    const teamId = await ownerlessTeam(t);
    const candidates = ['mostActiveMembers' as const];
    const settings = {
      minimumOwners: 2,
      candidates,
      answerDays: 10,
      deadlineDays: 1,
      fallbackGroupId: GROUP,
    };
    await at.attach(await owners(settings), teamId);
    await at.sweep();
    assert.equal((await requestsTo('mia'))[0]?.status, 'pending');
    at.world.clock.advance(DAY);
    await at.sweep();
    const roles = await at.rolesIn(teamId);
    assert.deepEqual([roles['ida-id'], roles['mia-id']], ['owner', 'owner']);
    const appointed = (await searchEvents(teamId)).filter((type) => type === 'owner_appointed');
    assert.equal(appointed.length, 2);
    assert.equal(await stateOf(teamId), undefined);
  });

  it('has a default deadline of 14 days, or of the time to answer if this is longer', async (t) => {
    for (const [answerDays, days] of [
      [10, 14],
      [20, 20],
    ] as const) {
      const teamId = await ownerlessTeam(t);
      await at.attach(await owners({ minimumOwners: 1, answerDays, fallbackGroupId: GROUP }), teamId);
      for (let day = 0; day < days; day += 1) {
        await at.sweep();
        assert.notEqual(await stateOf(teamId), undefined, `a search on day ${day}`);
        at.world.clock.advance(DAY);
      }
      await at.sweep();
      assert.equal(await stateOf(teamId), undefined, `no search after ${days} days`);
    }
  });

  it('does not look for candidates again while enough people are asked', async (t) => {
    const teamId = await ownerlessTeam(t);
    const { suite } = at.world;
    let looks = 0;
    const groupMembers: typeof suite.users.groupMembers = (...parameters) => {
      looks += 1;
      return suite.users.groupMembers(...parameters);
    };
    const watched = { ...suite, users: { ...suite.users, groupMembers } };
    await at.attach(await owners({ candidates: ['mostActiveMembers'], fallbackGroupId: GROUP }), teamId);
    await at.sweep(watched);
    assert.equal(looks, 1);
    for (let checks = 0; checks < 3; checks += 1) {
      at.world.clock.advance(QUARTER_HOUR_SECONDS);
      assert.equal(await at.sweep(watched), 1);
    }
    assert.equal(looks, 1);
  });

  it('schedules its next step, even after days without candidates', async (t) => {
    const teamId = await ownerlessTeam(t);
    await at.attach(await owners({ candidates: [] }), teamId);
    for (let days = 0; days < 3; days += 1) {
      await at.sweep();
      const { search } = await getTeamOwnership(at.world.deps, at.world.person('ada'), { teamId });
      const next = (Date.parse(search?.nextDateTime ?? '') - at.world.clock.now().getTime()) / 1000;
      assert.deepEqual([search?.state, next], ['exhausted', DAY]);
      at.world.clock.advance(DAY);
    }
  });

  it('notifies administrators once when nobody is left, and asks a person who joins later', async (t) => {
    const teamId = await ownerlessTeam(t);
    await at.makeAdministrator(t, 'ada-id');
    await at.attach(await owners({ candidates: ['mostActiveMembers'] }), teamId);
    await at.sweep();
    await answer('mia', 'declined');
    for (let days = 0; days < 3; days += 1) {
      await at.sweep();
      at.world.clock.advance(DAY);
    }
    assert.equal(await stateOf(teamId), 'exhausted');
    assert.deepEqual(await notified('owner_search_exhausted'), ['ada-id']);
    await at.world.suite.teams.addMembers(TENANT, teamId, [{ userId: 'sam-id', role: 'member' }]);
    await at.sweep();
    assert.equal(await stateOf(teamId), 'searching');
    assert.equal((await requestsTo('sam'))[0]?.status, 'pending');
    assert.deepEqual(await requestsTo('ida').then((all) => all.filter(({ team }) => team.id === teamId)), []);
  });

  for (const when of ['before', 'after'] as const) {
    it(`appoints a person once when a node dies ${when} the change of the team`, async (t) => {
      const teamId = await ownerlessTeam(t);
      await at.attach(await owners({ candidates: ['mostActiveMembers'] }), teamId);
      await at.sweep();
      await answer('mia', 'accepted');
      const dying = faultySuite(at.world.suite, (call) =>
        call.startsWith('teams.addMembers') ? { when, error: new Error('The node died.') } : undefined,
      );
      await at.sweep(dying);
      assert.equal(at.reported.length, 1);
      assert.equal(await at.world.intents(), 1);
      at.world.clock.advance(when === 'before' ? 61 : QUARTER_HOUR_SECONDS);
      if (when === 'before') assert.equal(await at.recover(), 1);
      at.world.clock.advance(QUARTER_HOUR_SECONDS);
      await at.sweep();
      // The directory shows the new owner, so the search ends, and the recovery records the appointment.
      assert.equal(await at.recover(), when === 'before' ? 0 : 1);
      assert.equal((await at.rolesIn(teamId))['mia-id'], 'owner');
      const appointed = (await searchEvents(teamId)).filter((type) => type === 'owner_appointed');
      assert.equal(appointed.length, 1);
      assert.equal((await requestsTo('mia'))[0]?.status, 'appointed');
      assert.equal(await stateOf(teamId), undefined);
    });
  }

  it('continues with the next person when the suite rejects an appointment, and records the failure', async (t) => {
    const teamId = await ownerlessTeam(t);
    await at.attach(await owners({ candidates: ['mostActiveMembers'], fallbackGroupId: GROUP }), teamId);
    await at.sweep();
    await answer('mia', 'accepted');
    const rejecting = faultySuite(at.world.suite, (call) =>
      call.startsWith('teams.addMembers') && call.includes('mia-id')
        ? { when: 'before', error: new CharterError('InvalidRequest', 'No licence.') }
        : undefined,
    );
    await at.sweep(rejecting);
    assert.deepEqual(
      [(await requestsTo('mia'))[0]?.status, (await requestsTo('ida'))[0]?.status],
      ['failed', 'appointed'],
    );
    assert.ok((await searchEvents(teamId)).includes('owner_appointment_failed'));
    assert.deepEqual(at.reported, []);
  });

  it('withdraws requests when somebody else appoints an owner, and ends for an archived team', async (t) => {
    const [first, second] = [await ownerlessTeam(t), await ownerlessTeam(t)];
    const policy = await owners({ candidates: ['mostActiveMembers'] });
    for (const teamId of [first, second]) await at.attach(policy, teamId);
    await at.sweep();
    const searches = await listOwnerSearches(at.world.deps, at.world.person('ada'), {
      state: 'searching',
      top: 10,
      after: undefined,
    });
    assert.deepEqual(searches.items.map(({ team }) => team.id).sort(), [first, second].sort());
    await at.world.suite.teams.addMembers(TENANT, first, [{ userId: 'ida-id', role: 'owner' }]);
    await at.world.suite.teams.archive(TENANT, second, { siteReadOnly: false });
    at.world.clock.advance(QUARTER_HOUR_SECONDS);
    await at.sweep();
    const mine = (await requestsTo('mia')).filter(({ team }) => [first, second].includes(team.id));
    assert.deepEqual(
      mine.map(({ status }) => status),
      ['withdrawn', 'withdrawn'],
    );
    assert.deepEqual([await stateOf(first), await stateOf(second)], [undefined, undefined]);
    assert.equal((await searchEvents(second)).at(-1), 'owner_search_ended');
  });

  it('only reports its finding under a policy in report mode, until the policy is enforced', async (t) => {
    const teamId = await ownerlessTeam(t);
    const policy = await owners({ candidates: ['mostActiveMembers'] }, 'report');
    await at.attach(policy, teamId);
    await at.sweep();
    at.world.clock.advance(QUARTER_HOUR_SECONDS);
    await at.sweep();
    assert.equal(await stateOf(teamId), 'reported');
    assert.deepEqual(await searchEvents(teamId), []);
    const records = await at.recordsOf(policy.id);
    assert.deepEqual(
      records.map(({ type }) => type),
      ['policy_created', 'policy_attached', 'policy_violation_reported'],
    );
    await updatePolicy(at.world.deps, at.world.person('ada'), at.world.call(), {
      policyId: policy.id,
      changes: { mode: 'enforce' },
    });
    await at.sweep();
    assert.deepEqual(await searchEvents(teamId), ['owner_search_started', 'owner_requested']);
  });
});

describe('the maximum number of owners', () => {
  const addOwner = (teamId: string, id: string) =>
    addTeamMember(at.world.deps, at.world.person('ada'), at.world.call(), {
      teamId,
      user: { id },
      role: 'owner',
    });

  it('is not exceeded by the successor of an owner with a closed account', async (t) => {
    const teamId = await ownerlessTeam(t);
    const settings = { maximumOwners: 1, candidates: [], fallbackGroupId: GROUP };
    await at.attach(await owners(settings), teamId);
    await at.sweep();
    at.world.clock.advance(QUARTER_HOUR_SECONDS);
    await at.sweep();
    assert.equal((await at.rolesIn(teamId))['ida-id'], 'owner');
    assert.equal(await stateOf(teamId), undefined);
    assert.ok(!(await searchEvents(teamId)).includes('owner_limit_exceeded'));
  });

  it('does not reject an owner who is added again, even if the team has too many owners', async () => {
    const teamId = await at.newTeam();
    await at.world.suite.teams.addMembers(TENANT, teamId, [{ userId: 'sam-id', role: 'owner' }]);
    await at.attach(await owners({ maximumOwners: 1 }), teamId);
    await addOwner(teamId, 'sam-id');
    await assert.rejects(addOwner(teamId, 'mia-id'), { code: 'PolicyViolation' });
  });

  it('is not enforced by a policy in report mode, which records the violation', async () => {
    const teamId = await at.newTeam();
    const policy = await owners({ maximumOwners: 1 }, 'report');
    await at.attach(policy, teamId);
    await addOwner(teamId, 'sam-id');
    const { rows } = await sql<{ fields: object }>`
      select fields from charter.audit_records
       where type = 'policy_violation_reported' and target_id = ${policy.id}`.execute(at.db);
    assert.partialDeepStrictEqual(
      rows.map(({ fields }) => fields),
      [{ teamId, message: 'The team may have at most 1 owner, and would have 2.' }],
    );
  });

  it('does not count owners with closed accounts when an owner is added', async (t) => {
    const teamId = await ownerlessTeam(t);
    await at.attach(await owners({ maximumOwners: 1 }), teamId);
    await addOwner(teamId, 'sam-id');
    await assert.rejects(addOwner(teamId, 'mia-id'), { code: 'PolicyViolation' });
  });

  it('prevents a further owner, and is reported as exceeded when owners are added outside Charter', async () => {
    const teamId = await at.newTeam();
    await at.attach(await owners({ maximumOwners: 1 }), teamId);
    const add = (role: 'owner' | 'member') =>
      addTeamMember(at.world.deps, at.world.person('olga'), at.world.call(), {
        teamId,
        user: { id: 'sam-id' },
        role,
      });
    await assert.rejects(add('owner'), { code: 'PolicyViolation' });
    await add('member');
    await at.world.suite.teams.addMembers(TENANT, teamId, [{ userId: 'sam-id', role: 'owner' }]);
    at.world.clock.advance(QUARTER_HOUR_SECONDS);
    await at.sweep();
    await at.sweep();
    assert.equal(await stateOf(teamId), 'exceeded');
    assert.deepEqual(await searchEvents(teamId), ['owner_limit_exceeded']);
    assert.equal((await at.rolesIn(teamId))['sam-id'], 'owner', 'nobody is demoted');
  });
});
