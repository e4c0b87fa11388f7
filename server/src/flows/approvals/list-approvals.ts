import { isAdmin, type Principal } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import { type Page, type PageQuery, toPage } from '../../kernel/page.ts';
import { type Approval, type ApprovalRole, type ApprovalStatus, describeApproval } from './model.ts';

export interface ListApprovalsInput extends PageQuery {
  /** The caller's part; undefined for any, and for all approvals of the tenant when the caller is an admin. */
  role: ApprovalRole | undefined;
  status: ApprovalStatus | undefined;
  /** Id of a person: only pending approvals that this person is asked for in the present stage. */
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
