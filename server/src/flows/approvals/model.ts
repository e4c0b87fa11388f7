/**
 * Approvals of requests for teams and channels (docs/specification.md, section 10): `pending → approved
 * rejected
 * expired
 * cancelled`, decided once. Stages are decided in order, each by any or by all of its approvers. The approval of the
 * last stage approves the request.
 */
import type { ShownAnswer } from '../../domain/answers/model.ts';
import type { CatalogTemplatePermanentMembership } from '../../domain/catalog/model.ts';

import type { Person } from '../../domain/directory/find-people.ts';
import { type Actor, actorOf, type Principal } from '../../engine/principal.ts';

import type { ChannelPlace, RequiredStage } from '../provisioning/ports.ts';
import type { TeamProvisioningRequest } from '../provisioning/request.ts';

export const APPROVAL_STATUSES = ['pending', 'approved', 'rejected', 'expired', 'cancelled'] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

export const APPROVAL_ROLES = ['requester', 'approver'] as const;
export type ApprovalRole = (typeof APPROVAL_ROLES)[number];

export interface ApprovalStage extends RequiredStage {
  /** Ids of the people who approved this stage, and of the approvers on whose behalf an administrator approved. */
  approvedBy: string[];
  delegations?: { from: Person; to: Person }[];
}

/** A question to the requester. It holds the current stage until it is answered or withdrawn. */
export interface Question {
  /** The approver or administrator who asked. */
  asker: Actor;
  message: string;
  /** RFC 3339 UTC. */
  askedAt: string;
  /** Time that was left for the decision, in milliseconds. */
  remainingMilliseconds: number;
}

/**
 * An approver's changes to the request (docs/specification.md, section 10). A list of people replaces the whole list.
 */
export type ApprovalUpdates = Partial<TeamProvisioningRequest['team']>;

/** Adds the changes of an approver to those of earlier ones. */
export const mergeUpdates = (earlier: ApprovalUpdates, later: ApprovalUpdates): ApprovalUpdates => ({
  ...earlier,
  ...later,
  ...(later.membership && { membership: { ...earlier.membership, ...later.membership } }),
});

export interface ApprovalRequester extends Actor {
  /** Mail address; null for an app, and for a person without a mailbox. */
  mail: string | null;
}

export interface ApprovalTemplate {
  id: string;
  name: string;
  permanentMembership: CatalogTemplatePermanentMembership;
}

export interface ApprovalRecord {
  id: string;
  jobId: string;
  template: ApprovalTemplate;
  requester: ApprovalRequester;
  /** Id of the call that made the request. */
  requestId: string;
  /** The requested team. For a request for a channel, the texts and people of the channel. */
  team: TeamProvisioningRequest['team'];
  /** Team and type of a requested channel; null in a request for a team. */
  channel: ChannelPlace | null;
  /** The checked answers of the request; null if there are none. */
  metadata: NonNullable<TeamProvisioningRequest['metadata']> | null;
  /** The answers as the requester gave them, with their titles; null if there are none. */
  answers: readonly ShownAnswer[] | null;
  stages: ApprovalStage[];
  createdAt: Date;
  /** Until then the approvers must decide or, while a question is open, the requester must answer. */
  expiresAt: Date;
  /** The open question; null if there is none. */
  question: Question | null;
  status: ApprovalStatus;
  /** Number of writes, for optimistic locking: a decision is written only to the revision that it was made on. */
  revision: number;
  updates: ApprovalUpdates;
  stage: number;
  /**
   * The last decider; null while the approval is pending, and after an expiry. Charter itself if the request was
   * approved by rule.
   */
  decidedBy: Actor | null;
  message: string | null;
  decidedAt: Date | null;
}

/** Returns the changes that close the open question: the time for the decision resumes where it stopped. */
export const closeQuestion = (
  { question }: Pick<ApprovalRecord, 'question'>,
  at: Date,
): { question?: null; expiresAt?: Date } =>
  question === null
    ? {}
    : { question: null, expiresAt: new Date(at.getTime() + question.remainingMilliseconds) };

/** Returns the requested team with the approvers' changes. */
export const updatedTeam = ({ team, updates }: ApprovalRecord): TeamProvisioningRequest['team'] => ({
  ...team,
  ...mergeUpdates(team, updates),
});

/**
 * Returns the requester as a principal for planning. It has no roles: planning reads none, and the approval stores
 * none.
 */
export const requesterOf = ({ requester }: ApprovalRecord, tenantId: string): Principal => ({
  ...actorOf(requester),
  tenantId,
  kind: requester.kind === 'app' ? 'app' : 'user',
  roles: new Set(),
});

/** The stages, with the index of the current one. */
type Stages = Pick<ApprovalRecord, 'stages' | 'stage'>;

/** Returns the current stage; for an ended approval, the stage in which it was decided. */
export const currentStage = ({ stages, stage }: Stages): ApprovalStage =>
  stages[stage] ?? { require: 'any', approvers: [], approvedBy: [] };

