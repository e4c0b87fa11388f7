import { actorOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { forbidden } from '../../kernel/errors.ts';
import { causeOf, type DecideDeps, decideApproval, mustBePending } from './decide.ts';
import { endApproval } from './end-approval.ts';

/**
 * Withdraws a request for a team that nobody has decided yet; its requester may.
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
      throw forbidden('Only who asked for the team withdraws the request. Reject it instead.');
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
