import { rejectionOf } from '../../domain/policies/rejection.ts';
import { type LogLine, logLine } from '../../engine/jobs/model.ts';
import type { Principal } from '../../engine/principal.ts';
import { messageOf } from '../../kernel/errors.ts';
import { say, sentences } from '../../kernel/messages.ts';
import { type GatheredFacts, gatherFacts, type PlanningDeps } from './gather-facts.ts';
import { type ProvisioningPlan, planTeam, type ShownPlan, toShownPlan } from './plan.ts';
import type { RequiredApproval } from './ports.ts';
import type { TeamProvisioningRequest } from './request.ts';

/**
 * Returns the plan of a dry run, with a verdict for each policy, violated ones included. Creates no job.
 * @param pending the approval of a request that waits for a decision; people who have left meanwhile are omitted
 * @param jobId id of the job that would build the team; names that it has reserved count as free
 * @throws InvalidRequest and PolicyViolation, as gatherFacts does, when no plan is possible
 */
export async function planProvisioning(
  deps: PlanningDeps,
  principal: Principal,
  jobId: string,
  request: TeamProvisioningRequest,
  pending?: RequiredApproval,
): Promise<ShownPlan> {
  return toShownPlan(planTeam(await gatherFacts(deps, principal, request, jobId, pending)));
}

/** A plan without violations, and the facts that it was made from. */
export interface CompliantPlan {
  plan: ProvisioningPlan;
  gathered: GatheredFacts;
}

/**
 * Reads the facts and plans the team.
 * @throws InvalidRequest; PolicyViolation that names every violated policy
 */
export async function planCompliantTeam(
  deps: PlanningDeps,
  principal: Principal,
  request: TeamProvisioningRequest,
  jobId: string,
  pending?: RequiredApproval,
): Promise<CompliantPlan> {
  const gathered = await gatherFacts(deps, principal, request, jobId, pending);
  const plan = planTeam(gathered);
  const rejection = rejectionOf(plan.verdicts);
  if (rejection !== undefined) throw rejection;
  return { plan, gathered };
}

export function plannedLine(
  at: Date,
  { name, steps, omissions = [], notices = [] }: ProvisioningPlan,
): LogLine {
  const planned = say('provisioning.planned', "Planned the team '{name}' in {count} steps.", {
    name,
    count: steps.length,
  });
  return logLine(at, sentences([planned, ...omissions.map(messageOf), ...notices.map(messageOf)]));
}
