/** The approval that a request for a team must get, written with its job. */

import type { TeamBlueprint } from '../../domain/catalog/blueprint.ts';
import type { User } from '../../domain/users/model.ts';
import type { NewJob } from '../../engine/jobs/ports.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import { newId } from '../../kernel/ids.ts';
import type { TeamProvisioningRequest } from '../provisioning/request.ts';
import { approvalRequested, pendingEvent } from './events.ts';
import type { NewApproval, StageOfApprovers } from './model.ts';
import { tellApprovers } from './notify.ts';

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

export interface ApprovalSettings {
  /** Days until a request that nobody decides expires. */
  approvalExpiryDays: number;
}

/** What the approval of a job is; undefined when there are no stages to pass. */
export function newApproval(
  { approvalExpiryDays }: ApprovalSettings,
  job: Pick<NewJob, 'id' | 'requester' | 'requestId'>,
  request: TeamProvisioningRequest,
  facts: { blueprint: TeamBlueprint; requester: User | undefined; stages: readonly StageOfApprovers[] },
  at: Date,
): NewApproval | undefined {
  const { blueprint, requester, stages } = facts;
  if (stages.length === 0) return undefined;
  return {
    id: newId(),
    jobId: job.id,
    template: {
      id: blueprint.template.id,
      name: blueprint.template.name,
      permanentMembership: { owners: blueprint.permanentOwners, members: blueprint.permanentMembers },
    },
    requester: { ...job.requester, mail: requester?.mail ?? null },
    requestId: job.requestId,
    team: request.team,
    stages: stages.map((stage) => ({ ...stage, approvedBy: [] })),
    createdAt: at,
    expiresAt: new Date(at.getTime() + approvalExpiryDays * DAY_MILLISECONDS),
  };
}

/** Part of the transaction that writes the paused job. */
export async function requestApproval(unit: UnitOfWork, approval: NewApproval): Promise<void> {
  await unit.approvals.add(approval);
  const { kind, id, displayName } = approval.requester;
  const by = { actor: { kind, id, displayName }, requestId: approval.requestId };
  await unit.notifications.add(
    tellApprovers({ ...approval, stage: 0 }, 'approval_requested'),
    approval.createdAt,
  );
  await unit.events.append([pendingEvent(approvalRequested, approval, by)], approval.createdAt);
}