/** Returns the distinct approvers of all stages. */
export const approversOf = ({ stages }: Pick<ApprovalRecord, 'stages'>): Person[] => [
  ...new Map(stages.flatMap(({ approvers }) => approvers).map((person) => [person.id, person])).values(),
];

/** Whether the person is the only approver of every stage. */
export const isOnlyApprover = (stages: readonly Pick<RequiredStage, 'approvers'>[], id: string): boolean =>
  stages.every(({ approvers }) => approvers.length === 1 && approvers[0]?.id === id);

const stillToDecide = (approval: Stages, stage: ApprovalStage, index: number, id: string) =>
  index >= approval.stage &&
  stage.approvers.some((approver) => approver.id === id) &&
  !stage.approvedBy.includes(id);

/** Whether a decision of the person is pending in the current stage or a later one. */
export const hasPendingDecision = (approval: Stages, id: string): boolean =>
  approval.stages.some((stage, index) => stillToDecide(approval, stage, index, id));

/** Whether all must approve in a stage in which `id` is yet to decide and `otherId` is an approver. */
export const requiresBoth = (approval: Stages, id: string, otherId: string): boolean =>
  approval.stages.some(
    (stage, index) =>
      stage.require === 'all' &&
      stillToDecide(approval, stage, index, id) &&
      stage.approvers.some((approver) => approver.id === otherId),
  );

/** Replaces `from` with `to` in every stage in which a decision of `from` is pending. */
export const delegateStages = (approval: Stages, from: Person, to: Person): ApprovalStage[] =>
  approval.stages.map((stage, index) => {
    if (!stillToDecide(approval, stage, index, from.id)) return stage;
    const others = stage.approvers.filter(({ id }) => id !== from.id && id !== to.id);
    const delegations = [...(stage.delegations ?? []), { from, to }];
    return { ...stage, approvers: [...others, to], delegations };
  });

/** Whether a stage with at least one approval is complete. */
const isStageDone = ({ require, approvers, approvedBy }: ApprovalStage): boolean =>
  require === 'any' || approvers.every(({ id }) => approvedBy.includes(id));

export interface StageProgress extends Stages {
  /** Whether every stage is approved. */
  complete: boolean;
}

/**
 * Adds one approval to the current stage. A decider who is not an approver is an administrator (access.ts) and approves
 * on behalf of all approvers.
 */
export function approveStage(approval: Stages, deciderId: string): StageProgress {
  const present = currentStage(approval);
  const isApprover = present.approvers.some(({ id }) => id === deciderId);
  const approving = isApprover ? [deciderId] : [...present.approvers.map(({ id }) => id), deciderId];
  const approvedBy = [...new Set([...present.approvedBy, ...approving])];
  const decided: ApprovalStage = { ...present, approvedBy };
  const stages = approval.stages.map((stage, index) => (index === approval.stage ? decided : stage));
  if (!isStageDone(decided)) return { stages, stage: approval.stage, complete: false };
  const isLast = approval.stage >= stages.length - 1;
  return { stages, stage: isLast ? approval.stage : approval.stage + 1, complete: isLast };
}

interface DescribedRequest {
  team: TeamProvisioningRequest['team'];
  channel?: {
    team: ChannelPlace['team'];
    name: string;
    description: string | null;
    membershipType: ChannelPlace['membershipType'];
    membership: TeamProvisioningRequest['team']['membership'];
  };
}

/** Describes the requested team, or the requested channel and its team. */
function describeRequested(record: ApprovalRecord): DescribedRequest {
  const requested = updatedTeam(record);
  if (record.channel === null) return { team: requested };
  const { team, membershipType } = record.channel;
  const { name, description, membership } = requested;
  return {
    team: { name: team.displayName },
    channel: { team, name, description: description ?? null, membershipType, membership },
  };
}

/** Describes an approval in API responses; times are RFC 3339 UTC. */
export function describeApproval(record: ApprovalRecord) {
  const { id, status, jobId, template, requester, stages, stage, question, decidedBy, message } = record;
  return {
    id,
    status,
    job: { id: jobId },
    template: { id: template.id, name: template.name },
    requester: { id: requester.id, displayName: requester.displayName, mail: requester.mail },
    request: {
      ...describeRequested(record),
      metadata: record.metadata,
      answers: record.answers && [...record.answers],
    },
    stages: stages.map((one) => ({ ...one, delegations: one.delegations ?? [] })),
    stage,
    question: question && {
      asker: { id: question.asker.id, displayName: question.asker.displayName },
      message: question.message,
      askedDateTime: question.askedAt,
    },
    approver: decidedBy && { id: decidedBy.id, displayName: decidedBy.displayName },
    message,
    createdDateTime: record.createdAt.toISOString(),
    expiresDateTime: record.expiresAt.toISOString(),
    decidedDateTime: record.decidedAt?.toISOString() ?? null,
  };
}

export type Approval = ReturnType<typeof describeApproval>;
