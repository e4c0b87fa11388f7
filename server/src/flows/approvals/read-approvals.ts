import type { ReadLog } from '../../engine/audit/read-log.ts';
import { isAdmin, type Principal, type RequestContext } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import { type Page, type PageQuery, toPage } from '../../kernel/page.ts';
import { assertCanReadApproval, isInvolved } from './access.ts';
import { approvalRead, approvalsListed } from './approval-records.ts';
import { type Approval, type ApprovalRole, type ApprovalStatus, describeApproval } from './model.ts';
import type { RecordedDecision } from './ports.ts';

interface ListApprovalsInput extends PageQuery {
  /** Role of the caller in the approvals. Undefined: any role; for an administrator all approvals of the tenant. */
  role: ApprovalRole | undefined;
  status: ApprovalStatus | undefined;
  /** Id of a person. Lists only pending approvals whose current stage needs a decision by this person. */
  waitingFor?: string | undefined;
}

interface ReadDeps {
  store: Store;
  reads: ReadLog;
}

/** Returns a page of approvals, newest first. */
export async function listApprovals(
  { store, reads }: ReadDeps,
  principal: Principal,
  context: RequestContext,
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
  const { items, next } = toPage(found, top, ({ id }) => id);
  if (items.some((approval) => !isInvolved(principal, approval))) {
    await reads.record(principal, context, approvalsListed, {}, 'requests');
  }
  return { items: items.map(describeApproval), next };
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
  { store, reads }: ReadDeps,
  principal: Principal,
  context: RequestContext,
  { approvalId }: { approvalId: string },
) {
  const { approvals } = store.in(principal.tenantId);
  const [approval, decisions] = await Promise.all([
    approvals.find(approvalId),
    approvals.listDecisions(approvalId),
  ]);
  assertCanReadApproval(principal, approvalId, approval);
  if (!isInvolved(principal, approval)) {
    await reads.record(principal, context, approvalRead, approval, 'requests');
  }
  return { ...describeApproval(approval), decisions: decisions.map(describeDecision) };
}
