/** The workers of a node: they pass queued jobs to the engine and run scheduled work. */
import type { PgBoss } from 'pg-boss';
import type { JobLog, RunJobDeps } from '../engine/jobs/job-run.ts';
import type { QueuedJob } from '../engine/jobs/queue.ts';
import { runJob } from '../engine/jobs/run-job.ts';
import { waitAtMost } from '../kernel/deadline.ts';

export interface ScheduledWork {
  /** Name of the queue (persistence/queues.ts). */
  queue: string;
  /** Cron expression in UTC, to the minute. */
  cron: string;
  run(): Promise<void>;
}

/** Work for one tenant, which runs when its queue entry is due. */
export interface TenantWork {
  /** Name of the queue (persistence/queues.ts). */
  queue: string;
  /** Number of tenants whose work this node does at the same time. Default: one. */
  places?: number;
  run(tenantId: string): Promise<void>;
}

export interface WorkersOptions {
  /** The queue, which must be started with supervision and LISTEN/NOTIFY (persistence/queue.ts). */
  boss: PgBoss;
  /** Maximum number of jobs that this node runs at the same time. */
  concurrency: number;
  deps: RunJobDeps;
  scheduled: readonly ScheduledWork[];
  ofTenants?: readonly TenantWork[];
  log: JobLog;
}

export interface Workers {
  /**
   * Takes no more jobs. Running jobs finish their present step and pass to other nodes. Resolves when that is done,
   * at the latest after `milliseconds`.
   */
  stop(milliseconds: number): Promise<void>;
}

const RUN_JOB = 'run-job';

/** NOTIFY announces a queued job. Polling finds delayed jobs and jobs of dead workers. */
const RUN_JOB_POLLING = { batchSize: 1, pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1 };

/** Polling options for work that may wait some seconds. */
const CALM_POLLING = { batchSize: 1, pollingIntervalSeconds: 5 };

/** Logs failures, because the queue only stores them. */
async function logFailure(log: JobLog, queue: string, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    log.error({ err: error, queue }, 'Background work failed');
    throw error;
  }
}

/** Starts a worker that runs one job at a time. */
async function startJobWorker({ boss, deps, log }: WorkersOptions, stopping: AbortSignal): Promise<void> {
  const workerId: string = await boss.work<QueuedJob>(RUN_JOB, RUN_JOB_POLLING, async ([job]) => {
    if (job === undefined) return;
    // Makes the worker look for its next job at once after this one.
    boss.notifyWorker(workerId);
    await logFailure(log, RUN_JOB, runJob(deps, job.data, { lost: job.signal, stopping }));
  });
}

export async function startWorkers(options: WorkersOptions): Promise<Workers> {
  const { boss, concurrency, scheduled, ofTenants = [], log } = options;
  const stopping = new AbortController();
  for (let place = 0; place < concurrency; place += 1) await startJobWorker(options, stopping.signal);
  for (const { queue, cron, run } of scheduled) {
    await boss.schedule(queue, cron);
    await boss.work(queue, CALM_POLLING, () => logFailure(log, queue, run()));
  }
  for (const { queue, places = 1, run } of ofTenants) {
    const polling = { ...CALM_POLLING, localConcurrency: places };
    await boss.work<{ tenantId: string }>(queue, polling, async ([job]) => {
      if (job) await logFailure(log, queue, run(job.data.tenantId));
    });
  }
  const queues = [RUN_JOB, ...[...scheduled, ...ofTenants].map(({ queue }) => queue)];
  return {
    async stop(milliseconds) {
      stopping.abort();
      const drained = Promise.all(queues.map((queue) => boss.offWork(queue, { wait: true })));
      await waitAtMost(milliseconds, drained);
    },
  };
}
