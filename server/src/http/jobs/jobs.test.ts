import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { assertRejected, testRejections } from '../../../test/team-rejections.ts';
import { type Caller, startTeamService, type TeamService } from '../../../test/team-service.ts';
import { TENANT } from '../../../test/team-world.ts';
import { runJob } from '../../engine/jobs/run-job.ts';
import type { Suite } from '../../engine/suite.ts';
import { JOB_DEFINITIONS } from '../../flows/definitions.ts';
import { CharterError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';

const never = { lost: new AbortController().signal, stopping: new AbortController().signal };
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const MISSING = '/jobs/00000000-0000-7000-8000-000000000000';

let service: TeamService;
before(async () => {
  service = await startTeamService();
});
after(() => service.close());

/**
 * Archives a new team as the caller, by default its owner. Returns the id of the job, which stays waiting because the
 * service has no workers.
 */
async function waitingJob(as: Caller = 'olga'): Promise<string> {
  const { team } = await service.world.newTeam();
  const { headers } = await service.call(as, 'POST', `/teams/${team.id}/archive`);
  return headers.get('location')?.split('/').at(-1) ?? '';
}

/** Runs a job. If an error is given, the suite rejects the archiving with it. */
async function run(jobId: string, error?: CharterError): Promise<void> {
  const { deps } = service.world;
  const failing = { ...deps.suite, teams: { ...deps.suite.teams, archive: () => Promise.reject(error) } };
  const suite = error === undefined ? deps.suite : (failing as unknown as Suite);
  await runJob(
    { ...deps, suite, definitions: JOB_DEFINITIONS, log: silent },
    { tenantId: TENANT, jobId },
    never,
  );
}

const rejection = () => new CharterError('InvalidRequest', 'Not now.');
const transient = () => new CharterError('ServiceUnavailable', 'Busy.');

async function failedJob(): Promise<string> {
  const id = await waitingJob();
  await run(id, rejection());
  return id;
}

const recordsOf = async (jobId: string): Promise<string[]> => {
  const { rows } = await sql<{ type: string }>`
    select type from charter.audit_records where fields ->> 'jobId' = ${jobId} order by record_id`.execute(
    service.world.database.tenancy.for(TENANT),
  );
  return rows.map(({ type }) => type);
};

/** Returns the ids of the jobs in the caller's list. */
async function listed(as: Caller, filter?: string): Promise<string[]> {
  const query = filter === undefined ? '' : `?$filter=${encodeURIComponent(filter)}`;
  const { status, body } = await service.call(as, 'GET', `/jobs${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.value.map(({ id }: { id: string }) => id);
}

describe('GET /jobs', () => {
  it('requires credentials', async () => {
    assertRejected(await service.call('nobody', 'GET', '/jobs'), 401, 'Unauthenticated');
  });

  it('lists the caller’s own jobs, and all jobs of the tenant to administrators', async () => {
    const ours = await waitingJob('olga');
    const theirs = await waitingJob('ada');
    assert.ok((await listed('olga')).includes(ours));
    assert.ok(!(await listed('olga')).includes(theirs));
    assert.deepEqual(await listed('mia'), []);
    for (const admin of ['ada', 'app'] as const) {
      const ids = await listed(admin);
      assert.ok(ids.includes(ours) && ids.includes(theirs));
      assert.ok(ids.indexOf(theirs) < ids.indexOf(ours), 'newest first');
    }
    assert.deepEqual(await listed('foreigner'), []);
    assert.deepEqual(await listed('olga', "requester/id eq 'ada-id'"), []);
  });

  it('shows a summary of each job, without its plan and log', async () => {
    const id = await waitingJob();
    const { body } = await service.call('olga', 'GET', '/jobs?$top=1');
    const [job] = body.value;
    const { createdDateTime, lastActionDateTime, team, ...rest } = job;
    assert.deepEqual(rest, {
      id,
      type: 'TeamArchive',
      status: 'waiting',
      progress: 0,
      requester: { id: 'olga-id', kind: 'user', displayName: 'Olga' },
      step: 'archiveTeam',
    });
    assert.equal(team.displayName, 'Harbour');
    assert.equal(createdDateTime, lastActionDateTime);
    const one = (await service.call('olga', 'GET', `/jobs/${id}`)).body;
    assert.deepEqual([one.team, one.requester], [team, rest.requester]);
  });

  it('filters by status, type, requester and time', async () => {
    const start = new Date().toISOString();
    const failed = await failedJob();
    const waiting = await waitingJob();
    const since = `createdDateTime ge ${start}`;
    assert.deepEqual(await listed('ada', since), [waiting, failed]);
    assert.deepEqual(await listed('ada', `status eq 'failed' and ${since}`), [failed]);
    assert.deepEqual(
      await listed('ada', `requester/id eq 'olga-id' and type eq 'TeamArchive' and ${since}`),
      [waiting, failed],
    );
    assert.deepEqual(await listed('ada', `type eq 'TeamUnarchive' and ${since}`), []);
    assert.deepEqual(await listed('ada', "template/id eq 'none'"), []);
    assert.deepEqual(await listed('olga', `status eq 'waiting' and ${since}`), [waiting]);
  });

  it('searches the name of the team by substrings', async () => {
    const id = await waitingJob();
    const found = async (caller: 'olga' | 'mia' | 'foreigner', search: string): Promise<string[]> => {
      const { body } = await service.call(caller, 'GET', `/jobs?$search=${encodeURIComponent(search)}`);
      return body.value.map((job: { id: string }) => job.id);
    };
    for (const search of ['Harbour', 'ARBO', '"our"']) assert.ok((await found('olga', search)).includes(id));
    for (const search of ['harbour tunnel', 'h%r', 'ha_bour'])
      assert.deepEqual(await found('olga', search), []);
    for (const stranger of ['mia', 'foreigner'] as const)
      assert.deepEqual(await found(stranger, 'harbour'), []);
  });

  it('lists the same jobs in the same order when read in pages', async () => {
    for (let made = 0; made < 5; made += 1) await waitingJob();
    const all = await listed('ada');
    const paged: string[] = [];
    let path: string | undefined = '/jobs?$top=2';
    while (path !== undefined) {
      const { body } = await service.call('ada', 'GET', path);
      paged.push(...body.value.map(({ id }: { id: string }) => id));
      path = body['@odata.nextLink']?.replace(service.url, '');
    }
    assert.deepEqual(paged, all);
  });

  for (const [query, target] of [
    ['$filter=progress eq 1', '$filter'],
    ["$filter=status ge 'a'", '$filter'],
    ['$top=0', '$top'],
    ['$skiptoken=WyJ4IiwxXQ', '$skiptoken'],
    ['$orderby=status', '$orderby'],
    ['$search=', '$search'],
    ['$search=name:harbour', '$search'],
  ] as const) {
    it(`rejects ${query} and names the option`, async () => {
      assertRejected(await service.call('ada', 'GET', `/jobs?${query}`), 400, 'InvalidRequest', [target]);
    });
  }
});

for (const action of ['cancel', 'retry'] as const) {
  describe(`POST /jobs/{jobId}/${action}`, () => {
    testRejections(() => service, {
      method: 'POST',
      path: async () => `/jobs/${await waitingJob()}/${action}`,
      missing: `${MISSING}/${action}`,
      denied: [],
      hidden: ['foreigner', 'foreign app', 'mia', 'ivan'],
    });
  });
}

describe('the cancellation of a job', () => {
  const cancel = (as: Caller, id: string, query = '', headers = {}) =>
    service.call(as, 'POST', `/jobs/${id}/cancel${query}`, undefined, headers);

  it('ends a waiting job at once, and names who cancelled it', async () => {
    const id = await waitingJob();
    const { status, body } = await cancel('ada', id);
    assert.equal(status, 200);
    assert.equal(body.status, 'failed');
    assert.partialDeepStrictEqual(body.data.error, { code: 'Cancelled', message: 'Ada cancelled the job.' });
    assert.equal(body.cancellation.requestedBy.displayName, 'Ada');
    assert.equal(body.steps[0].status, 'waiting');
    await run(id);
    assert.equal((await service.call('olga', 'GET', `/jobs/${id}`)).body.status, 'failed');
    assert.deepEqual(await recordsOf(id), [
      'team_archive_requested',
      'team_archive_cancelled',
      'team_archive_failed',
    ]);
    assertRejected(await cancel('olga', id), 409, 'Conflict');
    assertRejected(await service.call('olga', 'POST', `/jobs/${id}/retry`), 409, 'Conflict');
  });

  it('ends a delayed job at once', async () => {
    const id = await waitingJob();
    await run(id, transient());
    assert.equal((await service.call('olga', 'GET', `/jobs/${id}`)).body.status, 'delayed');
    assert.equal((await cancel('olga', id)).body.status, 'failed');
  });

  it('ends an active job after its current step', async () => {
    const id = await waitingJob();
    const { deps } = service.world;
    const begun = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const archive: Suite['teams']['archive'] = async (...parameters) => {
      begun.resolve();
      await go.promise;
      return deps.suite.teams.archive(...parameters);
    };
    const suite = { ...deps.suite, teams: { ...deps.suite.teams, archive } } as Suite;
    const running = runJob(
      { ...deps, suite, definitions: JOB_DEFINITIONS, log: silent },
      { tenantId: TENANT, jobId: id },
      never,
    );
    await begun.promise;
    const asked = await cancel('olga', id);
    assert.deepEqual([asked.status, asked.body.status], [202, 'active']);
    assert.deepEqual([(await cancel('ada', id)).status, asked.body.cancellation.removed], [202, false]);
    go.resolve();
    await running;
    const { body } = await service.call('olga', 'GET', `/jobs/${id}`);
    assert.deepEqual([body.status, body.data.error.code], ['failed', 'Cancelled']);
    assert.equal(body.steps[0].status, 'completed');
  });

  it('is rejected with remove=true for a job that builds nothing', async () => {
    assertRejected(await cancel('olga', await waitingJob(), '?remove=true'), 400, 'InvalidRequest', [
      'remove',
    ]);
  });

  it('returns the same response when the call is repeated with its idempotency key', async () => {
    const id = await waitingJob();
    const headers = { 'idempotency-key': newId() };
    const first = await cancel('olga', id, '', headers);
    assert.deepEqual((await cancel('olga', id, '', headers)).body, first.body);
  });
});

describe('the retry of a job', () => {
  it('clears the error, runs the job to its end and is recorded', async () => {
    const id = await failedJob();
    const { body } = await service.call('olga', 'POST', `/jobs/${id}/retry`);
    assert.equal(body.status, 'waiting');
    assert.equal(body.data.error, undefined);
    assertRejected(await service.call('olga', 'POST', `/jobs/${id}/retry`), 409, 'Conflict');
    await run(id);
    assert.equal((await service.call('olga', 'GET', `/jobs/${id}`)).body.status, 'completed');
    assert.deepEqual((await recordsOf(id)).slice(0, 3), [
      'team_archive_requested',
      'team_archive_failed',
      'team_archive_retried',
    ]);
  });

  it('is rejected with 409 when the job is waiting or completed', async () => {
    const id = await waitingJob();
    assertRejected(await service.call('olga', 'POST', `/jobs/${id}/retry`), 409, 'Conflict');
    await run(id);
    assertRejected(await service.call('olga', 'POST', `/jobs/${id}/retry`), 409, 'Conflict');
  });
});

describe('the texts of a job', () => {
  const read = async (id: string, language: string) => {
    const { body } = await service.call('olga', 'GET', `/jobs/${id}`, undefined, {
      'accept-language': language,
    });
    return { ...body, log: body.log.map((line: string) => line.replace(/^\S+Z /, '')) };
  };

  it('are in the language of each reader, for a delayed and for a failed job', async () => {
    const id = await waitingJob();
    await run(id, transient());
    const waiting = await read(id, 'de');
    assert.match(
      waiting.log.at(-1),
      /^„Team archivieren“ ist nicht gelungen: Busy\. Nächster Versuch in \d+ s/,
    );
    const [step] = waiting.steps;
    assert.equal(step.message, 'Busy.');
    assert.ok(Date.parse(step.nextTryDateTime) > Date.parse(waiting.lastActionDateTime));
    await run(id, rejection());
    assert.equal(
      (await read(id, 'fr')).log.at(-1),
      'Échec à l’étape «\u00a0Archiver l’équipe\u00a0»\u00a0: Not now. Reprenez la tâche à cette étape quand la cause est corrigée.',
    );
    const failed = await read(id, 'en');
    assert.equal(
      failed.log.at(-1),
      "Failed at 'Archive the team': Not now. Retry the job from this step when the cause is gone.",
    );
    assert.deepEqual([failed.steps[0].message, failed.steps[0].nextTryDateTime], ['Not now.', undefined]);
    await service.call('olga', 'POST', `/jobs/${id}/retry`);
    await run(id);
    assert.deepEqual((await read(id, 'de')).log.slice(-4), [
      'Olga möchte den Auftrag ab „Team archivieren“ wiederholen.',
      'Begonnen.',
      'Team archiviert.',
      'Abgeschlossen.',
    ]);
  });

  it('are in English when an older version stored them', async () => {
    const id = await waitingJob();
    await sql`update charter.jobs set log_messages = '{}' where job_id = ${id}`.execute(
      service.world.database.tenancy.for(TENANT),
    );
    assert.deepEqual((await read(id, 'de')).log, ['Queued.']);
  });
});
