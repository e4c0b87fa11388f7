import type { Deps } from '../../engine/deps.ts';
import { actorOf, causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { forbidden } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { decideApproval } from './decide.ts';
import { endApproval, mustBePending } from './end-approval.ts';

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
    await mustBePending(deps, tenantId, approval);
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
