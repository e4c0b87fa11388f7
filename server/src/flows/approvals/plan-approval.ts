import type { Principal } from '../../engine/principal.ts';
import type { PlanningDeps } from '../provisioning/gather-facts.ts';
import type { ShownPlan } from '../provisioning/plan.ts';
import { planProvisioning } from '../provisioning/plan-provisioning.ts';
import { mustReadApproval } from './access.ts';
import { type ApproveInput, prepareApproval } from './prepare-approval.ts';

/**
 * Returns the plan that an approval with these updates would build, with a verdict for each policy, violated ones
 * included. Decides nothing.
 * @throws as approveTeamCreation, except for violated policies
 */
export async function planApproval(
  deps: PlanningDeps,
  principal: Principal,
  input: ApproveInput,
): Promise<ShownPlan> {
  const read = await deps.store.in(principal.tenantId).approvals.find(input.approvalId);
  mustReadApproval(principal, input.approvalId, read);
  const { approval, requester, request } = await prepareApproval(deps, principal, input, read);
  return planProvisioning(deps, requester, approval.jobId, request, true);
}
