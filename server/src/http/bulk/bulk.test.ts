import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { assertRejected } from '../../../test/team-rejections.ts';
import { type Caller, startTeamService, type TeamService } from '../../../test/team-service.ts';
import { OTHER_TENANT, TENANT } from '../../../test/team-world.ts';
import { runJob } from '../../engine/jobs/run-job.ts';
import type { Suite } from '../../engine/suite.ts';
import { JOB_DEFINITIONS } from '../../flows/definitions.ts';
import { CharterError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';

const never = { lost: new AbortController().signal, stopping: new AbortController().signal };
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

let service: TeamService;
before(async () => {
  service = await startTeamService();
});
after(() => service.close());

const newTeam = async (...args: Parameters<TeamService['world']['newTeam']>): Promise<string> =>
  (await service.world.newTeam(...args)).team.id;

/** Creates a team in which Olga has no role. */
async function strangeTeam(
  displayName: string,
  visibility: 'private' | 'public' = 'private',
): Promise<string> {
  const { team } = await service.world.suite.teams.create(TENANT, {
    marker: newId(),
    displayName,
    description: null,
    visibility,
    mailNickname: `strange-${newId()}`,
  });
  return team.id;
}

const send = (as: Caller, body: object, query = '') => service.call(as, 'POST', `/teams/bulk${query}`, body);

/** Starts a bulk job and returns its id. */
async function start(as: Caller, body: object): Promise<string> {
  const answer = await send(as, body);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  assert.equal(answer.headers.get('location'), `/v1.0/jobs/${answer.body.id}`);
  return answer.body.id;
}

/** Runs the job once on this suite, as a worker does. */
const run = (jobId: string, suite: Suite = service.world.deps.suite): Promise<void> =>
  runJob(
    { ...service.world.deps, suite, definitions: JOB_DEFINITIONS, log: silent },
    { tenantId: TENANT, jobId },
    never,
  );

const jobOf = async (jobId: string, as: Caller = 'ada') => {
  const { status, body } = await service.call(as, 'GET', `/jobs/${jobId}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};

/** Returns [outcome, code] of each team, in the order of the request. */
async function results(jobId: string, as: Caller = 'ada', query = ''): Promise<unknown[][]> {
  const { status, body } = await service.call(as, 'GET', `/jobs/${jobId}/teams${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.value.map(({ outcome, code }: { outcome: string; code?: string }) =>
    code === undefined ? [outcome] : [outcome, code],
  );
}

/** Returns the types of the audit records that the job's request caused for the team. */
async function recordsOf(jobId: string, teamId: string): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from charter.audit_records
     where request_id = (select request_id from charter.jobs where job_id = ${jobId})
       and (target_id = ${teamId} or fields ->> 'teamId' = ${teamId}) order by record_id`.execute(
    service.world.database.tenancy.for(TENANT),
  );
  return rows.map(({ type }) => type);
}

const isArchived = async (teamId: string): Promise<boolean | undefined> =>
  (await service.world.suite.teams.find(TENANT, teamId))?.team.isArchived;

/** Returns the suite with `archive` replaced. */
function suiteWith(archive: Suite['teams']['archive']): Suite {
  const { suite } = service.world.deps;
  const teams = new Proxy(suite.teams, {
    get: (target, name) => (name === 'archive' ? archive : Reflect.get(target, name)),
  });
  return { ...suite, teams };
}

describe('POST /teams/bulk', () => {
  it('requires credentials', async () => {
    assertRejected(await send('nobody', { action: 'archive', ids: ['a'] }), 401, 'Unauthenticated');
  });

  for (const [what, body, target] of [
    ['an unknown action', { action: 'explode', ids: ['a'] }, 'action'],
    ['a request with neither ids nor a filter', { action: 'archive' }, 'ids'],
    ['an empty list of ids', { action: 'archive', ids: [] }, 'ids'],
    ['both ids and a filter', { action: 'archive', ids: ['a'], filter: 'isArchived eq true', cap: 1 }, 'ids'],
    ['a filter without a cap', { action: 'archive', filter: 'isArchived eq false' }, 'cap'],
    ['an invalid filter', { action: 'archive', filter: 'colour eq 1', cap: 5 }, 'filter'],
    ['a blank search', { action: 'archive', search: ' ', cap: 5 }, 'search'],
    ['a filter that no team matches', { action: 'delete', search: 'nothing-has-it', cap: 5 }, 'filter'],
    ['more ids than the cap', { action: 'archive', ids: ['a', 'b'], cap: 1 }, 'cap'],
    ['addOwner without an owner', { action: 'addOwner', ids: ['a'] }, 'parameters.user'],
    [
      'an unknown owner',
      { action: 'addOwner', ids: ['a'], parameters: { user: { id: 'x' } } },
      'parameters.user.id',
    ],
    [
      'a guest as owner',
      { action: 'addOwner', ids: ['a'], parameters: { user: { id: 'gus-id' } } },
      'parameters.user.id',
    ],
    [
      'an unknown policy',
      { action: 'attachPolicy', ids: ['a'], parameters: { policyId: 'x' } },
      'parameters.policyId',
    ],
    [
      'a parameter of another action',
      { action: 'renew', ids: ['a'], parameters: { policyId: 'x' } },
      'parameters.policyId',
    ],
    ['an unknown field', { action: 'renew', ids: ['a'], force: true }, 'force'],
  ] as const) {
    it(`rejects ${what} and names the field`, async () => {
      assertRejected(await send('ada', body), 400, 'InvalidRequest', [target]);
    });
  }

  it('rejects policy actions and filters from callers who are not managers', async () => {
    const body = { action: 'detachPolicy', ids: ['a'], parameters: { policyId: 'x' } };
    assertRejected(await send('olga', body), 403, 'Forbidden');
    assertRejected(await send('olga', { action: 'archive', search: 'a', cap: 5 }), 403, 'Forbidden');
  });

  it('reports for each team what the single action would return, also for a hidden team', async () => {
    const ours = await newTeam({ displayName: 'Ours' });
    const archived = await newTeam({ displayName: 'Archived' });
    await service.world.suite.teams.archive(TENANT, archived, { siteReadOnly: false });
    const open = await strangeTeam('Open', 'public');
    const secret = await strangeTeam('Secret');
    const jobId = await start('olga', {
      action: 'archive',
      ids: [ours, archived, open, secret, 'missing', ours],
    });
    await run(jobId);
    const job = await jobOf(jobId, 'olga');
    assert.deepEqual([job.type, job.status, job.progress], ['TeamBulk', 'completed', 100]);
    assert.deepEqual(job.bulk, { action: 'archive', count: 5, done: 1, skipped: 1, failed: 3 });
    assert.deepEqual(await results(jobId, 'olga'), [
      ['done'],
      ['skipped', 'AlreadyArchived'],
      ['failed', 'Forbidden'],
      ['failed', 'NotFound'],
      ['failed', 'NotFound'],
    ]);
    const { body } = await service.call('olga', 'GET', `/jobs/${jobId}/teams`);
    const [, , , hidden, missing] = body.value;
    assert.equal(hidden.displayName, undefined);
    assert.equal(hidden.message.replace(secret, 'missing'), missing.message);
    const german = await service.call('olga', 'GET', `/jobs/${jobId}/teams`, undefined, {
      'accept-language': 'de',
    });
    assert.deepEqual(
      [german.body.value[4].messageCode, german.body.value[4].message],
      ['notFound', 'Es gibt kein Team mit der ID „missing“, oder Sie haben keinen Zugriff darauf.'],
    );
    assert.deepEqual(await results(jobId, 'olga', '?outcome=skipped'), [['skipped', 'AlreadyArchived']]);
    assert.deepEqual(
      [await isArchived(ours), await isArchived(open), await isArchived(secret)],
      [true, false, false],
    );
    assert.deepEqual(await recordsOf(jobId, ours), ['team_archived']);
    assert.deepEqual(await recordsOf(jobId, archived), ['bulk_team_skipped']);
    assert.deepEqual(await recordsOf(jobId, secret), ['bulk_team_failed']);
    assert.deepEqual(await recordsOf(jobId, jobId), ['bulk_requested', 'bulk_completed']);
    for (const caller of ['mia', 'foreigner'] as const) {
      assertRejected(await service.call(caller, 'GET', `/jobs/${jobId}/teams`), 404, 'NotFound');
    }
  });

  it('records the same events as the single actions', async () => {
    const teamId = await newTeam();
    const user = { id: 'sam@fabrikam.example' };
    for (const [body, type] of [
      [{ action: 'addOwner', parameters: { user } }, 'team_member_added'],
      [{ action: 'archive' }, 'team_archived'],
      [{ action: 'unarchive' }, 'team_unarchived'],
      [{ action: 'delete' }, 'team_deleted'],
    ] as const) {
      const jobId = await start('ada', { ...body, ids: [teamId] });
      await run(jobId);
      assert.deepEqual(await results(jobId), [['done']], body.action);
      const job = await service.world.deps.store.in(TENANT).jobs.find(jobId);
      const events = await service.world.events(job?.requestId);
      assert.deepEqual(
        events.map((event) => [event.type, event.actor.id]),
        [[type, 'ada-id']],
      );
      assert.deepEqual(await recordsOf(jobId, teamId), [type]);
    }
    assert.equal(await service.world.suite.teams.find(TENANT, teamId), undefined);
  });

  it('attaches and detaches a policy and renews teams, with a reason for each skipped team', async () => {
    const [first, second] = [await newTeam(), await newTeam()];
    const { body: policy } = await service.call('ada', 'POST', '/policies', {
      name: 'Unused teams',
      kind: 'lifecycle',
      scope: { type: 'teams' },
      settings: { inactivityDays: 30, graceDays: 7, action: 'Archive' },
    });
    const parameters = { policyId: policy.id };
    const change = async (action: string, ids: string[]) => {
      const jobId = await start('ada', { action, ids, ...(action !== 'renew' && { parameters }) });
      await run(jobId);
      return results(jobId);
    };
    assert.deepEqual(await change('attachPolicy', [first]), [['done']]);
    assert.deepEqual(await change('attachPolicy', [first, second, 'missing']), [
      ['skipped', 'AlreadyAttached'],
      ['done'],
      ['failed', 'NotFound'],
    ]);
    assert.deepEqual(await change('renew', [first]), [['done']]);
    assert.deepEqual(await change('detachPolicy', [first]), [['done']]);
    assert.deepEqual(await change('detachPolicy', [first, second]), [['skipped', 'NotAttached'], ['done']]);
    assert.deepEqual(await change('renew', [first]), [['skipped', 'NoLifecycle']]);
    const { rows } = await sql<{ type: string }>`
      select type from charter.audit_records where fields ->> 'teamId' = ${first} and type like 'policy%'
       order by record_id`.execute(service.world.database.tenancy.for(TENANT));
    assert.deepEqual(
      rows.map(({ type }) => type),
      ['policy_attached', 'policy_detached'],
    );
  });

  it('returns the teams and their expected outcomes for a dry run, and changes nothing', async () => {
    const name = `dry${newId()}`;
    const [one, two] = [
      await newTeam({ displayName: `${name} one` }),
      await newTeam({ displayName: `${name} two` }),
    ];
    await service.world.suite.teams.archive(TENANT, two, { siteReadOnly: false });
    const strange = await strangeTeam(`${name} strange`);
    const { status, body, headers } = await send('ada', { action: 'archive', search: name }, '?dryRun=true');
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(headers.get('ratelimit')?.split(';')[0], '"tier-3"');
    assert.deepEqual([body.action, body.count, body.affected], ['archive', 3, 2]);
    assert.deepEqual(
      body.teams.map(({ id, outcome, code }: Record<string, string>) => [id, outcome, code]),
      [
        [one, 'done', undefined],
        [strange, 'done', undefined],
        [two, 'skipped', 'AlreadyArchived'],
      ],
    );
    const mine = await send('olga', { action: 'delete', ids: [one, strange] }, '?dryRun=true');
    assert.deepEqual(mine.body.teams, [
      { id: one, displayName: `${name} one`, outcome: 'done' },
      { id: strange, outcome: 'failed', code: 'NotFound' },
    ]);
    const own = await send('mia', { action: 'delete', search: name, scope: 'mine' }, '?dryRun=true');
    assert.deepEqual([own.body.count, own.body.affected], [2, 0]);
    const foreign = await send('foreigner', { action: 'delete', ids: [one] }, '?dryRun=true');
    assert.deepEqual(foreign.body.teams, [{ id: one, outcome: 'failed', code: 'NotFound' }]);
    assert.equal(await isArchived(one), false);
    assertRejected(
      await send('ada', { action: 'archive', search: name, cap: 2 }, '?dryRun=true'),
      400,
      'InvalidRequest',
      ['cap'],
    );
  });

  it('rejects a filter that matches more teams than the cap, and selects the teams when the job is requested', async () => {
    const name = `cap${newId()}`;
    const ids = [await newTeam({ displayName: `${name} a` }), await newTeam({ displayName: `${name} b` })];
    assertRejected(await send('ada', { action: 'delete', search: name, cap: 1 }), 400, 'InvalidRequest', [
      'cap',
    ]);
    const jobId = await start('ada', { action: 'delete', search: name, cap: 2 });
    const late = await newTeam({ displayName: `${name} c` });
    await run(jobId);
    assert.deepEqual(await results(jobId), [['done'], ['done']]);
    for (const id of ids) assert.equal(await service.world.suite.teams.find(TENANT, id), undefined);
    assert.ok(await service.world.suite.teams.find(TENANT, late));
  });

  it('starts one job for calls with the same idempotency key', async () => {
    const ids = [await newTeam()];
    const headers = { 'idempotency-key': newId() };
    const [first, again] = [
      await service.call('ada', 'POST', '/teams/bulk', { action: 'archive', ids }, headers),
      await service.call('ada', 'POST', '/teams/bulk', { action: 'archive', ids }, headers),
    ];
    assert.deepEqual([first.status, again.status, again.body.id], [201, 201, first.body.id]);
  });

  it('does not change teams of another tenant', async () => {
    const teamId = await newTeam();
    const { body } = await send('foreigner', { action: 'delete', ids: [teamId] });
    await runJob(
      { ...service.world.deps, definitions: JOB_DEFINITIONS, log: silent },
      { tenantId: OTHER_TENANT, jobId: body.id },
      never,
    );
    assert.deepEqual(await results(body.id, 'foreigner'), [['failed', 'NotFound']]);
    assert.ok(await service.world.suite.teams.find(TENANT, teamId));
  });
});

describe('a bulk job', () => {
  const asked = () => new CharterError('ServiceUnavailable', 'Come back.', { retryAfterSeconds: 30 });

  it('continues with the other teams when the suite is unavailable for one, and retries that team later', async () => {
    const ids = [await newTeam(), await newTeam(), await newTeam()];
    const calls: string[] = [];
    const { archive } = service.world.suite.teams;
    const busy = suiteWith(async (tenantId, teamId, options) => {
      calls.push(teamId);
      if (teamId === ids[0] && calls.filter((id) => id === teamId).length < 3) throw asked();
      return archive.call(service.world.suite.teams, tenantId, teamId, options);
    });
    const jobId = await start('ada', { action: 'archive', ids });
    await run(jobId, busy);
    const waiting = await jobOf(jobId);
    assert.deepEqual([waiting.status, waiting.bulk.done, waiting.progress], ['delayed', 2, 66]);
    for (let round = 0; round < 2; round += 1) {
      service.world.clock.advance(31);
      await run(jobId, busy);
    }
    assert.deepEqual(await results(jobId), [['done'], ['done'], ['done']]);
    assert.deepEqual(calls.toSorted(), [ids[0], ids[0], ...ids].toSorted());
    for (const id of ids) assert.deepEqual(await recordsOf(jobId, id), ['team_archived']);
  });

  it('reports a team as failed after several attempts, and changes the other teams', async () => {
    const ids = [await newTeam(), await newTeam()];
    const { archive } = service.world.suite.teams;
    const broken = suiteWith(async (tenantId, teamId, options) => {
      if (teamId === ids[0]) throw new CharterError('SuiteError', 'The suite is confused.');
      return archive.call(service.world.suite.teams, tenantId, teamId, options);
    });
    const jobId = await start('ada', { action: 'archive', ids });
    for (let round = 0; round < 8; round += 1) {
      await run(jobId, broken);
      service.world.clock.advance(100);
    }
    assert.equal((await jobOf(jobId)).status, 'completed');
    assert.deepEqual(await results(jobId), [['failed', 'SuiteError'], ['done']]);
  });

  it('stops when it is cancelled, and completes only the changes in progress', async () => {
    const ids = await Promise.all(Array.from({ length: 60 }, () => newTeam()));
    let cancelled = false;
    const { archive } = service.world.suite.teams;
    const suite = suiteWith(async (tenantId, teamId, options) => {
      if (teamId === ids[0]) {
        if (!cancelled)
          assert.equal((await service.call('olga', 'POST', `/jobs/${jobId}/cancel`)).status, 202);
        const isFirst = !cancelled;
        cancelled = true;
        if (isFirst) throw asked();
      }
      return archive.call(service.world.suite.teams, tenantId, teamId, options);
    });
    const jobId = await start('olga', { action: 'archive', ids });
    await run(jobId, suite);
    const settling = await jobOf(jobId);
    assert.equal(settling.status, 'delayed', settling.log.join('\n'));
    service.world.clock.advance(31);
    await run(jobId, suite);
    const job = await jobOf(jobId);
    assert.deepEqual([job.status, job.data.error.code], ['failed', 'Cancelled']);
    assert.deepEqual(job.bulk, { action: 'archive', count: 60, done: 40, skipped: 0, failed: 0 });
    assert.match(job.log.at(-1), /Teams not reached: 20\.$/);
    assert.equal((await results(jobId, 'olga', '?outcome=waiting')).length, 20);
    assert.deepEqual(await recordsOf(jobId, ids[0] ?? ''), ['team_archived']);
    assert.equal(await isArchived(ids.at(-1) ?? ''), false);
  });

  it('names no team in the notifications about its end', async () => {
    const ids = [await newTeam(), await newTeam()];
    const newest = async (as: Caller, kind: string) => {
      const { body } = await service.call(as, 'GET', '/notifications');
      return body.value.find((one: { kind: string }) => one.kind === kind);
    };
    const cancelled = await start('olga', { action: 'archive', ids });
    assert.equal((await service.call('ada', 'POST', `/jobs/${cancelled}/cancel`)).status, 200);
    const { subject, text } = await newest('olga', 'job_cancelled');
    assert.equal(subject, 'Work on several teams was cancelled');
    assert.equal(text, 'Ada cancelled the work on several teams that you had started.');
    const failed = await start('olga', { action: 'archive', ids });
    await sql`update charter.jobs set plan = null where job_id = ${failed}`.execute(
      service.world.database.tenancy.for(TENANT),
    );
    await run(failed);
    assert.equal((await jobOf(failed)).status, 'failed');
    assert.equal((await newest('olga', 'job_failed')).subject, 'Work on several teams failed');
  });

  it('completes the changes in progress when it is cancelled while delayed', async () => {
    const ids = await Promise.all(Array.from({ length: 45 }, () => newTeam()));
    const { archive } = service.world.suite.teams;
    let isBusy = true;
    // Archives the team, but fails as if the suite were still working on it.
    const busy = suiteWith(async (tenantId, teamId, options) => {
      const hasChanged = await archive.call(service.world.suite.teams, tenantId, teamId, options);
      if (isBusy) throw asked();
      return hasChanged;
    });
    const jobId = await start('ada', { action: 'archive', ids });
    await run(jobId, busy);
    assert.equal((await jobOf(jobId)).status, 'delayed');
    assert.equal((await service.call('ada', 'POST', `/jobs/${jobId}/cancel`)).status, 202);
    isBusy = false;
    service.world.clock.advance(31);
    await run(jobId, busy);
    const job = await jobOf(jobId);
    assert.deepEqual([job.status, job.data.error.code, job.bulk.done], ['failed', 'Cancelled', 40]);
    for (const id of ids.slice(0, 40)) assert.deepEqual(await recordsOf(jobId, id), ['team_archived']);
    assert.equal(await isArchived(ids.at(-1) ?? ''), false);
  });

  it('pauses after a few seconds, and is queued behind jobs of single teams', async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, () => newTeam()));
    const { archive } = service.world.suite.teams;
    const slow = suiteWith(async (tenantId, teamId, options) => {
      service.world.clock.advance(0.5);
      return archive.call(service.world.suite.teams, tenantId, teamId, options);
    });
    const jobId = await start('ada', { action: 'archive', ids });
    const attempts: number[] = [];
    while ((await jobOf(jobId)).status !== 'completed') {
      await run(jobId, slow);
      attempts.push((await jobOf(jobId)).bulk.done);
    }
    assert.ok(attempts.length > 2 && attempts[0]! < 50, String(attempts));
    const { log } = await jobOf(jobId);
    assert.equal(log.filter((line: string) => line.endsWith('Started.')).length, 1);
    const other = await service.call('ada', 'POST', `/teams/${await newTeam()}/archive`);
    const { rows } = await sql<{ job: string; priority: number }>`
      select data ->> 'jobId' as job, priority from pgboss.job where name = 'run-job'`.execute(
      service.world.database.tenancy.for(TENANT),
    );
    const priorityOf = (id: string) => rows.find(({ job }) => job === id)?.priority ?? Number.NaN;
    assert.ok(priorityOf(jobId) < priorityOf(other.headers.get('location')?.split('/').at(-1) ?? '') - 900);
  });
});
