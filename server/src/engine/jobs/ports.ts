import type { NewAuditRecord } from '../audit/model.ts';
import type { DomainEvent } from '../events/model.ts';
import type { JobError, JobRecord, JobStatus, LedgerEntry } from './model.ts';

/** A job before its first write: `waiting` or `paused`, without a run. */
export interface NewJob<Plan = unknown>
  extends Pick<JobRecord<Plan>, 'id' | 'type' | 'requester' | 'requestId' | 'plan' | 'subjectId'> {
  request: object;
  steps: readonly string[];
  log: readonly string[];
  /** Display name of what the job creates; others who want the name can find it (isNameRequested). */
  name?: string;
  /** Id of what must release the job; such a job is `paused`. */
  holdId?: string;
}

/** Returns the record that the database holds after the job was added. */
export const firstRecord = <Plan>({ name: _, holdId, ...job }: NewJob<Plan>, at: Date): JobRecord<Plan> => ({
  ...job,
  request: job.request as Record<string, unknown>,
  steps: [...job.steps],
  log: [...job.log],
  status: holdId === undefined ? 'waiting' : 'paused',
  progress: 0,
  ledger: [],
  holdId: holdId ?? null,
  error: null,
  attempt: 0,
  tries: 0,
  createdAt: at,
  lastActionAt: at,
});

/** What a run writes about its job. Absent members stay as they are. */
export interface JobProgress {
  status?: JobStatus;
  progress?: number;
  done?: readonly LedgerEntry[];
  log?: readonly string[];
  subjectId?: string;
  error?: JobError;
  tries?: number;
  /**
   * Commits without waiting for the disk. After a power failure the write and all later ones may be lost; the
   * step then runs again and adopts its first effect.
   */
  relaxed?: boolean;
}

export type Replanned = Required<Pick<NewJob<object>, 'plan' | 'steps' | 'name'>>;

/** A name that only one job may hold at a time. */
export interface Reservation {
  kind: string;
  value: string;
}

export interface JobStore {
  /**
   * Writes the job and its audit record in one statement. Returns false, and writes nothing, when a job with
   * this id exists.
   */
  add(job: NewJob, at: Date, record?: NewAuditRecord): Promise<boolean>;
  find(jobId: string): Promise<JobRecord | undefined>;
  /**
   * Begins a run: raises `attempt` and `tries`, makes the job active, and appends the log line for its previous
   * status. Returns undefined when nothing can run: the job is finished, paused or unknown.
   */
  claim(
    jobId: string,
    at: Date,
    log: Record<'waiting' | 'delayed' | 'active', string>,
  ): Promise<JobRecord | undefined>;
  /**
   * Writes the progress of run `attempt` and its events in one statement. Returns false, and writes nothing,
   * when another run holds the job (the fence).
   */
  record(
    jobId: string,
    attempt: number,
    progress: JobProgress,
    at: Date,
    events?: readonly DomainEvent[],
  ): Promise<boolean>;
  /** Makes a paused job wait for a worker, with a new plan. Returns false when the job is not paused. */
  resume(jobId: string, replanned: Replanned, log: readonly string[], at: Date): Promise<boolean>;
  /** Fails a paused job without a run. Returns false when the job is not paused. */
  failPaused(jobId: string, error: JobError, log: readonly string[], at: Date): Promise<boolean>;
  /** Returns false when another job holds the name. */
  reserve(reservation: Reservation, jobId: string): Promise<boolean>;
  findHolder(reservation: Reservation): Promise<JobRecord | undefined>;
  release(jobId: string): Promise<void>;
}

declare module '../store.ts' {
  interface TenantStores {
    jobs: JobStore;
  }
}
