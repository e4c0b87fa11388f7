/** Delays a job after a failed try of a step, or for as long as the suite asks. */
import type { CharterError } from '../../kernel/errors.ts';
import type { UnitOfWork } from '../store.ts';
import type { JobRun } from './job-run.ts';
import { waitingText } from './model.ts';
import { isWait, MAX_TRIES, waitMilliseconds } from './retry.ts';

/** Returns the line for the log, and the function that queues the next run in the transaction of the delay. */
export function delayAfter(
  { deps, tenantId, recorded }: JobRun,
  step: string,
  error: CharterError,
  at: Date,
) {
  const { id: jobId, tries } = recorded.job;
  const wait = waitMilliseconds(jobId, tries, error);
  const seconds = Math.ceil(wait / 1000);
  const details = { tenantId, jobId, step, err: error, ...error.log };
  deps.log.warn(details, 'A job step is delayed');
  return {
    line: isWait(error)
      ? `${waitingText(step, error.message)} Going on in ${seconds} s.`
      : `${step} did not succeed: ${error.message} Trying again in ${seconds} s (try ${tries + 1} of ${MAX_TRIES}).`,
    queue: (unit: UnitOfWork) => unit.queue.runJob({ tenantId, jobId }, new Date(at.getTime() + wait)),
  };
}
