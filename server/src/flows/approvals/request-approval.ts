/** Creates the approval that a request for a team needs. */
import type { Suite } from '../../engine/suite.ts';
import { DAY_MILLISECONDS } from '../../kernel/clock.ts';
import type { ApprovalRequest, RequestApprovals } from '../provisioning/ports.ts';
import { approvalRequested, pendingEvent } from './events.ts';
import { findApprovers } from './find-approvers.ts';
import type { ApprovalRecord } from './model.ts';
import { notificationsForApprovers } from './notify.ts';

export interface ApprovalSettings {
  /** Days until an undecided request expires. */
  approvalExpiryDays: number;
}

function newApproval(
  { approvalExpiryDays }: ApprovalSettings,
  { id, job, request, blueprint, requester, stages, planned, at }: ApprovalRequest,
): ApprovalRecord {
  return {
    id,
    jobId: job.id,
    template: {
      id: blueprint.template.id,
      name: blueprint.template.name,
      permanentMembership: { owners: blueprint.permanentOwners, members: blueprint.permanentMembers },
    },
    requester: { ...job.requester, mail: requester?.mail ?? null },
    requestId: job.requestId,
    team: request.team,
    metadata: request.metadata ?? null,
    answers: planned.answers ?? null,
    stages: stages.map(({ require, approvers }) => ({ require, approvers, approvedBy: [] })),
    createdAt: at,
    expiresAt: new Date(at.getTime() + approvalExpiryDays * DAY_MILLISECONDS),
    status: 'pending',
    revision: 1,
    updates: {},
    stage: 0,
    decidedBy: null,
    message: null,
    decidedAt: null,
  };
}

export const requestApprovals = (
  suite: Pick<Suite, 'users'>,
  settings: ApprovalSettings,
): RequestApprovals => ({
  findStages: (requester, blueprint) => findApprovers(suite, requester, blueprint),
  async open(unit, request) {
    const { job, planned, at } = request;
    const approval = newApproval(settings, request);
    const cause = { actor: job.requester, requestId: job.requestId };
    await unit.approvals.add(approval);
    await unit.notifications.add(notificationsForApprovers(approval, 'approval_requested', { planned }), at);
    await unit.events.append([pendingEvent(approvalRequested, approval, cause)], at);
  },
});
