/** Who may read and decide approvals (contract 4, row "approve, reject", and contract 10). */

import type { Actor } from '../../engine/principal.ts';
import { hasAnyRole, isAdmin, type Principal, type Role } from '../../engine/principal.ts';
import { CharterError, forbidden, hidden, notFound } from '../../kernel/errors.ts';
import { type ApprovalRecord, approversOf, isAskedAlone, presentStage } from './model.ts';

/** May decide every request but their own. */
const DECIDING_ROLES: readonly Role[] = ['GOVERNANCE_MANAGER', 'TEAMS_SERVICE_ADMIN', 'GLOBAL_ADMIN'];

/** Who decides: the caller, or the person that an app speaks for. */
export interface Decider extends Actor {
  /** Decides by a role, whoever the approvers are. */
  isAdministrator: boolean;
}

export const deciderOf = (principal: Principal): Decider => ({
  id: principal.id,
  kind: principal.kind,
  displayName: principal.displayName,
  isAdministrator: hasAnyRole(principal, DECIDING_ROLES),
});

/** The approvers of every stage, and those who delegated their place. */
export const approverIdsOf = (approval: Pick<ApprovalRecord, 'stages'>): string[] => [
  ...approversOf(approval).map(({ id }) => id),
  ...approval.stages.flatMap(({ delegations = [] }) => delegations.map(({ from }) => from.id)),
];

export const isApproverOf = (approval: Pick<ApprovalRecord, 'stages'>, id: string): boolean =>
  approverIdsOf(approval).includes(id);

/** Its requester, its approvers of any stage, and admin. */
export const mayReadApproval = (principal: Principal, approval: ApprovalRecord): boolean =>
  approval.requester.id === principal.id || isApproverOf(approval, principal.id) || isAdmin(principal);

/** @throws NotFound, in the words for what is not there */
export function mustReadApproval(
  principal: Principal,
  approvalId: string,
  approval: ApprovalRecord | undefined,
): asserts approval is ApprovalRecord {
  if (approval === undefined) throw notFound('approval', approvalId);
  if (!mayReadApproval(principal, approval)) throw hidden('approval', approvalId);
}

/** Every stage has nobody but the requester, who then decides alone. */
const isOwnApprover = ({ stages, requester }: ApprovalRecord): boolean => isAskedAlone(stages, requester.id);

/**
 * For a caller who may read it. An app that speaks for somebody counts as requester too, when the request is
 * its own.
 * @throws Forbidden
 */
export function mustDecideApproval(principal: Principal, decider: Decider, approval: ApprovalRecord): void {
  const isRequester = [decider.id, principal.id].includes(approval.requester.id);
  if (isRequester && !isOwnApprover(approval)) {
    throw forbidden('Nobody decides a request of their own. Another approver must.');
  }
  if (decider.isAdministrator) return;
  if (presentStage(approval).approvers.some(({ id }) => id === decider.id)) return;
  throw forbidden(
    isApproverOf(approval, decider.id)
      ? 'Another stage of approvers decides now. Yours is over, or comes later.'
      : `Deciding this request needs one of its approvers, or one of the roles ${DECIDING_ROLES.join(', ')}.`,
  );
}

/**
 * Each approver's word counts once in a stage; what they would change now, the others did not see coming.
 * @throws Conflict
 */
export function mustNotHaveApproved(decider: Decider, approval: ApprovalRecord): void {
  if (!presentStage(approval).approvedBy.includes(decider.id)) return;
  throw new CharterError('Conflict', 'This approval is counted already. Others are still to decide.');
}
