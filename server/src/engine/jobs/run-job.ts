/**
 * Runs a job from the first step that is not on its ledger. One statement records the steps and checks that this run
 * is still the job's latest (the fence). When it writes nothing, another worker has taken over, and this one stops.
 * Quick steps are recorded together. After a crash, unrecorded steps run again and adopt their earlier effects. See
 * docs/adr/0007-the-ledger-of-a-job.md. The same statement also returns whether somebody asked to cancel the job
 * (docs/adr/0020-cancelling-jobs.md).
 */
import { CharterError, messageOf } from '../../kernel/errors.ts';
import { type Message, say, sentences } from '../../kernel/messages.ts';
import { inSpan } from '../../kernel/tracing.ts';
import { runWithRank } from '../../kernel/urgency.ts';
import type { NewEvent } from '../events/model.ts';
import { cancelRun } from './cancel-run.ts';
import { findDefinition, kindOfStep, nameOfStep, type StepOutcome, type StepPart } from './define-job.ts';
import { delayAfter } from './delay-run.ts';
import { countEnd, RUN_COUNTER, STEP_DURATIONS } from './job-metrics.ts';
import {
  contextOf,
  endAndRelease,
  endWrites,
  type JobRun,
  logFailure,
  type RunJobDeps,
  withinStepTime,
} from './job-run.ts';
import { type JobError, logLine } from './model.ts';
import type { JobProgress } from './ports.ts';
import type { JobEntry } from './queue.ts';
import { CONTINUED_MESSAGE, type RecordAdditions, RecordedJob } from './recorded-job.ts';
import { hasRetryAfter, isTransient, MAX_TRIES, toStepError } from './retry.ts';

export interface RunSignals {
  /** Aborts when the queue has given the job to another worker. */
  lost: AbortSignal;
  /** Aborts when this node is stopping. The job goes to another node after the current step. */
  stopping: AbortSignal;
}

const FENCE_MILLISECONDS = 100;

/** Time slice of a step with further parts. After it, the job returns to the queue. */
const TURN_MILLISECONDS = 5_000;

async function performStep(run: JobRun, name: string): Promise<readonly StepOutcome[] | StepPart> {
  const { definition, recorded } = run;
  const step = definition.steps[kindOfStep(name)];
  if (step === undefined) throw new Error(`Jobs of type ${recorded.job.type} have no step ${name}.`);
  const outcome = await step(contextOf(run));
  if ('continues' in outcome) return outcome;
  return 'message' in outcome ? [outcome] : outcome;
}

/** Records a part of a step. Returns false when the run is over: the job is lost, or its time slice has ended. */
async function recordPart(run: JobRun, { bulk, part, message, events = [] }: StepPart): Promise<boolean> {
  const { recorded, startedAt } = run;
  const at = run.deps.clock.now();
  recorded.advanceBulk(bulk);
  if (part !== undefined) recorded.advancePart(part);
  recorded.countAnew();
  if (at.getTime() - startedAt.getTime() < TURN_MILLISECONDS) {
    return recorded.record({ log: message === undefined ? [] : [logLine(at, message)] }, at, { events });
  }
  await yieldRun(run, at, message, events);
  return false;
}

