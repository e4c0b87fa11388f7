import type { NewAuditRecord } from '../audit/model.ts';
import type { DomainEvent } from '../events/model.ts';
import {
  type BuiltObject,
  type BulkProgress,
  type Cancellation,
  type JobError,
  type JobHead,
  type JobRecord,
  type JobStatus,
  type JobWait,
  type LedgerEntry,
  type LogLine,
  type SecondApproval,
  type StepProgress,
  toLog,
} from './model.ts';

/** A job before its first write: `waiting` or `paused`, without a run. */
export interface NewJob<Plan = unknown>
  extends Pick<JobRecord<Plan>, 'id' | 'type' | 'requester' | 'requestId' | 'plan' | 'subjectId'> {
  request: object;
  steps: readonly string[];
  log: readonly LogLine[];
  /**
   * Display name of the object that the job creates. TeamNameStore.isRequested finds it for later requests for the
   * same name.
   */
  name?: string;
  /** Display name of the object that the job creates or changes. Default: `name`. */
  subjectName?: string;
  /** The template of the job. */
  origin?: { id: string; name: string };
  /** Id of the approval that must release the job. Such a job is `paused`, unless it is released from the start. */
  holdId?: string;
  isReleased?: boolean;
  /** The approval of a second administrator that the job waits for. Such a job is `paused`. */
  secondApproval?: SecondApproval;
  /** Progress of a job that acts on many objects. The runs of such jobs come after those of other jobs. */
  bulk?: BulkProgress;
}

/** Whether the job waits for an approval before its first run. */
export const isHeld = ({ holdId, isReleased = false, secondApproval }: NewJob): boolean =>
  (holdId !== undefined && !isReleased) || secondApproval !== undefined;

/** Returns the record that the database holds after the job was added. */
export const newJobRecord = <Plan>(newJob: NewJob<Plan>, at: Date): JobRecord<Plan> => {
  const { name, subjectName, origin, holdId, isReleased: _, secondApproval, bulk, ...job } = newJob;
  return {
    ...job,
    subjectName: subjectName ?? name ?? null,
    origin: origin ?? null,
    request: job.request as Record<string, unknown>,
    steps: [...job.steps],
    ...toLog(job.log),
    status: isHeld(newJob) ? 'paused' : 'waiting',
    progress: 0,
    ledger: [],
    holdId: holdId ?? null,
    secondApproval: secondApproval ?? null,
    error: null,
    wait: null,
    left: null,
    part: null,
    attempt: 0,
    tries: 0,
    cancellation: null,
    bulk: bulk ?? null,
    operationId: null,
    createdAt: at,
    lastActionAt: at,
  };
};

/** The changes that a run writes to its job. Absent members stay as they are. */
export interface JobProgress {
  status?: JobStatus;
  progress?: number;
  done?: readonly LedgerEntry[];
  log?: readonly LogLine[];
  subjectId?: string;
  error?: JobError;
  /** Why the job waits; for the status `delayed`. */
  wait?: JobWait;
  /** Objects that a failed run has left in the suite. */
  left?: readonly BuiltObject[];
  /** Progress of the current step. Each record replaces it. */
  part?: StepProgress | null;
  tries?: number;
  bulk?: BulkProgress;
  /**
   * Whether to commit without waiting for the disk. A power failure may undo the write, and with it all later ones.
   * The steps then run again and adopt their earlier effects.
   */
  relaxed?: boolean;
  /** Members to merge into the job's cancellation, if it has one. */
  cancellation?: Partial<Cancellation>;
  /** Whether to write nothing when somebody asked to cancel the job. */
  unlessCancelled?: boolean;
}

/** The result of a write by a run. */
export interface RecordResult {
  /** The request to cancel the job; null when there is none. */
  cancellation: Cancellation | null;
}

/** A call that cancels a job: it asks the job's worker to end the job, or ends a job that no worker runs. */
export interface CancelRequest {
  cancellation: Cancellation;
  /** Operation id of the call. */
  operationId: string;
  log: readonly LogLine[];
}

/** The objects that a failed job left in the suite. */
export interface RemainingObjects extends Pick<JobRecord, 'id' | 'requester'> {
  left: BuiltObject[];
}

export type JobPosition = Pick<JobRecord, 'id' | 'createdAt'>;

export interface JobQuery {
  top: number;
  /** The last job of the previous page. */
  after: JobPosition | undefined;
  /** Parts of words in the name of the team; all must be in it. */
  search?: string | undefined;
  conditions: readonly JobCondition[];
}

