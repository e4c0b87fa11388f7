/** The published forms of jobs (docs/specification.md, section 5). */
import { messageOf } from '../../kernel/errors.ts';
import type { Message } from '../../kernel/messages.ts';
import type { Actor } from '../principal.ts';
import {
  type BuiltObject,
  type BulkProgress,
  type Cancellation,
  type JobError,
  type JobHead,
  type JobRecord,
  type JobStatus,
  type JobStepStatus,
  wordsOfLog,
} from './model.ts';

/** A step. Its message says why it waits, or has failed. */
export interface JobStep extends Partial<Message> {
  name: string;
  status: JobStepStatus;
  /** Start of the step; RFC 3339 UTC. */
  startedDateTime: string | null;
  completedDateTime: string | null;
  /** Time of the next try of a step that waits; RFC 3339 UTC. */
  nextTryDateTime?: string;
}

/** The members of a published job that lists show too. */
interface DescribedHead
  extends Pick<JobRecord, 'id' | 'type' | 'status' | 'progress' | 'requester' | 'origin'> {
  subject: { id: string | null; displayName: string | null };
  cancellation: {
    requestedBy: Actor;
    requestedDateTime: string;
    remove: boolean;
    removed: boolean;
  } | null;
  bulk: BulkProgress | null;
  createdDateTime: string;
  lastActionDateTime: string;
}

export interface JobSummary extends DescribedHead {
  step: string | null;
  error: JobError | null;
  approval: { id: string } | null;
}

/** A job as the API publishes it. `Shown` holds the members that the job's type adds to `data`. */
export interface Job<Shown extends object = object> extends DescribedHead {
  log: Message[];
  data: { request: Record<string, unknown>; error?: JobError; built?: BuiltObject[] } & Shown;
  steps: JobStep[];
}

const CURRENT_STEP_STATUS: Record<JobStatus, JobStepStatus> = {
  waiting: 'waiting',
  paused: 'waiting',
  delayed: 'waiting',
  active: 'active',
  completed: 'completed',
  failed: 'failed',
};

type Stepped = Pick<JobRecord, 'status' | 'steps' | 'ledger' | 'error' | 'wait' | 'lastActionAt'>;

/** Says why the current step waits, or has failed. */
function explainStep({ status, error, wait }: Stepped, name: string): Omit<Partial<JobStep>, 'name'> {
  if (status === 'failed' && error?.step === name) return messageOf(error);
  if (status !== 'delayed' || wait === null) return {};
  return { ...messageOf(wait), nextTryDateTime: wait.until };
}

function describeSteps(record: Stepped): JobStep[] {
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
    const reason = isCurrent ? explainStep(record, name) : {};
    return { name, status, startedDateTime, completedDateTime: null, ...reason };
  });
}

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
    cancellation: describeCancellation(cancellation),
    bulk: head.bulk,
    createdDateTime: head.createdAt.toISOString(),
    lastActionDateTime: head.lastActionAt.toISOString(),
  };
}

const describeCancellation = (cancellation: Cancellation | null): DescribedHead['cancellation'] =>
  cancellation && {
    requestedBy: cancellation.by,
    requestedDateTime: cancellation.at,
    remove: cancellation.remove,
    removed: cancellation.removed ?? false,
  };

/** A change of a job as the API publishes it. */
export interface DescribedChange
  extends Pick<JobRecord, 'id' | 'status' | 'progress' | 'error'>,
    Pick<DescribedHead, 'cancellation' | 'bulk' | 'lastActionDateTime'> {
  subject: { id: string | null };
  steps: JobStep[];
  /** The new lines of the log. */
  log: Message[];
}

export function describeChange(
  change: Pick<
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
    | 'log'
    | 'logMessages'
  > & { length: number },
): DescribedChange {
  const { id, status, progress, error, log, length } = change;
  return {
    id,
    status,
    progress,
    error,
    log: wordsOfLog(change, length - log.length),
    subject: { id: change.subjectId },
    cancellation: describeCancellation(change.cancellation),
    bulk: change.bulk,
    steps: describeSteps(change),
    lastActionDateTime: change.lastActionAt.toISOString(),
  };
}

export const summarizeJob = (head: JobHead): JobSummary => ({
  ...describeHead(head),
  step: head.status === 'completed' ? null : head.step,
  error: head.error,
  approval: head.holdId === null ? null : { id: head.holdId },
});

/** Returns what the job made and nobody has deleted since; undefined for a type that makes nothing. */
export function remainsOf<Plan>(
  record: JobRecord<Plan>,
  definition: { built?(record: JobRecord<Plan>): BuiltObject[] },
): BuiltObject[] | undefined {
  if (record.cancellation?.removed) return undefined;
  // Once the subject exists, the ledger tells what was built.
  const left = record.subjectId === null ? (record.left ?? []) : [];
  return definition.built && [...definition.built(record), ...left];
}

export function describeJob<Plan, Shown extends object>(
  record: JobRecord<Plan>,
  definition: {
    describe(record: JobRecord<Plan>): Shown;
    built?(record: JobRecord<Plan>): BuiltObject[];
  },
): Job<Shown> {
  const built = record.status === 'failed' ? remainsOf(record, definition) : undefined;
  return {
    ...describeHead(record),
    log: wordsOfLog(record),
    data: {
      request: record.request,
      ...definition.describe(record),
      ...(record.error && { error: record.error }),
      ...(built && { built }),
    },
    steps: describeSteps(record),
  };
}
