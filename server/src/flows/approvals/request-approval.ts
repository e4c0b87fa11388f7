/** Creates the approval that a request for a team or a channel needs. */
import { SYSTEM_ACTOR } from '../../engine/principal.ts';
import { DAY_MILLISECONDS } from '../../kernel/clock.ts';
import type { ApprovalRequest, RequestApprovals } from '../provisioning/ports.ts';
import { approvedEvent, pendingEvent } from './events.ts';
import { type ApproverDeps, findApprovers } from './find-approvers.ts';
import type { ApprovalRecord } from './model.ts';
import { notifyApprovers } from './notify.ts';

export interface ApprovalSettings {
  /** Days until an undecided request expires. */
  approvalExpiryDays: number;
}

function newApproval(
  { approvalExpiryDays }: ApprovalSettings,
  { id, job, request, channel, blueprint, requester, stages, planned, at }: ApprovalRequest,
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
    channel: channel ?? null,
    metadata: request.metadata ?? null,
    answers: planned.answers ?? null,
    stages: stages.map(({ require, approvers }) => ({ require, approvers, approvedBy: [] })),
    createdAt: at,
    expiresAt: new Date(at.getTime() + approvalExpiryDays * DAY_MILLISECONDS),
    // Without an approval stage, the rules of the template approve the request.
    ...(stages.length > 0
      ? { status: 'pending', decidedBy: null, decidedAt: null }
      : { status: 'approved', decidedBy: SYSTEM_ACTOR, decidedAt: at }),
    revision: 1,
    question: null,
    updates: {},
    stage: 0,
    message: null,
  };
}

export const requestApprovals = (deps: ApproverDeps, settings: ApprovalSettings): RequestApprovals => ({
  findRequired: (...request) => findApprovers(deps, ...request),
  async open(unit, request) {
    const { job, planned, at } = request;
    const approval = newApproval(settings, request);
    const cause = { actor: job.requester, requestId: job.requestId };
    await unit.approvals.add(approval);
    if (approval.status === 'approved') {
      const decision = { decider: SYSTEM_ACTOR, message: undefined };
      return unit.events.append([approvedEvent(approval, cause, decision)], at);
    }
    await notifyApprovers(unit, approval, { kind: 'approval_requested', act: { planned } }, at);
    await unit.events.append([pendingEvent('requested', approval, cause)], at);
  },
});
