import type { Principal, RequestContext } from '../../engine/principal.ts';
import { gatherFacts, type PlanningDeps } from './gather-facts.ts';
import { planTeam, type ShownPlan, showPlan } from './plan.ts';
import type { TeamProvisioningRequest } from './request.ts';

/**
 * The dry run: what would be built, with a verdict for each policy, violated ones among them. Changes nothing.
 * @throws InvalidRequest and PolicyViolation as gatherFacts, where there is no plan to show
 */
export async function planProvisioning(
  deps: PlanningDeps,
  principal: Principal,
  context: RequestContext,
  request: TeamProvisioningRequest,
): Promise<ShownPlan> {
  return showPlan(planTeam(await gatherFacts(deps, principal, request, context.operationId)));
}
