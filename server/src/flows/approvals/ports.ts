import type { Actor } from '../../engine/principal.ts';
import type { PageQuery } from '../../kernel/page.ts';
import type {
  ApprovalRecord,
  ApprovalRole,
  ApprovalStage,
  ApprovalStatus,
  ApprovalUpdates,
  NewApproval,
} from './model.ts';

/** What a decision writes. What is left out stays as it is. */
export interface ApprovalChange {
  status?: Exclude<ApprovalStatus, 'pending'>;
  stages?: readonly ApprovalStage[];
  stage?: number;
  updates?: ApprovalUpdates;
  decidedBy?: Actor;
  message?: string;
  decidedAt?: Date;
  /** When the approvers were told last. */
  remindedAt?: Date;
}

/** One thing that somebody said about a request. */
export interface ApprovalDecision {
  /** Operation id of the call that said it. */
  id: string;
  stage: number;
  outcome: 'approved' | 'rejected' | 'delegated' | 'cancelled';
  decider: Actor;
  message: string | null;
}

export interface ApprovalQuery extends PageQuery {
  /** Whose; undefined: everybody's. */
  person: { id: string; role: ApprovalRole | undefined } | undefined;
  status: ApprovalStatus | undefined;
}

export interface ApprovalStore {
  add(approval: NewApproval): Promise<void>;
  find(approvalId: string): Promise<ApprovalRecord | undefined>;
  /**
   * Writes to a pending approval that still has this revision, in one statement that others wait for; false,
   * and nothing written, otherwise. So a request is decided once.
   */
  change(approvalId: string, revision: number, change: ApprovalChange): Promise<boolean>;
  /** Shows the approval to somebody who came to it later. */
  addApprover(approvalId: string, personId: string): Promise<void>;
  addDecision(approvalId: string, decision: ApprovalDecision, at: Date): Promise<void>;
  /** Whether the call with this operation id has said its word already. */
  hasDecision(approvalId: string, decisionId: string): Promise<boolean>;
  /** Newest first; one more than a page where there is one more. */
  list(query: ApprovalQuery): Promise<ApprovalRecord[]>;
  /** Pending ones whose time is over, the longest first. */
  listExpired(at: Date, most: number): Promise<ApprovalRecord[]>;
  /** Pending ones whose approvers were last told before `before`, the longest first. */
  listUnreminded(before: Date, most: number): Promise<ApprovalRecord[]>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    approvals: ApprovalStore;
  }
}
