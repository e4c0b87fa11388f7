import { isAdmin, type Principal } from '../principal.ts';
import type { Store } from '../store.ts';
import { type Approval, type ApprovalRole, type ApprovalStatus, describeApproval } from './model.ts';

export interface ListApprovalsInput {
  /** What the caller has to do with them; undefined: anything, and for admin all of the tenant. */
  role: ApprovalRole | undefined;
  status: ApprovalStatus | undefined;
  /** Page size, 1 to 999. */
  top: number;
  /** Where the page before ended: its `next`. */
  after: string | undefined;
}

export interface ApprovalPage {
  approvals: Approval[];
  /** Where this page ends, when more follow. */
  next: string | undefined;
}

/** A page of approvals, newest first. */
export async function listApprovals(
  { store }: { store: Store },
  principal: Principal,
  { role, status, top, after }: ListApprovalsInput,
): Promise<ApprovalPage> {
  const everybodys = role === undefined && isAdmin(principal);
  const found = await store.in(principal.tenantId).approvals.list({
    person: everybodys ? undefined : { id: principal.id, role },
    status,
    top,
    after,
  });
  const page = found.slice(0, top);
  const next = found.length > top ? page.at(-1)?.id : undefined;
  return { approvals: page.map(describeApproval), next };
}
