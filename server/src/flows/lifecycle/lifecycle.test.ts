import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import {
  anOwner,
  DAY,
  GRACE,
  type LifecycleWorld,
  newCall,
  openLifecycleWorld,
  TENANT,
} from '../../../test/lifecycle-world.ts';
import { listNotifications } from '../../domain/notifications/read-notifications.ts';
import type { Suite } from '../../engine/suite.ts';
import { CharterError } from '../../kernel/errors.ts';
import { getTeamLifecycle } from './read-lifecycle.ts';
import { runLifecycle } from './run-lifecycle.ts';
import type { RunTeam } from './runs.ts';
import { startLifecycleRun } from './start-run.ts';

const ARCHIVING = { inactivityDays: 30, graceDays: 7, action: 'Archive' } as const;

describe('the lifecycle of teams', () => {
  let world: LifecycleWorld;
  let made = 0;
  before(async () => {
    world = await openLifecycleWorld({ maxPercent: 0, maxTeams: 1000 });
  });
  after(() => world.close());

  /** Creates an old unused team with its own lifecycle policy. */
  async function idleTeam(policy: Parameters<LifecycleWorld['addPolicy']>[0] = ARCHIVING, owners = ['ada']) {
    made += 1;
    const prefix = `idle-${made}`;
    const [teamId = ''] = await world.oldTeams({ count: 1, template: null, idleDays: 100, owners, prefix });
    const policyId = await world.addPolicy(policy);
    await world.attach(policyId, teamId);
    return { teamId, policyId };
  }

  /** Runs the lifecycle. Returns the report on the team; undefined when nothing changed. */
  async function run(teamId: string): Promise<RunTeam | undefined> {
    const { id } = await world.run();
    return (await world.teamsOf(id)).find((team) => team.teamId === teamId);
  }
  const outcome = async (teamId: string) => {
    const team = await run(teamId);
    return team && [team.outcome, team.reason];
  };
  const days = (count: number) => world.clock.advance(count * DAY);
  const isArchived = async (teamId: string) =>
    (await world.suite.teams.find(TENANT, teamId))?.team.isArchived;
  const status = (teamId: string) => getTeamLifecycle(world.deps, GRACE, { teamId });
  const notified = async (id: string, teamId: string) => {
    const query = { unreadOnly: false, top: 999, after: undefined, publicUrl: 'https://charter.example' };
    const { items: notifications } = await listNotifications(world.deps, anOwner(id), query);
    return notifications.filter(({ team }) => team?.id === teamId);
  };
  const recorded = (teamId: string) =>
    world.query(
      sql<{ type: string; fields: Record<string, unknown> }>`
        select type, fields from charter.audit_records
         where tenant_id = ${TENANT} and target_id = ${teamId} and type like 'team_%' order by record_id`,
    );

  const withSuite = (change: Partial<Suite>) => ({ ...world.deps, suite: { ...world.suite, ...change } });
  const runWith = async (deps: LifecycleWorld['deps']) => {
    const { id } = await startLifecycleRun(deps, GRACE, newCall());
    await runLifecycle(deps, TENANT);
    return new Map((await world.teamsOf(id)).map((team) => [team.teamId, team]));
  };

  it('asks the owners, and archives the team after the grace period', async () => {
    const { teamId } = await idleTeam(ARCHIVING, ['ada', 'person-2']);
    assert.deepEqual(await outcome(teamId), ['asked', 'inactive']);
    const asked = await status(teamId);
    assert.deepEqual(
      [asked.state, asked.reason, asked.nextStep, asked.action],
      ['inactive', 'grace', 'expire', 'Archive'],
    );
    for (const owner of ['ada', 'person-2']) {
      const [notification] = await notified(owner, teamId);
      assert.equal(notification?.kind, 'team_inactive');
      assert.equal(notification?.link, `https://charter.example/teams/${teamId}/lifecycle`);
    }
    assert.deepEqual(await notified(GRACE.id, teamId), []);
    days(7);
    assert.deepEqual(await outcome(teamId), ['archived', 'grace_over']);
    assert.equal((await status(teamId)).reason, 'under_way');
    await assert.rejects(world.renew(anOwner(), teamId), { code: 'Conflict' });
    await world.settle();
    assert.equal(await isArchived(teamId), true);
    assert.deepEqual(
      (await recorded(teamId)).map(({ type }) => type),
      ['team_inactive', 'team_expired', 'team_archive_requested', 'team_archived'],
    );
    assert.deepEqual(
      (await notified('ada', teamId)).map(({ kind }) => kind),
      ['team_expired', 'team_inactive'],
    );
    assert.equal((await status(teamId)).state, 'archived');
    await assert.rejects(world.renew(anOwner(), teamId), { code: 'TeamArchived' });
  });

  it('ignores archived teams, and starts again after unarchiving', async () => {
    const { teamId } = await idleTeam();
    await world.suite.teams.archive(TENANT, teamId, { siteReadOnly: false });
    assert.equal(await outcome(teamId), undefined);
    const other = await idleTeam();
    assert.deepEqual(await outcome(other.teamId), ['asked', 'inactive']);
    await world.suite.teams.archive(TENANT, other.teamId, { siteReadOnly: false });
    assert.deepEqual(await outcome(other.teamId), ['reset', 'archived']);
    days(7);
    assert.equal(await outcome(other.teamId), undefined);
    await world.suite.teams.unarchive(TENANT, other.teamId);
    assert.equal(await outcome(other.teamId), undefined);
    assert.equal((await status(other.teamId)).state, 'active');
  });

  it('starts again when somebody unarchives a team that it archived, without other activity', async () => {
    const { teamId } = await idleTeam();
    await run(teamId);
    days(7);
    await run(teamId);
    await world.settle();
    for (const _year of [1, 2]) {
      days(365);
      assert.equal(await outcome(teamId), undefined);
    }
    await world.suite.teams.unarchive(TENANT, teamId);
    // Simulates a suite that does not count unarchiving as activity.
    await world.suite.recordActivity(TENANT, [{ teamId, at: new Date('2026-01-01T00:00:00Z') }]);
    assert.deepEqual(await outcome(teamId), ['reset', 'restored']);
    days(29);
    assert.equal(await outcome(teamId), undefined);
    days(1);
    assert.deepEqual(await outcome(teamId), ['asked', 'inactive']);
  });

  it('asks administrators when a team has no owner, and does nothing without administrators', async () => {
    const { teamId } = await idleTeam({ ...ARCHIVING, action: 'Delete' }, []);
    assert.deepEqual(await outcome(teamId), ['asked', 'inactive']);
    assert.equal((await notified(GRACE.id, teamId))[0]?.kind, 'team_inactive');
    const lonely = await idleTeam({ ...ARCHIVING, action: 'Delete' }, []);
    const deps = { ...world.deps, roles: { list: async () => [] } };
    const runAlone = async () => {
      const { id } = await startLifecycleRun(deps, GRACE, newCall());
      await runLifecycle(deps, TENANT);
      return (await world.teamsOf(id)).find((team) => team.teamId === lonely.teamId);
    };
    assert.deepEqual((await runAlone())?.outcome, 'blocked');
    days(60);
    assert.deepEqual((await runAlone())?.outcome, 'blocked');
    assert.ok(await world.suite.teams.find(TENANT, lonely.teamId));
  });

  it('announces the expiry of a team with action None, once', async () => {
    const { teamId } = await idleTeam({ ...ARCHIVING, action: 'None' });
    await run(teamId);
    days(7);
    assert.deepEqual(await outcome(teamId), ['expired', 'grace_over']);
    days(7);
    assert.equal(await outcome(teamId), undefined);
    assert.equal(await isArchived(teamId), false);
    await world.suite.recordActivity(TENANT, [{ teamId, at: world.clock.now() }]);
    assert.deepEqual(await outcome(teamId), ['reset', 'activity']);
  });

  describe('when the rules change meanwhile', () => {
    it('resets the team when its lifecycle is switched off', async () => {
      const { teamId, policyId } = await idleTeam();
      await run(teamId);
      await world.changePolicy(policyId, { enabled: false });
      days(7);
      assert.deepEqual(await outcome(teamId), ['reset', 'switched_off']);
      assert.equal((await status(teamId)).state, 'none');
      await assert.rejects(world.renew(anOwner(), teamId), { code: 'Conflict' });
      await world.changePolicy(policyId, { enabled: true });
      assert.deepEqual(await outcome(teamId), ['asked', 'inactive']);
    });

    it('asks again before a more severe action', async () => {
      const { teamId, policyId } = await idleTeam();
      await run(teamId);
      days(7);
      await world.changePolicy(policyId, { settings: { ...ARCHIVING, action: 'Delete' } });
      assert.deepEqual(await outcome(teamId), ['asked', 'rules_changed']);
      days(6);
      assert.equal(await outcome(teamId), undefined);
      days(1);
      assert.deepEqual(await outcome(teamId), ['deleted', 'grace_over']);
      assert.equal(await world.suite.teams.find(TENANT, teamId), undefined);
      assert.deepEqual(
        (await recorded(teamId)).map(({ type }) => type),
        ['team_inactive', 'team_inactive', 'team_expired', 'team_deleted'],
      );
    });

    it('applies a milder action at the announced time', async () => {
      const { teamId, policyId } = await idleTeam({ ...ARCHIVING, action: 'Delete' });
      await run(teamId);
      await world.changePolicy(policyId, { settings: ARCHIVING });
      days(7);
      assert.deepEqual(await outcome(teamId), ['archived', 'grace_over']);
    });

    it('extends the grace period, and never shortens it', async () => {
      const { teamId, policyId } = await idleTeam({ ...ARCHIVING, graceDays: 30 });
      await run(teamId);
      await world.changePolicy(policyId, { settings: { ...ARCHIVING, graceDays: 7 } });
      days(29);
      assert.equal(await outcome(teamId), undefined);
      const short = await idleTeam();
      await run(short.teamId);
      await world.changePolicy(short.policyId, { settings: { ...ARCHIVING, graceDays: 30 } });
      days(29);
      assert.equal(await outcome(short.teamId), undefined);
      days(1);
      assert.deepEqual(await outcome(short.teamId), ['archived', 'grace_over']);
    });

    it('resets a team that is not inactive by the new rules', async () => {
      const { teamId, policyId } = await idleTeam();
      await run(teamId);
      const since = new Date(world.clock.now().getTime() - 40 * DAY * 1000);
      const { teamId: recent, policyId: theirs } = await idleTeam();
      await world.suite.recordActivity(TENANT, [{ teamId: recent, at: since }]);
      await run(recent);
      for (const id of [policyId, theirs]) {
        await world.changePolicy(id, { settings: { ...ARCHIVING, inactivityDays: 90 } });
      }
      assert.deepEqual(await outcome(recent), ['reset', 'rules_changed']);
      assert.equal((await status(teamId)).state, 'inactive');
    });
  });

  describe('with rules from several sources', () => {
    it('prefers the attached policy to the template', async () => {
      const [teamId = ''] = await world.oldTeams({
        count: 1,
        template: 'delete',
        idleDays: 100,
        prefix: 'both',
      });
      assert.equal((await status(teamId)).rules?.source.type, 'template');
      await world.attach(await world.addPolicy(ARCHIVING), teamId);
      const { rules } = await status(teamId);
      assert.deepEqual([rules?.source.type, rules?.action], ['policy', 'Archive']);
    });

    it('prefers the template to a tenant policy, and uses the policy when the template has no lifecycle', async () => {
      const everybodys = await world.addPolicy(
        { ...ARCHIVING, inactivityDays: 90 },
        { scope: { type: 'tenant' } },
      );
      const [ruled = ''] = await world.oldTeams({
        count: 1,
        template: 'delete',
        idleDays: 1,
        prefix: 'ruled',
      });
      const [plain = ''] = await world.oldTeams({ count: 1, template: 'off', idleDays: 1, prefix: 'plain' });
      assert.equal((await status(ruled)).rules?.source.type, 'template');
      assert.equal((await status(plain)).rules?.source.id, everybodys);
      await world.addPolicy(ARCHIVING, { scope: { type: 'templates', templateIds: ['delete'] } });
      assert.equal((await status(ruled)).rules?.action, 'Archive');
      await world.changePolicy(everybodys, { enabled: false });
    });
  });

  describe('a renewal', () => {
    it('is allowed for owners and administrators, and resets the lifecycle of the team', async () => {
      const { teamId } = await idleTeam();
      await run(teamId);
      await assert.rejects(world.renew(anOwner('person-3'), teamId), { code: 'NotFound' });
      const renewed = await world.renew(anOwner(), teamId);
      assert.deepEqual([renewed.state, renewed.nextStep], ['active', 'ask']);
      days(29);
      assert.equal(await outcome(teamId), undefined);
      assert.equal((await world.renew(GRACE, teamId)).renewedDateTime, world.clock.now().toISOString());
      days(29);
      assert.equal(await outcome(teamId), undefined);
      days(1);
      assert.deepEqual(await outcome(teamId), ['asked', 'inactive']);
      const renewals = (await recorded(teamId)).filter(({ type }) => type === 'team_lifecycle_renewed');
      assert.equal(renewals.length, 2);
    });

    it('returns the same state when the call is repeated, and records each call', async () => {
      const { teamId } = await idleTeam();
      const call = newCall();
      const first = await world.renew(anOwner(), teamId, call);
      assert.deepEqual(await world.renew(anOwner(), teamId, call), first);
      assert.deepEqual(
        (await recorded(teamId)).map(({ type }) => type),
        ['team_lifecycle_renewed', 'team_lifecycle_renewed'],
      );
    });

    it('succeeds unless a concurrent run archives the team first', async () => {
      const other = await world.anotherNode();
      for (let round = 0; round < 10; round += 1) {
        const { teamId } = await idleTeam();
        await run(teamId);
        days(7);
        const { id } = await startLifecycleRun(world.deps, GRACE, newCall());
        const [, renewal] = await Promise.allSettled([other.work(), world.renew(anOwner(), teamId)]);
        const acted = (await world.teamsOf(id)).find((team) => team.teamId === teamId)?.outcome;
        assert.deepEqual(
          [acted, renewal.status],
          acted === undefined ? [undefined, 'fulfilled'] : ['archived', 'rejected'],
        );
        await world.settle();
        assert.equal(await isArchived(teamId), acted === 'archived');
      }
    });
  });

  describe('failures', () => {
    it('of some teams do not stop the run for other teams', async () => {
      const [broken, whole] = [await idleTeam(), await idleTeam()];
      const activity: Suite['activity'] = {
        of: async (tenantId, teamIds) => {
          if (teamIds.includes(broken.teamId)) throw new CharterError('SuiteError', 'This team is broken.');
          return world.suite.activity.of(tenantId, teamIds);
        },
      };
      const teams = await runWith(withSuite({ activity }));
      assert.equal(teams.get(whole.teamId)?.outcome, 'asked');
      assert.equal(teams.get(broken.teamId)?.outcome, 'failed');
      assert.match(teams.get(broken.teamId)?.error?.message ?? '', /did not return the time/);
      assert.deepEqual(await outcome(broken.teamId), ['asked', 'inactive']);
    });

    it('of an action are retried in the next run', async () => {
      const { teamId } = await idleTeam({ ...ARCHIVING, action: 'Delete' });
      const other = await idleTeam({ ...ARCHIVING, action: 'Delete' });
      await run(teamId);
      days(7);
      const deleteTeam: Suite['teams']['delete'] = async (tenantId, id) => {
        if (id === teamId) throw new CharterError('Conflict', 'Somebody holds on to this team.');
        await world.suite.teams.delete(tenantId, id);
      };
      const teams = await runWith(withSuite({ teams: { ...world.suite.teams, delete: deleteTeam } }));
      assert.deepEqual(
        [teams.get(teamId)?.outcome, teams.get(teamId)?.error?.message],
        ['failed', 'Somebody holds on to this team.'],
      );
      assert.equal(teams.get(other.teamId)?.outcome, 'deleted');
      assert.deepEqual(await outcome(teamId), ['deleted', 'action_failed']);
      assert.equal(await world.suite.teams.find(TENANT, teamId), undefined);
      world.reported.length = 0;
    });

    it('of the whole suite postpone the run, and another node finishes it', async () => {
      const { teamId } = await idleTeam();
      const other = await world.anotherNode();
      const away = async () => {
        throw new CharterError('ServiceUnavailable', 'The suite is away.');
      };
      const teams = await runWith(withSuite({ activity: { of: away } }));
      assert.equal(teams.size, 0);
      const underWay = await world.runs.findUnderWay();
      assert.equal(underWay?.status, 'active');
      await assert.rejects(startLifecycleRun(world.deps, GRACE, newCall()), { code: 'Conflict' });
      assert.equal(await other.work(), false);
      world.clock.advance(60);
      assert.equal(await other.work(), true);
      const ended = await world.runs.find(underWay?.id ?? '');
      assert.deepEqual([ended?.status, ended?.attempt], ['completed', 2]);
      assert.equal((await status(teamId)).state, 'inactive');
      assert.equal(world.reported.length, 1);
      world.reported.length = 0;
    });
  });

  it('resets a team that becomes active during the run', async () => {
    const { teamId } = await idleTeam();
    await run(teamId);
    days(7);
    let looks = 0;
    const activity: Suite['activity'] = {
      of: async (tenantId, teamIds) => {
        const found = await world.suite.activity.of(tenantId, teamIds);
        // Posts a message after the first read.
        if (teamIds.includes(teamId) && ++looks === 1) {
          await world.suite.recordActivity(TENANT, [{ teamId, at: world.clock.now() }]);
        }
        return found;
      },
    };
    const teams = await runWith(withSuite({ activity }));
    assert.deepEqual([teams.get(teamId)?.outcome, teams.get(teamId)?.reason], ['reset', 'activity']);
  });
});
