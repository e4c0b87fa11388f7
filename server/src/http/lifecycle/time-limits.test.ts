/** Tests the end, the renewals and the contents of teams in their lifecycle, through the API. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { assertRejected } from '../../../test/team-rejections.ts';
import { startTeamService, type TeamService } from '../../../test/team-service.ts';
import { TENANT } from '../../../test/team-world.ts';
import { runJob } from '../../engine/jobs/run-job.ts';
import { JOB_DEFINITIONS } from '../../flows/definitions.ts';
import { runLifecycle } from '../../flows/lifecycle/run-lifecycle.ts';
import { DAY_MILLISECONDS } from '../../kernel/clock.ts';

const QUESTIONS = [
  { id: 'ends', type: 'date', title: 'Ends on', maximum: '2099-12-31' },
  { id: 'months', type: 'number', title: 'Months between renewals' },
];
const LIFECYCLE = { enabled: true, inactivityDays: 90, graceDays: 7, action: 'Archive' };

let service: TeamService;
let call: TeamService['call'];
before(async () => {
  service = await startTeamService();
  call = service.call;
  const { clock } = service.world;
  clock.advance((Date.now() - clock.now().getTime()) / 1000);
  const asked = { endDateQuestion: 'ends', renewalMonthsQuestion: 'months', siteReadOnly: true };
  assert.equal((await apply('asked', asked)).status, 200);
  assert.equal((await apply('fixed', { endMonths: 2, renewalMonths: 1, emptyDays: 7 })).status, 200);
});
after(() => service.close());

const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MILLISECONDS);
const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

function apply(id: string, limits: object, questions: readonly (object | undefined)[] = QUESTIONS) {
  const lifecycle = { ...LIFECYCLE, ...limits };
  const templateConfiguration = { id, name: id, language: 'en-US', questions, lifecycle };
  const manifest = { manifestVersion: '1.0', templateConfiguration };
  return call('ada', 'POST', '/catalog/templates', { manifest });
}

/** Runs a waiting job, as a worker would. */
async function runToEnd(jobId: string): Promise<void> {
  const never = new AbortController().signal;
  const { store, suite } = service.world.deps;
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const clock = { now: () => new Date() };
  const deps = { store, suite, clock, log, definitions: JOB_DEFINITIONS };
  await runJob(deps, { tenantId: TENANT, jobId }, { lost: never, stopping: never });
}

/** Builds a team of Olga's from the template. Returns its id. */
async function build(template: string, metadata: object = {}): Promise<string> {
  const body = { template: { id: template }, team: { name: `Team ${randomUUID()}` }, metadata };
  const { status, body: job } = await call('olga', 'POST', '/teams/provisioning', body);
  assert.equal(status, 201, JSON.stringify(job));
  await runToEnd(job.id);
  return (await call('olga', 'GET', `/jobs/${job.id}`)).body.data.team.id;
}

/** Runs the lifecycle as of this time. */
async function run(at: Date): Promise<void> {
  assert.equal((await call('ada', 'POST', '/lifecycle/runs')).status, 202);
  const { deps } = service.world;
  const settings = { lifecycleCap: { maxPercent: 0, maxTeams: 10 } };
  const roles = { list: async () => [] };
  const report = assert.ifError;
  assert.equal(
    await runLifecycle({ ...deps, clock: { now: () => at }, roles, settings, report }, TENANT),
    true,
  );
}

const read = async (teamId: string) => (await call('olga', 'GET', `/teams/${teamId}/lifecycle`)).body;

/** Returns the step that a run at this time would take for the team. */
async function predicted(teamId: string, at: Date) {
  const { body } = await call(
    'ada',
    'GET',
    `/lifecycle/simulation?scope=all&$top=999&at=${at.toISOString()}`,
  );
  const team = body.value.find((each: { teamId: string }) => each.teamId === teamId);
  return [team.decision, team.reason, team.cause];
}

