import { purposeOf } from '../../domain/notifications/job-ends.ts';
import type { NewNotification } from '../../domain/notifications/kinds.ts';
import type { Deps } from '../../engine/deps.ts';
import type { AnyJobDefinition } from '../../engine/jobs/define-job.ts';
import { type Job, remainingObjectsOf } from '../../engine/jobs/describe-job.ts';
import { type Cancellation, cancelledError, type JobRecord, logLine } from '../../engine/jobs/model.ts';
import type { CancelRequest } from '../../engine/jobs/ports.ts';
import {
  type Actor,
  actorOf,
  type Cause,
  causeOf,
  type Principal,
  type RequestContext,
} from '../../engine/principal.ts';
import { conflict, invalidField, messageOf } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { type Message, say, sentences } from '../../kernel/messages.ts';
import { retryConflicts } from '../../kernel/retry.ts';
import { cancelWithJob } from '../approvals/end-approval.ts';
import type { ProvisioningJobData } from '../provisioning/job.ts';
import { findChangeableJob } from './access.ts';
import { notificationsOfDecision } from './decide-job.ts';
import { describeAnyJob, jobDefinitionOf, type WithDefinitions } from './definition-of.ts';

export interface CancelJobDeps extends Pick<Deps, 'store' | 'clock'>, WithDefinitions {}

export interface CancelJobInput {
  jobId: string;
  /** Whether to delete what the job has built. */
  remove: boolean;
}

/** One attempt to cancel the job, in the state in which it was read. */
interface Cancelling {
  deps: CancelJobDeps;
  tenantId: string;
  job: JobRecord<never>;
  cancellation: Cancellation;
  cause: Cause;
  operationId: string;
  at: Date;
}

/** Whether the call asks for the removal of a failed job's objects, and some of them are left. */
const canCleanUp = (job: JobRecord, { remove }: CancelJobInput, definition: AnyJobDefinition): boolean =>
  job.status === 'failed' &&
  remove &&
  definition.remove !== undefined &&
  (remainingObjectsOf(job as JobRecord<never>, definition)?.length ?? 0) > 0;

/** @throws Conflict, InvalidRequest at `remove` */
function assertCancellable(job: JobRecord, input: CancelJobInput, definition: AnyJobDefinition): void {
  const { remove } = input;
  if (canCleanUp(job, input, definition)) return;
  if (job.status === 'completed') {
    throw conflict(say('jobs.completedAlready', 'The job is completed. There is nothing left to cancel.'));
  }
  if (job.status === 'failed') {
    if (remove) {
      throw conflict(
        say('jobs.nothingLeft', 'The job has ended already. Nothing that it has built is left to delete.'),
      );
    }
    throw conflict(say('jobs.endedAlready', 'The job has ended already. There is nothing left to cancel.'));
  }
  if (remove && definition.remove === undefined) {
    const message = say('jobs.makesNothing', 'A job of type {type} makes nothing that could be deleted.', {
      type: job.type,
    });
    throw invalidField('remove', message);
  }
  if (remove && job.cancellation?.remove === false) {
    const message = say(
      'jobs.cancelledAlready',
      '{name} has cancelled the job, and what was built stays. Delete the team when the job has ended.',
      { name: job.cancellation.by.displayName },
    );
    throw conflict(message);
  }
}

/**
 * Returns the notification to the requester when somebody else cancels, otherwise none. Requesters other than people
 * read no notifications.
 */
function notificationsForRequester({ job, cancellation: { by, remove } }: Cancelling): NewNotification[] {
  const { requester } = job;
  if (requester.kind !== 'user' || requester.id === by.id) return [];
  const facts = {
    jobId: job.id,
    purpose: purposeOf(job),
    teamName: job.subjectName ?? '',
    actorName: by.displayName,
    removes: remove,
  };
  return [{ id: newId(), addresseeId: requester.id, kind: 'job_cancelled', facts }];
}

function askedBy(name: string, { remove, ended }: Cancellation): Message {
  if (ended) return say('jobs.askedToCleanUp', '{name} asked to delete what was built.', { name });
  return remove
    ? say('jobs.askedToRemove', '{name} asked to cancel the job and to delete what was built.', { name })
    : say('jobs.askedToCancel', '{name} asked to cancel the job.', { name });
}

/** Requests the cancellation from the worker that runs the job, or from the next one. */
function askRun(cancelling: Cancelling): Promise<boolean> {
  const { deps, tenantId, job, cancellation, cause, operationId, at } = cancelling;
  const name = cancellation.by.displayName;
  const log = [logLine(at, askedBy(name, cancellation))];
  return deps.store.transaction(tenantId, async (unit) => {
    const status = await unit.jobs.requestCancel(job.id, { cancellation, operationId, log }, at);
    if (status === undefined) return false;
    if (status === 'waiting') await unit.queue.runJob({ tenantId, jobId: job.id });
    const record = jobDefinitionOf(job, deps).cancelled(job, cause, cancellation.remove);
    await unit.audit.append([record], at);
    await unit.notifications.add(notificationsForRequester(cancelling), at);
    return true;
  });
}

