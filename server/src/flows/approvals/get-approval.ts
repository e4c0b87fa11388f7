import type { Principal } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import { mustReadApproval } from './access.ts';
import { type Approval, describeApproval } from './model.ts';

/**
 * Returns an approval to its requester, its approvers and admins.
 * @throws NotFound also when the caller may not read it
 */
export async function getApproval(
  { store }: { store: Store },
  principal: Principal,
  { approvalId }: { approvalId: string },
): Promise<Approval> {
  const approval = await store.in(principal.tenantId).approvals.find(approvalId);
  mustReadApproval(principal, approvalId, approval);
  return describeApproval(approval);
}
