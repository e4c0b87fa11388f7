/**
 * Runs a job from the first step that is not on its ledger. One statement records the steps and checks that this run
 * is still the job's latest (the fence). When it writes nothing, another worker has taken over, and this one stops.
 * Quick steps are recorded together. After a crash, unrecorded steps run again and adopt their earlier effects. See
 * docs/adr/0007-the-ledger-of-a-job.md.
 */
import { withinTime } from '../../kernel/deadline.ts';
import { CharterError } from '../../kernel/errors.ts';
import type { Deps } from '../deps.ts';
import type { DomainEvent, Happening } from '../events/model.ts';
import type { TenantStores, UnitOfWork } from '../store.ts';
import type { AnyJobDefinition, StepOutcome } from './define-job.ts';
import { type JobError, type JobRecord, type LedgerEntry, logLine } from './model.ts';
import type { JobProgress } from './ports.ts';
import type { QueuedJob } from './queue.ts';
import { isWait, MAX_TRIES, mayPass, toStepError, waitMilliseconds } from './retry.ts';

export interface JobLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface RunJobDeps extends Deps {
  definitions: readonly AnyJobDefinition[];
  log: JobLog;
  /** Timeout of a step, after which it is retried. Default: two minutes. */
  stepMilliseconds?: number;
  /**
   * Maximum age of the last fence check when a step begins; quick steps in between are recorded together. 0 records
   * each step before the next. Default: 100 ms, a hundredth of the time after which a worker counts as dead.
   */
  fenceMilliseconds?: number;
}

export interface RunSignals {
  /** The queue has given the job to another worker. */
  lost: AbortSignal;
  /** This node is stopping: the job goes to another one after the current step. */
  stopping: AbortSignal;
}

const STEP_MILLISECONDS = 120_000;
const FENCE_MILLISECONDS = 100;

/** Completed steps that are not recorded yet. */
interface Unrecorded {
  done: readonly LedgerEntry[];
  log: readonly string[];
  events: readonly DomainEvent[];
}

const NOTHING: Unrecorded = { done: [], log: [], events: [] };

const overrun = (step: string, milliseconds: number): CharterError =>
  new CharterError('ServiceUnavailable', `${step} did not end within ${Math.round(milliseconds / 1000)} s.`);

function definitionOf(definitions: readonly AnyJobDefinition[], type: string): AnyJobDefinition {
  const definition = definitions.find((known) => known.type === type);
  if (definition === undefined) throw new Error(`This version runs no jobs of type ${type}.`);
  return definition;
}

const toDomainEvents = (job: JobRecord, events: readonly Happening[]): DomainEvent[] =>
  events.map((event) => ({ ...event, actor: job.requester, requestId: job.requestId }));

class JobRun {
  readonly #deps: RunJobDeps;
  readonly #tenantId: string;
  readonly #definition: AnyJobDefinition;
  /** 0 after a failure: each step is recorded, so that the failing one is known. */
  readonly #fenceMilliseconds: number;
  /** Includes the unrecorded steps. */
  #job: JobRecord<never>;
  #unrecorded = NOTHING;
  #fencedAt: number;

  constructor(deps: RunJobDeps, tenantId: string, job: JobRecord) {
    this.#deps = deps;
    this.#tenantId = tenantId;
    this.#definition = definitionOf(deps.definitions, job.type);
    this.#fenceMilliseconds = job.tries > 1 ? 0 : (deps.fenceMilliseconds ?? FENCE_MILLISECONDS);
    // A job's plan is the one that its definition made.
    this.#job = job as JobRecord<never>;
    this.#fencedAt = job.lastActionAt.getTime();
  }

