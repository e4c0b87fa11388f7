/** The workers of a node: they pass queued jobs to the engine and run scheduled work. */
import type { PgBoss } from 'pg-boss';
import type { JobLog } from '../engine/jobs/job-log.ts';
import { waitAtMost } from '../kernel/deadline.ts';
import { JobWorker, type JobWorkerOptions } from './job-worker.ts';

export interface ScheduledWork {
  /** Name of the queue (persistence/queues.ts). */
  queue: string;
  /** Cron expression in UTC, to the minute. */
  cron: string;
  /** Should start no new work after `stopping` is aborted. */
  run(stopping: AbortSignal): Promise<void>;
  /** Resolves when the work that a run has left running has ended. */
  idle?(): Promise<void>;
}

/** Work for one tenant, which runs when its queue entry is due. The entry's group id is the tenant's id. */
export interface TenantWork {
  /** Name of the queue (persistence/queues.ts). */
  queue: string;
  /** Should start no new work after `stopping` is aborted. */
  run(tenantId: string, stopping: AbortSignal): Promise<void>;
}

export interface WorkersOptions extends JobWorkerOptions {
  /** Must be started with supervision and LISTEN/NOTIFY (persistence/queue.ts). */
  boss: PgBoss;
  scheduled: readonly ScheduledWork[];
  ofTenants?: readonly TenantWork[];
}

export interface Workers {
  /** Number of jobs that this node runs now. */
  running(): number;
  /**
   * Stops fetching jobs. Running jobs finish their current step and continue on other nodes. Resolves when that is
   * done, at the latest after `milliseconds`.
   */
  stop(milliseconds: number): Promise<void>;
}

/** Polling options for work that may wait some seconds. */
const CALM_POLLING = { batchSize: 1, pollingIntervalSeconds: 5 };

/**
 * Processes several tenants at once, one entry of each, so that a slow tenant does not delay the others. An hourly
 * schedule adds one entry for each tenant. While more entries are due than run at once, the workers do not pause.
 */
const TENANT_POLLING = {
  ...CALM_POLLING,
  localConcurrency: 4,
  localGroupConcurrency: 1,
  burstWhenReadyExceeds: 4,
};

/** Logs a failure and throws it again: the queue stores failures but does not log them. */
async function logFailure(log: JobLog, queue: string, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    log.error({ err: error, queue }, 'Background work failed');
    throw error;
  }
}

export async function startWorkers(options: WorkersOptions): Promise<Workers> {
  const { boss, scheduled, ofTenants = [], log } = options;
  const jobs = new JobWorker(options);
  const planned = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]));
  const stopping = new AbortController();
  for (const { queue, cron, run } of scheduled) {
    if (planned.get(queue) !== cron) await boss.schedule(queue, cron);
    await boss.work(queue, CALM_POLLING, () => logFailure(log, queue, run(stopping.signal)));
  }
  for (const { queue, run } of ofTenants) {
    await boss.work<{ tenantId: string }>(queue, TENANT_POLLING, async ([job]) => {
      if (job) await logFailure(log, queue, run(job.data.tenantId, stopping.signal));
    });
  }
  const queues = [...scheduled, ...ofTenants].map(({ queue }) => queue);
  return {
    running: () => jobs.running,
    async stop(milliseconds) {
      stopping.abort();
      const drained = Promise.all(queues.map((queue) => boss.offWork(queue, { wait: true }))).then(() =>
        Promise.all(scheduled.map(({ idle }) => idle?.())),
      );
      await Promise.all([jobs.stop(milliseconds), waitAtMost(milliseconds, drained)]);
    },
  };
}
