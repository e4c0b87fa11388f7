import type { Deps } from '../../engine/deps.ts';
import { causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { decideApproval } from './decide.ts';
import { authoriseDecider, type DecisionInput } from './decider.ts';
import { endApproval } from './end-approval.ts';

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
