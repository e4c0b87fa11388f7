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

/** The fields to write. Absent fields stay unchanged. */
export interface ApprovalChange {
  status?: Exclude<ApprovalStatus, 'pending'>;
  stages?: readonly ApprovalStage[];
  stage?: number;
  updates?: ApprovalUpdates;
  decidedBy?: Actor;
  message?: string | undefined;
  decidedAt?: Date;
  remindedAt?: Date;
}

export interface ApprovalDecision {
  /** Operation id of the call. */
  id: string;
  stage: number;
  outcome: 'approved' | 'rejected' | 'delegated' | 'cancelled';
  decider: Actor;
  message: string | null;
}

export interface RecordedDecision extends ApprovalDecision {
  decidedAt: Date;
}

export interface ApprovalQuery extends PageQuery {
  /** The person whose approvals are listed; undefined for all approvals of the tenant. */
  person: { id: string; role: ApprovalRole | undefined } | undefined;
  status: ApprovalStatus | undefined;
  /** Id of a person. Lists only pending approvals whose current stage needs a decision by this person. */
  waitingFor?: string | undefined;
}

export interface ApprovalStore {
  add(approval: NewApproval): Promise<void>;
  find(approvalId: string): Promise<ApprovalRecord | undefined>;
  /**
   * Writes to a pending approval at this revision (optimistic lock). Returns false, and writes nothing, when its
   * revision is another one.
   */
  change(approvalId: string, revision: number, change: ApprovalChange): Promise<boolean>;
  /** Lets a deputy read the approval. */
  addApprover(approvalId: string, personId: string): Promise<void>;
  addDecision(approvalId: string, decision: ApprovalDecision, at: Date): Promise<void>;
  /** Whether the call with this operation id has recorded a decision. */
  hasDecision(approvalId: string, decisionId: string): Promise<boolean>;
  /** Returns the decisions, oldest first. */
  listDecisions(approvalId: string): Promise<RecordedDecision[]>;
  /** Returns approvals, newest first: up to `top` + 1 items, of which the last one shows that another page follows. */
  list(query: ApprovalQuery): Promise<ApprovalRecord[]>;
  listExpired(at: Date, most: number): Promise<ApprovalRecord[]>;
  /** Returns the pending approvals whose approvers were last notified before `before`, the oldest first. */
  listUnreminded(before: Date, most: number): Promise<ApprovalRecord[]>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    approvals: ApprovalStore;
  }
}
