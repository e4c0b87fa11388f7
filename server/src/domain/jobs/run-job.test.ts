import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { createMigratedDatabase, type TestDatabase } from '../../../test/database.ts';
import { CharterError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { intentStore } from '../../persistence/intents.ts';
import { type StartedQueue, startQueue } from '../../persistence/queue.ts';
import { templateStore } from '../../persistence/templates.ts';
import { createStore } from '../../persistence/unit-of-work.ts';
import type { Store } from '../store.ts';
import { describeJob, type JobRecord } from './model.ts';
import { MAX_TRIES } from './retry.ts';
import { type RunJobDeps, type RunSignals, runJob } from './run-job.ts';
import { resultOf, type StepOutcome, type Workflow } from './workflow.ts';

const TENANT = 'contoso';
const never: RunSignals = { lost: new AbortController().signal, stopping: new AbortController().signal };

describe('running a job', () => {
  let database: TestDatabase;
  let queue: StartedQueue;
  let store: Store;
  /** What each step does; tests replace it. */
  let perform: (tenantId: string, job: JobRecord, step: string) => Promise<StepOutcome>;
  let performed: string[];
  let logged: { message: string; details: { err?: unknown } }[];
  let now: number;

  before(async () => {
    database = await createMigratedDatabase({ unaudited: true });
    queue = await startQueue({
      connectionString: database.serviceUrl,
      works: false,
      concurrency: 1,
      onError: (error) => {
        throw error;
      },
    });
    store = createStore({
      databases: database.tenancy,
      boss: queue.boss,
      templates: templateStore,
      intents: intentStore,
    });
  });
  after(async () => {
    await queue.stop();
    await database.drop();
  });
  beforeEach(() => {
    performed = [];
    logged = [];
    now = Date.parse('2026-11-21T08:00:00Z');
    perform = async (_tenantId, _job, step) => ({ message: `Did ${step}.` });
  });

  const deps = (options: Partial<RunJobDeps> = {}): RunJobDeps => {
    const workflow: Workflow = {
      async perform(tenantId, job, step) {
        performed.push(step);
        return [await perform(tenantId, job, step)];
      },
      ended: (job, status) => [
        {
          type: 'team_provisioning_completed',
          target: { type: 'job', id: job.id, displayName: 'x' },
          payload: { provisioning: { id: job.id, status } },
        },
      ],
      remains: () => 'The rest stays.',
    };
    const note = (details: object, message: string) => void logged.push({ message, details });
    return {
      store,
      clock: { now: () => new Date(now++) },
      log: { info: note, warn: note, error: note },
      workflows: { TeamProvisioning: workflow, TeamArchive: workflow, TeamUnarchive: workflow },
      fenceMilliseconds: 0,
      ...options,
    };
  };

  async function addJob(steps = ['one', 'two', 'three']): Promise<string> {
    const id = newId();
    const job = {
      id,
      type: 'TeamProvisioning' as const,
      requester: { id: 'ada', kind: 'user' as const, displayName: 'Ada' },
      requestId: 'request-1',
      request: { z: 1, a: '\u0000' },
      plan: null,
      steps,
      log: [],
      teamId: null,
    };
    assert.equal(await store.in(TENANT).jobs.add(job, new Date(now)), true);
    assert.equal(await store.in(TENANT).jobs.add(job, new Date(now)), false);
    return id;
  }

  const run = (jobId: string, options: Partial<RunJobDeps> = {}, signals: Partial<RunSignals> = {}) =>
    runJob(deps(options), { tenantId: TENANT, jobId }, { ...never, ...signals });

  async function read(jobId: string): Promise<JobRecord> {
    const job = await store.in(TENANT).jobs.find(jobId);
    assert.ok(job);
    return job;
  }

  const eventsOf = async (jobId: string) =>
    (
      await database.tenancy
        .for(TENANT)
        .selectFrom('charter.domain_events')
        .select(['type', 'payload', 'actor', 'request_id'])
        .where(sql`target ->> 'id'`, '=', jobId)
        .orderBy('event_id')
        .execute()
    ).map((row) => ({ ...row }));

  /** When the queue will give the job to a worker, as seconds after `now`. */
  async function queuedFor(jobId: string): Promise<number[]> {
    const { rows } = await sql<{ start: Date }>`
      select start_after as start from pgboss.job where data ->> 'jobId' = ${jobId} order by created_on`.execute(
      database.tenancy.for(TENANT),
    );
    return rows.map(({ start }) => Math.round((start.getTime() - Date.parse('2026-11-21T08:00:00Z')) / 1000));
  }

  it('should do each step once, in order, and tell how far it is', async () => {
    const id = await addJob();
    const seen: number[] = [];
    perform = async (_tenantId, _job, step) => {
      seen.push((await read(id)).progress);
      return { message: `Did ${step}.`, result: { step }, ...(step === 'one' && { teamId: 'team-1' }) };
    };
    await run(id);
    const job = await read(id);
    assert.deepEqual(performed, ['one', 'two', 'three']);
    assert.deepEqual(seen, [0, 25, 50]);
    assert.equal(job.status, 'completed');
    assert.equal(job.progress, 100);
    assert.equal(job.teamId, 'team-1');
    assert.deepEqual(job.request, { z: 1, a: '\u0000' });
    assert.deepEqual(resultOf(job, 'two'), { step: 'two' });
    assert.deepEqual(
      describeJob(job).log.map((line) => line.replace(/^\S+Z /, '')),
      ['Started.', 'Did one.', 'Did two.', 'Did three.', 'Completed.'],
    );
    assert.deepEqual(
      describeJob(job).steps.map(({ name, status }) => `${name} ${status}`),
      ['one completed', 'two completed', 'three completed'],
    );
    const [event, ...more] = await eventsOf(id);
    assert.deepEqual(more, []);
    assert.deepEqual(event?.payload, { provisioning: { id, status: 'completed' }, tenant: { id: TENANT } });
    assert.equal(event?.request_id, 'request-1');
  });

  it('should record quick steps together, and what is done before it waits, fails or is handed over', async () => {
    const seen: number[] = [];
    const event = (job: JobRecord) => ({
      type: 'team_created' as const,
      target: { type: 'job' as const, id: job.id, displayName: 'x' },
      payload: {},
    });
    const together = { fenceMilliseconds: 1000 };
    perform = async (_tenantId, job, step) => {
      seen.push((await read(job.id)).ledger.length);
      if (step === 'one')
        return { message: 'Did one.', teamId: 'team-1', result: { a: 1 }, events: [event(job)] };
      // A pause before the fourth step: the fence is looked at again.
      if (step === 'three') now += 1000;
      return { message: `Did ${step}.`, result: resultOf(job, 'one') };
    };
    const id = await addJob(['one', 'two', 'three', 'four', 'five']);
    await run(id, together);
    assert.deepEqual(seen, [0, 0, 0, 3, 3]);
    const job = await read(id);
    assert.equal(job.ledger.length, 5);
    assert.equal(job.log.length, 7);
    assert.equal(job.teamId, 'team-1');
    assert.deepEqual(
      (await eventsOf(id)).map(({ type }) => type),
      ['team_created', 'team_provisioning_completed'],
    );
    for (const [code, status] of [
      ['ServiceUnavailable', 'delayed'],
      ['NotFound', 'failed'],
    ] as const) {
      const stopped = await addJob(['one', 'two', 'three']);
      perform = async (_tenantId, broken, step) => {
        if (step === 'three') throw new CharterError(code, 'Broken.');
        return {
          message: `Did ${step}.`,
          ...(step === 'one' && { events: [event(broken)], teamId: 'team-2' }),
        };
      };
      await run(stopped, together);
      const record = await read(stopped);
      assert.equal(record.status, status);
      assert.equal(record.ledger.length, 2);
      assert.equal(record.teamId, 'team-2');
      assert.equal(record.tries, 1);
      assert.equal((await eventsOf(stopped)).length, status === 'failed' ? 2 : 1);
    }
    const handed = await addJob(['one', 'two', 'three']);
    const stopping = new AbortController();
    perform = async (_tenantId, _job, step) => {
      if (step === 'two') stopping.abort();
      return { message: `Did ${step}.` };
    };
    await run(handed, together, { stopping: stopping.signal });
    assert.equal((await read(handed)).ledger.length, 2);
  });

  it('should record each step by itself when it follows on a failure', async () => {
    const id = await addJob();
    await store.in(TENANT).jobs.claim(id, new Date(now), { waiting: 'Started.', delayed: '', active: '' });
    const seen: number[] = [];
    perform = async (_tenantId, _job, step) => {
      seen.push((await read(id)).ledger.length);
      return { message: `Did ${step}.` };
    };
    await run(id, { fenceMilliseconds: 1000 });
    assert.deepEqual(seen, [0, 1, 2]);
  });

  it('should do nothing for a job that is finished or unknown', async () => {
    const id = await addJob(['one']);
    await run(id);
    await run(id);
    await run(newId());
    assert.deepEqual(performed, ['one']);
    assert.equal((await eventsOf(id)).length, 1);
  });

  it('should go on after the last step on the ledger', async () => {
    const id = await addJob();
    perform = async (_tenantId, _job, step) => {
      // As if the worker had died here: nothing is written about this run any more.
      if (step === 'two')
        await database.tenancy
          .for(TENANT)
          .updateTable('charter.jobs')
          .set({ attempt: 2 })
          .where('job_id', '=', id)
          .execute();
      return { message: `Did ${step}.` };
    };
    await run(id);
    assert.equal((await read(id)).ledger.length, 1);
    perform = async (_tenantId, _job, step) => ({ message: `Did ${step}.` });
    await run(id);
    assert.deepEqual(performed, ['one', 'two', 'two', 'three']);
    const job = await read(id);
    assert.equal(job.status, 'completed');
    assert.equal(job.attempt, 3);
    assert.ok(job.log.some((line) => line.includes('Taken over')));
  });

  it('should write nothing any more when another worker took the job', async () => {
    const id = await addJob();
    let wake: (outcome: StepOutcome) => void = () => undefined;
    let stalled = false;
    perform = (_tenantId, _job, step) => {
      if (step !== 'two' || stalled)
        return Promise.resolve({ message: `Did ${step}.`, result: { by: 'second' } });
      stalled = true;
      return new Promise((resolve) => {
        wake = resolve;
      });
    };
    const first = run(id);
    while (!stalled) await new Promise(setImmediate);
    await run(id);
    const finished = await read(id);
    wake({ message: 'Woke up.', result: { by: 'first' }, teamId: 'other', events: [] });
    await first;
    assert.deepEqual(await read(id), finished);
    assert.deepEqual(performed, ['one', 'two', 'two', 'three']);
    assert.equal((await eventsOf(id)).length, 1);
  });

  it('should neither fail nor delay a job that another worker has', async () => {
    for (const code of ['NotFound', 'ServiceUnavailable'] as const) {
      const id = await addJob(['one']);
      let reject: (error: Error) => void = () => undefined;
      let stalled = false;
      perform = () => {
        if (stalled) return Promise.resolve({ message: 'Done.' });
        stalled = true;
        return new Promise((_, refuse) => {
          reject = refuse;
        });
      };
      const first = run(id);
      while (!stalled) await new Promise(setImmediate);
      await run(id);
      reject(new CharterError(code, 'Too late.'));
      await first;
      assert.equal((await read(id)).status, 'completed');
      assert.deepEqual(await queuedFor(id), []);
      assert.equal((await eventsOf(id)).length, 1);
    }
  });

  it('should stop at once when the queue has given the job away', async () => {
    const id = await addJob();
    const lost = new AbortController();
    perform = async (_tenantId, _job, step) => {
      lost.abort();
      return { message: `Did ${step}.` };
    };
    await run(id, {}, { lost: lost.signal });
    assert.deepEqual(performed, ['one']);
    assert.equal((await read(id)).status, 'active');
  });

  it('should wait as long as the suite asks, without holding the worker, then go on', async () => {
    const id = await addJob();
    perform = async (_tenantId, _job, step) => {
      if (step === 'two' && performed.length === 2) {
        throw new CharterError('ServiceUnavailable', 'Busy.', { retryAfterSeconds: 90 });
      }
      return { message: `Did ${step}.` };
    };
    await run(id);
    const delayed = await read(id);
    assert.equal(delayed.status, 'delayed');
    assert.match(
      delayed.log.at(-1) ?? '',
      /two did not succeed: Busy\. Trying again in \d+ s \(try 2 of 8\)\./,
    );
    const [seconds = 0] = await queuedFor(id);
    assert.ok(seconds >= 90 && seconds <= 108, String(seconds));
    assert.equal(describeJob(delayed).steps[1]?.status, 'waiting');
    await run(id);
    assert.equal((await read(id)).status, 'completed');
    assert.deepEqual(performed, ['one', 'two', 'two', 'three']);
  });

  it('should give up after so many tries, and begin to count anew with each step', async () => {
    const id = await addJob(['one', 'two']);
    let failures = 0;
    perform = async (_tenantId, _job, step) => {
      if (step === 'two' || failures++ < MAX_TRIES - 1) throw new CharterError('SuiteError', 'Broken.');
      return { message: `Did ${step}.` };
    };
    for (let tries = 0; tries < 2 * MAX_TRIES - 1; tries += 1) {
      assert.notEqual((await read(id)).status, 'failed', `try ${tries}`);
      await run(id);
    }
    const job = await read(id);
    assert.equal(job.status, 'failed');
    assert.deepEqual(job.error, {
      code: 'SuiteError',
      message: 'Broken. Given up after 8 tries.',
      step: 'two',
    });
    assert.deepEqual(
      (await eventsOf(id)).map(({ payload }) => payload),
      [{ provisioning: { id, status: 'failed' }, tenant: { id: TENANT } }],
    );
    await run(id);
    assert.equal(performed.length, 2 * MAX_TRIES);
  });

  it('should fail at once on a refusal, keep what was done and give back what was reserved', async () => {
    const id = await addJob();
    const reservation = { kind: 'singleton', value: 'crisis' } as const;
    assert.equal(await store.in(TENANT).jobs.reserve(reservation, id), true);
    assert.equal(await store.in(TENANT).jobs.reserve(reservation, newId()), false);
    assert.equal((await store.in(TENANT).jobs.findHolder(reservation))?.id, id);
    perform = async (_tenantId, _job, step) => {
      if (step === 'two') throw new CharterError('InvalidRequest', 'No such app.');
      return { message: `Did ${step}.` };
    };
    await run(id);
    const job = await read(id);
    assert.deepEqual(job.error, { code: 'InvalidRequest', message: 'No such app.', step: 'two' });
    assert.match(job.log.at(-1) ?? '', /Failed at two: No such app\. The rest stays\.$/);
    assert.equal(job.ledger.length, 1);
    assert.equal(await store.in(TENANT).jobs.findHolder(reservation), undefined);
  });

  it('should report a bug as InternalError and tell the details to the log alone', async () => {
    const id = await addJob();
    perform = async () => {
      throw new TypeError('secret detail');
    };
    await run(id);
    const job = await read(id);
    assert.equal(job.error?.code, 'InternalError');
    assert.doesNotMatch(JSON.stringify(job), /secret detail/);
    const [entry] = logged;
    assert.ok(entry?.details.err instanceof CharterError && entry.details.err.cause instanceof TypeError);
  });

  it('should count a step that never ends as a try', async () => {
    const id = await addJob();
    perform = () => new Promise(() => undefined);
    await run(id, { stepMilliseconds: 5 });
    const job = await read(id);
    assert.equal(job.status, 'delayed');
    assert.match(job.log.at(-1) ?? '', /one did not end within/);
  });

  it('should give up a step that takes its worker down each time', async () => {
    const id = await addJob();
    const at = { waiting: 'Started.', delayed: 'Continued.', active: 'Taken over.' };
    for (let crash = 0; crash < MAX_TRIES; crash += 1)
      await store.in(TENANT).jobs.claim(id, new Date(now), at);
    await run(id);
    const job = await read(id);
    assert.deepEqual(performed, []);
    assert.equal(job.status, 'failed');
    assert.equal(job.error?.message, 'one was begun 8 times and never ended.');
  });

  it('should hand the job over between two steps when the node stops, and not count that as a try', async () => {
    const id = await addJob();
    const stopping = new AbortController();
    perform = async (_tenantId, _job, step) => {
      stopping.abort();
      return { message: `Did ${step}.` };
    };
    await run(id, {}, { stopping: stopping.signal });
    assert.deepEqual(performed, ['one']);
    const handed = await read(id);
    assert.equal(handed.status, 'delayed');
    assert.equal(handed.tries, 0);
    assert.equal((await queuedFor(id)).length, 1);
    await run(id);
    assert.equal((await read(id)).status, 'completed');
  });

  it('should keep the jobs of a tenant from every other', async () => {
    const id = await addJob();
    assert.equal(await store.in('fabrikam').jobs.find(id), undefined);
    await runJob(deps(), { tenantId: 'fabrikam', jobId: id }, never);
    assert.deepEqual(performed, []);
    assert.equal(await store.in(TENANT).jobs.find('not a uuid'), undefined);
  });
});
