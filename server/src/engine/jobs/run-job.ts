/**
 * Runs a job from the first step that is not on its ledger. One statement records the steps and checks that this run
 * is still the job's latest (the fence). When it writes nothing, another worker has taken over, and this one stops.
 * Quick steps are recorded together. After a crash, unrecorded steps run again and adopt their earlier effects. See
 * docs/adr/0007-the-ledger-of-a-job.md.
 */
import { JobRun, type RunJobDeps, type RunSignals } from './job-run.ts';
import { logLine } from './model.ts';
import type { QueuedJob } from './queue.ts';

export type { JobLog, RunJobDeps, RunSignals } from './job-run.ts';

/**
 * Runs the job until it ends, must wait, or is lost. Throws only when the database fails; the queue then retries.
 */
export async function runJob(deps: RunJobDeps, queued: QueuedJob, signals: RunSignals): Promise<void> {
  const at = deps.clock.now();
  const job = await deps.store.in(queued.tenantId).jobs.claim(queued.jobId, at, {
    waiting: logLine(at, 'Started.'),
    delayed: logLine(at, 'Continued.'),
    active: logLine(at, 'Taken over from a worker that stopped answering.'),
  });
  if (job !== undefined) await new JobRun(deps, queued.tenantId, job).run(signals);
}
