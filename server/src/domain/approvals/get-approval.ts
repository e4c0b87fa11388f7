import type { Principal } from '../principal.ts';
import type { Store } from '../store.ts';
import { type Approval, describeApproval } from './model.ts';
import { mustReadApproval } from './policy.ts';

/**
 * An approval for its requester, its approvers and admin.
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
