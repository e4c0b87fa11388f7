/** Authorises an approval, and applies the approver's changes to the request. */
import type { Deps } from '../../engine/deps.ts';
import type { Principal } from '../../engine/principal.ts';
import type { TeamProvisioningRequest } from '../provisioning/request.ts';
import { type Decider, mustBeNewApproval } from './access.ts';
import { authoriseDecider, type DecisionInput } from './decider.ts';
import { type ApprovalRecord, type ApprovalUpdates, requesterOf, updatedTeam } from './model.ts';

export interface ApproveInput extends DecisionInput {
  /** Changes that the approver makes to the request. */
  updates?: ApprovalUpdates | undefined;
  /** Position of the stage that the caller approves, as `GET /approvals/{id}` shows it. */
  stage?: number | undefined;
}

/** A checked approval, with the request as it is after the updates. */
export interface PreparedApproval {
  decider: Decider;
  /** The approval with the updates of this call. */
  approval: ApprovalRecord;
  /** The person or app for whom the team is planned. */
  requester: Principal;
  request: TeamProvisioningRequest;
}

/**
 * Checks that the caller may approve now, and applies the updates to the approval that was read.
 * @throws InvalidRequest at `approver.id`; Forbidden, ApprovalAlreadyResolved, Conflict
 */
export async function prepareApproval(
  deps: Deps,
  principal: Principal,
  input: ApproveInput,
  read: ApprovalRecord,
): Promise<PreparedApproval> {
  const decider = await authoriseDecider(deps, principal, input, read);
  mustBeNewApproval(decider, read, input.stage);
  const approval = { ...read, updates: { ...read.updates, ...input.updates } };
  return {
    decider,
    approval,
    requester: requesterOf(approval, principal.tenantId),
    request: { template: { id: approval.template.id }, team: updatedTeam(approval) },
  };
}