  async run(signals: RunSignals): Promise<void> {
    while (!signals.lost.aborted) {
      const step = this.#job.steps[this.#job.ledger.length];
      if (step === undefined) return;
      if (signals.stopping.aborted) return this.#handOver();
      if (!(await this.#runStep(step))) return;
    }
    const { id: jobId, attempt } = this.#job;
    const details = { tenantId: this.#tenantId, jobId, attempt };
    this.#deps.log.info(details, 'A run lost its job to another worker');
  }

  /** Returns false when the run is over. */
  async #runStep(step: string): Promise<boolean> {
    if (this.#job.tries > MAX_TRIES) {
      const message = `${step} was begun ${MAX_TRIES} times and never ended.`;
      await this.#fail(step, new CharterError('InternalError', message));
      return false;
    }
    let outcomes: readonly StepOutcome[];
    try {
      const work = this.#perform(step);
      const milliseconds = this.#deps.stepMilliseconds ?? STEP_MILLISECONDS;
      outcomes = await withinTime(work, milliseconds, () => overrun(step, milliseconds));
    } catch (error) {
      await this.#settleError(step, error);
      return false;
    }
    const at = this.#deps.clock.now();
    this.#advance(outcomes, at);
    if (this.#job.ledger.length === this.#job.steps.length) {
      await this.#complete(at);
      return false;
    }
    if (at.getTime() - this.#fencedAt < this.#fenceMilliseconds) return true;
    return this.#record({ relaxed: true }, at);
  }

  async #perform(name: string): Promise<readonly StepOutcome[]> {
    const step = this.#definition.steps[name];
    if (step === undefined) throw new Error(`Jobs of type ${this.#job.type} have no step ${name}.`);
    const outcome = await step({ suite: this.#deps.suite, tenantId: this.#tenantId, job: this.#job });
    return 'message' in outcome ? [outcome] : outcome;
  }

  #advance(outcomes: readonly StepOutcome[], at: Date): void {
    const job = this.#job;
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
    const subjectId = outcomes.find((outcome) => outcome.subjectId !== undefined)?.subjectId ?? job.subjectId;
    this.#job = { ...job, ledger, subjectId, tries: 1, lastActionAt: at };
    const happened = outcomes.flatMap(({ events = [] }) => events);
    this.#unrecorded = {
      done: [...this.#unrecorded.done, ...done],
      log: [...this.#unrecorded.log, ...outcomes.map(({ message }) => logLine(at, message))],
      events: [...this.#unrecorded.events, ...toDomainEvents(job, happened)],
    };
  }

  /**
   * Records the unrecorded steps and `more`, and runs `rest` in the same transaction. Returns false, and writes
   * nothing, when another run holds the job.
   */
  async #record(
    more: JobProgress,
    at: Date,
    events: readonly DomainEvent[] = [],
    rest?: (unit: UnitOfWork) => Promise<void>,
  ): Promise<boolean> {
    const { id, attempt, steps, ledger, subjectId, tries } = this.#job;
    const progress: JobProgress = {
      progress: Math.floor((100 * ledger.length) / (steps.length + 1)),
      tries,
      ...(subjectId !== null && { subjectId }),
      ...more,
      done: this.#unrecorded.done,
      log: [...this.#unrecorded.log, ...(more.log ?? [])],
    };
    const all = [...this.#unrecorded.events, ...events];
    const write = ({ jobs }: TenantStores) => jobs.record(id, attempt, progress, at, all);
    const { store } = this.#deps;
    const held =
      rest === undefined
        ? await write(store.in(this.#tenantId))
        : await store.transaction(this.#tenantId, async (unit) => {
            const isHeld = await write(unit);
            if (isHeld) await rest(unit);
            return isHeld;
          });
    this.#unrecorded = NOTHING;
    this.#fencedAt = at.getTime();
    return held;
  }

  async #complete(at: Date): Promise<void> {
    const job = this.#job;
    const last: JobProgress = { status: 'completed', progress: 100, log: [logLine(at, 'Completed.')] };
    const { events, records } = this.#definition.end(job, undefined);
    const audit = (unit: UnitOfWork) => unit.audit.append(records, at);
    await this.#record(last, at, toDomainEvents(job, events), records.length > 0 ? audit : undefined);
  }

  async #fail(step: string, error: CharterError): Promise<void> {
    const job = this.#job;
    const at = this.#deps.clock.now();
    const failure: JobError = { code: error.code, message: error.message, step };
    const details = { tenantId: this.#tenantId, jobId: job.id, step, err: error, ...error.log };
    if (error.code === 'InternalError') this.#deps.log.error(details, 'A job failed inside the service');
    else this.#deps.log.warn(details, 'A job failed');
    const sentences = [`Failed at ${step}: ${error.message}`, this.#definition.remains?.(job) ?? ''];
    const last: JobProgress = {
      status: 'failed',
      log: [logLine(at, sentences.join(' ').trimEnd())],
      error: failure,
    };
    const { events, records } = this.#definition.end(job, failure);
    await this.#record(last, at, toDomainEvents(job, events), async (unit) => {
      await unit.jobs.release(job.id);
      if (records.length > 0) await unit.audit.append(records, at);
    });
  }

  async #settleError(step: string, thrown: unknown): Promise<void> {
    const error = toStepError(thrown);
    if (!mayPass(error)) return this.#fail(step, error);
    if (isWait(error) || this.#job.tries < MAX_TRIES) return this.#delay(step, error);
    const message = `${error.message} Given up after ${MAX_TRIES} tries.`;
    return this.#fail(step, new CharterError(error.code, message, { cause: error, log: error.log }));
  }

  async #delay(step: string, error: CharterError): Promise<void> {
    const { id: jobId, tries } = this.#job;
    const at = this.#deps.clock.now();
    const wait = waitMilliseconds(jobId, tries, error.retryAfterSeconds);
    const seconds = Math.ceil(wait / 1000);
    const message = isWait(error)
      ? `${step} waits: ${error.message} Going on in ${seconds} s.`
      : `${step} did not succeed: ${error.message} Trying again in ${seconds} s (try ${tries + 1} of ${MAX_TRIES}).`;
    // The next run increments the count again: a wait is no failed try.
    const kept = isWait(error) ? { tries: Math.max(0, tries - 1) } : {};
    const details = { tenantId: this.#tenantId, jobId, step, err: error, ...error.log };
    this.#deps.log.warn(details, 'A job step is delayed');
    await this.#record({ status: 'delayed', ...kept, log: [logLine(at, message)] }, at, [], (unit) =>
      unit.queue.runJob({ tenantId: this.#tenantId, jobId }, new Date(at.getTime() + wait)),
    );
  }

  async #handOver(): Promise<void> {
    const { id: jobId, tries } = this.#job;
    const at = this.#deps.clock.now();
    const log = [logLine(at, 'Handed to another worker, because this one is stopping.')];
    // The next run increments the count again: a restart of the service is no try.
    await this.#record({ status: 'delayed', tries: Math.max(0, tries - 1), log }, at, [], (unit) =>
      unit.queue.runJob({ tenantId: this.#tenantId, jobId }),
    );
  }
}

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
