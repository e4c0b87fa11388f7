/** Decisions of a second administrator about a job that waits for one (docs/your-own-organisation.md, "Four eyes"). */

import { describeRoleChange, type RoleChange, roleJob } from '../../domain/identity/role-job.ts';
import {
  type DescribedChange,
  describeDeletion,
  notificationsForRequester,
} from '../../domain/identity/second-approval.ts';
import type { NewNotification } from '../../domain/notifications/kinds.ts';
import type { Deps } from '../../engine/deps.ts';
import { changeApproved, changeExpired, changeRejected } from '../../engine/jobs/decision-records.ts';
import type { Job } from '../../engine/jobs/describe-job.ts';
import { type JobError, type JobRecord, logLine, type SecondApproval } from '../../engine/jobs/model.ts';
import {
  actorOf,
  type Cause,
  causeOf,
  type Principal,
  type RequestContext,
  SYSTEM_ACTOR,
} from '../../engine/principal.ts';
import { CharterError, conflict, forbidden } from '../../kernel/errors.ts';
import { type Message, say, sentences } from '../../kernel/messages.ts';
import { retryConflicts } from '../../kernel/retry.ts';
import type { ProvisioningJobData } from '../provisioning/job.ts';
import { findReadableJob, mayApproveJob } from './access.ts';
import { describeAnyJob, jobDefinitionOf } from './definition-of.ts';

type DecideDeps = Pick<Deps, 'store' | 'suite' | 'clock'>;

interface DecideInput {
  jobId: string;
  message?: string | undefined;
}

type HeldJob = JobRecord & { secondApproval: SecondApproval };

/** Number of expired jobs that are ended in one round. */
const PAGE = 100;

/** @throws Conflict, Forbidden */
function assertCanApprove(principal: Principal, job: JobRecord): asserts job is HeldJob {
  const { secondApproval, requester } = job;
  if (secondApproval === null) {
    throw conflict(say('fourEyes.notNeeded', 'The job needs no second administrator.'));
  }
  if (mayApproveJob(principal, job)) return;
  if (requester.id === principal.id) {
    throw forbidden(
      say('fourEyes.ownChange', 'Nobody decides a change of their own. A second administrator must.'),
    );
  }
  if (principal.kind !== 'user') {
    throw forbidden(say('fourEyes.peopleOnly', 'A person must decide, not an app.'));
  }
  throw forbidden(
    say('fourEyes.roles', 'Deciding this change needs one of the roles {roles}.', {
      roles: secondApproval.roles.join(', '),
    }),
  );
}

const resolved = (message: Message): CharterError => new CharterError('ApprovalAlreadyResolved', message);

/** @throws ApprovalAlreadyResolved */
async function assertWaits(deps: DecideDeps, tenantId: string, job: HeldJob): Promise<void> {
  const { outcome, expires } = job.secondApproval;
  if (outcome === 'approved')
    throw resolved(say('fourEyes.approvedAlready', 'The change is approved already.'));
  if (job.status !== 'paused') {
    throw resolved(say('fourEyes.endedAlready', 'The change was rejected or withdrawn, or has expired.'));
  }
  if (new Date(expires) > deps.clock.now()) return;
  await expire(deps, tenantId, job);
  throw resolved(say('fourEyes.endedAlready', 'The change was rejected or withdrawn, or has expired.'));
}

/**
 * Asserts that the account of the requester has not been closed or deleted since the request.
 * @throws Conflict
 */
async function assertRequesterCanAct({ suite }: DecideDeps, tenantId: string, job: HeldJob): Promise<void> {
  if (job.requester.kind !== 'user') return;
  const presence = await suite.users.presence(tenantId, job.requester.id);
  if (presence !== 'closed' && presence !== 'deleted') return;
  throw conflict(
    say('fourEyes.requesterGone', 'The account of {name} is closed. Reject the change.', {
      name: job.requester.displayName,
    }),
  );
}

const describeChange = ({ id, type, plan, requester, bulk }: JobRecord): DescribedChange =>
  type === roleJob.type
    ? describeRoleChange(plan as RoleChange, id, requester)
    : describeDeletion(id, requester, bulk?.count ?? 0);

/** Returns the notification to the requester; none for an app. */
export const notificationsOfDecision = (
  job: JobRecord,
  outcome: 'approved' | 'rejected' | 'expired',
  actorName: string,
  message?: string,
): NewNotification[] =>
  notificationsForRequester(job.requester, describeChange(job), { outcome, actorName, message });

/** Reads the job and decides it. Retries both after a concurrent change. A repeated call decides nothing further. */
async function decide(
  deps: DecideDeps,
  principal: Principal,
  { operationId }: RequestContext,
  jobId: string,
  write: (job: HeldJob) => Promise<boolean>,
): Promise<Job<ProvisioningJobData>> {
  const { tenantId } = principal;
  const tryOnce = async (): Promise<JobRecord | undefined> => {
    const job = await findReadableJob(deps.store, principal, jobId);
    if (job.operationId === operationId) return job;
    assertCanApprove(principal, job);
    await assertWaits(deps, tenantId, job);
    return (await write(job)) ? deps.store.in(tenantId).jobs.find(job.id) : undefined;
  };
  const busy = say('jobs.changes', 'The job changes at the same moment. Try again.');
  return describeAnyJob(await retryConflicts(tryOnce, busy));
}

