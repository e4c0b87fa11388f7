/** Types of jobs and their steps. The runner (run-job.ts) writes the ledger. */
import { type Message, verbatim } from '../../kernel/messages.ts';
import type { NewAuditRecord } from '../audit/model.ts';
import type { Deps } from '../deps.ts';
import type { NewEvent } from '../events/model.ts';
import type { Cause } from '../principal.ts';
import type { UnitOfWork } from '../store.ts';
import type { JobLog } from './job-log.ts';
import type { BuiltObject, BulkProgress, JobError, JobRecord, StepProgress } from './model.ts';

export interface StepOutcome {
  /** Line for the log. A plain string is not translated. */
  message: string | Message;
  /** `skipped`: the step found nothing to do. Default: completed. */
  status?: 'completed' | 'skipped';
  /** Data that the ledger stores for later steps. */
  result?: Record<string, unknown>;
  /** Id of the job's subject, which this step created. */
  subjectId?: string;
  /** Events, recorded once with the step. */
  events?: NewEvent[];
  /** Progress of a bulk job. */
  bulk?: BulkProgress;
}

/** A part of a step. The runner records it and calls the step again. */
export interface StepPart {
  continues: true;
  /** Line for the log. */
  message?: Message;
  /** Progress of a bulk job. */
  bulk?: BulkProgress;
  /** Progress of the step, which its next part reads from the job. */
  part?: StepProgress;
  /** Events, recorded once with the part. */
  events?: readonly NewEvent[];
}

/** Further ports of the steps, which a node may lack. Each folder adds its own by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: every folder adds its own port
export interface StepPorts {}

export interface StepContext<Plan = unknown> extends Deps, Partial<StepPorts> {
  tenantId: string;
  job: JobRecord<Plan>;
  log: JobLog;
}

/**
 * Performs one step or a part of it, or adopts the effect of an earlier try. Returns several outcomes when it also
 * performs the next steps. Must be idempotent: the run may end between the effect and its record.
 * @throws CharterError SuiteError, ServiceUnavailable or TooManyRequests when a later try may succeed; any other code
 * is final
 */
export type Step<Plan = unknown> = (
  context: StepContext<Plan>,
) => Promise<StepOutcome | readonly StepOutcome[] | StepPart>;

/** Deletes or completes the effects of a cancelled job. Returns the line for the log and the events. */
export type JobCleanup<Plan = unknown> = (
  context: StepContext<Plan>,
) => Promise<Pick<StepOutcome, 'message' | 'events' | 'bulk'>>;

/** The writes of the transaction that ends a job. */
export interface JobEnd {
  events: NewEvent[];
  /** Audit records of an end that has no event. */
  records: NewAuditRecord[];
  /** Makes further writes, such as notifications. */
  write?: (unit: UnitOfWork, at: Date) => Promise<void>;
}

export interface JobDefinition<Plan = unknown, Shown extends object = object> {
  /** Stable name of the type, which is stored with each job: it is never changed. */
  type: string;
  /**
   * Every step that a job of this type may have, by the kind of step: the name up to its first colon. What follows
   * tells apart the steps of one kind.
   */
  steps: Readonly<Record<string, Step<Plan>>>;
  /** Descriptions of the steps for messages, such as "Create the tabs". A function gets what follows the kind. */
  names?: Readonly<Record<string, Message | ((id: string) => Message)>>;
  /** @param error why the job failed; undefined when it completed */
  end(job: JobRecord<Plan>, error: JobError | undefined): JobEnd;
  /** Returns a sentence for the log of a failed job about its completed steps. */
  remains?(job: JobRecord<Plan>): Message | undefined;
  /** Returns the objects that the completed steps created. */
  built?(job: JobRecord<Plan>): BuiltObject[];
  /**
   * Deletes the objects that the job created, including the effects of a step that is not on the ledger. Runs when a
   * cancellation asks for the deletion. Must be idempotent: it is retried like a step. Absent when the job creates
   * nothing.
   */
  remove?: JobCleanup<Plan>;
  /**
   * Completes unfinished effects when the job is cancelled without a deletion. Must be idempotent: it is retried like
   * a step. Absent when no step leaves unfinished effects.
   */
  settle?: JobCleanup<Plan>;
  /** Audit records of the calls that cancel and retry a job. */
  cancelled(job: JobRecord<Plan>, cause: Cause, removes: boolean): NewAuditRecord;
  retried(job: JobRecord<Plan>, cause: Cause): NewAuditRecord;
  /** Audit record of the end of a removal after the job had failed. Present when `remove` is. */
  cleanedUp?(job: JobRecord<Plan>, cause: Cause, removed: boolean): NewAuditRecord;
  /**
   * Checks that a failed job can reserve its names again. Returns the function that reserves them, in the
   * transaction that queues the job.
   * @throws Conflict, NameAlreadyExists
   */
  reclaim?(
    deps: Pick<Deps, 'store' | 'suite' | 'clock'>,
    tenantId: string,
    job: JobRecord<Plan>,
  ): Promise<(unit: UnitOfWork) => Promise<void>>;
  /** Whether `end` notifies people itself, instead of domain/notifications/job-ends.ts. */
  notifiesItself?: true;
  /** Members of the published job's `data`, in addition to `request`, `error` and `built`. */
  describe(job: JobRecord<Plan>): Shown;
}

/** A definition whose type of plan is not known, for the runner and for registries. */
export type AnyJobDefinition = JobDefinition<never>;

/** Declares a type of job. flows/definitions.ts finds it among the exports of its module. */
export const defineJob = <Plan, Shown extends object>(definition: JobDefinition<Plan, Shown>) => ({
  ...definition,
  defines: 'job' as const,
});

/** Returns the step without its id: `ownStep` for `ownStep:<id>`. */
export const kindOfStep = (step: string): string => step.split(':', 1)[0] as string;

export function nameOfStep({ names }: AnyJobDefinition, step: string): Message {
  const kind = kindOfStep(step);
  const name = names?.[kind];
  return typeof name === 'function' ? name(step.slice(kind.length + 1)) : (name ?? verbatim(step));
}

/** Returns the definition of a type of jobs. Throws when this version has none. */
export function findDefinition(definitions: readonly AnyJobDefinition[], type: string): AnyJobDefinition {
  const definition = definitions.find((known) => known.type === type);
  if (definition === undefined) throw new Error(`This version has no jobs of type ${type}.`);
  return definition;
}

export function resultOf<T>(job: JobRecord, step: string): T {
  const entry = job.ledger.find((done) => done.step === step);
  if (entry?.result === undefined) throw new Error(`Job ${job.id} has no result of its step ${step}.`);
  return entry.result as T;
}

/** The caller who requested the job, as the cause of its records. */
export const causeOfJob = ({ requester, requestId }: Pick<JobRecord, 'requester' | 'requestId'>): Cause => ({
  actor: requester,
  requestId,
});

export const failureFields = ({ code, message, step }: JobError) => ({
  errorCode: code,
  // The message of a cancelled job only names the person who cancelled it: the actor of the cancellation's record.
  ...(code !== 'Cancelled' && { errorMessage: message }),
  ...(step === null ? {} : { errorStep: step }),
});
