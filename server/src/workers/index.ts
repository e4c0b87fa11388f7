/** The node's workers: they take jobs from the queue and hand them to the domain, and run what is scheduled. */
import { setTimeout as delay } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import type { QueuedJob } from '../engine/jobs/queue.ts';
import { type JobLog, type RunJobDeps, runJob } from '../engine/jobs/run-job.ts';

export interface ScheduledWork {
  /** Name of its queue, which migrate.ts has made. */
  queue: string;
  /** Cron expression, UTC; to the minute. */
  cron: string;
  run(): Promise<void>;
}

/** Work for one tenant, at the time that it was sent for. */
export interface TenantWork {
  /** Name of its queue, which migrate.ts has made. */
  queue: string;
  run(tenantId: string): Promise<void>;
}

export interface WorkersOptions {
  /** Started with supervision and LISTEN/NOTIFY (persistence/queue.ts). */
  boss: PgBoss;
  /** Jobs this node runs at once. */
  concurrency: number;
  deps: RunJobDeps;
  scheduled: readonly ScheduledWork[];
  ofTenants?: readonly TenantWork[];
  log: JobLog;
}

export interface Workers {
  /**
   * Takes no more jobs; those under way are handed to other nodes after their present step. Resolves when
   * that is done, at the latest after `milliseconds`; what still runs then is given up when the queue stops.
   */
  stop(milliseconds: number): Promise<void>;
}

const RUN_JOB = 'run-job';

/**
 * A job is announced by NOTIFY when it is queued. Polling finds what nobody announces: waits that are over,
 * and jobs of workers that died.
 */
const RUN_JOB_POLLING = { batchSize: 1, pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1 };

/** For work that may wait some seconds. */
const CALM_POLLING = { batchSize: 1, pollingIntervalSeconds: 5 };

/** One place for one job at a time. */
async function startJobWorker({ boss, deps }: WorkersOptions, stopping: AbortSignal): Promise<void> {
  const workerId: string = await boss.work<QueuedJob>(RUN_JOB, RUN_JOB_POLLING, async ([job]) => {
    if (job === undefined) return;
    // After this job the worker looks for the next one at once, instead of at its next poll.
    boss.notifyWorker(workerId);
    await runJob(deps, job.data, { lost: job.signal, stopping });
  });
}

/** Failures are told of here: the queue only keeps them. */
async function telling(log: JobLog, queue: string, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    log.error({ err: error, queue }, 'Scheduled work failed');
    throw error;
  }
}

async function startScheduled({ boss, log }: WorkersOptions, work: ScheduledWork): Promise<void> {
  await boss.schedule(work.queue, work.cron);
  await boss.work(work.queue, CALM_POLLING, () => telling(log, work.queue, work.run()));
}

async function startOfTenants({ boss, log }: WorkersOptions, work: TenantWork): Promise<void> {
  await boss.work<{ tenantId: string }>(work.queue, CALM_POLLING, async ([job]) => {
    if (job) await telling(log, work.queue, work.run(job.data.tenantId));
  });
}

export async function startWorkers(options: WorkersOptions): Promise<Workers> {
  const { boss, concurrency, scheduled, ofTenants = [] } = options;
  const stopping = new AbortController();
  for (let place = 0; place < concurrency; place += 1) await startJobWorker(options, stopping.signal);
  for (const work of scheduled) await startScheduled(options, work);
  for (const work of ofTenants) await startOfTenants(options, work);
  const queues = [RUN_JOB, ...[...scheduled, ...ofTenants].map(({ queue }) => queue)];
  return {
    async stop(milliseconds) {
      stopping.abort();
      const drained = Promise.all(queues.map((queue) => boss.offWork(queue, { wait: true })));
      const patience = new AbortController();
      const outOfTime = delay(milliseconds, undefined, { signal: patience.signal }).catch(() => undefined);
      await Promise.race([drained, outOfTime]);
      patience.abort();
    },
  };
}
