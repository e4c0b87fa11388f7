import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTeamWorld, OTHER_TENANT, TENANT, type TeamWorld } from '../../../test/team-world.ts';
import type { CharterError, ErrorCode } from '../../kernel/errors.ts';
import type { SuiteTeams } from './suite.ts';
import { type TeamRepresentation, type UpdateTeamInput, updateTeam } from './update-team.ts';

describe('updating a team', () => {
  let world: TeamWorld;
  before(async () => {
    world = await createTeamWorld();
  });
  after(() => world.close());

  async function update(
    teamId: string,
    representation: TeamRepresentation,
    more: Partial<UpdateTeamInput> = {},
  ) {
    const call = world.call();
    const updated = await updateTeam(world.deps, world.person('ivan'), call, {
      teamId,
      representation,
      ...more,
    });
    return { updated, events: await world.events(call.requestId) };
  }

  const rejects = (work: Promise<unknown>, code: ErrorCode, targets: string[] = []) =>
    assert.rejects(work, (error: CharterError) => {
      assert.equal(error.code, code);
      assert.deepEqual(
        error.details.map(({ target }) => target),
        targets,
      );
      return true;
    });

  it('merges the sent fields, and records the changes', async () => {
    const { team, version } = await world.newTeam();
    const { updated, events } = await update(team.id, {
      displayName: ' Harbour North ',
      description: null,
      memberSettings: { allowDeleteChannels: false, allowCreateUpdateChannels: true },
    });
    assert.notEqual(updated.version, version);
    const { memberSettings, ...rest } = updated.team;
    assert.deepEqual(rest.displayName, 'Harbour North');
    assert.equal(rest.description, null);
    assert.deepEqual(memberSettings, { ...team.memberSettings, allowDeleteChannels: false });
    assert.deepEqual(rest.funSettings, team.funSettings);
    assert.deepEqual(await world.suite.teams.find(TENANT, team.id), updated);
    assert.deepEqual(
      events.map(({ type, target, payload }) => ({ type, target, payload })),
      [
        {
          type: 'team_updated',
          target: { type: 'team', id: team.id, displayName: 'Harbour North' },
          payload: {
            tenant: { id: TENANT },
            team: { id: team.id, displayName: 'Harbour North' },
            changes: {
              displayName: 'Harbour North',
              description: '',
              memberSettings: { allowDeleteChannels: false },
            },
          },
        },
      ],
    );
  });

  it('accepts an unchanged representation, without writing or recording anything', async () => {
    const given = await world.newTeam();
    const { updated, events } = await update(given.team.id, given.team);
    assert.deepEqual([updated, events], [given, []]);
    const time = given.team.createdDateTime.replace(/\.\d+Z$/, '+00:00');
    assert.deepEqual((await update(given.team.id, { createdDateTime: time })).updated, given);
  });

  it('rejects and names changes of read-only fields', async () => {
    const { team, version } = await world.newTeam();
    const changed: TeamRepresentation = {
      id: 'other',
      createdDateTime: '2020-01-01T00:00:00Z',
      internalId: 'other',
      specialization: 'educationClass',
      webUrl: 'https://example.com',
      isArchived: true,
      displayName: 'Not written',
    };
    await rejects(
      update(team.id, changed),
      'InvalidRequest',
      Object.keys(changed).filter((field) => field !== 'displayName'),
    );
    assert.equal((await world.suite.teams.find(TENANT, team.id))?.version, version);
  });

  it('rejects forbidden names', async () => {
    const { team } = await world.newTeam();
    for (const displayName of [' ', 'Deal: one', 'x'.repeat(265)]) {
      await rejects(update(team.id, { displayName }), 'InvalidRequest', ['displayName']);
    }
  });

  it('rejects every change to or from hiddenMembership', async () => {
    const open = await world.newTeam();
    await rejects(update(open.team.id, { visibility: 'hiddenMembership' }), 'InvalidRequest', ['visibility']);
    const hidden = await world.newTeam({ visibility: 'hiddenMembership' });
    await rejects(update(hidden.team.id, { visibility: 'public' }), 'InvalidRequest', ['visibility']);
    const { updated } = await update(open.team.id, { visibility: 'public' });
    assert.equal(updated.team.visibility, 'public');
  });

  it('rejects a stale If-Match with 412', async () => {
    const { team, version } = await world.newTeam();
    const { updated } = await update(team.id, { description: 'New' }, { ifVersion: version });
    await rejects(update(team.id, { description: 'Newer' }, { ifVersion: version }), 'PreconditionFailed');
    await rejects(update(team.id, {}, { ifVersion: version }), 'PreconditionFailed');
    await update(team.id, { description: 'Newest' }, { ifVersion: updated.version });
    assert.equal(await world.intents(), 0);
  });

  it('rejects archived and unknown teams, other tenants’ teams, and callers without the role', async () => {
    const { team } = await world.newTeam();
    const by = (name: 'olga' | 'sam', tenantId?: string) =>
      updateTeam(world.deps, world.person(name, tenantId), world.call(), {
        teamId: team.id,
        representation: { description: 'New' },
      });
    // The caller's role in the team is not read. Without the tenant role a private team is hidden.
    await rejects(by('olga'), 'NotFound');
    await rejects(by('sam', OTHER_TENANT), 'NotFound');
    await rejects(update('unknown', { description: 'New' }), 'NotFound');
    await world.suite.teams.archive(TENANT, team.id, { siteReadOnly: false });
    await rejects(update(team.id, { description: 'New' }), 'TeamArchived');
  });

  it('applies all of many concurrent changes, and records each once', async () => {
    const { team } = await world.newTeam();
    const settings = Object.keys(team.memberSettings).slice(0, 4);
    const before = (await world.events()).length;
    await Promise.all(settings.map((name) => update(team.id, { memberSettings: { [name]: false } })));
    const now = await world.suite.teams.find(TENANT, team.id);
    for (const name of settings) assert.equal(now?.team.memberSettings[name as never], false, name);
    assert.equal((await world.events()).length, before + settings.length);
    assert.equal(await world.intents(), 0);
  });

  /** Returns dependencies with which another caller changes the team before each of the first `triesOfOthers` tries. */
  function withOthers(triesOfOthers: number) {
    const met = { count: 0 };
    const teams: SuiteTeams = {
      ...world.suite.teams,
      async update(tenantId, teamId, patch, ifVersion) {
        met.count += 1;
        if (met.count <= triesOfOthers)
          await world.suite.teams.update(tenantId, teamId, { classification: `by others ${met.count}` });
        return world.suite.teams.update(tenantId, teamId, patch, ifVersion);
      },
    };
    return { met, deps: { ...world.deps, suite: { ...world.suite, teams } } };
  }

  it('succeeds on its last attempt while others keep changing the team', async () => {
    const { team } = await world.newTeam();
    const { met, deps } = withOthers(19);
    const change = { teamId: team.id, representation: { description: 'New' } };
    const updated = await updateTeam(deps, world.person('ivan'), world.call(), change);
    assert.deepEqual([updated.team.description, updated.team.classification], ['New', 'by others 19']);
    assert.equal(met.count, 20);
    assert.equal(await world.intents(), 0);
  });

  it('attempts the update once when If-Match names a version', async () => {
    const { team, version } = await world.newTeam();
    const { met, deps } = withOthers(1);
    const change = { teamId: team.id, representation: { description: 'New' }, ifVersion: version };
    await rejects(updateTeam(deps, world.person('ivan'), world.call(), change), 'PreconditionFailed');
    assert.equal(met.count, 1);
  });

  it('returns 409 when others change the team before every attempt', async () => {
    const { team } = await world.newTeam();
    const { met, deps } = withOthers(Number.POSITIVE_INFINITY);
    const change = { teamId: team.id, representation: { description: 'New' } };
    await rejects(updateTeam(deps, world.person('ivan'), world.call(), change), 'Conflict');
    assert.equal(met.count, 20);
    assert.equal((await world.suite.teams.find(TENANT, team.id))?.team.description, 'Old');
    assert.equal(await world.intents(), 0);
  });
});
