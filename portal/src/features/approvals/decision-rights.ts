/** Determines which actions on a request are open to the person. */
import type { Approval } from '@charter/sdk';
import { useSession } from '../../sign-in/session-context.ts';
import { useIsAdministrator } from '../me/queries.ts';

/** Whether the person has approved the current stage, or somebody has approved it for them. */
const hasApprovedStage = ({ stages, stage }: Approval, personId: string): boolean =>
  stages[stage]?.approvedBy.includes(personId) ?? false;

/** Whether the person has approved any stage. */
export const hasApproved = ({ stages }: Approval, personId: string): boolean =>
  stages.some(({ approvedBy }) => approvedBy.includes(personId));

/** Whether the person is an approver or deputy of the current stage and has not approved it. */
function isAsked(approval: Approval, personId: string): boolean {
  const current = approval.stages[approval.stage];
  if (approval.status !== 'pending' || current === undefined || hasApprovedStage(approval, personId)) {
    return false;
  }
  const isDeputy = current.delegations.some(({ to }) => to.id === personId);
  return isDeputy || current.approvers.some(({ id }) => id === personId);
}

/** The person's possible actions on a pending request. */
export function useDecisionRights(approval: Approval) {
  const { person } = useSession();
  const isAdministrator = useIsAdministrator();
  const isPending = approval.status === 'pending';
  const isRequester = isPending && approval.requester.id === person.id;
  const isApprover = isAsked(approval, person.id);
  // An administrator can decide any pending request except their own, unless they have approved its current stage.
  const mayStepIn = isPending && isAdministrator && !isRequester && !hasApprovedStage(approval, person.id);
  const mayDecide = isApprover || mayStepIn;
  const { question } = approval;
  const holdsQuestion = question !== undefined && (isAdministrator || question.asker.id === person.id);
  return {
    isRequester,
    isApprover,
    mayDecide,
    /** An open question blocks the approval, except for its asker and administrators. */
    mayApprove: mayDecide && (question === undefined || holdsQuestion),
    mayAsk: mayDecide && question === undefined,
    mayAnswer: isRequester && question !== undefined,
    mayWithdrawQuestion: mayDecide && holdsQuestion,
  };
}
