/** Whose turn it is in a request. */
import type { Approval } from '@charter/sdk';
import { useSession } from '../../sign-in/session-context.ts';
import { useIsAdministrator } from '../me/queries.ts';

/** Whether the person has approved the current stage, or is one of those for whom somebody did. */
export const hasApprovedStage = ({ stages, stage }: Approval, personId: string): boolean =>
  stages[stage]?.approvedBy.includes(personId) ?? false;

/** Whether the person has approved any stage. */
export const hasApproved = ({ stages }: Approval, personId: string): boolean =>
  stages.some(({ approvedBy }) => approvedBy.includes(personId));

/** Whether the person is asked in the current stage, as an approver or a deputy, and has not approved it yet. */
export function isAsked(approval: Approval, personId: string): boolean {
  const current = approval.stages[approval.stage];
  if (approval.status !== 'pending' || current === undefined || hasApprovedStage(approval, personId)) {
    return false;
  }
  const isDeputy = current.delegations.some(({ to }) => to.id === personId);
  return isDeputy || current.approvers.some(({ id }) => id === personId);
}

/** What the person can do with a pending request. */
export function useTurn(approval: Approval) {
  const { person } = useSession();
  const isAdministrator = useIsAdministrator();
  const isPending = approval.status === 'pending';
  const isRequester = isPending && approval.requester.id === person.id;
  const isTheirTurn = isAsked(approval, person.id);
  // An administrator decides every request but their own.
  const mayStepIn = isPending && isAdministrator && !isRequester && !hasApprovedStage(approval, person.id);
  return { isRequester, isTheirTurn, mayDecide: isTheirTurn || mayStepIn };
}
