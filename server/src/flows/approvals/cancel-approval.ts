import { actorOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { forbidden } from '../../kernel/errors.ts';
import { causeOf, type DecideDeps, decideApproval, mustBePending } from './decide.ts';
import { endApproval } from './end-approval.ts';

/**
 * Withdraws the caller's own pending request for a team.
 * @throws NotFound, Forbidden, ApprovalAlreadyResolved
 */
export async function cancelApproval(
  deps: Pick<DecideDeps, 'store' | 'clock'>,
  principal: Principal,
  context: RequestContext,
  input: { approvalId: string; message?: string | undefined },
): Promise<void> {
  await decideApproval(deps, principal, context, input.approvalId, async (approval) => {
    if (approval.requester.id !== principal.id) {
      throw forbidden('Only the requester can withdraw the request. Reject it instead.');
    }
    await mustBePending(deps, principal.tenantId, approval);
    const end = {
      status: 'cancelled',
      decider: actorOf(principal),
      message: input.message,
      by: causeOf(principal, context),
      operationId: context.operationId,
    } as const;
    return endApproval(deps.store, principal.tenantId, approval, end, deps.clock.now());
  });
}
