import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CAUSE } from '../../../test/cause.ts';
import { assertRejected, testRejections } from '../../../test/team-rejections.ts';
import { startTeamService, type TeamService } from '../../../test/team-service.ts';
import { TENANT } from '../../../test/team-world.ts';
import { runFailed } from '../../flows/lifecycle/events.ts';
import { runLifecycle } from '../../flows/lifecycle/run-lifecycle.ts';
import { DAY_MILLISECONDS } from '../../kernel/clock.ts';
import { say } from '../../kernel/messages.ts';

const MISSING = '01a1fb81-e8b1-7367-a579-417a0b50c4d5';

let service: TeamService;
let call: TeamService['call'];
let policy: string;
before(async () => {
  service = await startTeamService();
  call = service.call;
  const settings = { inactivityDays: 30, graceDays: 7, action: 'Archive' };
  const draft = { name: 'Unused teams', kind: 'lifecycle', scope: { type: 'teams' }, settings };
  const made = await call('ada', 'POST', '/policies', draft);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  policy = made.body.id;
});
after(() => service.close());

/** Creates a team of Olga's that has a lifecycle and no activity for `idleDays` days. Returns its id. */
async function governedTeam(idleDays = 0): Promise<string> {
  const { world } = service;
  const { team } = await world.newTeam({ displayName: 'Harbour' });
  const at = new Date(Date.now() - idleDays * DAY_MILLISECONDS);
  await world.suite.recordActivity(TENANT, [{ teamId: team.id, at }]);
  const attached = await call('ada', 'PUT', `/policies/${policy}/teams/${team.id}`);
  assert.ok(attached.status < 300, JSON.stringify(attached.body));
  return team.id;
}

/** Performs the waiting lifecycle run, as a worker would. */
async function work(): Promise<void> {
  const { deps } = service.world;
  const settings = { lifecycleCap: { maxPercent: 0, maxTeams: 10 } };
  const report = assert.ifError;
  const clock = { now: () => new Date() };
  assert.equal(
    await runLifecycle({ ...deps, clock, roles: { list: async () => [] }, settings, report }, TENANT),
    true,
  );
}

describe('GET /teams/{teamId}/lifecycle', () => {
  testRejections(() => service, {
    method: 'GET',
    path: async () => `/teams/${await governedTeam()}/lifecycle`,
    missing: '/teams/no-such-team/lifecycle',
    denied: ['mia', 'gus'],
    hidden: ['sam', 'ivan', 'foreigner', 'foreign app'],
  });

  it('shows the state, its reason and the next step', async () => {
    const teamId = await governedTeam(10);
    const { status, body } = await call('olga', 'GET', `/teams/${teamId}/lifecycle`);
    assert.equal(status, 200);
    assert.equal(body['@odata.context'], `${service.url}/$metadata#teams('${teamId}')/lifecycle`);
    assert.deepEqual(
      [body.state, body.reason, body.nextStep, body.nextRun],
      ['active', 'active', 'ask', undefined],
    );
    assert.equal(body.rules.source.id, policy);
    const inDays = (Date.parse(body.nextDateTime) - Date.now()) / DAY_MILLISECONDS;
    assert.equal(Math.round(inDays), 20);
  });

  it('shows that a team has no lifecycle', async () => {
    const { team } = await service.world.newTeam();
    const { body } = await call('olga', 'GET', `/teams/${team.id}/lifecycle`);
    assert.deepEqual([body.state, body.rules], ['none', undefined]);
  });
});

describe('POST /teams/{teamId}/lifecycle/renew', () => {
  testRejections(() => service, {
    method: 'POST',
    path: async () => `/teams/${await governedTeam()}/lifecycle/renew`,
    missing: '/teams/no-such-team/lifecycle/renew',
    denied: ['mia', 'gus'],
    hidden: ['sam', 'ivan', 'foreigner', 'foreign app'],
  });

  it('restarts the inactivity period', async () => {
    const teamId = await governedTeam(29);
    const { status, body } = await call('olga', 'POST', `/teams/${teamId}/lifecycle/renew`);
    assert.equal(status, 200);
    assert.equal(Date.parse(body.nextDateTime) - Date.parse(body.renewedDateTime), 30 * DAY_MILLISECONDS);
  });

  it('rejects a team without a lifecycle to renew', async () => {
    const { team } = await service.world.newTeam();
    const path = `/teams/${team.id}/lifecycle/renew`;
    assertRejected(await call('olga', 'POST', path), 409, 'Conflict');
    const governed = await governedTeam();
    await service.world.suite.teams.archive(TENANT, governed, { siteReadOnly: false });
    assertRejected(await call('olga', 'POST', `/teams/${governed}/lifecycle/renew`), 409, 'TeamArchived');
  });
});

