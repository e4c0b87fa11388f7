/** What a type of job does, step by step. The runner (run-job.ts) keeps the ledger around it. */
import type { DomainEvent } from '../events/model.ts';
import type { JobRecord, JobType } from './model.ts';

/** An event without what every event of a job has in common. */
export type JobEvent = Pick<DomainEvent, 'type' | 'target' | 'payload' | 'templateId'>;

export interface StepOutcome {
  /** For the job's log, a sentence. */
  message: string;
  /** `skipped`: there turned out to be nothing to do. Default: completed. */
  status?: 'completed' | 'skipped';
  /** Kept on the ledger for later steps. */
  result?: Record<string, unknown>;
  /** The team that this step made. */
  teamId?: string;
  /** Recorded with the step, once. */
  events?: JobEvent[];
}

export interface Workflow {
  /**
   * Does the step, or finds that an earlier try did it, and answers its outcome; then those of the steps right
   * after it that were done in the same go. Must be repeatable: the run may end between its effect and its
   * record.
   * @throws CharterError SuiteError or ServiceUnavailable when a later try may succeed; any other code is
   * final.
   */
  perform(tenantId: string, job: JobRecord, step: string): Promise<readonly StepOutcome[]>;
  /** What is recorded with the end of the job, once. */
  ended(job: JobRecord, status: 'completed' | 'failed'): JobEvent[];
  /** For the log of a job that failed: what became of what it had done. */
  remains?(job: JobRecord): string | undefined;
}

export type Workflows = Record<JobType, Workflow>;

/** The result of a step that is done. */
export function resultOf<T>(job: JobRecord, step: string): T {
  const entry = job.ledger.find((done) => done.step === step);
  if (entry?.result === undefined) throw new Error(`Job ${job.id} has no result of its step ${step}.`);
  return entry.result as T;
}
