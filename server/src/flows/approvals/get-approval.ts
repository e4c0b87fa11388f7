import type { Principal } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import { mustReadApproval } from './access.ts';
import { describeApproval } from './model.ts';
import type { RecordedDecision } from './ports.ts';

const describeDecision = ({
  stage,
  outcome,
  decider: { id, displayName },
  message,
  decidedAt,
}: RecordedDecision) => ({
  stage,
  outcome,
  decider: { id, displayName },
  message,
  decidedDateTime: decidedAt.toISOString(),
});

/**
 * Returns an approval with its decisions to its requester, its approvers and admins.
 * @throws NotFound also when the caller may not read it
 */
export async function getApproval(
  { store }: { store: Store },
  principal: Principal,
  { approvalId }: { approvalId: string },
) {
  const { approvals } = store.in(principal.tenantId);
  const [approval, decisions] = await Promise.all([
    approvals.find(approvalId),
    approvals.listDecisions(approvalId),
  ]);
  mustReadApproval(principal, approvalId, approval);
  return { ...describeApproval(approval), decisions: decisions.map(describeDecision) };
}
