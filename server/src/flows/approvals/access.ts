/** Who may read and decide approvals (docs/specification.md, sections 4 and 10). */

import { type Actor, isAdmin, type Principal, type Role } from '../../engine/principal.ts';
import { conflict, forbidden, hidden, notFound } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { type ApprovalRecord, approversOf, currentStage, isOnlyApprover } from './model.ts';

/** Roles that may decide every request except the caller's own. */
export const DECIDING_ROLES: readonly Role[] = ['GOVERNANCE_MANAGER', 'TEAMS_SERVICE_ADMIN', 'GLOBAL_ADMIN'];

/** The actor of a decision: the caller, or the person on whose behalf an app calls. */
export interface Decider extends Actor {
  /** Whether the decider has a deciding role, and therefore need not be an approver. */
  isAdministrator: boolean;
}

/** Returns the ids of all approvers in all stages, and of the approvers who delegated. */
export const approverIdsOf = (approval: Pick<ApprovalRecord, 'stages'>): string[] => [
  ...approversOf(approval).map(({ id }) => id),
  ...approval.stages.flatMap(({ delegations = [] }) => delegations.map(({ from }) => from.id)),
];

export const isApproverOf = (approval: Pick<ApprovalRecord, 'stages'>, id: string): boolean =>
  approverIdsOf(approval).includes(id);

/** Whether the caller made the request, or is or was an approver of any stage. Reads by other callers are recorded. */
export const isInvolved = ({ id }: Principal, approval: ApprovalRecord): boolean =>
  approval.requester.id === id || isApproverOf(approval, id);

const mayReadApproval = (principal: Principal, approval: ApprovalRecord): boolean =>
  isInvolved(principal, approval) || isAdmin(principal);

/** @throws NotFound, with the same message whether the approval does not exist or the caller may not read it */
export function assertCanReadApproval(
  principal: Principal,
  approvalId: string,
  approval: ApprovalRecord | undefined,
): asserts approval is ApprovalRecord {
  if (approval === undefined) throw notFound('approval', approvalId);
  if (!mayReadApproval(principal, approval)) throw hidden('approval', approvalId);
}

/**
 * Checks that the decider may decide an approval that the caller may read. Neither the decider nor an app that calls on
 * the decider's behalf may be the requester, unless the requester is the only approver of every stage.
 * @throws Forbidden
 */
export function assertCanDecideApproval(
  principal: Principal,
  decider: Decider,
  approval: ApprovalRecord,
): void {
  const isRequester = [decider.id, principal.id].includes(approval.requester.id);
  if (isRequester && !isOnlyApprover(approval.stages, approval.requester.id)) {
    throw forbidden(
      say('approvals.ownRequest', 'Nobody decides a request of their own. Another approver must.'),
    );
  }
  if (decider.isAdministrator) return;
  const { approvers, delegations = [] } = currentStage(approval);
  if (approvers.some(({ id }) => id === decider.id)) return;
  const delegation = delegations.find(({ from }) => from.id === decider.id);
  if (delegation !== undefined) {
    throw forbidden(
      say('approvals.delegatedAway', 'You have delegated this decision to {deputy}.', {
        deputy: delegation.to.displayName,
      }),
    );
  }
  throw forbidden(
    isApproverOf(approval, decider.id)
      ? say('approvals.otherStage', 'Another approval stage decides now. Yours is over, or comes later.')
      : say(
          'approvals.approversOnly',
          'Deciding this request needs one of its approvers, or one of the roles {roles}.',
          { roles: DECIDING_ROLES.join(', ') },
        ),
  );
}

/**
 * Rejects an approval while somebody else's question is open. Its asker and administrators may approve without an
 * answer, and anybody who may decide may reject.
 * @throws Conflict
 */
export function assertNoOpenQuestion(decider: Decider, { question }: Pick<ApprovalRecord, 'question'>): void {
  if (question === null || decider.isAdministrator || question.asker.id === decider.id) return;
  throw conflict(
    say(
      'approvals.questionHolds',
      '{name} has asked the requester for more information. Wait for the answer, or ask {name} to withdraw the question.',
      { name: question.asker.displayName },
    ),
  );
}

/**
 * Rejects an approval of any stage but the current one, and a second approval of the current stage by the same person.
 * A person who approved an earlier stage must name the current one, so that a retried call never approves a stage that
 * its sender has not seen.
 * @param stage the stage that the caller approves; undefined when the call names none
 * @throws Conflict
 */
export function assertNewApproval(
  decider: Decider,
  approval: Pick<ApprovalRecord, 'stages' | 'stage'>,
  stage: number | undefined,
): void {
  if (stage !== undefined && stage !== approval.stage) {
    throw conflict(
      say(
        'approvals.wrongStage',
        'Stage {present} decides now, not stage {stage}. Get the approval, and approve again if you agree.',
        { present: approval.stage, stage },
      ),
    );
  }
  if (currentStage(approval).approvedBy.includes(decider.id)) {
    throw conflict(
      say('approvals.counted', 'Your approval is counted. Other approvers still have to decide.'),
    );
  }
  const hasApprovedBefore = approval.stages.some(({ approvedBy }) => approvedBy.includes(decider.id));
  if (stage === undefined && hasApprovedBefore) {
    throw conflict(
      say(
        'approvals.earlierStage',
        'You approved an earlier stage. To approve this one too, send "stage": {stage}.',
        { stage: approval.stage },
      ),
    );
  }
}
