/** Tests what a simulation reports beyond a run; thousands.test.ts compares the two. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { GRACE, type LifecycleWorld, openLifecycleWorld } from '../../../test/lifecycle-world.ts';
import type { Suite } from '../../engine/suite.ts';
import { CharterError } from '../../kernel/errors.ts';
import { simulateLifecycle } from './read-lifecycle.ts';

describe('a simulation', () => {
  let world: LifecycleWorld;
  before(async () => {
    world = await openLifecycleWorld();
    await world.oldTeams({ count: 1, template: 'archive', idleDays: 60 });
    await world.oldTeams({ count: 1, template: 'archive', idleDays: 2, prefix: 'young' });
    await world.oldTeams({ count: 2, template: 'off', idleDays: 60 });
    await world.oldTeams({ count: 1, template: null, idleDays: 60 });
  });
  after(() => world.close());

  const simulate = async (
    scope: 'due' | 'all',
    suite: Pick<Suite, 'activity' | 'capabilities' | 'contents'> = world.suite,
  ) => {
    const { teams, others, governedTeams, counts } = await simulateLifecycle(
      { ...world.deps, suite },
      GRACE,
      { scope },
    );
    const shown = others.map(({ teamId, displayName, reason }) => [teamId, displayName, reason]);
    return { due: teams.map(({ teamId }) => teamId), shown, governedTeams, failed: counts.failed };
  };

  it('with scope all gives the reason for every governed team, including those without a lifecycle', async () => {
    const { due, shown, governedTeams } = await simulate('all');
    assert.deepEqual(due, ['archive-00001']);
    assert.deepEqual(shown, [
      ['off-00001', 'Team off 1', 'switched_off'],
      ['off-00002', 'Team off 2', 'switched_off'],
      ['young-00001', 'Team young 1', 'active'],
    ]);
    assert.equal(due.length + shown.length, governedTeams);
  });

  it('omits unaffected teams by default', async () => {
    const { due, shown } = await simulate('due');
    assert.deepEqual([due, shown], [['archive-00001'], []]);
  });

  it('ignores errors of teams that the run does not read', async () => {
    const of: Suite['activity']['of'] = async (tenantId, teamIds) => {
      if (teamIds.includes('off-00001'))
        throw new CharterError('SuiteError', 'Nothing is known of this team.');
      return world.suite.activity.of(tenantId, teamIds);
    };
    const { due, shown, failed } = await simulate('all', { ...world.suite, activity: { of } });
    assert.deepEqual([due, failed], [['archive-00001'], 0]);
    assert.deepEqual(shown[0], ['off-00001', '', 'switched_off']);
  });
});
