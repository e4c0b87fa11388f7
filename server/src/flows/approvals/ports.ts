import type { Actor } from '../../engine/principal.ts';
import type { PageQuery } from '../../kernel/page.ts';
import type {
  ApprovalRecord,
  ApprovalRole,
  ApprovalStage,
  ApprovalStatus,
  ApprovalUpdates,
  Question,
} from './model.ts';

/** The fields to write. Absent fields stay unchanged. */
export interface ApprovalChange {
  status?: Exclude<ApprovalStatus, 'pending'>;
  stages?: readonly ApprovalStage[];
  stage?: number;
  updates?: ApprovalUpdates;
  /** `null` removes the open question. */
  question?: Question | null;
  expiresAt?: Date;
  decidedBy?: Actor;
  message?: string | undefined;
  decidedAt?: Date;
  remindedAt?: Date;
}

export type DecisionOutcome = 'approved' | 'rejected' | 'delegated' | 'cancelled';

/** Kinds of remarks, which decide nothing. `withdrawn`: the asker or an administrator withdrew the question. */
export const REMARK_KINDS = ['asked', 'answered', 'withdrawn', 'commented'] as const;
export type RemarkKind = (typeof REMARK_KINDS)[number];

/** A decision about a request, or a remark on it. */
export interface ApprovalDecision {
  /** Operation id of the call. */
  id: string;
  stage: number;
  outcome: DecisionOutcome | RemarkKind;
  /** The person or app that made the decision or the remark. */
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
  /**
   * Id of a person. Lists only pending approvals whose current stage needs a decision by this person, or whose open
   * question this person must answer.
   */
  waitingFor?: string | undefined;
}

export interface ApprovalStore {
  add(approval: ApprovalRecord): Promise<void>;
  find(approvalId: string): Promise<ApprovalRecord | undefined>;
  /**
   * Writes to a pending approval at this revision (optimistic lock). Returns false, and writes nothing, when its
   * revision differs.
   */
  change(approvalId: string, revision: number, change: ApprovalChange): Promise<boolean>;
  /** Lets a deputy read the approval. */
  addApprover(approvalId: string, personId: string): Promise<void>;
  addDecision(approvalId: string, decision: ApprovalDecision, at: Date): Promise<void>;
  /** Whether the call with this operation id has recorded a decision or remark. */
  hasDecision(approvalId: string, decisionId: string): Promise<boolean>;
  /** Returns the decisions and remarks, oldest first. */
  listDecisions(approvalId: string): Promise<RecordedDecision[]>;
  /** Returns approvals, newest first: up to `top` + 1 items, of which the last one shows that another page follows. */
  list(query: ApprovalQuery): Promise<ApprovalRecord[]>;
  listExpired(at: Date, limit: number): Promise<ApprovalRecord[]>;
  /** Returns the pending approvals about which people were last notified before `before`, the oldest first. */
  listUnreminded(before: Date, limit: number): Promise<ApprovalRecord[]>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    approvals: ApprovalStore;
  }
}
