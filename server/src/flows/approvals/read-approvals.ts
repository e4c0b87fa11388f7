import type { ReadLog } from '../../engine/audit/read-log.ts';
import { isAdmin, type Principal, type RequestContext } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import { type Page, type PageQuery, toPage } from '../../kernel/page.ts';
import { assertCanReadApproval, isInvolved } from './access.ts';
import { approvalRead, approvalsListed } from './approval-records.ts';
import { type Approval, type ApprovalRole, type ApprovalStatus, describeApproval } from './model.ts';
import { type ApprovalDecision, REMARK_KINDS, type RecordedDecision, type RemarkKind } from './ports.ts';

interface ListApprovalsInput extends PageQuery {
  /** Role of the caller in the approvals. If undefined, any role; for an administrator, all approvals of the tenant. */
  role: ApprovalRole | undefined;
  status: ApprovalStatus | undefined;
  /** Id of a person. Lists only pending approvals that wait for this person (ApprovalQuery). */
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

const isRemark = (outcome: ApprovalDecision['outcome']): outcome is RemarkKind =>
  REMARK_KINDS.some((kind) => kind === outcome);

/** Separates the decisions from the remarks. */
function describeEntries(entries: readonly RecordedDecision[]) {
  const decisions = [];
  const comments = [];
  for (const { stage, outcome, decider: actor, message, decidedAt } of entries) {
    const decider = { id: actor.id, displayName: actor.displayName };
    const time = decidedAt.toISOString();
    if (isRemark(outcome)) {
      comments.push({ kind: outcome, stage, author: decider, message, createdDateTime: time });
    } else decisions.push({ stage, outcome, decider, message, decidedDateTime: time });
  }
  return { decisions, comments };
}

/**
 * Returns an approval with its decisions and comments to its requester, its approvers and administrators.
 * @throws NotFound also when the caller may not read it
 */
export async function getApproval(
  { store, reads }: ReadDeps,
  principal: Principal,
  context: RequestContext,
  { approvalId }: { approvalId: string },
) {
  const { approvals } = store.in(principal.tenantId);
  const [approval, entries] = await Promise.all([
    approvals.find(approvalId),
    approvals.listDecisions(approvalId),
  ]);
  assertCanReadApproval(principal, approvalId, approval);
  if (!isInvolved(principal, approval)) {
    await reads.record(principal, context, approvalRead, approval, 'requests');
  }
  return { ...describeApproval(approval), ...describeEntries(entries) };
}
