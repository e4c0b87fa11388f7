/** Delays a job after a failed try of a step, or for as long as the suite asks. */
import { type CharterError, messageOf } from '../../kernel/errors.ts';
import { type Message, say } from '../../kernel/messages.ts';
import type { UnitOfWork } from '../store.ts';
import { DELAY_COUNTER } from './job-metrics.ts';
import type { JobRun } from './job-run.ts';
import { hasRetryAfter, MAX_TRIES, waitMilliseconds } from './retry.ts';

/**
 * Returns the line for the log, the wait, and the function that queues the next run in the transaction of the delay.
 * @param name what the step does
 */
export function delayAfter(
  { deps, tenantId, recorded }: JobRun,
  step: string,
  name: Message,
  error: CharterError,
  at: Date,
) {
  const { id: jobId, tries } = recorded.job;
  const wait = waitMilliseconds(jobId, tries, error);
  const next = new Date(at.getTime() + wait);
  const words = { step: name, reason: messageOf(error), seconds: Math.ceil(wait / 1000) };
  const details = { tenantId, jobId, step, err: error, ...error.log };
  deps.log.warn(details, 'A job step is delayed');
  DELAY_COUNTER.inc({ type: recorded.job.type, reason: hasRetryAfter(error) ? 'suite' : error.code });
  return {
    line: hasRetryAfter(error)
      ? say('jobs.waits', "'{step}' waits: {reason} Going on in {seconds} s.", words)
      : say(
          'jobs.triesAgain',
          "'{step}' did not succeed: {reason} Trying again in {seconds} s (try {next} of {most}).",
          { ...words, next: tries + 1, most: MAX_TRIES },
        ),
    wait: {
      ...words.reason,
      until: next.toISOString(),
      ...(hasRetryAfter(error) && { bySuite: true as const }),
    },
    queue: (unit: UnitOfWork) => unit.queue.runJob({ tenantId, jobId }, next),
  };
}
