/** Ends a run: the job is completed, failed, delayed, or handed over to another node. */
import { CharterError, messageOf } from '../../kernel/errors.ts';
import { type Message, say, sentences } from '../../kernel/messages.ts';
import type { NewEvent } from '../events/model.ts';
import { cancelRun } from './cancel-run.ts';
import { nameOfStep } from './define-job.ts';
import { delayAfter } from './delay-run.ts';
import { countEnd } from './job-metrics.ts';
import { endAndRelease, endWrites, type JobRun, logFailure } from './job-run.ts';
import { type JobError, logLine } from './model.ts';
import type { JobProgress } from './ports.ts';
import type { RecordAdditions } from './recorded-job.ts';
import { hasRetryAfter, isTransient, MAX_TRIES, toStepError } from './retry.ts';

interface RunEnd {
  progress: JobProgress;
  /** Log line about the outcome. It is also written when the job ends as cancelled. */
  line?: Message | undefined;
  /** Whether the line repeats the last one of the log, except for its seconds. */
  isRepeated?: boolean;
  more: RecordAdditions;
}

/** Records the end of the run. Ends the job as cancelled when somebody has asked for that during the run. */
async function recordEnd(run: JobRun, at: Date, { progress, line, isRepeated, more }: RunEnd): Promise<void> {
  const log = isRepeated || line === undefined ? [] : [logLine(at, line)];
  const ending: JobProgress = { ...progress, log, unlessCancelled: true };
  if (await run.recorded.record(ending, at, more)) {
    const { status } = progress;
    if (status === 'completed' || status === 'failed') countEnd(run, status);
    return;
  }
  const cancellation = await run.recorded.readCancellation();
  if (cancellation !== null) await cancelRun(run, cancellation, line);
}

export async function completeRun(run: JobRun, at: Date): Promise<void> {
  const end = run.definition.end(run.recorded.job, undefined);
  const rest = endWrites(end, at);
  await recordEnd(run, at, {
    progress: { status: 'completed', progress: 100 },
    line: say('jobs.completed', 'Completed.'),
    more: { events: end.events, ...(rest && { rest }) },
  });
}

/** Returns the advice for a failed job; undefined when the error contains it. */
const adviceOn = ({ code }: CharterError): Message | undefined =>
  code === 'InternalError' || code === 'NameAlreadyExists'
    ? undefined
    : say('jobs.retryAdvice', 'Retry the job from this step when the cause is gone.');

export async function failRun(run: JobRun, step: string, error: CharterError): Promise<void> {
  const { job } = run.recorded;
  const at = run.deps.clock.now();
  logFailure(run, step, error);
  const failure: JobError = { code: error.code, ...messageOf(error), step };
  const failed = say('jobs.failed', "Failed at '{step}': {reason}", {
    step: nameOfStep(run.definition, step),
    reason: messageOf(error),
  });
  const end = run.definition.end(job, failure);
  const more = { events: end.events, rest: endAndRelease(run, end, at) };
  const line = sentences([failed, run.definition.remains?.(job) ?? [], adviceOn(error) ?? []].flat());
  await recordEnd(run, at, { progress: { status: 'failed', error: failure }, line, more });
}

/** Delays the job after a transient error. Fails it after any other error, and after too many failed tries. */
export async function settleError(run: JobRun, step: string, thrown: unknown): Promise<void> {
  const error = toStepError(thrown);
  if (error.left !== undefined) run.recorded.leave(error.left);
  if (!isTransient(error)) return failRun(run, step, error);
  const { tries } = run.recorded.job;
  if (hasRetryAfter(error) || tries < MAX_TRIES) {
    const at = run.deps.clock.now();
    const { line, wait, queue } = delayAfter(run, step, nameOfStep(run.definition, step), error, at);
    // The next run increments the count again, so that a wait does not count as a try.
    const counted = hasRetryAfter(error) ? { tries: Math.max(0, tries - 1) } : {};
    return recordEnd(run, at, {
      progress: { status: 'delayed', wait, ...counted },
      line,
      isRepeated: hasRetryAfter(error) && run.recorded.waitsAgain(error),
      more: { rest: queue },
    });
  }
  const message = say('jobs.gaveUp', '{reason} Given up after {tries} tries.', {
    reason: messageOf(error),
    tries: MAX_TRIES,
  });
  return failRun(run, step, new CharterError(error.code, message, { cause: error, log: error.log }));
}

/** Queues the next run of a job whose time slice is over, so that waiting jobs run first. */
export function yieldRun(
  run: JobRun,
  at: Date,
  line: Message | undefined,
  events: readonly NewEvent[],
): Promise<void> {
  const { tenantId, recorded } = run;
  return recordEnd(run, at, {
    // The next run increments the count to 1.
    progress: { status: 'waiting', tries: 0 },
    line,
    more: { events, rest: (unit) => unit.queue.runJob({ tenantId, jobId: recorded.job.id }) },
  });
}

/** Hands the job over to another node, because this one is stopping. */
export async function handOver({ deps, tenantId, recorded }: JobRun): Promise<void> {
  const { id: jobId, tries } = recorded.job;
  const at = deps.clock.now();
  const message = say('jobs.handedOver', 'Handed to another worker, because this one is stopping.');
  const log = [logLine(at, message)];
  // The next run increments the count again, so that a restart of the service does not count as a try.
  const handed: JobProgress = { status: 'delayed', tries: Math.max(0, tries - 1), log };
  await recorded.record(handed, at, { rest: (unit) => unit.queue.runJob({ tenantId, jobId }) });
}
