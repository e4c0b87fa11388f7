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

/** A job as the interface publishes it. `Shown`: what its type adds to `data`. */
export interface Job<Shown extends object = object>
  extends Pick<JobRecord, 'id' | 'type' | 'status' | 'progress' | 'log'> {
  data: { request: Record<string, unknown>; error?: JobError } & Shown;
  createdDateTime: string;
  lastActionDateTime: string;
  steps: JobStep[];
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
  error: JobError | null;
  /** Number of the latest run. Only that run may write (fencing). */
  attempt: number;
  /** Runs since the last completed step. */
  tries: number;
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
    const status = isCurrent ? CURRENT_STEP_STATUS[record.status] : 'waiting';
    const startedDateTime = status === 'active' ? record.lastActionAt.toISOString() : null;
    return { name, status, startedDateTime, completedDateTime: null };
  });
}

export function describeJob<Plan, Shown extends object>(
  record: JobRecord<Plan>,
  definition: { describe(record: JobRecord<Plan>): Shown },
): Job<Shown> {
  const { id, type, status, progress, log } = record;
  return {
    id,
    type,
    status,
    progress,
    log,
    data: {
      request: record.request,
      ...definition.describe(record),
      ...(record.error && { error: record.error }),
    },
    createdDateTime: record.createdAt.toISOString(),
    lastActionDateTime: record.lastActionAt.toISOString(),
    steps: describeSteps(record),
  };
}