/** A filter of a list of jobs. All conditions of a query must hold. */
export type JobCondition =
  | {
      field: 'status' | 'outcome' | 'failedStep' | 'type' | 'originId' | 'requesterId';
      operator: 'eq';
      value: string;
    }
  | { field: 'createdAt'; operator: 'eq' | 'ge' | 'gt' | 'le' | 'lt'; value: Date };

/** A job whose log has grown since a reader saw it. */
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
    | 'wait'
    | 'cancellation'
    | 'bulk'
    | 'lastActionAt'
    | 'logMessages'
  > {
  /** Number of lines of the whole log. Each write that a reader must detect adds a line, so the number is a version. */
  length: number;
  /** The new lines of the log. */
  log: string[];
}

/** A new plan. Keeps the job's name if `name` is absent. */
export type ReplannedJob = Required<Pick<NewJob<object>, 'plan' | 'steps'>> & Pick<NewJob, 'name'>;

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
  /** Finds the objects that failed jobs left behind under this name, the latest job first. */
  findLeft(name: string): Promise<RemainingObjects[]>;
  /**
   * Begins a run: increments `attempt` and `tries`, makes the job active, and appends the log line for its previous
   * status. Appends no line after a wait, because the run may have to wait again at once (recorded-job.ts), and none
   * when a bulk job continues. Returns undefined when nothing can run: the job is finished, paused or unknown.
   */
  claim(
    jobId: string,
    at: Date,
    log: Record<'waiting' | 'delayed' | 'active', LogLine>,
  ): Promise<JobRecord | undefined>;
  /**
   * Writes the progress of run `attempt` and its events in one statement. Returns undefined, and writes nothing,
   * when another run holds the job (the fence), or the job is cancelled and `unlessCancelled` is set.
   */
  record(
    jobId: string,
    attempt: number,
    progress: JobProgress,
    at: Date,
    events?: readonly DomainEvent[],
  ): Promise<RecordResult | undefined>;
  /** Makes a paused job wait for a worker, with a new plan. Returns false when the job is not paused. */
  resume(jobId: string, replanned: ReplannedJob, log: readonly LogLine[], at: Date): Promise<boolean>;
  /** Gives a paused job, which stays paused, a new plan. Returns false when the job is not paused. */
  replan(jobId: string, replanned: ReplannedJob, at: Date): Promise<boolean>;
  /** Fails a paused job without a run. Returns false when the job is not paused. */
  failPaused(
    jobId: string,
    error: JobError,
    log: readonly LogLine[],
    at: Date,
    call?: Partial<Pick<CancelRequest, 'cancellation' | 'operationId'>> & { secondApproval?: SecondApproval },
  ): Promise<boolean>;
  /** Makes a job that a second administrator approved wait for a worker. Returns false when the job is not paused. */
  approve(
    jobId: string,
    secondApproval: SecondApproval,
    operationId: string,
    log: readonly LogLine[],
    at: Date,
  ): Promise<boolean>;
  /** Returns the jobs whose time for a second approval has ended, at most `limit`. */
  listUnapproved(at: Date, limit: number): Promise<JobRecord[]>;
  /** Fails a waiting or delayed job. Returns false when a run has begun since attempt `attempt`. */
  failUnclaimed(
    jobId: string,
    attempt: number,
    error: JobError,
    request: CancelRequest,
    at: Date,
  ): Promise<boolean>;
  /**
   * Asks the current run of the job, or the next one, to end the job. A delayed job becomes due at once. Returns the
   * status, `active` or `waiting`; undefined when the job is paused, finished or already cancelled. With `ended`,
   * makes a failed job wait for a run that deletes its effects; undefined for other jobs.
   */
  requestCancel(jobId: string, request: CancelRequest, at: Date): Promise<JobStatus | undefined>;
  /**
   * Makes a job that failed at a step wait for a worker, and resets its count of tries. Returns false for other jobs.
   */
  retry(jobId: string, operationId: string, log: readonly LogLine[], at: Date): Promise<boolean>;
  /** Lists jobs, newest first. Returns at least one more than the page size when another page follows. */
  list(query: JobQuery): Promise<JobHead[]>;
  /** Returns the jobs that have changed. @param seen length of the log that the caller knows, by the job's id */
  changesSince(seen: ReadonlyMap<string, number>): Promise<JobChange[]>;
}

declare module '../store.ts' {
  interface TenantStores {
    jobs: JobStore;
  }
}
