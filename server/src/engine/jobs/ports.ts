import type { NewAuditRecord } from '../audit/model.ts';
import type { DomainEvent } from '../events/model.ts';
import type { Cancellation, JobError, JobHead, JobRecord, JobStatus, LedgerEntry } from './model.ts';

/** A job before its first write: `waiting` or `paused`, without a run. */
export interface NewJob<Plan = unknown>
  extends Pick<JobRecord<Plan>, 'id' | 'type' | 'requester' | 'requestId' | 'plan' | 'subjectId'> {
  request: object;
  steps: readonly string[];
  log: readonly string[];
  /** Display name of what the job creates; others who want the name can find it (isNameRequested). */
  name?: string;
  /** Display name of what the job creates or changes. Default: `name`. */
  subjectName?: string;
  /** The source of the job. */
  origin?: { id: string; name: string };
  /** Id of what must release the job; such a job is `paused`. */
  holdId?: string;
}

/** Returns the record that the database holds after the job was added. */
export const firstRecord = <Plan>(
  { name, subjectName, origin, holdId, ...job }: NewJob<Plan>,
  at: Date,
): JobRecord<Plan> => ({
  ...job,
  subjectName: subjectName ?? name ?? null,
  origin: origin ?? null,
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
  cancellation: null,
  operationId: null,
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
  /** Merged into the job's cancellation, if it has one. */
  cancellation?: Partial<Cancellation>;
  /** Writes nothing when somebody asked to cancel the job. */
  unlessCancelled?: boolean;
}

/** The result of a write by a run. */
export interface Recorded {
  /** Set when somebody asked to cancel the job. */
  cancellation: Cancellation | null;
}

/** A call that ends a job which no worker has, or asks its worker to end it. */
export interface CancelRequest {
  cancellation: Cancellation;
  /** Operation id of the call. */
  operationId: string;
  log: readonly string[];
}

export type JobPosition = Pick<JobRecord, 'id' | 'createdAt'>;

export interface JobQuery {
  top: number;
  /** The last job of the previous page. */
  after: JobPosition | undefined;
  conditions: readonly JobCondition[];
}

/** All must hold. */
export type JobCondition =
  | {
      field: 'status' | 'outcome' | 'failedStep' | 'type' | 'originId' | 'requesterId';
      operator: 'eq';
      value: string;
    }
  | { field: 'createdAt'; operator: 'eq' | 'ge' | 'gt' | 'le' | 'lt'; value: Date };

/** What has changed of a job since its log had a certain length. */
export interface JobChange
  extends Pick<
    JobRecord,
    | 'id'
    | 'status'
    | 'progress'
    | 'steps'
    | 'ledger'
    | 'subjectId'
    | 'error'
    | 'cancellation'
    | 'lastActionAt'
  > {
  /**
   * Lines of the whole log. Each write that a reader must notice adds at least one, so the number is the job's version.
   */
  length: number;
  /** The new lines. */
  log: string[];
}

export type Replanned = Required<Pick<NewJob<object>, 'plan' | 'steps' | 'name'>>;

/** A name that only one job may hold at a time. */
export interface Reservation {
  kind: string;
  value: string;
}

/** The names that jobs hold. */
export interface ReservationStore {
  /** Returns false when another job holds the name. */
  reserve(reservation: Reservation, jobId: string): Promise<boolean>;
  findHolder(reservation: Reservation): Promise<JobRecord | undefined>;
  release(jobId: string): Promise<void>;
}

export interface JobStore extends ReservationStore {
  /**
   * Writes the job and its audit record in one statement. Returns false, and writes nothing, when a job with
   * this id exists.
   */
  add(job: NewJob, at: Date, record?: NewAuditRecord): Promise<boolean>;
  find(jobId: string): Promise<JobRecord | undefined>;
  /**
   * Begins a run: raises `attempt` and `tries`, makes the job active, and appends the log line for its previous
   * status; none after a wait, because the run may only find that it must wait on (recorded-job.ts). Returns undefined when nothing can run: the job is finished, paused or unknown.
   */
  claim(
    jobId: string,
    at: Date,
    log: Record<'waiting' | 'delayed' | 'active', string>,
  ): Promise<JobRecord | undefined>;
  /**
   * Writes the progress of run `attempt` and its events in one statement. Returns undefined, and writes nothing,
   * when another run holds the job (the fence).
   */
  record(
    jobId: string,
    attempt: number,
    progress: JobProgress,
    at: Date,
    events?: readonly DomainEvent[],
  ): Promise<Recorded | undefined>;
  /** Makes a paused job wait for a worker, with a new plan. Returns false when the job is not paused. */
  resume(jobId: string, replanned: Replanned, log: readonly string[], at: Date): Promise<boolean>;
  /** Fails a paused job without a run. Returns false when the job is not paused. */
  failPaused(
    jobId: string,
    error: JobError,
    log: readonly string[],
    at: Date,
    cancel?: Partial<Pick<CancelRequest, 'cancellation' | 'operationId'>>,
  ): Promise<boolean>;
  /** Fails a waiting or delayed job. Returns false when a run has begun since `attempt`. */
  failUnclaimed(
    jobId: string,
    attempt: number,
    error: JobError,
    request: CancelRequest,
    at: Date,
  ): Promise<boolean>;
  /**
   * Asks the job's present run to end it, or the next one. A job that waits for a later time waits no longer.
   * Returns the status, `active` or `waiting`; undefined when the job is paused, finished or already cancelled.
   */
  requestCancel(jobId: string, request: CancelRequest, at: Date): Promise<JobStatus | undefined>;
  /** Makes a job that failed at a step wait for a worker, with a new count of tries. Returns false for others. */
  retry(jobId: string, operationId: string, log: readonly string[], at: Date): Promise<boolean>;
  /** Newest first; at least one more than the page size when another page follows. */
  list(query: JobQuery): Promise<JobHead[]>;
  /** Returns the changed ones of the jobs. @param seen length of the log that the caller has, by id */
  changesSince(seen: ReadonlyMap<string, number>): Promise<JobChange[]>;
}

declare module '../store.ts' {
  interface TenantStores {
    jobs: JobStore;
  }
}
