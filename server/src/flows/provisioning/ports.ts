/** The port to approvals, which `flows/approvals` implements. That folder imports this one, never the reverse. */
import type { ShownAnswer } from '../../domain/answers/model.ts';
import type { TeamBlueprint } from '../../domain/catalog/blueprint.ts';
import type { RuleScope } from '../../domain/catalog/rules.ts';
import type { ChannelMembershipType } from '../../domain/channels/model.ts';
import type { Person } from '../../domain/directory/find-people.ts';
import type { User } from '../../domain/directory/model.ts';
import type { NewJob } from '../../engine/jobs/ports.ts';
import type { Principal } from '../../engine/principal.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import type { Message } from '../../kernel/messages.ts';
import type { TeamProvisioningRequest } from './request.ts';

/** `any`: one approval suffices. `all`: every approver must approve. Each approver can reject. */
export type StageRequirement = 'any' | 'all';

/** The approvers of one stage, resolved at the time of the request. */
export interface RequiredStage {
  require: StageRequirement;
  approvers: Person[];
  /** Named approvers among whom nobody can sign in: people, groups and rules. Also rules that failed. */
  unavailable?: Person[];
}

/** The condition of an approval stage, evaluated for the request. */
export interface StageCondition extends Message {
  /** Position of the stage in the template, from 1. The approval team is the first stage. */
  stage: number;
  /** Source of the rule. */
  when: string;
  /** `failed`: the rule could not be evaluated, so the stage is needed. */
  outcome: 'met' | 'unmet' | 'failed';
}

/** The approval that a request needs. */
export interface RequiredApproval {
  /** The stages that the request must pass; none when it needs no approval. */
  stages: RequiredStage[];
  /** The conditions of the template's stages. */
  conditions: StageCondition[];
  /**
   * Conditions that the request did not meet when it was sent, and that the changed request meets or that fail now. The
   * approval lacks their stages, so the change must be rejected.
   */
  newlyMet?: StageCondition[];
}

/** The approval of a request that waits for a decision. */
export interface PendingApproval extends RequiredApproval {
  /** Whether the present call changes the request. */
  isChanged: boolean;
}

/** Whether the template requires an approval, but none of its stages applies to the request. */
export const isApprovedByRule = ({ stages, conditions }: RequiredApproval): boolean =>
  stages.length === 0 && conditions.length > 0;

/** The part of a plan for a team or a channel that notifications show to approvers. */
export interface PlanSummary {
  /** Name of the team or channel after the naming convention. */
  name: string;
  owners: readonly Person[];
  /** Members who are not owners. */
  members: readonly Person[];
  answers?: readonly ShownAnswer[] | undefined;
}

/** The team and the type of a requested channel. */
export interface ChannelPlace {
  team: { id: string; displayName: string };
  membershipType: ChannelMembershipType;
}

export interface ApprovalRequest {
  /** Id of the approval. The job stores it as its hold. */
  id: string;
  job: Pick<NewJob, 'id' | 'requester' | 'requestId'>;
  /** The requested team, or the texts and people of the requested channel. */
  request: Pick<TeamProvisioningRequest, 'team' | 'metadata'>;
  /** Present in a request for a channel. */
  channel?: ChannelPlace;
  blueprint: Pick<TeamBlueprint, 'template' | 'permanentOwners' | 'permanentMembers'>;
  /** The calling person; undefined for an app. */
  requester: User | undefined;
  stages: readonly RequiredStage[];
  planned: PlanSummary;
  at: Date;
}

export interface RequestApprovals {
  /**
   * Evaluates the conditions of the template's stages and finds the approvers of those that apply. A pending request
   * keeps its stages; when it is changed, the conditions that it did not meet are evaluated again.
   * @param scope reads the scope of the rules; called only when a stage has a condition, or an approver is a rule
   */
  findRequired(
    requester: Pick<Principal, 'tenantId' | 'kind' | 'id'>,
    blueprint: Pick<TeamBlueprint, 'approval' | 'template'>,
    scope: () => Promise<RuleScope>,
    pending?: PendingApproval,
  ): Promise<RequiredApproval>;
  /**
   * Opens the approval in the transaction that writes the job. Without stages, the request is approved by rule at once.
   */
  open(unit: UnitOfWork, request: ApprovalRequest): Promise<void>;
}
