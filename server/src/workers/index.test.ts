/** Workers on a real queue. `npm run bench -- takeover` measures how long a job waits after its worker dies. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { createMigratedDatabase, type TestDatabase } from '../../test/database.ts';
import { type ConnectedStore, connectStore } from '../../test/store.ts';
import { archiveJob } from '../domain/teams/team-jobs.ts';
import type { AnyJobDefinition, StepOutcome } from '../engine/jobs/define-job.ts';
import type { Suite } from '../engine/suite.ts';
import { newId } from '../kernel/ids.ts';
import { type StartedQueue, startQueue, tenantOptions } from '../persistence/queue.ts';
import { startWorkers, type Workers, type WorkersOptions } from './index.ts';

const TENANT = 'contoso';
const HANGING_WORKER = fileURLToPath(new URL('../../test/hanging-worker.ts', import.meta.url));

const onError = (error: Error): never => {
  throw error;
};

describe('workers', () => {
  let database: TestDatabase;
  let queue: StartedQueue;
  let connected: ConnectedStore;
  let workers: Workers | undefined;
  const children: ChildProcess[] = [];
  /** The only step of each job, by the job's id. The step of a job without an entry completes at once. */
  const steps = new Map<string, () => Promise<StepOutcome>>();
  const waiting = new Map<string, (value: string) => void>();
  const swept: string[] = [];
  let onSwept = (): void => undefined;
  let noteError: (details: object) => void = console.error;
  const log = { info: () => undefined, warn: console.error, error: (details: object) => noteError(details) };

  before(async () => {
    database = await createMigratedDatabase({ unaudited: true });
    queue = await startQueue({
      connectionString: database.serviceUrl,
      works: true,
      concurrency: 2,
      onError,
    });
    connected = connectStore(database.serviceUrl, queue.boss);
  });
  after(async () => {
    for (const child of children) child.kill('SIGKILL');
    await workers?.stop(1000);
    await queue.stop();
    await connected.close();
    await database.drop();
  });

  const definition: AnyJobDefinition = {
    ...archiveJob,
    steps: { only: async ({ job }) => (await steps.get(job.id)?.()) ?? { message: 'Done.' } },
    end: (job, error) => {
      waiting.get(job.id)?.(error === undefined ? 'completed' : 'failed');
      return { events: [], records: [] };
    },
  };

  const sweep = (): void => {
    swept.push('swept');
    onSwept();
  };

  const start = (more: Partial<WorkersOptions> = {}) =>
    startWorkers({
      boss: queue.boss,
      onQueued: queue.onQueued,
      concurrency: 4,
      deps: {
        store: connected.store,
        clock: { now: () => new Date() },
        log,
        // This step does not use the suite.
        suite: {} as Suite,
        definitions: [definition],
      },
      scheduled: [{ queue: 'remove-expired', cron: '17 * * * *', run: async () => sweep() }],
      log,
      ...more,
    });

  /** Queues a job. `ended` resolves with its status. */
  async function queueJob(
    options: { step?: () => Promise<StepOutcome>; startAfter?: Date; type?: string; tenantId?: string } = {},
  ) {
    const id = newId();
    const { tenantId = TENANT } = options;
    if (options.step) steps.set(id, options.step);
    const ended = new Promise<string>((resolve) => waiting.set(id, resolve));
    await connected.store.transaction(tenantId, async (unit) => {
      const requester = { id: 'ada', kind: 'user' as const, displayName: 'Ada' };
      await unit.jobs.add(
        {
          id,
          type: options.type ?? 'TeamArchive',
          requester,
          requestId: 'r',
          request: {},
          plan: null,
          steps: ['only'],
          log: [],
          subjectId: null,
        },
        new Date(),
      );
      await unit.queue.runJob({ tenantId, jobId: id }, options.startAfter);
    });
    return { id, ended };
  }

  /** Makes the last heartbeats so old that their workers count as dead. */
  async function ageHeartbeats(): Promise<void> {
    const owner = new pg.Client(database.ownerUrl);
    await owner.connect();
    await owner.query(`update pgboss.job set heartbeat_on = heartbeat_on - interval '10 seconds'
                        where state = 'active'`);
    await owner.end();
  }

  const attemptOf = async (id: string) => (await connected.store.in(TENANT).jobs.find(id))?.attempt;

  it('run the work of other tenants while one tenant’s work hangs, and wait for all work on shutdown', async () => {
    const begun = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const other = Promise.withResolvers<void>();
    const run = async (tenantId: string): Promise<void> => {
      if (tenantId === 'other') return other.resolve();
      begun.resolve();
      await released.promise;
    };
    for (const tenantId of ['hanging', 'other']) {
      await queue.boss.send('observe-teams', { tenantId }, tenantOptions(tenantId));
    }
    const idle = Promise.withResolvers<void>();
    const scheduled = [
      { queue: 'send-mail', cron: '17 * * * *', run: async () => undefined, idle: () => idle.promise },
    ];
    const started = await start({ scheduled, ofTenants: [{ queue: 'observe-teams', run }] });
    await Promise.all([begun.promise, other.promise]);
    let isStopped = false;
    const stopped = started.stop(60_000).then(() => {
      isStopped = true;
    });
    released.resolve();
    await queue.boss.offWork('observe-teams', { wait: true });
    assert.equal(isStopped, false);
    idle.resolve();
    await stopped;
  });

  describe('after the death of a worker', () => {
    let job: { id: string; ended: Promise<string> };
    const sweptAgain = Promise.withResolvers<void>();

    before(async () => {
      // Fetches the scheduled work and sends no heartbeat, like a worker that dies.
      await queue.boss.send('remove-expired');
      assert.equal((await queue.boss.fetch('remove-expired')).length, 1);
      await queue.boss.send('remove-expired');
      const child = spawn(process.execPath, [HANGING_WORKER, database.serviceUrl], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      children.push(child);
      job = await queueJob();
      const [line] = (await once(createInterface({ input: child.stdout as never }), 'line')) as [string];
      assert.equal(line, `begun ${job.id}`);
      onSwept = sweptAgain.resolve;
      workers = await start();
      child.kill('SIGKILL');
      await once(child, 'exit');
      await ageHeartbeats();
    });

    it('run its job again', async () => {
      assert.equal(await job.ended, 'completed');
      assert.equal(await attemptOf(job.id), 2);
    });

    it('run its scheduled work again', async () => {
      await sweptAgain.promise;
      swept.length = 0;
    });
  });

  it('run more jobs than slots, and delayed jobs when they are due', async () => {
    const late = await queueJob({ startAfter: new Date(Date.now() + 300) });
    const jobs = await Promise.all(Array.from({ length: 30 }, () => queueJob()));
    for (const job of [...jobs, late]) {
      assert.equal(await job.ended, 'completed');
      assert.equal(await attemptOf(job.id), 1);
    }
  });

  it('leave slots to other tenants while the jobs of one tenant hang', async () => {
    const released = Promise.withResolvers<StepOutcome>();
    const hanging = await Promise.all(
      Array.from({ length: 6 }, () => queueJob({ tenantId: 'hanging', step: () => released.promise })),
    );
    const other = await queueJob({ tenantId: 'other' });
    assert.equal(await other.ended, 'completed');
    released.resolve({ message: 'Released.' });
    for (const { ended } of hanging) assert.equal(await ended, 'completed');
  });

  it('log an error for a job that this version cannot run', async () => {
    workers ??= await start();
    const recorded = new Promise<object>((resolve) => {
      noteError = resolve;
    });
    await queueJob({ type: 'TeamTeleport' });
    const { queue: name, err } = (await recorded) as { queue: string; err: Error };
    noteError = () => undefined;
    assert.equal(name, 'run-job');
    assert.match(err.message, /TeamTeleport/);
    await queue.boss.deleteAllJobs('run-job');
  });

  it('run scheduled work when it is due', async () => {
    const schedules = await queue.boss.getSchedules('remove-expired');
    assert.deepEqual(
      schedules.map(({ cron }) => cron),
      ['17 * * * *'],
    );
    const sweptOnce = Promise.withResolvers<void>();
    onSwept = sweptOnce.resolve;
    await queue.boss.send('remove-expired', {});
    await sweptOnce.promise;
    assert.deepEqual(swept, ['swept']);
  });

  it('finish the current step on shutdown, and leave queued jobs to later workers', async () => {
    let release: (outcome: StepOutcome) => void = () => undefined;
    const begun = Promise.withResolvers<void>();
    const held = await queueJob({
      step() {
        begun.resolve();
        return new Promise((finish) => {
          release = finish;
        });
      },
    });
    await begun.promise;
    const stopped = workers?.stop(10_000);
    const later = await queueJob();
    release({ message: 'Done at the last moment.' });
    await stopped;
    assert.equal(await held.ended, 'completed');
    assert.notEqual((await connected.store.in(TENANT).jobs.find(later.id))?.status, 'completed');
    workers = await start();
    assert.equal(await later.ended, 'completed');
  });
});