describe('lifecycle runs and their simulation', () => {
  const MANAGED = [
    ['GET', '/lifecycle/simulation'],
    ['GET', '/lifecycle/runs'],
    ['POST', '/lifecycle/runs'],
    ['GET', `/lifecycle/runs/${MISSING}`],
    ['GET', `/lifecycle/runs/${MISSING}/teams`],
  ] as const;

  it('are limited to administrators and apps of the tenant', async () => {
    for (const [method, path] of MANAGED) {
      assertRejected(await call('nobody', method, path), 401, 'Unauthenticated');
      for (const caller of ['olga', 'mia', 'ivan'] as const) {
        assertRejected(await call(caller, method, path), 403, 'Forbidden');
      }
    }
    assertRejected(await call('ada', 'GET', `/lifecycle/runs/${MISSING}`), 404, 'NotFound');
    assertRejected(await call('ada', 'GET', '/lifecycle/runs/x/teams'), 404, 'NotFound');
  });

  it('explain their failures in the language of the reader', async () => {
    const { id } = (await call('ada', 'POST', '/lifecycle/runs')).body;
    const at = new Date();
    const unreachable = say('jobs.suiteUnreachable', 'The collaboration suite could not be reached.');
    const earlier = 'A text of an earlier version.';
    const team = { decision: 'stay', reason: 'unknown', state: 'active', outcome: 'failed' };
    const failed = [
      { ...team, teamId: 'now', displayName: 'Now', error: unreachable },
      { ...team, teamId: 'earlier', displayName: 'Earlier', error: earlier },
    ];
    await service.world.deps.store.transaction(TENANT, async ({ audit, lifecycleRuns }) => {
      const run = await lifecycleRuns.claim(at, at);
      assert.ok(run);
      await lifecycleRuns.addTeams(id, failed as never);
      await lifecycleRuns.end(id, run.attempt, { status: 'failed', error: unreachable }, at);
      await audit.append([runFailed.record(run, CAUSE, { errorMessage: unreachable.message })], at);
    });
    const errorsIn = async (language: string) => {
      const read = async (path: string) =>
        (await call('ada', 'GET', path, undefined, { 'accept-language': language })).body;
      const { value } = await read(`/lifecycle/runs/${id}/teams`);
      return [
        (await read(`/lifecycle/runs/${id}`)).error,
        ...value.map(({ error }: { error: string }) => error),
      ];
    };
    const german = 'Die Suite für Zusammenarbeit war nicht erreichbar.';
    assert.deepEqual(await errorsIn('en'), [unreachable.message, earlier, unreachable.message]);
    assert.deepEqual(await errorsIn('de'), [german, earlier, german]);
  });

  it('have the same outcomes, page by page', async () => {
    const idle = [await governedTeam(40), await governedTeam(50), await governedTeam(60)];
    const young = await governedTeam(5);
    const simulated = [];
    let path: string | undefined = '/lifecycle/simulation?$top=2&scope=all';
    let at: string | undefined;
    while (path !== undefined) {
      const { status, body } = await call('ada', 'GET', path);
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal(body['@odata.count'], body.value.length);
      assert.equal(body.atDateTime, at ?? body.atDateTime);
      assert.deepEqual([body.counts.asked, body.cap], [3, 10]);
      at = body.atDateTime;
      simulated.push(...body.value);
      path = body['@odata.nextLink']?.slice(service.url.length);
    }
    const asked = simulated.filter(({ outcome }) => outcome === 'asked');
    assert.deepEqual(asked.map(({ teamId }) => teamId).sort(), idle.toSorted());
    assert.equal(simulated.find(({ teamId }) => teamId === young).outcome, undefined);
    const due = (await call('ada', 'GET', '/lifecycle/simulation')).body.value;
    assert.equal(due.length, 3);

    const key = { 'idempotency-key': 'run-1' };
    const begun = await call('app', 'POST', '/lifecycle/runs', undefined, key);
    assert.deepEqual([begun.status, begun.body.status], [202, 'waiting']);
    assert.equal(begun.headers.get('location'), `/v1.0/lifecycle/runs/${begun.body.id}`);
    assert.deepEqual((await call('app', 'POST', '/lifecycle/runs', undefined, key)).body, begun.body);
    assertRejected(await call('ada', 'POST', '/lifecycle/runs'), 409, 'Conflict');
    assertRejected(await call('foreigner', 'GET', `/lifecycle/runs/${begun.body.id}`), 404, 'NotFound');
    await work();
    const run = (await call('ada', 'GET', `/lifecycle/runs/${begun.body.id}`)).body;
    assert.deepEqual(
      [run.status, run.counts.asked, run.requester.displayName],
      ['completed', 3, 'Automation'],
    );
    const first = (await call('ada', 'GET', `/lifecycle/runs/${run.id}/teams?$top=2&outcome=asked`)).body;
    const rest = (await call('ada', 'GET', first['@odata.nextLink'].slice(service.url.length))).body;
    assert.equal(rest['@odata.nextLink'], undefined);
    assert.deepEqual(
      [...first.value, ...rest.value].map(({ teamId }) => teamId),
      idle.toSorted(),
    );
    const runs = (await call('ada', 'GET', '/lifecycle/runs?$top=1')).body.value;
    assert.deepEqual(
      runs,
      [{ ...run, '@odata.context': undefined }].map(({ '@odata.context': _, ...one }) => one),
    );
  });

  it('reject an invalid query option and name it', async () => {
    for (const [path, target] of [
      ['/lifecycle/simulation?at=tomorrow', 'at'],
      ['/lifecycle/simulation?at=2026-02-30T00:00:00', 'at'],
      ['/lifecycle/simulation?at=2016-12-31T23:59:60Z', 'at'],
      ['/lifecycle/simulation?at=9999-12-31T23:59:59Z', 'at'],
      ['/lifecycle/simulation?scope=mine', 'scope'],
      ['/lifecycle/simulation?$top=0', '$top'],
      ['/lifecycle/simulation?$skiptoken=x', '$skiptoken'],
      ['/lifecycle/runs?status=active', 'status'],
      [`/lifecycle/runs/${MISSING}/teams?outcome=good`, 'outcome'],
      [`/lifecycle/runs/${MISSING}/teams?$skiptoken=x`, '$skiptoken'],
    ] as const) {
      assertRejected(await call('ada', 'GET', path), 400, 'InvalidRequest', [target]);
    }
  });
});
