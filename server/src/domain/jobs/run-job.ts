/**
 * Runs a job from the first step that is not on its ledger, as far as it gets. One statement records a step,
 * checks that this run still is the job's latest (the fence) and thereby permits the next step; when it
 * writes nothing, another worker has taken over and this one stops without a word. A crash leaves at most
 * one effect that is not on the ledger; its step is done again and adopts that effect.
 */
import type { Clock } from '../../kernel/clock.ts';
import { CharterError } from '../../kernel/errors.ts';
import type { Store, UnitOfWork } from '../store.ts';
import { endRecord, failureFields } from './job-records.ts';
import { type JobError, type JobRecord, type LedgerEntry, logLine } from './model.ts';
import type { JobProgress } from './ports.ts';
import type { QueuedJob } from './queue.ts';
import { MAX_TRIES, mayPass, toStepError, waitMilliseconds } from './retry.ts';
import type { JobEvent, StepOutcome, Workflow, Workflows } from './workflow.ts';

export interface JobLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface RunJobDeps {
  store: Store;
  workflows: Workflows;
  clock: Clock;
  log: JobLog;
  /** How long one step may take before it counts as failed for now. Default: two minutes. */
  stepMilliseconds?: number;
}

export interface RunSignals {
  /** The queue has given the job to another worker. */
  lost: AbortSignal;
  /** This node is stopping: the job goes to another one after the step under way. */
  stopping: AbortSignal;
}

const STEP_MILLISECONDS = 120_000;

interface Run {
  deps: RunJobDeps;
  tenantId: string;
  workflow: Workflow;
}

async function withinTime<T>(work: Promise<T>, milliseconds: number, step: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const overrun = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const seconds = Math.round(milliseconds / 1000);
      reject(new CharterError('ServiceUnavailable', `${step} did not end within ${seconds} s.`));
    }, milliseconds);
  });
  try {
    return await Promise.race([work, overrun]);
  } finally {
    clearTimeout(timer);
  }
}

const toDomainEvents = (job: JobRecord, events: readonly JobEvent[]) =>
  events.map((event) => ({ ...event, actor: job.requester, requestId: job.requestId }));

/** Writes about the job, and what belongs to it, when this run still holds it. */
function recordTogether(
  { deps, tenantId }: Run,
  job: JobRecord,
  progress: JobProgress,
  at: Date,
  rest: (unit: UnitOfWork) => Promise<void>,
): Promise<boolean> {
  return deps.store.transaction(tenantId, async (unit) => {
    const held = await unit.jobs.record(job.id, job.attempt, progress, at);
    if (held) await rest(unit);
    return held;
  });
}

/** The job as it is after steps were done, and what to write for that. */
function advance(
  job: JobRecord,
  outcomes: readonly StepOutcome[],
  at: Date,
): { next: JobRecord; progress: JobProgress } {
  const done = outcomes.map(
    ({ status = 'completed', result }, index): LedgerEntry => ({
      step: job.steps[job.ledger.length + index] as string,
      status,
      startedDateTime: job.lastActionAt.toISOString(),
      completedDateTime: at.toISOString(),
      ...(result && { result }),
    }),
  );
  const ledger = [...job.ledger, ...done];
  const made = outcomes.find(({ teamId }) => teamId !== undefined)?.teamId;
  return {
    next: { ...job, ledger, teamId: made ?? job.teamId, tries: 1, lastActionAt: at },
    progress: {
      done,
      tries: 1,
      progress: Math.floor((100 * ledger.length) / (job.steps.length + 1)),
      log: outcomes.map(({ message }) => logLine(at, message)),
      ...(made !== undefined && { teamId: made }),
    },
  };
}

/** The last step and the end of the job; what has no event leaves an audit record. */
async function complete(
  run: Run,
  next: JobRecord,
  progress: JobProgress,
  events: readonly JobEvent[],
  at: Date,
): Promise<boolean> {
  const { deps, tenantId, workflow } = run;
  const log = [...(progress.log ?? []), logLine(at, 'Completed.')];
  const last: JobProgress = { ...progress, status: 'completed', progress: 100, log };
  const ended = workflow.ended(next, 'completed');
  const all = toDomainEvents(next, [...events, ...ended]);
  if (ended.length > 0) {
    return deps.store.in(tenantId).jobs.record(next.id, next.attempt, last, at, all);
  }
  return recordTogether(run, next, last, at, async (unit) => {
    await unit.events.append(all, at);
    await unit.audit.append([endRecord(next)], at);
  });
}

/** Undefined when the run has lost the job. */
async function recordSteps(
  run: Run,
  job: JobRecord,
  outcomes: readonly StepOutcome[],
): Promise<JobRecord | undefined> {
  const { deps, tenantId } = run;
  const at = deps.clock.now();
  const { next, progress } = advance(job, outcomes, at);
  const events = outcomes.flatMap((outcome) => outcome.events ?? []);
  if (next.ledger.length === job.steps.length) {
    const held = await complete(run, next, progress, events, at);
    return held ? { ...next, status: 'completed' } : undefined;
  }
  const { jobs } = deps.store.in(tenantId);
  const relaxed = { ...progress, relaxed: true };
  const held = await jobs.record(job.id, job.attempt, relaxed, at, toDomainEvents(job, events));
  return held ? next : undefined;
}

