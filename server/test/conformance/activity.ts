/**
 * Tests of the activity of teams. A suite may know times only to the day, so an action may leave the time of the last
 * activity unchanged.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TeamActivity } from '../../src/domain/teams/suite.ts';
import { DAY_MILLISECONDS } from '../../src/kernel/clock.ts';
import { aChannel, aTab, createPeopledTeam, createTeam, member, owner, type WorldOf } from './world.ts';

export function activityCases(world: WorldOf): void {
  const of = async (teamId: string): Promise<TeamActivity | undefined> => {
    const { suite, tenantId } = world();
    return (await suite.activity.of(tenantId, [teamId]))[0];
  };
  const lastOf = async (teamId: string): Promise<number> =>
    Date.parse((await of(teamId))?.lastActivityDateTime ?? '');

  it('returns the activity of many teams in one call, and omits missing teams', async () => {
    const { suite, tenantId } = world();
    const teamIds = [await createPeopledTeam(world()), await createPeopledTeam(world())];
    const found = await suite.activity.of(tenantId, [...teamIds, 'no-such-team']);
    assert.deepEqual(found.map(({ teamId }) => teamId).sort(), teamIds.toSorted());
    for (const { lastActivityDateTime, displayName } of found) {
      assert.ok(Math.abs(Date.now() - Date.parse(lastActivityDateTime)) < 2 * DAY_MILLISECONDS);
      assert.equal(displayName, 'A team');
    }
    assert.deepEqual(await suite.activity.of(tenantId, []), []);
  });

  it('names only the owners with enabled accounts', async () => {
    const { suite, tenantId, people } = world();
    const { ada, bob, sam1, zoe } = people;
    const { team } = await createTeam(world(), { members: [owner(ada), owner(zoe)] });
    await suite.teams.addMembers(tenantId, team.id, [member(bob), owner(sam1)]);
    assert.deepEqual((await of(team.id))?.ownerIds.toSorted(), [ada, sam1].sort());
  });

  it('reports whether a team is archived', async () => {
    const { suite, tenantId } = world();
    const teamId = await createPeopledTeam(world());
    assert.equal((await of(teamId))?.isArchived, false);
    await suite.teams.archive(tenantId, teamId, { siteReadOnly: false });
    assert.equal((await of(teamId))?.isArchived, true);
    await suite.teams.unarchive(tenantId, teamId);
    assert.equal((await of(teamId))?.isArchived, false);
  });

  it('never moves the last activity backwards', async () => {
    const { suite, tenantId, people } = world();
    const teamId = await createPeopledTeam(world());
    const { id: channelId } = await suite.channels.primary(tenantId, teamId);
    const acts: (() => Promise<unknown>)[] = [
      () => suite.teams.update(tenantId, teamId, { description: 'Changed' }),
      () => suite.teams.addMembers(tenantId, teamId, [member(people.sam2)]),
      () => suite.channels.create(tenantId, teamId, [aChannel('Lively')]),
      () => suite.channels.createTabs(tenantId, teamId, channelId, [aTab('Lively')]),
      ...(world().capabilities.messages
        ? [() => suite.channels.postMessage(tenantId, teamId, channelId, { marker: 'm', text: 'Hello' })]
        : []),
      async () => {
        await suite.teams.archive(tenantId, teamId, { siteReadOnly: false });
        await suite.teams.unarchive(tenantId, teamId);
      },
    ];
    let last = await lastOf(teamId);
    for (const act of acts) {
      await act();
      const now = await lastOf(teamId);
      assert.ok(now >= last, String(act));
      last = now;
    }
  });

  it('returns no activity to another organisation', async () => {
    const { suite, otherTenantId } = world();
    assert.deepEqual(await suite.activity.of(otherTenantId, [await createPeopledTeam(world())]), []);
  });
}
