/**
 * The job that changes a role after a second administrator has approved it (docs/your-own-organisation.md, "Four
 * eyes").
 */
import { defineRecords } from '../../engine/audit/define-record.ts';
import { OF_ACTOR } from '../../engine/audit/personal-texts.ts';
import { securityTrail } from '../../engine/audit/rejected-calls.ts';
import {
  causeOfJob,
  defineJob,
  failureFields,
  type StepContext,
  type StepOutcome,
} from '../../engine/jobs/define-job.ts';
import type { JobError, JobRecord } from '../../engine/jobs/model.ts';
import type { Actor } from '../../engine/principal.ts';
import { type CharterError, conflict, messageOf, notFound } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { findById } from '../directory/find-people.ts';
import type { NewNotification } from '../notifications/kinds.ts';
import type { AssignableRole } from './ports.ts';
import { type DescribedChange, notificationsForRequester } from './second-approval.ts';

export interface RoleChange {
  action: 'assign' | 'remove';
  principalId: string;
  /** Name of the principal at the time of the request. */
  displayName: string;
  role: AssignableRole;
  /** End of an assigned role; RFC 3339 UTC. Null for none. */
  expiresDateTime: string | null;
}

type Subject = Pick<JobRecord<RoleChange>, 'id' | 'plan'> & Partial<Pick<JobRecord, 'secondApproval'>>;

const ofChange = defineRecords<Subject>(securityTrail, {
  // Omits the name, which the record would contain in plain text.
  target: ({ plan }) => ({ type: 'principal', id: plan!.principalId, displayName: plan!.principalId }),
  fields: {
    jobId: ({ id }) => id,
    action: ({ plan }) => plan?.action,
    principalId: ({ plan }) => plan?.principalId,
    role: ({ plan }) => plan?.role,
    expiresDateTime: ({ plan }) => plan?.expiresDateTime,
    approverId: ({ secondApproval }) => secondApproval?.approver?.id,
  },
  people: { errorMessage: OF_ACTOR },
});
export const roleChangeRequested = ofChange('role_change_requested');
export const roleChangeCompleted = ofChange('role_change_completed');
export const roleChangeFailed = ofChange(
  'role_change_failed',
  ['errorCode', 'errorMessage', 'errorStep'],
  'failure',
);
export const roleChangeCancelled = ofChange('role_change_cancelled');
export const roleChangeRetried = ofChange('role_change_retried');

/** The name that a job reserves for the principal's role, so that at most one change of the role is pending. */
export const reservationOf = ({ principalId, role }: Pick<RoleChange, 'principalId' | 'role'>) => ({
  kind: 'roleChange',
  value: `${role} ${principalId}`,
});

/** Returns the error for a change that would leave nobody with GLOBAL_ADMIN without an end. */
export const lastGlobalAdminConflict = (): CharterError =>
  conflict(
    say(
      'identity.lastGlobalAdmin',
      'Nobody else has GLOBAL_ADMIN without an end. Assign it to somebody else first, then change it here.',
    ),
  );

export const describeRoleChange = (
  { action, displayName, role }: RoleChange,
  jobId: string,
  requester: Actor,
): DescribedChange => ({
  jobId,
  requesterName: requester.displayName,
  change: action,
  principalName: displayName,
  role,
  teamCount: 0,
});

/** Makes the change on behalf of the requester. The principal may have left, or lost the role, since the request. */
async function changeRole({
  store,
  suite,
  tenantId,
  job,
  clock,
}: StepContext<RoleChange>): Promise<StepOutcome> {
  const { action, principalId, displayName, role, expiresDateTime } = job.plan!;
  const { roles, apps } = store.in(tenantId);
  const cause = { ...causeOfJob(job), at: clock.now() };
  if (action === 'remove') {
    const outcome = await roles.revoke(principalId, role, cause, { keepLast: role === 'GLOBAL_ADMIN' });
    if (outcome === 'last') throw lastGlobalAdminConflict();
    return outcome === 'absent'
      ? { status: 'skipped', message: say('identity.roleGone', 'The role was removed already.') }
      : { message: say('identity.roleRemoved', 'The role {role} is removed.', { role }) };
  }
  const [person] = await findById(suite.users, tenantId, [principalId]);
  if (person === undefined && (await apps.find(principalId)) === undefined) {
    throw notFound('person or app', principalId);
  }
  const expiresAt = expiresDateTime === null ? null : new Date(expiresDateTime);
  if (expiresAt !== null && expiresAt <= cause.at) {
    throw conflict(say('identity.roleEnded', 'The role would have ended by now. Ask for another end.'));
  }
  const outcome = await roles.assign(principalId, role, cause, { expiresAt, displayName });
  if (outcome === 'last') throw lastGlobalAdminConflict();
  return { message: say('identity.roleGiven', 'The role {role} is assigned.', { role }) };
}

const toRequester = ({ id, plan, requester }: JobRecord<RoleChange>, error: JobError): NewNotification[] =>
  notificationsForRequester(requester, describeRoleChange(plan!, id, requester), {
    outcome: 'failed',
    actorName: '',
    message: messageOf(error),
  });

export const roleJob = defineJob<RoleChange, object>({
  type: 'RoleChange',
  steps: { changeRole },
  names: { changeRole: say('identity.changeRole', 'Change the role') },
  end(job, error) {
    const cause = causeOfJob(job);
    const record =
      error === undefined
        ? roleChangeCompleted.record(job, cause)
        : roleChangeFailed.record(job, cause, failureFields(error));
    return {
      events: [],
      records: [record],
      async write(unit, at) {
        await unit.jobs.release(job.id);
        // Decisions and cancellations notify the requester in their own transactions.
        const isOwnFailure = error !== undefined && error.step !== null;
        if (isOwnFailure) await unit.notifications.add(toRequester(job, error), at);
      },
    };
  },
  notifiesItself: true,
  cancelled: (job, cause) => roleChangeCancelled.record(job, cause),
  retried: (job, cause) => roleChangeRetried.record(job, cause),
  reclaim: async () => {
    throw conflict(say('identity.askAgain', 'An approval counts once. Ask for the change again.'));
  },
  describe: () => ({}),
});
