/** Builds notifications about an approval. The caller adds them in the transaction of the change. */

import {
  limitAnswers,
  limitNames,
  type NewNotification,
  type NotificationKind,
  notificationsTo,
} from '../../domain/notifications/kinds.ts';
import type { Actor } from '../../engine/principal.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import type { PlanSummary } from '../provisioning/ports.ts';
import {
  type ApprovalRecord,
  type ApprovalStage,
  currentStage,
  type Question,
  updatedTeam,
} from './model.ts';

interface ApprovalChange {
  actorName?: string | undefined;
  message?: string | undefined;
  planned?: PlanSummary | undefined;
}

function factsOfTeam({ name, owners, members }: PlanSummary, requestedName: string) {
  return {
    ...(name !== requestedName && { finalName: name }),
    owners: limitNames(owners),
    members: limitNames(members),
  };
}

/** The kinds that ask approvers for a decision: their texts have the answers of the request. */
const ASKING: readonly NotificationKind[] = ['approval_requested', 'approval_reminder'];

const notificationOf = (
  approval: ApprovalRecord,
  kind: NotificationKind,
  { actorName, message, planned }: ApprovalChange = {},
): Pick<NewNotification, 'kind' | 'facts'> => ({
  kind,
  facts: {
    approvalId: approval.id,
    stage: approval.stage,
    teamName: updatedTeam(approval).name,
    ...(approval.channel !== null && { inTeamName: approval.channel.team.displayName }),
    templateName: approval.template.name,
    requesterName: approval.requester.displayName,
    expiresDateTime: approval.expiresAt.toISOString(),
    ...(actorName !== undefined && { actorName }),
    ...(message !== undefined && { message }),
    ...(planned !== undefined && factsOfTeam(planned, updatedTeam(approval).name)),
    ...(ASKING.includes(kind) && approval.answers !== null && { answers: limitAnswers(approval.answers) }),
  },
});

const notificationsFor = (
  approval: ApprovalRecord,
  kind: NotificationKind,
  addresseeIds: readonly string[],
  act?: ApprovalChange,
): NewNotification[] => notificationsTo(addresseeIds, notificationOf(approval, kind, act));

/** Returns the ids of the approvers of the current stage who have not approved it yet. */
export const waitingApprovers = (approval: ApprovalRecord): string[] => {
  const { approvers, approvedBy } = currentStage(approval);
  return approvers.map(({ id }) => id).filter((id) => !approvedBy.includes(id));
};

interface ApproversNotice {
  kind: 'approval_requested' | 'approval_reminder' | 'approval_withdrawn' | 'information_provided';
  act?: ApprovalChange;
  /** Default: the approvers of the current stage who have not approved it yet. */
  asked?: readonly string[];
}

/** Notifies the approvers who are asked. If there are none, notifies the administrators, because they can decide. */
export const notifyApprovers = (
  { notifications }: Pick<UnitOfWork, 'notifications'>,
  approval: ApprovalRecord,
  { kind, act, asked = waitingApprovers(approval) }: ApproversNotice,
  at: Date,
): Promise<void> =>
  asked.length > 0
    ? notifications.add(notificationsFor(approval, kind, asked, act), at)
    : notifications.addForAdministrators(notificationOf(approval, kind, act), at, approval.requester.id);

const isAskedNow = (approval: Pick<ApprovalRecord, 'stages' | 'stage'>, personId: string): boolean =>
  currentStage(approval).approvers.some(({ id }) => id === personId);

/**
 * Returns the notification to a deputy who joins the current stage, otherwise none. A deputy who was already an
 * approver of this stage has been notified, and a deputy in a later stage is notified when that stage begins.
 * @param stages the stages after the delegation
 */
export const notificationsForDeputy = (
  approval: ApprovalRecord,
  stages: ApprovalStage[],
  deputyId: string,
  act: ApprovalChange,
): NewNotification[] =>
  isAskedNow({ ...approval, stages }, deputyId) && !isAskedNow(approval, deputyId)
    ? notificationsFor(approval, 'approval_requested', [deputyId], act)
    : [];

/** Returns the notification to the requester; none for an app. */
export const notificationsForRequester = (
  approval: ApprovalRecord,
  kind: 'request_approved' | 'request_rejected' | 'request_expired' | 'information_requested',
  act?: ApprovalChange,
): NewNotification[] =>
  approval.requester.kind === 'user' ? notificationsFor(approval, kind, [approval.requester.id], act) : [];

/** Returns the notification that asks the requester the question. */
export const notificationsOfQuestion = (
  approval: ApprovalRecord,
  { asker, message }: Question,
): NewNotification[] =>
  notificationsForRequester(approval, 'information_requested', { actorName: asker.displayName, message });

/** Returns notifications of a comment to the requester and the approvers of the current stage, except its author. */
export const notificationsOfComment = (
  approval: ApprovalRecord,
  author: Actor,
  message: string,
): NewNotification[] => {
  const { requester } = approval;
  const asked = currentStage(approval).approvers.map(({ id }) => id);
  const readers = new Set(requester.kind === 'user' ? [requester.id, ...asked] : asked);
  readers.delete(author.id);
  return notificationsFor(approval, 'approval_commented', [...readers], {
    actorName: author.displayName,
    message,
  });
};
