import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { faultySuite } from '../../../test/faulty-suite.ts';
import { QUARTER_HOUR_SECONDS, RestoreWorld } from '../../../test/restore-world.ts';
import { connectStore } from '../../../test/store.ts';
import { TENANT } from '../../../test/team-world.ts';
import type { Suite } from '../../engine/suite.ts';
import { restoreDueTeams } from './restore-teams.ts';

const at = new RestoreWorld();

describe('the restoration sweep', () => {
  it('reads nothing from the suite when no policy or template requires anything of a team', async () => {
    await at.madeFrom('another', await at.newTeam());
    await at.policy({ kind: 'naming', scope: { type: 'tenant' }, settings: { blockedWords: ['x'] } });
    at.world.clock.advance(QUARTER_HOUR_SECONDS);
    const untouched = new Proxy({} as Suite, {
      get: (_, part) => assert.fail(`The suite's ${String(part)} were read.`),
    });
    assert.equal(await at.sweep(untouched), 1);
    assert.deepEqual(at.reported, []);
  });

  it('compares all teams when one of them fails', async () => {
    const teams = await Promise.all(Array.from({ length: 60 }, () => at.newTeam()));
    for (const teamId of teams) await at.madeFrom('another', teamId);
    await at.permanent([], ['sam-id'], { type: 'tenant' });
    const [broken] = teams as [string];
    const failing = faultySuite(at.world.suite, (call) =>
      call.startsWith('teams.addMembers') && call.includes(broken)
        ? { when: 'before', error: new Error('The suite stumbled.') }
        : undefined,
    );
    assert.equal(await at.sweep(failing), 60);
    assert.deepEqual(
      at.reported.map(({ teamId }) => teamId),
      [broken],
    );
    const back = await Promise.all(teams.map(async (teamId) => (await at.rolesIn(teamId))['sam-id']));
    assert.equal(back.filter((role) => role === 'member').length, 59);
    // The failed restoration left an unfinished intent, which the recovery completes.
    at.world.clock.advance(61);
    assert.equal(await at.recover(), 1);
    assert.equal((await at.rolesIn(broken))['sam-id'], 'member');
    assert.equal((await at.eventsOf(broken)).length, 1);
  });

  it('compares each team once on two concurrent nodes', async () => {
    const teams = await Promise.all(Array.from({ length: 60 }, () => at.newTeam()));
    for (const teamId of teams) await at.madeFrom('another', teamId);
    await at.permanent([], ['sam-id'], { type: 'tenant' });
    const other = connectStore(at.world.database.serviceUrl, at.world.boss);
    try {
      const counts = await Promise.all([at.sweep(), at.sweep(at.world.suite, other.store)]);
      assert.equal(counts[0] + counts[1], 60);
    } finally {
      await other.close();
    }
    for (const teamId of teams) assert.equal((await at.eventsOf(teamId)).length, 1);
    assert.deepEqual(at.reported, []);
  });

  it('finishes only the teams in progress when its node stops, and leaves the others to another node at once', async () => {
    const teams = await Promise.all(Array.from({ length: 12 }, () => at.newTeam()));
    for (const teamId of teams) await at.madeFrom('another', teamId);
    await at.permanent([], ['sam-id'], { type: 'tenant' });
    const stopping = new AbortController();
    const stopped = faultySuite(at.world.suite, (call) => {
      if (call.startsWith('teams.addMembers')) stopping.abort();
      return undefined;
    });
    const compared = await restoreDueTeams(at.depsOf(stopped), TENANT, stopping.signal);
    assert.ok(compared >= 1 && compared <= 4, String(compared));
    assert.equal(await at.sweep(), 12 - compared);
    for (const teamId of teams) assert.equal((await at.eventsOf(teamId)).length, 1);
    assert.deepEqual(at.reported, []);
  });

  it('records one event when a slow node and its successor both restore the members', async () => {
    const teamId = await at.newTeam();
    await at.attach(await at.permanent([], ['sam-id']), teamId);
    const arrived = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const slow: Suite = {
      ...at.world.suite,
      teams: {
        ...at.world.suite.teams,
        addMembers: async (...call) => {
          const members = await at.world.suite.teams.addMembers(...call);
          arrived.resolve();
          await released.promise;
          return members;
        },
      },
    };
    const first = at.sweep(slow);
    await arrived.promise;
    await at.remove(teamId, 'sam-id');
    at.world.clock.advance(6 * 60);
    assert.equal(await at.sweep(), 1);
    released.resolve();
    await first;
    assert.equal((await at.rolesIn(teamId))['sam-id'], 'member');
    assert.equal((await at.eventsOf(teamId)).length, 1);
    assert.equal((await at.recordsOf(teamId)).length, 1);
  });

  for (const when of ['before', 'after'] as const) {
    for (const finisher of ['recovery', 'the next sweep'] as const) {
      it(`records one event when a node dies ${when} the effect and ${finisher} finishes the restoration`, async () => {
        const teamId = await at.newTeam();
        await at.attach(await at.permanent(['ida-id'], ['sam-id']), teamId);
        const dying = faultySuite(at.world.suite, (call) =>
          call.startsWith('teams.addMembers') ? { when, error: new Error('The node died.') } : undefined,
        );
        await at.sweep(dying);
        assert.equal(at.reported.length, 1);
        assert.equal(await at.world.intents(), 1);
        assert.deepEqual(await at.eventsOf(teamId), []);
        if (finisher === 'the next sweep') await at.remove(teamId, 'sam-id');
        at.world.clock.advance(finisher === 'recovery' ? 61 : QUARTER_HOUR_SECONDS);
        if (finisher === 'recovery') assert.equal(await at.recover(), 1);
        assert.ok((await at.sweep()) < 3);
        assert.equal(await at.recover(), 0);
        const roles = await at.rolesIn(teamId);
        assert.deepEqual([roles['ida-id'], roles['sam-id']], ['owner', 'member']);
        const [event, ...others] = await at.eventsOf(teamId);
        assert.deepEqual(others, []);
        assert.deepEqual(event?.payload.owners, [{ id: 'ida-id', displayName: 'Ida' }]);
        assert.equal((await at.recordsOf(teamId)).length, 1);
      });
    }
  }

  it('restores the same member again after another removal', async () => {
    const teamId = await at.newTeam();
    await at.attach(await at.permanent([], ['sam-id']), teamId);
    for (let count = 1; count <= 3; count += 1) {
      await at.sweep();
      assert.equal((await at.eventsOf(teamId)).length, count);
      await at.remove(teamId, 'sam-id');
      at.world.clock.advance(QUARTER_HOUR_SECONDS);
    }
  });

  it('ends the governance of a team that the suite no longer has', async () => {
    const teamId = await at.newTeam();
    await at.attach(await at.permanent([], ['sam-id']), teamId);
    await at.world.suite.teams.delete(TENANT, teamId);
    await at.sweep();
    const { governedTeams } = at.world.deps.store.in(TENANT);
    assert.notEqual(await governedTeams.find(teamId), undefined, 'it may be too new to be seen');
    at.world.clock.advance(24 * 60 * 60);
    await at.sweep();
    assert.equal(await governedTeams.find(teamId), undefined);
    assert.deepEqual(
      (await at.recordsOf(teamId)).map(({ type }) => type),
      ['team_governance_ended'],
    );
  });
});
