/** Decides approvals: approves, rejects or withdraws a request. */
import type { Deps } from '../../engine/deps.ts';
import { actorOf, causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { forbidden } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { retryConflicts } from '../../kernel/retry.ts';
import type { ProvisioningPlan, ShownPlan } from '../provisioning/plan.ts';
import { type PlanningDeps, planCompliantTeam, planProvisioning } from '../provisioning/plan-provisioning.ts';
import type { RequiredApproval } from '../provisioning/ports.ts';
import type { TeamProvisioningRequest } from '../provisioning/request.ts';
import { assertCanReadApproval, assertNewApproval, assertNoOpenQuestion, type Decider } from './access.ts';
import { assertAddedPeople } from './changed-people.ts';
import { authoriseDecider, type DecisionInput } from './decider.ts';
import { assertPending, endApproval } from './end-approval.ts';
import {
  type ApprovalRecord,
  type ApprovalUpdates,
  approveStage,
  mergeUpdates,
  requesterOf,
  updatedTeam,
} from './model.ts';
import { recordApproval } from './record-approval.ts';

/**
 * Reads the approval and passes it to `decide`. Retries both after a concurrent decision. A call repeated under the
 * same operation id makes no second decision.
 * @param decide returns false when the approval has changed since it was read
 * @throws NotFound, Conflict, and the errors of `decide`
 */
export async function decideApproval(
  { store }: Pick<Deps, 'store'>,
  principal: Principal,
  context: RequestContext,
  approvalId: string,
  decide: (approval: ApprovalRecord) => Promise<boolean>,
): Promise<void> {
  const { approvals } = store.in(principal.tenantId);
  const write = async (): Promise<true | undefined> => {
    const approval = await approvals.find(approvalId);
    assertCanReadApproval(principal, approvalId, approval);
    const isDecided = await approvals.hasDecision(approvalId, context.operationId);
    return isDecided || (await decide(approval)) || undefined;
  };
  await retryConflicts(
    write,
    say('approvals.busy', 'Others decide this request at the same moment. Try again.'),
  );
}

interface ApproveInput extends DecisionInput {
  /** Changes that the approver makes to the request. */
  updates?: ApprovalUpdates | undefined;
  /** Index of the stage that the caller approves, as `GET /approvals/{id}` returns it. */
  stage?: number | undefined;
}

/** An approval that the caller may give, and the request with the approver's changes. */
interface PreparedApproval {
  decider: Decider;
  /** The stored approval with the changes of this call. */
  approval: ApprovalRecord;
  /** The principal for whom the team is planned. */
  requester: Principal;
  request: TeamProvisioningRequest;
  /** The stages of the approval, and the conditions by which the request has them. */
  required: RequiredApproval;
}

/**
 * Checks that the caller may approve now, and applies the updates to the approval.
 * @throws InvalidRequest at `approver.id`, and at each unknown person of the updates; Forbidden, ApprovalAlreadyResolved,
 * Conflict
 */
async function prepareApproval(
  deps: Deps,
  principal: Principal,
  input: ApproveInput,
  read: ApprovalRecord,
): Promise<PreparedApproval> {
  const decider = await authoriseDecider(deps, principal, input, read);
  assertNewApproval(decider, read, input.stage);
  const updates = input.updates ?? {};
  await assertAddedPeople(deps.suite, principal.tenantId, read, updates);
  const approval = { ...read, updates: mergeUpdates(read.updates, updates) };
  const job = await deps.store.in(principal.tenantId).jobs.find(approval.jobId);
  const plan = job?.plan as ProvisioningPlan | null | undefined;
  return {
    decider,
    approval,
    requester: requesterOf(approval, principal.tenantId),
    request: {
      template: { id: approval.template.id },
      team: updatedTeam(approval),
      ...(approval.metadata && { metadata: approval.metadata }),
    },
    required: { stages: approval.stages, conditions: plan?.approvalConditions ?? [] },
  };
}

/**
 * Returns the plan that would be built after an approval with these updates, with a verdict for each policy, violated
 * ones included. Writes nothing.
 * @throws the errors of approveTeamCreation, except for violated policies
 */
export async function planApproval(
  deps: PlanningDeps,
  principal: Principal,
  input: ApproveInput,
): Promise<ShownPlan> {
  const read = await deps.store.in(principal.tenantId).approvals.find(input.approvalId);
  assertCanReadApproval(principal, input.approvalId, read);
  const { approval, requester, request, required } = await prepareApproval(deps, principal, input, read);
  return planProvisioning(deps, requester, approval.jobId, request, required);
}

/**
 * Approves a request for a team (docs/specification.md, section 10). Plans the team again, because people may have left
 * and names may have been taken since the request. One transaction writes the decision and, after the last stage, the
 * job's new plan, its queue entry and the event.
 * @throws NotFound, Forbidden, ApprovalAlreadyResolved, Conflict; InvalidRequest and PolicyViolation as for the request
 * itself, after which the approval stays pending; Conflict also while somebody else's question is open
 */
export async function approveTeamCreation(
  deps: PlanningDeps,
  principal: Principal,
  context: RequestContext,
  input: ApproveInput,
): Promise<void> {
  await decideApproval(deps, principal, context, input.approvalId, async (read) => {
    const prepared = await prepareApproval(deps, principal, input, read);
    const { decider, approval, requester, request, required } = prepared;
    assertNoOpenQuestion(decider, read);
    const planned = await planCompliantTeam(deps, requester, request, approval.jobId, required);
    const progress = approveStage(approval, decider.id);
    const { message } = input;
    const at = deps.clock.now();
    const decision = { principal, context, approval, decider, message, planned, progress, at };
    return recordApproval(deps.store, decision);
  });
}

/**
 * Rejects a request for a team, fails its job and releases the job's reservations (docs/specification.md, section
 * 10).
 * @throws NotFound, Forbidden, InvalidRequest, ApprovalAlreadyResolved, Conflict
 */
export async function rejectTeamCreation(
  deps: Deps,
  principal: Principal,
  context: RequestContext,
  input: DecisionInput,
): Promise<void> {
  await decideApproval(deps, principal, context, input.approvalId, async (approval) => {
    const decider = await authoriseDecider(deps, principal, input, approval);
    return endApproval(deps, principal.tenantId, approval, {
      by: causeOf(principal, context),
      decision: {
        outcome: 'rejected',
        decider,
        message: input.message,
        operationId: context.operationId,
      },
    });
  });
}

/**
 * Withdraws the caller's own pending request for a team.
 * @throws NotFound, Forbidden, ApprovalAlreadyResolved, Conflict
 */
export async function cancelApproval(
  deps: Pick<Deps, 'store' | 'clock'>,
  principal: Principal,
  context: RequestContext,
  input: { approvalId: string; message?: string | undefined },
): Promise<void> {
  const { tenantId } = principal;
  await decideApproval(deps, principal, context, input.approvalId, async (approval) => {
    if (approval.requester.id !== principal.id) {
      throw forbidden(
        say('approvals.requesterOnly', 'Only the requester can withdraw the request. Reject it instead.'),
      );
    }
    await assertPending(deps, tenantId, approval);
    return endApproval(deps, tenantId, approval, {
      by: causeOf(principal, context),
      decision: {
        outcome: 'cancelled',
        decider: actorOf(principal),
        message: input.message,
        operationId: context.operationId,
      },
    });
  });
}
