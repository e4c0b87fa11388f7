/** Metrics of the runs of jobs. */
import { counter, durations } from '../../kernel/metrics.ts';
import { currentSpan } from '../../kernel/tracing.ts';
import type { JobRun } from './job-run.ts';

export const RUN_COUNTER = counter('charter_job_runs_total', 'Runs of jobs that this node began', ['type']);

const ENDED = counter(
  'charter_jobs_ended_total',
  'Jobs that runs of this node ended. cancelled: somebody cancelled the job during a run',
  ['type', 'outcome'],
);

export const DELAY_COUNTER = counter(
  'charter_job_delays_total',
  'Delays of jobs. Reason suite: the suite asked for a later try, which is no failed one; else the code of the error',
  ['type', 'reason'],
);

export const STEP_DURATIONS = durations(
  'charter_job_step_duration_seconds',
  'Duration of the steps of jobs. continued: a part of the step ended; delayed: the step is tried again',
  ['type', 'step', 'outcome'],
  [0.05, 0.25, 1, 5, 15, 60],
);

/** Counts the recorded end of a job, and marks the span of its run. */
export function countEnd({ recorded }: JobRun, outcome: 'completed' | 'failed' | 'cancelled'): void {
  ENDED.inc({ type: recorded.job.type, outcome });
  if (outcome === 'failed') currentSpan()?.fail(outcome);
}
