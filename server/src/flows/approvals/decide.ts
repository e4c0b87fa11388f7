/** Decides approvals: approves, rejects or withdraws a request. */
import type { Deps } from '../../engine/deps.ts';
import { actorOf, causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { forbidden, invalidField } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { retryConflicts } from '../../kernel/retry.ts';
import type { ChannelPlan } from '../channel-requests/plan.ts';
import type { ProvisioningPlan } from '../provisioning/plan.ts';
import type { PlanningDeps } from '../provisioning/plan-provisioning.ts';
import { assertCanReadApproval, assertNewApproval, assertNoOpenQuestion, type Decider } from './access.ts';
import { assertAddedPeople } from './changed-people.ts';
import { authoriseDecider, type DecisionInput } from './decider.ts';
import { assertPending, endApproval } from './end-approval.ts';
import { type ApprovalRecord, type ApprovalUpdates, approveStage, mergeUpdates } from './model.ts';
import { type PendingRequest, type PlannedRequest, planAgain, showPlan } from './plan-again.ts';
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

/** An approval that the caller may give, with the changes of this call. */
interface PreparedApproval {
  decider: Decider;
  request: PendingRequest;
}

/**
 * Checks that the caller may approve now, and applies the updates to the approval.
 * @throws InvalidRequest at `approver.id`, and at each unknown person of the updates; Forbidden,
 * ApprovalAlreadyResolved, Conflict
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
  assertChannelUpdates(read, updates);
  const approval = { ...read, updates: mergeUpdates(read.updates, updates) };
  const job = await deps.store.in(principal.tenantId).jobs.find(approval.jobId);
  const plan = job?.plan as ProvisioningPlan | ChannelPlan | null | undefined;
  const required = {
    stages: approval.stages,
    conditions: plan?.approvalConditions ?? [],
    isChanged: Object.keys(updates).length > 0,
  };
  return { decider, request: { approval, tenantId: principal.tenantId, required } };
}

/** @throws InvalidRequest for a change that a channel can't have */
function assertChannelUpdates({ channel }: ApprovalRecord, { welcomeMessage }: ApprovalUpdates): void {
  if (channel === null || welcomeMessage === undefined) return;
  throw invalidField(
    'updates.welcomeMessage',
    say('approvals.noWelcomeMessage', 'A channel has no welcome message. Leave it out.'),
  );
}

/**
 * Returns the plan of the team or channel that would be created after an approval with these updates, with a verdict
 * for each policy, violated ones included. Writes nothing.
 * @throws the errors of approveTeamCreation, except for violated policies and an open question
 */
export async function planApproval(
  deps: PlanningDeps,
  principal: Principal,
  context: RequestContext,
  input: ApproveInput,
): Promise<PlannedRequest> {
  const read = await deps.store.in(principal.tenantId).approvals.find(input.approvalId);
  assertCanReadApproval(principal, input.approvalId, read);
  const { request } = await prepareApproval(deps, principal, input, read);
  return showPlan(deps, request, causeOf(principal, context));
}

/**
 * Approves a request for a team or a channel (docs/specification.md, section 10). Plans it again, because people may
 * have left and names may have been taken since the request. One transaction writes the decision, the job's new plan
 * and, after the last stage, its queue entry and the event.
 * @throws NotFound, Forbidden, ApprovalAlreadyResolved, Conflict; InvalidRequest and PolicyViolation as for the request
 * itself, after which the approval stays pending; Conflict also while somebody else's question is open
 */
export async function approveTeamCreation(
  deps: PlanningDeps,
  principal: Principal,
  context: RequestContext,
  input: ApproveInput,
): Promise<void> {
  let seen: number | undefined;
  await decideApproval(deps, principal, context, input.approvalId, async (read) => {
    seen ??= read.stage;
    // A concurrent decision has moved the request to a later stage than the one that the call was made for.
    const isOvertaken = read.stage !== seen;
    const call = { ...input, stage: input.stage ?? (isOvertaken ? seen : undefined) };
    const { decider, request } = await prepareApproval(deps, principal, call, read);
    assertNoOpenQuestion(decider, read);
    const { approval } = request;
    const planned = await planAgain(deps, request, causeOf(principal, context));
    const progress = approveStage(approval, decider.id);
    const { message } = input;
    const at = deps.clock.now();
    const decision = { principal, context, approval, decider, message, planned, progress, at };
    return recordApproval(deps.store, decision);
  });
}

/**
 * Rejects a request for a team or a channel, fails its job and releases the job's reservations (docs/specification.md,
 * section 10).
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
 * Withdraws the caller's own pending request.
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
