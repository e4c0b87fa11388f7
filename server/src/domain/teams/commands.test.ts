import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTeamWorld, OTHER_TENANT, TENANT, type TeamWorld } from '../../../test/team-world.ts';
import type { Principal } from '../../engine/principal.ts';
import type { ErrorCode } from '../../kernel/errors.ts';
import { addTeamMember } from './change-members.ts';
import { deleteTeam } from './delete-team.ts';
import type { TeamMember } from './model.ts';
import { archiveTeam, unarchiveTeam } from './team-jobs.ts';

let world: TeamWorld;
before(async () => {
  world = await createTeamWorld();
});
after(() => world.close());

const rejects = (work: Promise<unknown>, code: ErrorCode, target?: string) =>
  assert.rejects(work, (error: { code?: string; details?: { target: string }[] }) => {
    assert.equal(error.code, code);
    if (target !== undefined) assert.equal(error.details?.[0]?.target, target);
    return true;
  });

describe('deleting a team', () => {
  it('deletes an archived team, and records the deletion once', async () => {
    const { team } = await world.newTeam();
    await world.suite.teams.archive(TENANT, team.id, { siteReadOnly: false });
    const call = world.call();
    await deleteTeam(world.deps, world.person('olga'), call, { teamId: team.id });
    assert.equal(await world.suite.teams.find(TENANT, team.id), undefined);
    assert.deepEqual(await world.events(call.requestId), [
      {
        type: 'team_deleted',
        actor: { id: 'olga-id', kind: 'user', displayName: 'Olga' },
        target: { type: 'team', id: team.id, displayName: 'Harbour' },
        payload: { tenant: { id: TENANT }, team: { id: team.id, displayName: 'Harbour' } },
        requestId: call.requestId,
      },
    ]);
    assert.equal(await world.intents(), 0);
  });

  it('returns 404 for a second deletion, and to strangers and other tenants', async () => {
    const { team } = await world.newTeam();
    const byCaller = (principal: Principal) =>
      deleteTeam(world.deps, principal, world.call(), { teamId: team.id });
    await rejects(byCaller(world.person('sam')), 'NotFound');
    await rejects(byCaller(world.person('olga', OTHER_TENANT)), 'NotFound');
    await rejects(byCaller(world.app(OTHER_TENANT)), 'NotFound');
    await rejects(byCaller(world.person('mia')), 'Forbidden');
    await byCaller(world.app());
    await rejects(byCaller(world.app()), 'NotFound');
  });
});

describe('adding a member to a team', () => {
  async function add(
    teamId: string,
    id: string,
    role: 'member' | 'owner',
    by = world.person('olga'),
  ): Promise<{ member: TeamMember; recorded: unknown[] }> {
    const call = world.call();
    const member = await addTeamMember(world.deps, by, call, { teamId, user: { id }, role });
    const events = await world.events(call.requestId);
    return { member, recorded: events.map(({ type, payload }) => [type, payload.member]) };
  }

  it('finds the person by id, user principal name or mail, and records the change', async () => {
    const { team } = await world.newTeam();
    const references = { sam: 'sam-id', ida: 'IDA@fabrikam.example', ada: 'ada@mail.fabrikam.example' };
    for (const [name, reference] of Object.entries(references)) {
      const { member, recorded } = await add(team.id, reference, 'member');
      assert.equal(member.userId, `${name}-id`);
      assert.deepEqual(member.roles, []);
      assert.deepEqual(recorded, [
        [
          'team_member_added',
          {
            id: `${name}-id`,
            displayName: member.displayName,
            mail: `${name}@mail.fabrikam.example`,
            role: 'member',
          },
        ],
      ]);
    }
    assert.equal(await world.intents(), 0);
  });

  it('promotes but never demotes, and records only changes', async () => {
    const { team } = await world.newTeam();
    const same = await add(team.id, 'mia-id', 'member');
    assert.deepEqual([same.member.roles, same.recorded], [[], []]);
    const promoted = await add(team.id, 'mia-id', 'owner');
    assert.deepEqual(promoted.member.roles, ['owner']);
    assert.equal(promoted.recorded.length, 1);
    const kept = await add(team.id, 'mia-id', 'member', world.app());
    assert.deepEqual([kept.member.roles, kept.recorded], [['owner'], []]);
  });

  it('does not change the role of guests', async () => {
    const { team } = await world.newTeam();
    const { member, recorded } = await add(team.id, 'gus-id', 'owner');
    assert.deepEqual([member.roles, recorded], [['guest'], []]);
  });

  it('rejects unknown people, callers without rights, and archived teams', async () => {
    const { team } = await world.newTeam();
    await rejects(add(team.id, 'nobody', 'member'), 'InvalidRequest', 'user.id');
    await rejects(add(team.id, 'ida-id', 'member', world.person('mia')), 'Forbidden');
    await rejects(add(team.id, 'ida-id', 'member', world.person('ivan')), 'NotFound');
    await world.suite.teams.archive(TENANT, team.id, { siteReadOnly: false });
    await rejects(add(team.id, 'ida-id', 'member'), 'TeamArchived');
    await rejects(add(team.id, 'nobody', 'member'), 'TeamArchived');
    assert.equal(await world.intents(), 0);
  });
});

describe('archiving and unarchiving a team', () => {
  it('queues one job, and returns it for a repeated call', async () => {
    const { team } = await world.newTeam();
    const call = world.call();
    const archive = () =>
      archiveTeam(world.deps, world.person('olga'), call, { teamId: team.id, siteReadOnly: true });
    const job = await archive();
    assert.equal(job.type, 'TeamArchive');
    assert.equal(job.status, 'waiting');
    assert.deepEqual(job.subjectId, team.id);
    assert.equal(job.request.shouldSetSpoSiteReadOnlyForMembers, true);
    assert.equal((await archive()).id, job.id);
    const stored = await world.deps.store.in(TENANT).jobs.find(job.id);
    assert.deepEqual(stored?.requester, { id: 'olga-id', kind: 'user', displayName: 'Olga' });
    const unarchive = await unarchiveTeam(world.deps, world.app(), world.call(), { teamId: team.id });
    assert.equal(unarchive.type, 'TeamUnarchive');
  });

  it('rejects callers without rights, and teams that are already archived', async () => {
    const { team } = await world.newTeam();
    const archive = (by: Principal) =>
      archiveTeam(world.deps, by, world.call(), { teamId: team.id, siteReadOnly: false });
    const unarchive = (by: Principal) => unarchiveTeam(world.deps, by, world.call(), { teamId: team.id });
    await rejects(archive(world.person('mia')), 'Forbidden');
    await rejects(unarchive(world.person('gus')), 'Forbidden');
    await rejects(archive(world.person('sam')), 'NotFound');
    await rejects(unarchive(world.app(OTHER_TENANT)), 'NotFound');
    await world.suite.teams.archive(TENANT, team.id, { siteReadOnly: false });
    await rejects(archive(world.person('olga')), 'TeamArchived');
    assert.equal((await unarchive(world.person('olga'))).status, 'waiting');
  });
});
