/** Jobs as `GET /jobs/{id}` publishes them (docs/specification.md, sections 5 and 8), and as the database holds them. */
import type { Actor } from '../principal.ts';

export type JobStatus = 'waiting' | 'active' | 'completed' | 'failed' | 'delayed' | 'paused';
export type JobStepStatus = 'waiting' | 'active' | 'completed' | 'failed' | 'skipped';

export interface JobError {
  code: string;
  message: string;
  step: string | null;
}

export interface JobStep {
  name: string;
  status: JobStepStatus;
  /** RFC 3339 UTC. */
  startedDateTime: string | null;
  completedDateTime: string | null;
}

/** A request to end a job before it is done. */
export interface Cancellation {
  by: Actor;
  /** RFC 3339 UTC. */
  at: string;
  /** Whether the job's effects are to be deleted (JobDefinition.remove). */
  remove: boolean;
  /** The runner has begun to delete them. `tries` counts the tries of the deletion since then. */
  removing?: true;
  /** They are deleted. */
  removed?: true;
}

/** The error of a cancelled job. */
export const cancelledError = ({ by }: Pick<Cancellation, 'by'>): JobError => ({
  code: 'Cancelled',
  message: `${by.displayName} cancelled the job.`,
  step: null,
});

/** What lists show of a job. */
export interface JobHead
  extends Pick<
    JobRecord,
    | 'id'
    | 'type'
    | 'status'
    | 'progress'
    | 'requester'
    | 'origin'
    | 'subjectId'
    | 'subjectName'
    | 'holdId'
    | 'error'
    | 'cancellation'
    | 'createdAt'
    | 'lastActionAt'
  > {
  /** The first step that is not on the ledger; null when all are. */
  step: string | null;
}

/** Published members that lists have too. */
interface DescribedHead
  extends Pick<JobRecord, 'id' | 'type' | 'status' | 'progress' | 'requester' | 'origin'> {
  subject: { id: string | null; displayName: string | null };
  cancellation: {
    requestedBy: Actor;
    requestedDateTime: string;
    remove: boolean;
    removed: boolean;
  } | null;
  createdDateTime: string;
  lastActionDateTime: string;
}

export interface JobSummary extends DescribedHead {
  step: string | null;
  error: JobError | null;
  approval: { id: string } | null;
}

/** A job as the interface publishes it. `Shown`: what its type adds to `data`. */
export interface Job<Shown extends object = object> extends DescribedHead, Pick<JobRecord, 'log'> {
  data: { request: Record<string, unknown>; error?: JobError; built?: BuiltObject[] } & Shown;
  steps: JobStep[];
}

/** Something that a job made in the suite. */
export interface BuiltObject {
  type: string;
  /** Absent when the ledger has no id of it. */
  id?: string;
  displayName: string;
}

/** A completed step. A step on the ledger never runs again. */
export interface LedgerEntry {
  step: string;
  status: 'completed' | 'skipped';
  startedDateTime: string;
  completedDateTime: string;
  /** Data for later steps, for example ids of created objects. */
  result?: Record<string, unknown>;
}

export interface JobRecord<Plan = unknown> {
  id: string;
  type: string;
  status: JobStatus;
  /** 0 to 100, never falling. */
  progress: number;
  /** `<RFC 3339 time> <message>` (docs/specification.md, section 5), oldest first. */
  log: string[];
  requester: Actor;
  /** The call that asked for it; its events carry the same id. */
  requestId: string;
  request: Record<string, unknown>;
  /** Input of the steps; null when the request suffices. */
  plan: Plan | null;
  steps: string[];
  ledger: LedgerEntry[];
  /** Id of what must release the job before it runs. Such a job is `paused`. */
  holdId: string | null;
  /** Id of what the job creates or changes; null until it exists. */
  subjectId: string | null;
  subjectName: string | null;
  /** What the job was made from, as it was called then. */
  origin: { id: string; name: string } | null;
  error: JobError | null;
  /** Number of the latest run. Only that run may write (fencing). */
  attempt: number;
  /** Runs since the last completed step. */
  tries: number;
  /** Null unless somebody asked to cancel the job. */
  cancellation: Cancellation | null;
  /** Operation id of the latest call that cancelled or retried the job. */
  operationId: string | null;
  createdAt: Date;
  lastActionAt: Date;
}

export const logLine = (at: Date, message: string): string => `${at.toISOString()} ${message}`;

const CURRENT_STEP_STATUS: Record<JobStatus, JobStepStatus> = {
  waiting: 'waiting',
  paused: 'waiting',
  delayed: 'waiting',
  active: 'active',
  completed: 'completed',
  failed: 'failed',
};

function describeSteps(record: JobRecord): JobStep[] {
  return record.steps.map((name, position) => {
    const entry = record.ledger[position];
    if (entry !== undefined) {
      const { status, startedDateTime, completedDateTime } = entry;
      return { name, status, startedDateTime, completedDateTime };
    }
    const isCurrent = position === record.ledger.length;
    const isUntried = record.status === 'failed' && record.error?.step !== name;
    const status = isCurrent && !isUntried ? CURRENT_STEP_STATUS[record.status] : 'waiting';
    const startedDateTime = status === 'active' ? record.lastActionAt.toISOString() : null;
    return { name, status, startedDateTime, completedDateTime: null };
  });
}

/** Returns the first step that is not on the ledger. */
export const presentStep = ({ steps, ledger }: Pick<JobRecord, 'steps' | 'ledger'>): string | null =>
  steps[ledger.length] ?? null;

function describeHead(head: Omit<JobHead, 'step'>): DescribedHead {
  const { id, type, status, progress, requester, origin, cancellation } = head;
  return {
    id,
    type,
    status,
    progress,
    requester,
    origin,
    subject: { id: head.subjectId, displayName: head.subjectName },
    cancellation: cancellation && {
      requestedBy: cancellation.by,
      requestedDateTime: cancellation.at,
      remove: cancellation.remove,
      removed: cancellation.removed ?? false,
    },
    createdDateTime: head.createdAt.toISOString(),
    lastActionDateTime: head.lastActionAt.toISOString(),
  };
}

export const summarizeJob = (head: JobHead): JobSummary => ({
  ...describeHead(head),
  step: head.status === 'completed' ? null : head.step,
  error: head.error,
  approval: head.holdId === null ? null : { id: head.holdId },
});

export function describeJob<Plan, Shown extends object>(
  record: JobRecord<Plan>,
  definition: {
    describe(record: JobRecord<Plan>): Shown;
    built?(record: JobRecord<Plan>): BuiltObject[];
  },
): Job<Shown> {
  const isRemoved = record.cancellation?.removed === true;
  const built = record.status === 'failed' && !isRemoved ? definition.built?.(record) : undefined;
  return {
    ...describeHead(record),
    log: record.log,
    data: {
      request: record.request,
      ...definition.describe(record),
      ...(record.error && { error: record.error }),
      ...(built && { built }),
    },
    steps: describeSteps(record),
  };
}
