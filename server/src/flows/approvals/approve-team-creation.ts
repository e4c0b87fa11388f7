import { actorOf, type Principal, type RequestContext, type Role } from '../../engine/principal.ts';
import type { PlanningDeps } from '../provisioning/gather-facts.ts';
import type { ShownPlan } from '../provisioning/plan.ts';
import { planCompliantTeam, planProvisioning } from '../provisioning/plan-provisioning.ts';
import type { TeamProvisioningRequest } from '../provisioning/request.ts';
import { type Decider, mustBeNewApproval, mustReadApproval } from './access.ts';
import { decideApproval } from './decide.ts';
import { authoriseDecider, type DecisionInput } from './decider.ts';
import { type ApprovalRecord, type ApprovalUpdates, approveStage, updatedTeam } from './model.ts';
import { recordApproval } from './record-approval.ts';

export interface ApproveInput extends DecisionInput {
  /** Changes of the request, by whichever approver made them. */
  updates?: ApprovalUpdates | undefined;
  /** Position of the stage that the caller approves, as `GET /approvals/{id}` shows it. */
  stage?: number | undefined;
}

/** Returns the requester as policies see them: without roles of their own. */
function requesterOf(tenantId: string, { requester }: ApprovalRecord): Principal {
  const kind = requester.kind === 'app' ? 'app' : 'user';
  const roles: Role[] = kind === 'app' ? ['AUTHENTICATED_USER', 'AUTHORIZED_APP'] : ['AUTHENTICATED_USER'];
  return { ...actorOf(requester), tenantId, kind, roles: new Set(roles) };
}

/** An approval that its decider may give now: the request with its updates, and for whom it is planned. */
interface DueApproval {
  decider: Decider;
  approval: ApprovalRecord;
  requester: Principal;
  request: TeamProvisioningRequest;
}

/** @throws Forbidden, ApprovalAlreadyResolved, Conflict */
async function prepareApproval(
  deps: PlanningDeps,
  principal: Principal,
  input: ApproveInput,
  read: ApprovalRecord,
): Promise<DueApproval> {
  const decider = await authoriseDecider(deps, principal, input, read);
  mustBeNewApproval(decider, read, input.stage);
  const approval = { ...read, updates: { ...read.updates, ...input.updates } };
  return {
    decider,
    approval,
    requester: requesterOf(principal.tenantId, approval),
    request: { template: { id: approval.template.id }, team: updatedTeam(approval) },
  };
}

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
  return planProvisioning(deps, requester, approval.jobId, request);
}

/**
 * Approves a request for a team (docs/specification.md, section 10). Plans the team again, with the updates or
 * without: people leave and names are taken while a request waits. One transaction writes the decision, the job's
 * new plan, its place in the queue and the event. The job starts after the last stage.
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
    const planned = await planCompliantTeam(deps, requester, request, approval.jobId);

    const progress = approveStage(approval, decider.id);
    const { message } = input;
    const at = deps.clock.now();
    return recordApproval(deps.store, {
      principal,
      context,
      approval,
      decider,
      message,
      planned,
      progress,
      at,
    });
  });
}