async function fail(run: Run, job: JobRecord, step: string, error: CharterError): Promise<void> {
  const { deps, tenantId, workflow } = run;
  const at = deps.clock.now();
  const sentences = [`Failed at ${step}: ${error.message}`, workflow.remains?.(job) ?? ''];
  const log = [logLine(at, sentences.join(' ').trimEnd())];
  const failure: JobError = { code: error.code, message: error.message, step };
  const progress: JobProgress = { status: 'failed', log, error: failure };
  const details = { tenantId, jobId: job.id, step, err: error, ...error.log };
  if (error.code === 'InternalError') deps.log.error(details, 'A job failed inside the service');
  else deps.log.warn(details, 'A job failed');
  const audit = failureFields(failure);
  const events = toDomainEvents(job, workflow.ended(job, 'failed')).map((event) => ({ ...event, audit }));
  await recordTogether(run, job, progress, at, async (unit) => {
    await unit.jobs.release(job.id);
    await unit.events.append(events, at);
    if (events.length === 0) await unit.audit.append([endRecord(job, failure)], at);
  });
}

/** Gives the worker's place back until the wait is over. */
async function delay(run: Run, job: JobRecord, step: string, error: CharterError): Promise<void> {
  const { deps, tenantId } = run;
  const at = deps.clock.now();
  const wait = waitMilliseconds(job.id, job.tries, error.retryAfterSeconds);
  const seconds = Math.ceil(wait / 1000);
  const message = `${step} did not succeed: ${error.message} Trying again in ${seconds} s (try ${job.tries + 1} of ${MAX_TRIES}).`;
  deps.log.warn({ tenantId, jobId: job.id, step, err: error, ...error.log }, 'A job step is delayed');
  const progress: JobProgress = { status: 'delayed', log: [logLine(at, message)] };
  await recordTogether(run, job, progress, at, (unit) =>
    unit.queue.runJob({ tenantId, jobId: job.id }, new Date(at.getTime() + wait)),
  );
}

async function settleError(run: Run, job: JobRecord, step: string, thrown: unknown): Promise<void> {
  const error = toStepError(thrown);
  if (!mayPass(error)) return fail(run, job, step, error);
  if (job.tries < MAX_TRIES) return delay(run, job, step, error);
  const message = `${error.message} Given up after ${MAX_TRIES} tries.`;
  return fail(run, job, step, new CharterError(error.code, message, { cause: error, log: error.log }));
}

async function handOver(run: Run, job: JobRecord): Promise<void> {
  const at = run.deps.clock.now();
  const log = [logLine(at, 'Handed to another worker, because this one is stopping.')];
  // The next run raises the count again; a restart of the service is no try.
  const progress: JobProgress = { status: 'delayed', tries: Math.max(0, job.tries - 1), log };
  await recordTogether(run, job, progress, at, (unit) =>
    unit.queue.runJob({ tenantId: run.tenantId, jobId: job.id }),
  );
}

/** Undefined when the run is over. */
async function runStep(run: Run, job: JobRecord, step: string): Promise<JobRecord | undefined> {
  if (job.tries > MAX_TRIES) {
    const message = `${step} was begun ${MAX_TRIES} times and never ended.`;
    await fail(run, job, step, new CharterError('InternalError', message));
    return undefined;
  }
  const milliseconds = run.deps.stepMilliseconds ?? STEP_MILLISECONDS;
  let outcomes: readonly StepOutcome[];
  try {
    outcomes = await withinTime(run.workflow.perform(run.tenantId, job, step), milliseconds, step);
  } catch (error) {
    await settleError(run, job, step, error);
    return undefined;
  }
  return recordSteps(run, job, outcomes);
}

/**
 * Runs the job until it ends, must wait, or is lost. Throws only when the service's own database fails; the
 * queue then gives the job to a worker again.
 */
export async function runJob(deps: RunJobDeps, queued: QueuedJob, signals: RunSignals): Promise<void> {
  const { tenantId, jobId } = queued;
  const at = deps.clock.now();
  let job = await deps.store.in(tenantId).jobs.claim(jobId, at, {
    waiting: logLine(at, 'Started.'),
    delayed: logLine(at, 'Continued.'),
    active: logLine(at, 'Taken over from a worker that stopped answering.'),
  });
  if (job === undefined) return;
  const run: Run = { deps, tenantId, workflow: deps.workflows[job.type] };
  while (job !== undefined && !signals.lost.aborted) {
    const step: string | undefined = job.steps[job.ledger.length];
    if (step === undefined) return;
    if (signals.stopping.aborted) return handOver(run, job);
    job = await runStep(run, job, step);
  }
  if (job === undefined) return;
  deps.log.info({ tenantId, jobId, attempt: job.attempt }, 'A run lost its job to another worker');
}