/** Ends a job that no worker runs, with its event and audit record. */
function endNow(cancelling: Cancelling): Promise<boolean> {
  const { deps, tenantId, job, cancellation, cause, operationId, at } = cancelling;
  const definition = jobDefinitionOf(job, deps);
  const error = cancelledError(cancellation);
  const line = sentences([messageOf(error), definition.remains?.(job) ?? []].flat());
  const request: CancelRequest = { cancellation, operationId, log: [logLine(at, line)] };
  const { events, records, write } = definition.end(job, error);
  return deps.store.transaction(tenantId, async (unit) => {
    if (!(await unit.jobs.failUnclaimed(job.id, job.attempt, error, request, at))) return false;
    await unit.jobs.release(job.id);
    const happened = events.map((event) => ({ ...event, actor: job.requester, requestId: job.requestId }));
    await unit.events.append(happened, at);
    await unit.audit.append([definition.cancelled(job, cause, cancellation.remove), ...records], at);
    await write?.(unit, at);
    await unit.notifications.add(notificationsForRequester(cancelling), at);
    return true;
  });
}

/** Ends a job that waits for a second administrator. */
function endUnapproved(cancelling: Cancelling): Promise<boolean> {
  const { deps, tenantId, job, cancellation, cause, operationId, at } = cancelling;
  const definition = jobDefinitionOf(job, deps);
  const error = cancelledError(cancellation);
  const call = { cancellation, operationId };
  return deps.store.transaction(tenantId, async (unit) => {
    if (!(await unit.jobs.failPaused(job.id, error, [logLine(at, error)], at, call))) return false;
    await unit.jobs.release(job.id);
    const { records } = definition.end(job, error);
    await unit.audit.append([definition.cancelled(job, cause, cancellation.remove), ...records], at);
    const { id, displayName } = cancellation.by;
    if (job.requester.id !== id)
      await unit.notifications.add(notificationsOfDecision(job, 'rejected', displayName), at);
    return true;
  });
}

/** Ends a job that waits for its approval, together with the approval. */
async function endPaused(cancelling: Cancelling): Promise<boolean> {
  const { deps, tenantId, job, cancellation, cause, operationId } = cancelling;
  if (job.secondApproval !== null) return endUnapproved(cancelling);
  const approval = job.holdId === null ? undefined : await deps.store.in(tenantId).approvals.find(job.holdId);
  if (approval === undefined) throw new Error(`Job ${job.id} is paused without an approval.`);
  if (approval.status !== 'pending') return false;
  const record = jobDefinitionOf(job, deps).cancelled(job, cause, cancellation.remove);
  return cancelWithJob(deps, tenantId, approval, {
    cancellation,
    cause,
    operationId,
    record,
    notifications: notificationsForRequester(cancelling),
  });
}

/** Returns false, and changes nothing, when the job has changed since it was read. */
function cancel(cancelling: Cancelling): Promise<boolean> {
  const { deps, job, cancellation } = cancelling;
  if (job.status === 'paused') return endPaused(cancelling);
  // An earlier run may have created an object that is not on the ledger, or left changes in progress.
  const hasLastWork = cancellation.remove || jobDefinitionOf(job, deps).settle !== undefined;
  const mustRun = cancellation.ended || (hasLastWork && job.attempt > 0);
  return job.status === 'active' || mustRun ? askRun(cancelling) : endNow(cancelling);
}

const isRepeated = (job: JobRecord, { operationId }: RequestContext): boolean =>
  job.operationId === operationId;

/**
 * Cancels a job. A job that no worker runs ends at once; an active one ends after its current step. Created objects
 * stay unless `remove` asks to delete them: a job that has run then ends after a worker has deleted them. With
 * `remove`, a worker also deletes the objects that a failed job has created, and the job keeps its error. Returns the
 * job in its new state. A call repeated under the same operation id changes nothing further.
 * @throws NotFound, Forbidden, Conflict, InvalidRequest at `remove`
 */
export async function cancelJob(
  deps: CancelJobDeps,
  principal: Principal,
  context: RequestContext,
  input: CancelJobInput,
): Promise<Job<ProvisioningJobData>> {
  const { tenantId } = principal;
  const by: Actor = actorOf(principal);
  const tryOnce = async (): Promise<JobRecord | undefined> => {
    const job = await findChangeableJob(deps.store, principal, input.jobId);
    if (isRepeated(job, context)) return job;
    assertCancellable(job, input, jobDefinitionOf(job, deps));
    const hasEnded = job.status === 'failed';
    if (job.cancellation !== null && !hasEnded) return job;
    const at = deps.clock.now();
    const done = await cancel({
      deps,
      tenantId,
      job: job as JobRecord<never>,
      cancellation: { by, at: at.toISOString(), remove: input.remove, ...(hasEnded && { ended: true }) },
      cause: causeOf(principal, context),
      operationId: context.operationId,
      at,
    });
    return done ? deps.store.in(tenantId).jobs.find(job.id) : undefined;
  };
  const job = await retryConflicts(
    tryOnce,
    say('jobs.changes', 'The job changes at the same moment. Try again.'),
  );
  return describeAnyJob(job, deps);
}
