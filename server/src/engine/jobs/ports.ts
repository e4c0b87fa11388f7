import type { ProvisioningPlan } from '../../flows/provisioning/plan.ts';
import type { NewAuditRecord } from '../audit/model.ts';
import type { DomainEvent } from '../events/model.ts';
import type { Actor } from '../principal.ts';
import type { JobError, JobRecord, JobStatus, JobType, LedgerEntry } from './model.ts';

/** A job as it is first written: `waiting` or `paused`, with no run yet. */
export interface NewJob {
  id: string;
  type: JobType;
  requester: Actor;
  requestId: string;
  request: object;
  plan: ProvisioningPlan | null;
  /** Names of the steps, in order. */
  steps: readonly string[];
  log: readonly string[];
  /** The team the job is about, where it exists already. */
  teamId: string | null;
  /** The approval it waits for; such a job is `paused`. */
  approvalId?: string;
}

/** The job as the store has it after it was added. */
export const firstRecord = (job: NewJob, at: Date): JobRecord => ({
  ...job,
  request: job.request as Record<string, unknown>,
  steps: [...job.steps],
  log: [...job.log],
  status: job.approvalId === undefined ? 'waiting' : 'paused',
  progress: 0,
  ledger: [],
  approvalId: job.approvalId ?? null,
  error: null,
  attempt: 0,
  tries: 0,
  createdAt: at,
  lastActionAt: at,
});

/** What a run writes about its job. What is left out stays as it is. */
export interface JobProgress {
  status?: JobStatus;
  progress?: number;
  /** Appended to the ledger. */
  done?: readonly LedgerEntry[];
  /** Appended to the log. */
  log?: readonly string[];
  teamId?: string;
  error?: JobError;
  tries?: number;
  /**
   * Don't wait until the disk has it. A power failure may then take the write back, with everything written
   * after it, and its step is done again, which adopts what the first time left.
   */
  relaxed?: boolean;
}

/** A name that only one job may hold at a time. */
export interface Reservation {
  kind: 'singleton';
  value: string;
}

export interface NameRequestOptions {
  /** The job, or the intent of the change, that asks for itself. */
  exceptId?: string;
  /** The team whose name is to be changed: other changes of its own name are not in the way. */
  exceptTeamId?: string;
  endedSince: Date;
}

export interface JobStore {
  /**
   * Writes the job, and the audit record of it in the same statement. False, and nothing written, when a job
   * with this id is there already.
   */
  add(job: NewJob, at: Date, record?: NewAuditRecord): Promise<boolean>;
  find(jobId: string): Promise<JobRecord | undefined>;
  /**
   * Begins a run: raises `attempt` and `tries`, makes the job active, and adds to its log the line that
   * belongs to the status it had. Undefined when there is nothing to run: finished, paused or unknown.
   */
  claim(
    jobId: string,
    at: Date,
    log: Record<'waiting' | 'delayed' | 'active', string>,
  ): Promise<JobRecord | undefined>;
  /**
   * Writes for the run `attempt`, and the events that belong to it, in one statement; false, and nothing
   * written, when that is no longer the job's active run.
   */
  record(
    jobId: string,
    attempt: number,
    progress: JobProgress,
    at: Date,
    events?: readonly DomainEvent[],
  ): Promise<boolean>;
  /** A paused job waits to be run by this plan; false, and nothing written, when it is not paused. */
  resume(jobId: string, plan: ProvisioningPlan, log: readonly string[], at: Date): Promise<boolean>;
  /** A paused job fails without a run; false, and nothing written, when it is not paused. */
  failPaused(jobId: string, error: JobError, log: readonly string[], at: Date): Promise<boolean>;
  /** False when another job holds it. */
  reserve(reservation: Reservation, jobId: string): Promise<boolean>;
  /** The job that holds it. */
  findHolder(reservation: Reservation): Promise<JobRecord | undefined>;
  /**
   * Whether somebody else is about to give a team this name, or has done so since then: by a job that makes the
   * team, or by a change of name. Names are compared by their keys (names/key.ts).
   */
  isNameRequested(name: string, options: NameRequestOptions): Promise<boolean>;
  /** Until the end of the transaction others who want the name wait here. */
  lockName(name: string): Promise<void>;
  /** Gives back everything the job holds. */
  release(jobId: string): Promise<void>;
}

declare module '../store.ts' {
  interface TenantStores {
    jobs: JobStore;
  }
}
