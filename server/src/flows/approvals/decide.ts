/** The steps that all decisions about an approval share. */

import type { Deps } from '../../engine/deps.ts';
import type { Principal, RequestContext } from '../../engine/principal.ts';
import { say } from '../../kernel/messages.ts';
import { retryConflicts } from '../../kernel/retry.ts';
import { mustReadApproval } from './access.ts';
import type { ApprovalRecord } from './model.ts';

/**
 * Reads the approval and passes it to `decide`. Repeats both after a concurrent decision. A call repeated
 * under the same operation id returns without another decision.
 * @param decide returns false when the approval has changed since it was read
 * @throws NotFound, Conflict, and what `decide` throws
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
    mustReadApproval(principal, approvalId, approval);
    const isDecided = await approvals.hasDecision(approvalId, context.operationId);
    return isDecided || (await decide(approval)) || undefined;
  };
  await retryConflicts(
    write,
    say('approvals.busy', 'Others decide this request at the same moment. Try again.'),
  );
}
