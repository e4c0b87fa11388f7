/** What a type of job does, step by step. The runner (run-job.ts) keeps the ledger around it. */
import type { NewAuditRecord } from '../audit/model.ts';
import type { Happening } from '../events/model.ts';
import type { JobError, JobRecord, JobType } from './model.ts';

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
  events?: Happening[];
}

/** What is recorded with the end of a job, once: events, or audit records where no event says it. */
export interface Ending {
  events?: Happening[];
  records?: NewAuditRecord[];
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
  /** @param error why it failed; left out when it completed */
  ended(job: JobRecord, error?: JobError): Ending;
  /** For the log of a job that failed: what became of what it had done. */
  remains?(job: JobRecord): string | undefined;
}

export type Workflows = Record<JobType, Workflow>;

/** Why a job failed, as fields of an audit record. */
export const failureFields = ({ code, message, step }: JobError) => ({
  errorCode: code,
  errorMessage: message,
  ...(step === null ? {} : { errorStep: step }),
});

/** The result of a step that is done. */
export function resultOf<T>(job: JobRecord, step: string): T {
  const entry = job.ledger.find((done) => done.step === step);
  if (entry?.result === undefined) throw new Error(`Job ${job.id} has no result of its step ${step}.`);
  return entry.result as T;
}