async function listed(teamId: string, filter?: string) {
  const conditions = [`id eq '${teamId}'`, ...(filter === undefined ? [] : [filter])].join(' and ');
  const [mine, all, report] = await Promise.all(
    (['/me/teams', '/teams', '/reports/teams'] as const).map(async (path) => {
      const { status, body } = await call(
        path === '/me/teams' ? 'olga' : 'ada',
        'GET',
        `${path}?$filter=${encodeURIComponent(conditions)}`,
      );
      assert.equal(status, 200, JSON.stringify(body));
      return body.value[0]?.endDateTime;
    }),
  );
  assert.deepEqual([mine, report], [all, all]);
  return all;
}

describe('the plan of a team', () => {
  async function planned(template: string, metadata: object = {}) {
    const body = { template: { id: template }, team: { name: `Team ${randomUUID()}` }, metadata };
    const { status, body: plan } = await call('olga', 'POST', '/teams/provisioning?dryRun=true', body);
    assert.equal(status, 200, JSON.stringify(plan));
    return plan;
  }

  it('names the end and the renewals that answers set', async () => {
    const { lifecycle, omissions } = await planned('asked', { ends: '2098-03-31', months: 6 });
    assert.deepEqual(lifecycle, {
      inactivityDays: 90,
      graceDays: 7,
      action: 'Archive',
      renewalMonths: 6,
      endDateTime: '2098-03-31T00:00:00.000Z',
      siteReadOnly: true,
      source: { type: 'template', id: 'asked', name: 'asked' },
    });
    assert.equal(omissions, undefined);
  });

  it('names the end that the template sets, and the rules of a policy for the template', async () => {
    const settings = { inactivityDays: 30, graceDays: 30, action: 'Delete' };
    const scope = { type: 'templates', templateIds: ['fixed'] };
    const policy = await call('ada', 'POST', '/policies', {
      name: 'Strict',
      kind: 'lifecycle',
      scope,
      settings,
    });
    assert.equal(policy.status, 201, JSON.stringify(policy.body));
    const { endDateTime, source, ...rules } = (await planned('fixed')).lifecycle;
    assert.deepEqual(rules, { ...settings, emptyDays: 7, renewalMonths: 1 });
    assert.deepEqual(source, { type: 'policy', id: policy.body.id, name: 'Strict' });
    const days = (Date.parse(endDateTime) - Date.now()) / DAY_MILLISECONDS;
    assert.ok(days > 58 && days < 63, `ends after two months: ${days} days`);
    assert.equal((await call('ada', 'DELETE', `/policies/${policy.body.id}`)).status, 204);
  });

  it('names no lifecycle when neither template nor policy sets one', async () => {
    assert.equal((await apply('endless', { enabled: false, endMonths: 2 })).status, 200);
    assert.equal((await planned('endless')).lifecycle, undefined);
  });
});

