import { isAdmin, type Principal } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import { type Page, type PageQuery, toPage } from '../../kernel/page.ts';
import { assertCanReadApproval } from './access.ts';
import { type Approval, type ApprovalRole, type ApprovalStatus, describeApproval } from './model.ts';
import type { RecordedDecision } from './ports.ts';

interface ListApprovalsInput extends PageQuery {
  /** Role of the caller in the approvals. Undefined: any role; for an administrator all approvals of the tenant. */
  role: ApprovalRole | undefined;
  status: ApprovalStatus | undefined;
  /** Id of a person. Lists only pending approvals whose current stage needs a decision by this person. */
  waitingFor?: string | undefined;
}

/** Returns a page of approvals, newest first. */
export async function listApprovals(
  { store }: { store: Store },
  principal: Principal,
  { role, status, waitingFor, top, after }: ListApprovalsInput,
): Promise<Page<Approval>> {
  const everybodys = role === undefined && isAdmin(principal);
  const found = await store.in(principal.tenantId).approvals.list({
    person: everybodys ? undefined : { id: principal.id, role },
    status,
    waitingFor,
    top,
    after,
  });
  return toPage(found.map(describeApproval), top, ({ id }) => id);
}

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
 * Returns an approval with its decisions to its requester, its approvers and administrators.
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
  assertCanReadApproval(principal, approvalId, approval);
  return { ...describeApproval(approval), decisions: decisions.map(describeDecision) };
}
