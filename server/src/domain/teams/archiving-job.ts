/** The common part of the jobs that archive and unarchive teams and channels. */

import type { RecordDefinition } from '../../engine/audit/define-record.ts';
import type { NewEvent } from '../../engine/events/model.ts';
import { causeOfJob, failureFields, type JobDefinition } from '../../engine/jobs/define-job.ts';
import { type JobRecord, logLine } from '../../engine/jobs/model.ts';
import { type NewJob, newJobRecord } from '../../engine/jobs/ports.ts';
import { type ActingPrincipal, actorOf, type RequestContext } from '../../engine/principal.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import { type Message, say } from '../../kernel/messages.ts';

export interface ArchivingRequest {
  team: { id: string; displayName: string };
  /** Makes the site read-only for members while the team or channel is archived. Only for archiving. */
  shouldSetSpoSiteReadOnlyForMembers?: boolean;
}

type RecordOf<Request, Own extends string = never> = RecordDefinition<Request & { id: string }, Own>;

/** What distinguishes one of the jobs. */
export interface ArchivingKind<Request extends ArchivingRequest> {
  type: string;
  step: string;
  /** Description of the step. */
  name: Message;
  /** Makes the change. Returns whether this call has made it. */
  change(suite: Suite, tenantId: string, request: Request): Promise<boolean>;
  /** Lines for the log. */
  changed(request: Request): Message;
  unchanged: Message;
  /** The event of the change. */
  happened(request: Request): NewEvent;
  records: {
    requested: RecordOf<Request, 'siteReadOnly'>;
    skipped: RecordOf<Request>;
    failed: RecordOf<Request, 'errorCode' | 'errorMessage' | 'errorStep'>;
    cancelled: RecordOf<Request, 'remove'>;
    retried: RecordOf<Request, 'errorStep'>;
  };
}

/**
 * Writes the job and queues it in the caller's transaction. Returns the job. A repeated call with the same operation id
 * returns the first call's job.
 */
export async function enqueueArchiving<Request extends ArchivingRequest>(
  unit: UnitOfWork,
  principal: ActingPrincipal,
  context: RequestContext,
  { type, step, records }: ArchivingKind<Request>,
  request: Request,
  at: Date,
): Promise<JobRecord> {
  const job: NewJob = {
    id: context.operationId,
    type,
    requester: actorOf(principal),
    requestId: context.requestId,
    request: { ...request },
    plan: null,
    steps: [step],
    log: [logLine(at, say('jobs.queued', 'Queued.'))],
    subjectId: request.team.id,
    subjectName: request.team.displayName,
  };
  const siteReadOnly = request.shouldSetSpoSiteReadOnlyForMembers;
  const record = records.requested.record({ ...request, id: job.id }, causeOfJob(job), { siteReadOnly });
  if (await unit.jobs.add(job, at, record)) {
    await unit.queue.runJob({ tenantId: principal.tenantId, jobId: job.id });
    return newJobRecord(job, at);
  }
  const existing = await unit.jobs.find(job.id);
  if (existing === undefined) throw new Error(`Job ${job.id} existed a moment ago and is gone.`);
  return existing;
}

/**
 * Whether another caller made the change. In a later run, the change may be this job's own: an earlier run may have
 * ended between the change and its record.
 */
const isByOthers = (job: JobRecord, hasChanged: boolean): boolean => !hasChanged && job.attempt === 1;

/** Returns the definition of the job, for `defineJob`. */
export function archivingJob<Request extends ArchivingRequest>(
  kind: ArchivingKind<Request>,
): JobDefinition<unknown, { team?: { id: string } }> {
  const { type, step, name, records } = kind;
  const requestOf = (job: JobRecord): Request => job.request as unknown as Request;
  const subjectOf = (job: JobRecord) => ({ ...requestOf(job), id: job.id });
  return {
    type,
    steps: {
      [step]: async ({ suite, tenantId, job }) => {
        const request = requestOf(job);
        const hasChanged = await kind.change(suite, tenantId, request);
        return isByOthers(job, hasChanged)
          ? { status: 'skipped', message: kind.unchanged }
          : { message: kind.changed(request) };
      },
    },
    names: { [step]: name },
    /** Returns the event of the change, or an audit record when nothing changed or the job failed. */
    end(job, error) {
      const cause = causeOfJob(job);
      if (error !== undefined) {
        return { events: [], records: [records.failed.record(subjectOf(job), cause, failureFields(error))] };
      }
      if (job.ledger.every(({ status }) => status === 'skipped')) {
        return { events: [], records: [records.skipped.record(subjectOf(job), cause)] };
      }
      return { events: [kind.happened(requestOf(job))], records: [] };
    },
    cancelled: (job, cause, remove) => records.cancelled.record(subjectOf(job), cause, { remove }),
    retried: (job, cause) => records.retried.record(subjectOf(job), cause, { errorStep: job.error?.step }),
    describe: ({ subjectId }) => (subjectId === null ? {} : { team: { id: subjectId } }),
  };
}
