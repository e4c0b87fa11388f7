import type { Principal, RequestContext } from '../../engine/principal.ts';
import type { PlanningDeps } from '../provisioning/gather-facts.ts';
import { planCompliantTeam } from '../provisioning/plan-provisioning.ts';
import { decideApproval } from './decide.ts';
import { approveStage } from './model.ts';
import { type ApproveInput, prepareApproval } from './prepare-approval.ts';
import { recordApproval } from './record-approval.ts';

/**
 * Approves a request for a team (docs/specification.md, section 10). Plans the team again, even without updates:
 * people leave and names are taken while a request waits. One transaction writes the decision and, when it completes
 * the last stage, the job's new plan, its place in the queue and the event.
 * @throws NotFound, Forbidden, ApprovalAlreadyResolved, Conflict; InvalidRequest and PolicyViolation as for the
 * request itself, which leave the approval pending
 */
export async function approveTeamCreation(
  deps: PlanningDeps,
  principal: Principal,
  context: RequestContext,
  input: ApproveInput,
): Promise<void> {
  await decideApproval(deps, principal, context, input.approvalId, async (read) => {
    const { decider, approval, requester, request } = await prepareApproval(deps, principal, input, read);
    const planned = await planCompliantTeam(deps, requester, request, approval.jobId, true);
    const progress = approveStage(approval, decider.id);
    const { message } = input;
    const at = deps.clock.now();
    const decision = { principal, context, approval, decider, message, planned, progress, at };
    return recordApproval(deps.store, decision);
  });
}