/** Runs the step, and records it unless the fence was checked recently. Returns false when the run is over. */
async function runStep(run: JobRun, step: string, fenceMilliseconds: number): Promise<boolean> {
  const { recorded } = run;
  if (recorded.job.tries > MAX_TRIES) {
    const message = say('jobs.stepEndless', "'{step}' was begun {tries} times and never ended.", {
      step: nameOfStep(run.definition, step),
      tries: MAX_TRIES,
    });
    await failRun(run, step, new CharterError('InternalError', message));
    return false;
  }
  const begun = performance.now();
  const measure = (outcome: string): void =>
    STEP_DURATIONS.observe(
      { type: recorded.job.type, step: kindOfStep(step), outcome },
      (performance.now() - begun) / 1000,
    );
  let outcomes: readonly StepOutcome[] | StepPart;
  try {
    outcomes = await inSpan(`step ${step}`, {}, () => withinStepTime(run, step, performStep(run, step)));
  } catch (error) {
    measure(isTransient(toStepError(error)) ? 'delayed' : 'failed');
    await settleError(run, step, error);
    return false;
  }
  if ('continues' in outcomes) {
    measure('continued');
    return recordPart(run, outcomes);
  }
  measure('completed');
  const at = run.deps.clock.now();
  recorded.advance(outcomes, at);
  if (recorded.job.ledger.length === recorded.job.steps.length) {
    await completeRun(run, at);
    return false;
  }
  if (at.getTime() - recorded.fencedAt < fenceMilliseconds) return true;
  return recorded.record({ relaxed: true }, at);
}

async function runSteps(run: JobRun, signals: RunSignals): Promise<void> {
  const { deps, tenantId, recorded } = run;
  // After a failed run, each step is recorded by itself, so that the tries of the failing step are counted.
  const fenceMilliseconds = recorded.job.tries > 1 ? 0 : (deps.fenceMilliseconds ?? FENCE_MILLISECONDS);
  while (!signals.lost.aborted) {
    const { cancellation, steps, ledger } = recorded.job;
    if (cancellation !== null) return cancelRun(run, cancellation);
    const step = steps[ledger.length];
    if (step === undefined) return;
    if (signals.stopping.aborted) return handOver(run);
    if (!(await runStep(run, step, fenceMilliseconds))) return;
  }
  const { id: jobId, attempt } = recorded.job;
  deps.log.info({ tenantId, jobId, attempt }, 'A run lost its job to another worker');
}

/**
 * Runs the job until it ends, must wait, or is lost. Throws when the database fails, or this version does not know the
 * job's type. The queue then retries.
 */
export async function runJob(deps: RunJobDeps, queued: JobEntry, signals: RunSignals): Promise<void> {
  const at = deps.clock.now();
  const job = await deps.store.in(queued.tenantId).jobs.claim(queued.jobId, at, {
    waiting: logLine(at, say('jobs.started', 'Started.')),
    delayed: logLine(at, CONTINUED_MESSAGE),
    active: logLine(at, say('jobs.takenOver', 'Taken over from a worker that stopped answering.')),
  });
  if (job === undefined) return;
  const { tenantId } = queued;
  const definition = findDefinition(deps.definitions, job.type);
  const recorded = new RecordedJob(deps.store, tenantId, job);
  const run: JobRun = { deps, tenantId, definition, startedAt: at, recorded };
  RUN_COUNTER.inc({ type: job.type });
  const attributes = {
    'charter.tenant.id': tenantId,
    'charter.job.id': job.id,
    'charter.job.attempt': job.attempt,
  };
  const options = { kind: 'consumer', parent: queued.traceparent, attributes } as const;
  await inSpan(`job ${job.type}`, options, () => runWithRank(queued.rank ?? 0, () => runSteps(run, signals)));
}

/* How a run ends: the job is completed, failed, delayed, or handed over to another node. */

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

async function completeRun(run: JobRun, at: Date): Promise<void> {
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

async function failRun(run: JobRun, step: string, error: CharterError): Promise<void> {
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
async function settleError(run: JobRun, step: string, thrown: unknown): Promise<void> {
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
function yieldRun(
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
async function handOver({ deps, tenantId, recorded }: JobRun): Promise<void> {
  const { id: jobId, tries } = recorded.job;
  const at = deps.clock.now();
  const message = say('jobs.handedOver', 'Handed to another worker, because this one is stopping.');
  const log = [logLine(at, message)];
  // The next run increments the count again, so that a restart of the service does not count as a try.
  const handed: JobProgress = { status: 'delayed', tries: Math.max(0, tries - 1), log };
  await recorded.record(handed, at, { rest: (unit) => unit.queue.runJob({ tenantId, jobId }) });
}
