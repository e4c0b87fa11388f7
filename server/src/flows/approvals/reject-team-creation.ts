import type { Principal, RequestContext } from '../../engine/principal.ts';
import { mustDecideApproval } from './access.ts';
import {
  causeOf,
  type DecideDeps,
  type DecisionInput,
  decideApproval,
  findDecider,
  mustBePending,
} from './decide.ts';
import { endApproval } from './end-approval.ts';

/**
 * Rejects a request for a team, fails its job and releases the job's reservations (docs/specification.md, section
 * 10).
 * @throws NotFound, Forbidden, InvalidRequest, ApprovalAlreadyResolved
 */
export async function rejectTeamCreation(
  deps: DecideDeps,
  principal: Principal,
  context: RequestContext,
  input: DecisionInput,
): Promise<void> {
  const { store, clock } = deps;
  await decideApproval(deps, principal, context, input.approvalId, async (approval) => {
    const decider = await findDecider(deps, principal, input);
    mustDecideApproval(principal, decider, approval);
    await mustBePending(deps, principal.tenantId, approval);
    const end = {
      status: 'rejected',
      decider,
      message: input.message,
      by: causeOf(principal, context),
      operationId: context.operationId,
    } as const;
    return endApproval(store, principal.tenantId, approval, end, clock.now());
  });
}