describe('the end of a team', () => {
  it('is the date in the answers, is announced, and changes only with the answers', async () => {
    const end = dayOf(inDays(5));
    const teamId = await build('asked', { ends: end });
    const midnight = `${end}T00:00:00.000Z`;
    assert.equal((await read(teamId)).rules.endDateTime, midnight);
    assert.equal(await listed(teamId), midnight);
    assert.equal(await listed(teamId, `endDateTime lt ${dayOf(inDays(6))}`), midnight);
    assert.equal(await listed(teamId, `endDateTime eq ${end} and endDateTime ge 2020-01-01`), midnight);
    assert.equal(await listed(teamId, `endDateTime gt ${end}`), undefined);

    await run(new Date());
    const asked = await read(teamId);
    assert.deepEqual([asked.state, asked.cause, asked.action], ['inactive', 'end', 'Archive']);
    // The grace period of seven days would end after the end of the team.
    assert.ok(Date.parse(asked.expiresDateTime) > Date.parse(midnight));
    const { body: notifications } = await call('olga', 'GET', '/notifications');
    assert.match(notifications.value[0].subject, /^The team .* will end$/);
    assertRejected(await call('olga', 'POST', `/teams/${teamId}/lifecycle/renew`), 409, 'Conflict');

    const metadata = `/teams/${teamId}/metadata`;
    const beyond = await call('olga', 'PATCH', metadata, { ends: '2100-01-01' });
    assertRejected(beyond, 400, 'InvalidRequest', ['metadata.ends']);
    assert.equal((await call('olga', 'PATCH', metadata, { ends: dayOf(inDays(60)) })).status, 200);
    await run(new Date());
    const moved = await read(teamId);
    assert.deepEqual([moved.state, moved.cause, moved.reason], ['active', undefined, 'active']);
    assert.equal((await call('olga', 'POST', `/teams/${teamId}/lifecycle/renew`)).status, 200);
    const { body: history } = await call('olga', 'GET', `/teams/${teamId}/history`);
    const types = history.value.map(({ type }: { type: string }) => type);
    for (const type of ['team_inactive', 'team_lifecycle_reset', 'team_metadata_updated'])
      assert.ok(types.includes(type), type);
    const reset = history.value.find(({ type }: { type: string }) => type === 'team_lifecycle_reset');
    assert.equal(reset.reason, 'end_moved');
  });

  it('archives the team and makes its site read-only when nobody postpones the end', async () => {
    const teamId = await build('asked', { ends: dayOf(inDays(3)) });
    await run(new Date());
    await run(inDays(6));
    assert.equal((await read(teamId)).state, 'inactive');
    await run(inDays(8));
    const { body: jobs } = await call('ada', 'GET', "/jobs?$filter=type eq 'TeamArchive'&$top=1");
    await runToEnd(jobs.value[0].id);
    assert.equal((await read(teamId)).state, 'archived');
    const { rows } = await sql`
      select site_read_only from directory.teams where tenant_id = ${TENANT} and team_id = ${teamId}`.execute(
      service.world.database.tenancy.for(TENANT),
    );
    assert.deepEqual(rows, [{ site_read_only: true }]);
  });

  it('is the date of the template if there is no answer, and otherwise the earlier of both dates', async () => {
    const teamId = await build('fixed');
    const { rules } = await read(teamId);
    const months = Math.round((Date.parse(rules.endDateTime) - Date.now()) / DAY_MILLISECONDS);
    assert.ok(months >= 59 && months <= 62, `ends after ${months} days`);
    assert.equal(await listed(teamId, `endDateTime lt ${dayOf(inDays(70))}`), rules.endDateTime);
    await apply('both', { endMonths: 2, endDateQuestion: 'ends' });
    const early = await build('both', { ends: dayOf(inDays(20)) });
    const late = await build('both', { ends: dayOf(inDays(600)) });
    assert.equal(await listed(early), `${dayOf(inDays(20))}T00:00:00.000Z`);
    const end = await listed(late);
    assert.equal(end, (await read(late)).rules.endDateTime);
    assert.ok(Date.parse(end) < inDays(70).getTime());
    assert.equal(await listed(late, `endDateTime gt ${dayOf(inDays(300))}`), undefined);
  });

  it('is moved to the last day of a shorter month, also in lists', async () => {
    const teamId = await build('fixed');
    for (const [created, ends] of [
      ['2027-12-31T08:30:00.123Z', '2028-02-29T08:30:00.123Z'],
      ['2026-12-30T23:59:59.999Z', '2027-02-28T23:59:59.999Z'],
      ['2026-06-30T00:00:00.000Z', '2026-08-30T00:00:00.000Z'],
    ] as const) {
      await sql`
        update directory.teams set created_at = ${created}
         where tenant_id = ${TENANT} and team_id = ${teamId}`.execute(
        service.world.database.tenancy.for(TENANT),
      );
      assert.equal((await read(teamId)).rules.endDateTime, ends);
      assert.equal(await listed(teamId, `endDateTime eq ${ends}`), ends);
    }
  });

  it('cannot refer to a number question, nor the renewal to a question that does not exist', async () => {
    for (const [limits, target] of [
      [{ endDateQuestion: 'months' }, 'templateConfiguration.lifecycle.endDateQuestion'],
      [{ renewalMonthsQuestion: 'nothing' }, 'templateConfiguration.lifecycle.renewalMonthsQuestion'],
    ] as const)
      assertRejected(await apply('mistaken', limits), 400, 'InvalidRequest', [target]);
  });
});

