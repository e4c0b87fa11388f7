/** Who is told what of an approval. Part of the transaction that makes it so. */

import type { NewNotification, NotificationKind } from '../../domain/notifications/model.ts';
import { newId } from '../../kernel/ids.ts';
import { updatedName } from './events.ts';
import { type ApprovalRecord, type ApprovalStage, type NewApproval, presentStage } from './model.ts';

type Told = NewApproval & Pick<ApprovalRecord, 'stage'> & Partial<Pick<ApprovalRecord, 'updates'>>;

/** What somebody did about it. */
interface Act {
  actorName?: string | undefined;
  message?: string | undefined;
}

const tell = (
  approval: Told,
  kind: NotificationKind,
  addresseeIds: readonly string[],
  { actorName, message }: Act = {},
): NewNotification[] =>
  addresseeIds.map((addresseeId) => ({
    id: newId(),
    addresseeId,
    kind,
    facts: {
      approvalId: approval.id,
      stage: approval.stage,
      teamName: updatedName(approval),
      templateName: approval.template.name,
      requesterName: approval.requester.displayName,
      expiresDateTime: approval.expiresAt.toISOString(),
      ...(actorName !== undefined && { actorName }),
      ...(message !== undefined && { message }),
    },
  }));

/** Those of the present stage whose word is still missing. */
export const tellApprovers = (
  approval: Told,
  kind: 'approval_requested' | 'approval_reminder' | 'approval_withdrawn',
  act?: Act,
): NewNotification[] => {
  const { approvers, approvedBy } = presentStage(approval);
  const asked = approvers.map(({ id }) => id).filter((id) => !approvedBy.includes(id));
  return tell(approval, kind, asked, act);
};

const isAskedNow = (approval: Pick<ApprovalRecord, 'stages' | 'stage'>, personId: string): boolean =>
  presentStage(approval).approvers.some(({ id }) => id === personId);

/**
 * Somebody who was asked in the present stage before is told already; a deputy in later stages alone is told when
 * the turn of those comes.
 * @param stages with the deputy
 */
export const tellDeputy = (
  approval: Told,
  stages: ApprovalStage[],
  deputyId: string,
  act: Act,
): NewNotification[] =>
  isAskedNow({ ...approval, stages }, deputyId) && !isAskedNow(approval, deputyId)
    ? tell(approval, 'approval_requested', [deputyId], act)
    : [];

/** An app reads no notifications. */
export const tellRequester = (
  approval: Told,
  kind: 'request_approved' | 'request_rejected' | 'request_expired',
  act?: Act,
): NewNotification[] =>
  approval.requester.kind === 'user' ? tell(approval, kind, [approval.requester.id], act) : [];
