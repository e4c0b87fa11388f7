/** Notifies people of the end of a job, in the transaction that ends it. */
import { type AnyJobDefinition, type JobEnd, nameOfStep } from '../../engine/jobs/define-job.ts';
import type { JobError, JobRecord } from '../../engine/jobs/model.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import { newId } from '../../kernel/ids.ts';
import { messageOf } from '../../kernel/messages.ts';
import type {
  FailureFacts,
  FailureReason,
  NewNotification,
  NotificationFacts,
  NotificationKind,
} from './kinds.ts';

/** Administrators get at most one notification in this time about failures with the same reason at the same step. */
const QUIET_MILLISECONDS = 60 * 60_000;

const REASONS: Readonly<Record<string, FailureReason>> = {
  ServiceUnavailable: 'unavailable',
  TooManyRequests: 'unavailable',
  SuiteError: 'unavailable',
  InternalError: 'internal',
  NotFound: 'missing',
  NameAlreadyExists: 'taken',
  StepFailed: 'receiver',
};

/** A job with a template creates a team. Other jobs change one. */
const isRequest = ({ origin }: Pick<JobRecord, 'origin'>): boolean => origin !== null;

/** Returns the purpose of the job, by which the texts of the catalogue differ. */
export function purposeOf(job: Pick<JobRecord, 'origin' | 'bulk'>): FailureFacts['purpose'] {
  if (isRequest(job)) return 'request';
  return job.bulk === null ? 'work' : 'bulk';
}

/** Whether a person started the job. Apps and the service itself read no notifications. */
const isByPerson = ({ requester }: JobRecord): boolean => requester.kind === 'user';

const toRequester = (
  { requester }: JobRecord,
  kind: NotificationKind,
  facts: NotificationFacts,
): NewNotification => ({ id: newId(), addresseeId: requester.id, kind, facts });

/** The step that gives a team its name. Another step that meets a taken name is about a part of the team. */
const NAMING_STEP = 'createTeam';

function reasonOf({ code, step }: JobError): FailureReason {
  const reason = REASONS[code] ?? 'rejected';
  return reason === 'taken' && step !== NAMING_STEP ? 'rejected' : reason;
}

function failureFacts(definition: AnyJobDefinition, job: JobRecord, error: JobError): FailureFacts {
  const stepName = error.step === null ? undefined : nameOfStep(definition, error.step);
  return {
    jobId: job.id,
    purpose: purposeOf(job),
    teamName: job.subjectName ?? '',
    requesterName: job.requester.displayName,
    reason: reasonOf(error),
    step: error.step,
    ...(stepName?.messageCode !== undefined && { stepName }),
    detail: messageOf(error),
    remains: isRequest(job) && job.subjectId !== null,
  };
}

/** Notifies the requester that the team is ready. The results of other jobs show on the team itself. */
async function notifyOfSuccess(unit: UnitOfWork, job: JobRecord, at: Date): Promise<void> {
  const { id: builtBy, subjectId: teamId, subjectName, origin } = job;
  if (teamId === null || origin === null) return;
  const teamName = subjectName ?? '';
  const { team } = job.request as { team?: { name?: string } };
  const isRenamed = team?.name !== undefined && team.name !== teamName;
  const facts = {
    builtBy,
    teamId,
    teamName,
    templateName: origin.name,
    ...(isRenamed && { requestedName: team.name }),
  };
  await unit.notifications.add([toRequester(job, 'team_ready', facts)], at);
}

/** Notifies the requester, and also administrators unless only the requester can resolve the cause. */
async function notifyOfFailure(
  unit: UnitOfWork,
  job: JobRecord,
  facts: FailureFacts,
  at: Date,
): Promise<void> {
  const { reason, step } = facts;
  const added = isByPerson(job)
    ? [toRequester(job, isRequest(job) ? 'request_failed' : 'job_failed', facts)]
    : [];
  if (reason !== 'taken') {
    const since = new Date(at.getTime() - QUIET_MILLISECONDS);
    const administrators = await unit.notifications.findAdministrators({
      kind: 'job_failed',
      facts: { reason, step },
      since,
    });
    const others = administrators.filter((id) => id !== job.requester.id);
    const kind = 'job_failed';
    added.push(...others.map((addresseeId) => ({ id: newId(), addresseeId, kind, facts }) as const));
  }
  await unit.notifications.add(added, at);
}

/** Returns the writer of the notifications; undefined when nobody is notified. */
function writerOf(
  definition: AnyJobDefinition,
  job: JobRecord,
  error: JobError | undefined,
): JobEnd['write'] {
  if (error === undefined) {
    const isNotified = isByPerson(job) && isRequest(job);
    return isNotified ? (unit, at) => notifyOfSuccess(unit, job, at) : undefined;
  }
  // The call that cancels a job notifies its requester.
  if (error.code === 'Cancelled') return undefined;
  return (unit, at) => notifyOfFailure(unit, job, failureFacts(definition, job, error), at);
}

/** Returns the definition with notifications that are written when a job ends. */
export const notifyAtEnd = (definition: AnyJobDefinition): AnyJobDefinition => ({
  ...definition,
  end(job, error) {
    const end = definition.end(job, error);
    const notify = definition.notifiesItself ? undefined : writerOf(definition, job, error);
    if (notify === undefined) return end;
    return {
      ...end,
      async write(unit, at) {
        await end.write?.(unit, at);
        await notify(unit, at);
      },
    };
  },
});
