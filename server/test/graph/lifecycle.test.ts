/** Tests the lifecycle of teams in Microsoft 365: asking, renewing, archiving and deleting on the Graph suite. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { runJob } from '../../src/engine/jobs/run-job.ts';
import { JOB_DEFINITIONS } from '../../src/flows/definitions.ts';
import { type RunLifecycleDeps, runLifecycle } from '../../src/flows/lifecycle/run-lifecycle.ts';
import { createRoleAssignmentStore } from '../../src/persistence/role-assignments.ts';
import { FAULTLESS, type Fault, type Occasion } from './behaviour.ts';
import { type ExternalWorld, openExternalWorld, SUITE } from './external-world.ts';

const DAY = 24 * 3_600;
const REPORT = 'GET /reports/getTeamsTeamActivityDetail(period)/{period}';
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const never = new AbortController().signal;

describe('the lifecycle of teams in Microsoft 365', () => {
  let world: ExternalWorld;
  let deps: RunLifecycleDeps;

  before(async () => {
    world = await openExternalWorld();
    const { store, bare, database, clock } = world;
    deps = {
      store,
      suite: bare,
      roles: createRoleAssignmentStore(database.tenancy),
      clock,
      settings: { lifecycleCap: { maxPercent: 100, maxTeams: 100 } },
      report: () => undefined,
    };
    for (const action of ['Archive', 'Delete']) {
      const { status, body } = await world.call('POST', '/policies', {
        name: action,
        kind: 'lifecycle',
        scope: { type: 'teams' },
        settings: { inactivityDays: 30, graceDays: 7, action },
      });
      assert.equal(status, 201, JSON.stringify(body));
      policies[action] = body.id;
    }
  });
  after(() => world?.close());
  afterEach(() => world.standIn.behave(FAULTLESS));

  const policies: Record<string, string> = {};
  let number = 0;

  /** Creates a team in Microsoft 365 that was last used this many days ago. */
  async function idleTeam(action: 'Archive' | 'Delete', days: number): Promise<string> {
    number += 1;
    const id = await world.newTeam(`Idle${number}`);
    await world.refresh();
    world.clock.advance(days * DAY);
    await world.refresh();
    const { status } = await world.call('PUT', `/policies/${policies[action]}/teams/${id}`);
    assert.equal(status, 204);
    return id;
  }

  /** Performs a lifecycle run, including its pauses. Returns the team's error or outcome from the report. */
  async function run(teamId: string): Promise<string | undefined> {
    world.clock.advance(3_600);
    const { status, body } = await world.call('POST', '/lifecycle/runs');
    assert.equal(status, 202, JSON.stringify(body));
    for (let tries = 0; tries < 5; tries += 1) {
      await runLifecycle(deps, world.tenantId);
      const { body: now } = await world.call('GET', `/lifecycle/runs/${body.id}`);
      if (['completed', 'failed'].includes(now.status)) break;
      world.clock.advance(61);
    }
    const { body: teams } = await world.call('GET', `/lifecycle/runs/${body.id}/teams`);
    const own = teams.value.find((one: { teamId: string }) => one.teamId === teamId);
    return own?.error ?? own?.outcome;
  }

  /** Runs the waiting jobs of the team, and returns their final statuses. */
  async function work(teamId: string): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select job_id::text as id from charter.jobs
       where tenant_id = ${world.tenantId} and team_id = ${teamId} and status in ('waiting', 'delayed')`.execute(
      world.database.tenancy.for(world.tenantId),
    );
    const ended: string[] = [];
    for (const { id } of rows) ended.push(await finish(id));
    return ended;
  }

  /** Runs the job until it ends, and returns its status. */
  async function finish(jobId: string): Promise<string> {
    const jobDeps = { ...deps, suite: world.bare, definitions: JOB_DEFINITIONS, log: silent };
    for (let tries = 0; tries < 20; tries += 1) {
      await runJob(jobDeps, { tenantId: world.tenantId, jobId }, { lost: never, stopping: never });
      const job = await world.store.in(world.tenantId).jobs.find(jobId);
      if (job?.status !== 'delayed') return job?.status ?? '';
      world.clock.advance(30);
    }
    return 'delayed';
  }

  /** Applies a template with this lifecycle, and requests a team from it. */
  async function requestWith(lifecycle: object, query = '') {
    const templateConfiguration = { id: 'timed', name: 'Timed', language: 'en-US', lifecycle };
    const manifest = { manifestVersion: '1.0', templateConfiguration };
    const applied = await world.call('POST', '/catalog/templates', { manifest });
    assert.equal(applied.status, 200, JSON.stringify(applied.body));
    const body = { template: { id: 'timed' }, team: { name: 'Regatta' } };
    return world.call('POST', `/teams/provisioning${query}`, body);
  }

  const trailOf = async (teamId: string): Promise<string[]> =>
    (await world.trail())
      .filter(({ target }) => target.id === teamId)
      .map(({ type, actor }) => `${type} by ${actor.displayName === SUITE ? 'others' : actor.displayName}`);

  const byOthersSince = async (teamId: string): Promise<string[]> => {
    await world.refresh();
    await world.refresh(3 * 3_600);
    return (await trailOf(teamId)).filter((line) => line.endsWith('by others'));
  };

  it('asks the owners, is reset by their renewal, and archives when nobody renews', async () => {
    const id = await idleTeam('Archive', 60);
    assert.equal(await run(id), 'asked');
    const { body: asked } = await world.call('GET', '/notifications');
    assert.equal(asked.value[0].kind, 'team_inactive');
    const renewed = await world.call('POST', `/teams/${id}/lifecycle/renew`);
    assert.equal(renewed.status, 200, JSON.stringify(renewed.body));
    world.clock.advance(8 * DAY);
    assert.equal(await run(id), undefined);
    world.clock.advance(40 * DAY);
    assert.equal(await run(id), 'asked');
    world.clock.advance(8 * DAY);
    assert.equal(await run(id), 'archived');
    assert.deepEqual(await work(id), ['completed']);
    assert.equal(world.tenant.groups.get(id)?.team?.team.isArchived, true);
    assert.deepEqual(await byOthersSince(id), ['team_created by others']);
    assert.equal((await world.call('GET', `/teams/${id}`)).body.isArchived, true);
    world.clock.advance(60 * DAY);
    assert.equal(await run(id), undefined);
  });

  it('leaves the site writable when it archives a team, and names this omission in the plan', async () => {
    const lifecycle = { enabled: true, inactivityDays: 30, graceDays: 7, siteReadOnly: true };
    const { body: plan } = await requestWith(lifecycle, '?dryRun=true');
    const [omission, ...others] = plan.omissions;
    assert.deepEqual([omission.feature, others], ['siteReadOnly', []]);
    assert.match(omission.message, /site of the team stays writable/);
    const { body: job } = await requestWith(lifecycle);
    assert.equal(await finish(job.id), 'completed');
    const { id } = (await world.call('GET', `/jobs/${job.id}`)).body.data.team;
    await world.refresh();
    world.clock.advance(60 * DAY);
    assert.equal(await run(id), 'asked');
    assert.equal((await world.call('GET', `/teams/${id}/lifecycle`)).body.rules.siteReadOnly, undefined);
    world.clock.advance(8 * DAY);
    assert.equal(await run(id), 'archived');
    assert.deepEqual(await work(id), ['completed']);
    assert.equal(world.tenant.groups.get(id)?.team?.team.isArchived, true);
  });

  it('names emptyDays as an omission in the plan, and does not ask the owners of an empty team sooner', async () => {
    const lifecycle = { enabled: true, inactivityDays: 30, graceDays: 7, emptyDays: 7 };
    const { body: plan } = await requestWith(lifecycle, '?dryRun=true');
    const [omission, ...others] = plan.omissions;
    assert.deepEqual([omission.feature, others], ['emptyDays', []]);
    assert.match(omission.message, /without files and plans/);
    const { body: job } = await requestWith(lifecycle);
    assert.equal(await finish(job.id), 'completed');
    const { id } = (await world.call('GET', `/jobs/${job.id}`)).body.data.team;
    await world.refresh();
    world.clock.advance(10 * DAY);
    assert.equal(await run(id), undefined);
    const { rules } = (await world.call('GET', `/teams/${id}/lifecycle`)).body;
    assert.deepEqual([rules.inactivityDays, rules.emptyDays], [30, undefined]);
  });

  it('counts activity that only the usage report of Microsoft shows', async () => {
    const id = await idleTeam('Archive', 60);
    const day = (ago: number) => new Date(world.clock.now().getTime() - ago * DAY * 1000).toISOString();
    world.tenant.activity.set(id, day(5));
    assert.equal(await run(id), undefined);
    world.clock.advance(40 * DAY);
    assert.equal(await run(id), 'asked');
    world.tenant.activity.set(id, day(1));
    world.clock.advance(2 * DAY);
    assert.equal(await run(id), 'reset');
  });

  it('waits for the usage report when Graph throttles the call or fails', async () => {
    const id = await idleTeam('Archive', 60);
    const faults: [Fault, string | undefined][] = [
      [{ kind: 'throttled', seconds: 50 }, undefined],
      [{ kind: 'lost', hasEffect: false }, 'reset'],
    ];
    for (const [fault, outcome] of faults) {
      world.clock.advance(13 * 3_600);
      world.tenant.activity.set(id, world.clock.now().toISOString());
      let left = 2;
      const faultOf = ({ route }: Occasion): Fault | undefined =>
        route === REPORT && left-- > 0 ? fault : undefined;
      world.standIn.behave({ ...FAULTLESS, faultOf });
      assert.equal(await run(id), outcome);
      assert.ok(left <= 1, 'the report was asked for');
      world.clock.advance(60 * DAY);
      assert.equal(await run(id), 'asked');
    }
  });

  it('waits for a usage report that shows the ids of teams', async () => {
    const id = await idleTeam('Archive', 60);
    world.tenant.activity.set(id, world.clock.now().toISOString());
    const { alterReport } = world.tenant;
    world.tenant.alterReport = (csv) => {
      world.tenant.alterReport = alterReport;
      return csv.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'FE7CC8C15246EDCCA289C9A4022762F7');
    };
    assert.equal(await run(id), undefined);
    assert.equal(world.tenant.alterReport, alterReport);
    world.clock.advance(60 * DAY);
    assert.equal(await run(id), 'asked');
  });

  it('deletes the group of an expired team, and records it once', async () => {
    const id = await idleTeam('Delete', 60);
    assert.equal(await run(id), 'asked');
    world.clock.advance(8 * DAY);
    assert.equal(await run(id), 'deleted');
    await world.recover();
    assert.notEqual(world.tenant.groups.get(id)?.deletedAt, undefined);
    assert.deepEqual(await byOthersSince(id), ['team_created by others']);
    assert.equal((await trailOf(id)).filter((line) => line.startsWith('team_deleted')).length, 1);
    assert.equal((await world.call('GET', `/teams/${id}`)).status, 404);
  });
});
