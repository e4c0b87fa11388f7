/**
 * Runs a job from the first step that is not on its ledger, as far as it gets. One statement records what is
 * done, checks that this run still is the job's latest (the fence) and thereby permits what follows; when it
 * writes nothing, another worker has taken over and this one stops without a word. Steps that end within
 * milliseconds of one another are recorded together. What a crash leaves unrecorded is done again and adopts
 * what is there. See docs/adr/0007-the-ledger-of-a-job.md.
 */
import { JobRun, type RunJobDeps, type RunSignals } from './job-run.ts';
import { logLine } from './model.ts';
import type { QueuedJob } from './queue.ts';

export type { JobLog, RunJobDeps, RunSignals } from './job-run.ts';

/**
 * Runs the job until it ends, must wait, or is lost. Throws only when the service's own database fails; the
 * queue then gives the job to a worker again.
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
