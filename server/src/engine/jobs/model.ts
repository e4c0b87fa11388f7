/** Jobs as `GET /jobs/{id}` publishes them (docs/specification.md, sections 5 and 8) and as the database holds them. */
import { type CreatedObject, messageOf } from '../../kernel/errors.ts';
import { asMessage, type Message, say, verbatim } from '../../kernel/messages.ts';
import type { Actor, Role } from '../principal.ts';

export type JobStatus = 'waiting' | 'active' | 'completed' | 'failed' | 'delayed' | 'paused';
export type JobStepStatus = 'waiting' | 'active' | 'completed' | 'failed' | 'skipped';

export interface JobError extends Message {
  code: string;
  step: string | null;
}

/** Why a delayed job waits, and the time of its next try. */
export interface JobWait extends Message {
  /** RFC 3339 UTC. */
  until: string;
  /** Set when the suite asked for the wait. Such a wait is not a failed try. */
  bySuite?: true;
}

/** A line of a log before it is written: its English text, and the message for translations. */
export interface LogLine {
  /** `<RFC 3339 time> <message>` */
  line: string;
  message?: Omit<Message, 'message'>;
}

/** A request to end a job before it is done. */
export interface Cancellation {
  by: Actor;
  /** Time of the request; RFC 3339 UTC. */
  at: string;
  /** Whether the job's effects are to be deleted (JobDefinition.remove). */
  remove: boolean;
  /**
   * Set once the runner has begun to delete the effects, or to complete the unfinished ones. From then on, `tries`
   * counts the tries of that work.
   */
  removing?: true;
  /** Set once the effects are deleted. */
  removed?: true;
  /**
   * Set when the job had failed before it was cancelled. It keeps its error and publishes no further event about its
   * end.
   */
  ended?: true;
}

/** The approval of a second administrator, without which the job does not start. */
export interface SecondApproval {
  /** Roles that may approve. */
  roles: Role[];
  /** End of the time to decide; RFC 3339 UTC. */
  expires: string;
  /** The person who decided; absent while the job waits, and after an expiry. */
  approver?: Actor;
  outcome?: 'approved' | 'rejected';
  message?: string;
  /** Time of the decision; RFC 3339 UTC. */
  at?: string;
}

export const cancelledError = ({ by }: Pick<Cancellation, 'by'>): JobError => ({
  code: 'Cancelled',
  ...say('jobs.cancelled', '{name} cancelled the job.', { name: by.displayName }),
  step: null,
});

/** Action and progress of a job that acts on many objects. */
export interface BulkProgress {
  action: string;
  /** Number of objects. */
  count: number;
  done: number;
  skipped: number;
  failed: number;
}

/** Progress of a step that has further parts. */
export interface StepProgress {
  /** Number of completed parts, among `count`. */
  done: number;
  count: number;
  /** Data for the next part. */
  state?: Record<string, unknown>;
}

/** The members of a job that lists show. */
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
    | 'secondApproval'
    | 'error'
    | 'cancellation'
    | 'bulk'
    | 'createdAt'
    | 'lastActionAt'
  > {
  /** The first step that is not on the ledger; null when all are. */
  step: string | null;
}

/** An object that a job created in the suite. The id is absent when the ledger does not have it. */
export type BuiltObject = CreatedObject;

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
  /** Percentage from 0 to 100, which never decreases. */
  progress: number;
  /** `<RFC 3339 time> <message>` (docs/specification.md, section 5), oldest first. */
  log: string[];
  /** Codes and parameters of the lines by their position, from 1. Lines of older versions have none. */
  logMessages: Readonly<Record<string, NonNullable<LogLine['message']>>>;
  requester: Actor;
  /** Id of the call that requested the job. The job's events carry the same id. */
  requestId: string;
  request: Record<string, unknown>;
  /** Input of the steps; null when they need only the request. */
  plan: Plan | null;
  steps: string[];
  ledger: LedgerEntry[];
  /** Id of the approval that the job needs, also after the approval. The job is `paused` until it is approved. */
  holdId: string | null;
  /** Set when a second administrator must approve the job, also afterwards. The job is `paused` until then. */
  secondApproval: SecondApproval | null;
  /** Id of the object that the job creates or changes; null until the object exists. */
  subjectId: string | null;
  subjectName: string | null;
  /** The template of the job, with its name at the time of the request. */
  origin: { id: string; name: string } | null;
  error: JobError | null;
  /** The wait that the last log line reports. Null when the last line reports no wait. */
  wait: JobWait | null;
  /** Objects that the unfinished step has created. Null when it has created none, or has not reported any. */
  left: BuiltObject[] | null;
  /** Number of the latest run. Only that run may write (fencing). */
  attempt: number;
  /** Progress of the current step; null for a step without parts, and before its first one. */
  part: StepProgress | null;
  /** Number of tries of the current step. Waits that the suite asks for, and handovers, do not count. */
  tries: number;
  /** Null unless somebody asked to cancel the job. */
  cancellation: Cancellation | null;
  /** Null unless the job acts on many objects. */
  bulk: BulkProgress | null;
  /** Operation id of the latest call that cancelled or retried the job. */
  operationId: string | null;
  createdAt: Date;
  lastActionAt: Date;
}

export function logLine(at: Date, message: string | Message): LogLine {
  const { message: english, ...source } = messageOf(asMessage(message));
  const line = `${at.toISOString()} ${english}`;
  return source.messageCode === undefined ? { line } : { line, message: source };
}

/** Splits log lines into the members of a job record. */
export function toLog(lines: readonly LogLine[]): Pick<JobRecord, 'log' | 'logMessages'> {
  const messages = lines.flatMap(({ message }, index) => (message ? [[String(index + 1), message]] : []));
  return { log: lines.map(({ line }) => line), logMessages: Object.fromEntries(messages) };
}

/** Returns the lines of a log as messages. @param from number of the lines of the whole log before them */
export const messagesOfLog = (
  { log, logMessages }: Pick<JobRecord, 'log' | 'logMessages'>,
  from = 0,
): Message[] =>
  log.map((line, index) => {
    const source = logMessages[from + index + 1];
    const space = line.indexOf(' ');
    const text = { message: line.slice(space + 1), ...source };
    if (source === undefined) return verbatim(line);
    return say('jobs.line', '{time} {text}', { time: line.slice(0, space), text });
  });

/** Returns the first step that is not on the ledger. */
export const currentStep = ({ steps, ledger }: Pick<JobRecord, 'steps' | 'ledger'>): string | null =>
  steps[ledger.length] ?? null;
