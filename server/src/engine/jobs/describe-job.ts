/** The published forms of jobs (docs/specification.md, section 5). */
import { messageOf } from '../../kernel/errors.ts';
import type { Message } from '../../kernel/messages.ts';
import {
  type BuiltObject,
  type Cancellation,
  type JobHead,
  type JobRecord,
  type JobStatus,
  type JobStepStatus,
  messagesOfLog,
  type SecondApproval,
} from './model.ts';
import type { JobChange } from './ports.ts';

const CURRENT_STEP_STATUS: Record<JobStatus, JobStepStatus> = {
  waiting: 'waiting',
  paused: 'waiting',
  delayed: 'waiting',
  active: 'active',
  completed: 'completed',
  failed: 'failed',
};

type Stepped = Pick<JobRecord, 'status' | 'steps' | 'ledger' | 'error' | 'wait' | 'lastActionAt'>;

/** Returns the reason why the current step is delayed or failed, and the time of its next try. */
function explainStep(
  { status, error, wait }: Stepped,
  name: string,
): Partial<Message & { nextTryDateTime: string }> {
  if (status === 'failed' && error?.step === name) return messageOf(error);
  if (status !== 'delayed' || wait === null) return {};
  return { ...messageOf(wait), nextTryDateTime: wait.until };
}

function describeSteps(record: Stepped) {
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

/** Describes the members of a job that lists also show. */
function describeHead(head: Omit<JobHead, 'step'>) {
  const { id, type, status, progress, requester, origin, cancellation, secondApproval } = head;
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
    secondApproval: describeSecondApproval(secondApproval),
    createdDateTime: head.createdAt.toISOString(),
    lastActionDateTime: head.lastActionAt.toISOString(),
  };
}

const describeSecondApproval = (approval: SecondApproval | null) =>
  approval && {
    roles: approval.roles,
    expiresDateTime: approval.expires,
    outcome: approval.outcome,
    approver: approval.approver,
    message: approval.message,
    decidedDateTime: approval.at,
  };

const describeCancellation = (cancellation: Cancellation | null) =>
  cancellation && {
    requestedBy: cancellation.by,
    requestedDateTime: cancellation.at,
    remove: cancellation.remove,
    removed: cancellation.removed ?? false,
  };

/** Describes a change to a job, with the new lines of its log. */
export function describeChange(change: JobChange) {
  const { id, status, progress, error, log, length } = change;
  return {
    id,
    status,
    progress,
    error,
    log: messagesOfLog(change, length - log.length),
    subject: { id: change.subjectId },
    cancellation: describeCancellation(change.cancellation),
    bulk: change.bulk,
    steps: describeSteps(change),
    lastActionDateTime: change.lastActionAt.toISOString(),
  };
}

export const summarizeJob = (head: JobHead) => ({
  ...describeHead(head),
  step: head.status === 'completed' ? null : head.step,
  error: head.error,
  approval: head.holdId === null ? null : { id: head.holdId },
});
export type JobSummary = ReturnType<typeof summarizeJob>;

/**
 * Returns the objects that the job created; undefined for a type that creates none, and when a cancellation has deleted
 * them.
 */
export function remainingObjectsOf<Plan>(
  record: JobRecord<Plan>,
  definition: { built?(record: JobRecord<Plan>): BuiltObject[] },
): BuiltObject[] | undefined {
  if (record.cancellation?.removed) return undefined;
  // Once the subject exists, the ledger lists everything that was built.
  const left = record.subjectId === null ? (record.left ?? []) : [];
  return definition.built && [...definition.built(record), ...left];
}

export function describeJob<Plan, Shown extends object>(
  record: JobRecord<Plan>,
  definition: {
    describe(record: JobRecord<Plan>): Shown;
    built?(record: JobRecord<Plan>): BuiltObject[];
  },
) {
  const built = record.status === 'failed' ? remainingObjectsOf(record, definition) : undefined;
  return {
    ...describeHead(record),
    log: messagesOfLog(record),
    data: {
      request: record.request,
      ...definition.describe(record),
      ...(record.error && { error: record.error }),
      ...(built && { built }),
    },
    steps: describeSteps(record),
  };
}

/** A job as the API publishes it. `Shown` holds the members that the job's type adds to `data`. */
export type Job<Shown extends object = object> = ReturnType<typeof describeJob<unknown, Shown>>;