/**
 * Approves a change of another administrator. The job then runs on behalf of its requester.
 * @throws NotFound, Forbidden, ApprovalAlreadyResolved, Conflict
 */
export const approveJob = (
  deps: DecideDeps,
  principal: Principal,
  context: RequestContext,
  { jobId, message }: DecideInput,
): Promise<Job<ProvisioningJobData>> =>
  decide(deps, principal, context, jobId, async (job) => {
    const { tenantId, displayName: name } = principal;
    await assertRequesterCanAct(deps, tenantId, job);
    const at = deps.clock.now();
    const decided = decisionOf(job, principal, 'approved', message, at);
    const log = [logLine(at, say('fourEyes.approved', '{name} approved the change.', { name }))];
    return deps.store.transaction(tenantId, async (unit) => {
      if (!(await unit.jobs.approve(job.id, decided, context.operationId, log, at))) return false;
      await unit.queue.runJob({ tenantId, jobId: job.id });
      await unit.audit.append([changeApproved.record(job, causeOf(principal, context), { message })], at);
      await unit.notifications.add(notificationsOfDecision(job, 'approved', name, message), at);
      return true;
    });
  });

const decisionOf = (
  { secondApproval }: HeldJob,
  principal: Principal,
  outcome: 'approved' | 'rejected',
  message: string | undefined,
  at: Date,
): SecondApproval => ({
  ...secondApproval,
  outcome,
  approver: actorOf(principal),
  ...(message !== undefined && { message }),
  at: at.toISOString(),
});

/**
 * Rejects a change of another administrator, and fails its job.
 * @throws NotFound, Forbidden, ApprovalAlreadyResolved, Conflict
 */
export const rejectJob = (
  deps: DecideDeps,
  principal: Principal,
  context: RequestContext,
  { jobId, message }: DecideInput,
): Promise<Job<ProvisioningJobData>> =>
  decide(deps, principal, context, jobId, (job) => {
    const at = deps.clock.now();
    const name = principal.displayName;
    const rejected = say('fourEyes.rejected', '{name} rejected the change.', { name });
    const words =
      message === undefined
        ? rejected
        : sentences([
            rejected,
            say('approvals.message', '“{message}”', { message: message.trim().replace(/\s+/g, ' ') }),
          ]);
    const cause = causeOf(principal, context);
    return end(deps, principal.tenantId, job, {
      error: { code: 'ApprovalRejected', ...words, step: null },
      at,
      call: {
        operationId: context.operationId,
        secondApproval: decisionOf(job, principal, 'rejected', message, at),
      },
      record: changeRejected.record(job, cause, { message }),
      notifications: notificationsOfDecision(job, 'rejected', name, message),
    });
  });

interface Ending {
  error: JobError;
  at: Date;
  call?: { operationId: string; secondApproval: SecondApproval };
  record: ReturnType<typeof changeRejected.record>;
  notifications: NewNotification[];
}

/** Fails a paused job. Returns false when it is no longer paused. */
const end = (
  { store }: Pick<Deps, 'store'>,
  tenantId: string,
  job: JobRecord,
  { error, at, call, record, notifications }: Ending,
): Promise<boolean> =>
  store.transaction(tenantId, async (unit) => {
    if (!(await unit.jobs.failPaused(job.id, error, [logLine(at, error)], at, call))) return false;
    await unit.jobs.release(job.id);
    const { records } = jobDefinitionOf(job).end(job as JobRecord<never>, error);
    await unit.audit.append([record, ...records], at);
    await unit.notifications.add(notifications, at);
    return true;
  });

function expire(deps: Pick<Deps, 'store' | 'clock'>, tenantId: string, job: JobRecord): Promise<boolean> {
  const at = deps.clock.now();
  const cause: Cause = { actor: SYSTEM_ACTOR, requestId: job.requestId };
  const words = say(
    'fourEyes.expired',
    'No second administrator decided in time. Ask again if it is still needed.',
  );
  return end(deps, tenantId, job, {
    error: { code: 'ApprovalExpired', ...words, step: null },
    at,
    record: changeExpired.record(job, cause),
    notifications: notificationsOfDecision(job, 'expired', ''),
  });
}

/** Ends the tenant's changes that nobody decided in time. Safe to run on several nodes at once. */
export async function expireChanges(deps: Pick<Deps, 'store' | 'clock'>, tenantId: string): Promise<void> {
  for (;;) {
    const due = await deps.store.in(tenantId).jobs.listUnapproved(deps.clock.now(), PAGE);
    if (due.length === 0) return;
    for (const job of due) await expire(deps, tenantId, job);
  }
}
