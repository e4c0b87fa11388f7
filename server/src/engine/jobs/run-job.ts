/**
 * Runs a job from the first step that is not on its ledger. One statement records the steps and checks that this run
 * is still the job's latest (the fence). When it writes nothing, another worker has taken over, and this one stops.
 * Quick steps are recorded together. After a crash, unrecorded steps run again and adopt their earlier effects. See
 * docs/adr/0007-the-ledger-of-a-job.md. The same statement also returns whether somebody asked to cancel the job
 * (docs/adr/0020-cancelling-jobs.md).
 */
import { CharterError } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { inSpan } from '../../kernel/tracing.ts';
import { runWithRank } from '../../kernel/urgency.ts';
import { cancelRun } from './cancel-run.ts';
import { findDefinition, kindOfStep, nameOfStep, type StepOutcome, type StepPart } from './define-job.ts';
import { completeRun, failRun, handOver, settleError, yieldRun } from './end-run.ts';
import { RUN_COUNTER, STEP_DURATIONS } from './job-metrics.ts';
import { contextOf, type JobRun, type RunJobDeps, withinStepTime } from './job-run.ts';
import { logLine } from './model.ts';
import type { JobEntry } from './queue.ts';
import { CONTINUED_MESSAGE, RecordedJob } from './recorded-job.ts';
import { isTransient, MAX_TRIES, toStepError } from './retry.ts';

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

/** Records a part of a step. Returns false when the run is over: the job is lost, or its time slice is. */
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