describe('the renewal of a team', () => {
  for (const months of [0, 0.5, -1, 121, 5e15]) {
    it(`cannot be required after ${months} months`, async () => {
      const body = {
        template: { id: 'asked' },
        team: { name: `Team ${randomUUID()}` },
        metadata: { months },
      };
      const requested = await call('olga', 'POST', '/teams/provisioning', body);
      assertRejected(requested, 400, 'InvalidRequest', ['metadata.months']);
      const teamId = await build('asked', { months: 120 });
      const changed = await call('olga', 'PATCH', `/teams/${teamId}/metadata`, { months });
      assertRejected(changed, 400, 'InvalidRequest', ['metadata.months']);
      assert.equal((await read(teamId)).rules.renewalMonths, 120);
    });
  }

  it('is required after at most 120 months when the template gets its question later', async () => {
    await apply('later', { endMonths: 1 });
    const teamId = await build('later', { months: 5e15 });
    await apply('later', { renewalMonthsQuestion: 'months' });
    assert.equal((await read(teamId)).rules.renewalMonths, 120);
    assert.equal((await call('ada', 'GET', '/lifecycle/simulation?scope=all')).status, 200);
  });

  it('limits the bounds and the default of its question to 1 to 120 months', async () => {
    const months = (more: object) =>
      apply('mistaken', { renewalMonthsQuestion: 'months' }, [QUESTIONS[0], { ...QUESTIONS[1], ...more }]);
    const place = 'templateConfiguration.questions[1]';
    for (const [more, target] of [
      [{ minimum: 121 }, `${place}.minimum`],
      [{ maximum: 0 }, `${place}.maximum`],
      [{ default: 121 }, `${place}.default`],
    ] as const)
      assertRejected(await months(more), 400, 'InvalidRequest', [target]);
    assert.equal((await months({ minimum: 6, maximum: 500, default: 12 })).status, 200);
    const { body } = await call('ada', 'GET', '/catalog/templates/mistaken');
    const { minimum, maximum } = body.templateConfiguration.questions[1];
    assert.deepEqual([minimum, maximum], [6, 120]);
  });

  it('is due after the months of the answer, even if the team is active', async () => {
    const teamId = await build('asked', { months: 2 });
    await service.world.suite.recordActivity(TENANT, [{ teamId, at: inDays(60) }]);
    assert.deepEqual(await predicted(teamId, inDays(55)), ['stay', 'active', undefined]);
    assert.deepEqual(await predicted(teamId, inDays(63)), ['ask', 'renewal_due', 'renewal']);
  });
});

describe('a team without contents', () => {
  it('becomes inactive earlier until it has a file', async () => {
    const teamId = await build('fixed');
    assert.deepEqual(await predicted(teamId, inDays(6)), ['stay', 'active', undefined]);
    assert.deepEqual(await predicted(teamId, inDays(8)), ['ask', 'inactive', 'inactivity']);
    const { suite } = service.world.deps;
    const [channel] = await suite.channels.list(TENANT, teamId);
    const bytes = Buffer.from('minutes');
    await suite.contents.putFile(
      TENANT,
      { teamId, channelId: channel!.id },
      { marker: randomUUID(), path: 'Minutes.txt', size: bytes.length, sha256: 'a'.repeat(64) },
      async () => bytes,
    );
    assert.deepEqual(await predicted(teamId, inDays(8)), ['stay', 'active', undefined]);
  });
});
