import { findUser } from '../../domain/directory/find-people.ts';
import type { Deps } from '../../engine/deps.ts';
import { actorOf, hasAnyRole, type Principal } from '../../engine/principal.ts';
import { forbidden } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { assertCanDecideApproval, DECIDING_ROLES, type Decider } from './access.ts';
import { assertPending } from './end-approval.ts';
import type { ApprovalRecord } from './model.ts';

export interface DecisionInput {
  approvalId: string;
  message?: string | undefined;
  /** Id, user principal name or mail of the person on whose behalf an app decides. Default: the caller. */
  approverId?: string | undefined;
}

/**
 * Finds the actor who decides: the caller, or the person whom an app names.
 * @throws InvalidRequest at `approver.id` for an unknown person; Forbidden when a person names somebody else, or an app
 * names a guest or a closed account
 */
async function findDecider(
  { suite }: Pick<Deps, 'suite'>,
  principal: Principal,
  { approverId }: DecisionInput,
): Promise<Decider> {
  const caller = { ...actorOf(principal), isAdministrator: hasAnyRole(principal, DECIDING_ROLES) };
  if (approverId === undefined || approverId === principal.id) return caller;
  const user = await findUser(suite, principal.tenantId, { path: 'approver.id', reference: approverId });
  if (user.id === principal.id) return caller;
  if (principal.kind === 'user') {
    throw forbidden(
      say('approvals.forYourself', 'You decide for yourself. Leave out approver, or name yourself there.'),
    );
  }
  const presence = await suite.users.presence(principal.tenantId, user.id);
  if (user.userType === 'Guest' || !user.accountEnabled || presence === 'closed' || presence === 'deleted') {
    throw forbidden(
      say('approvals.closedDecider', 'Guests and closed accounts decide nothing. Another approver must.'),
    );
  }
  // An app that calls on behalf of a person does not gain that person's roles.
  return { id: user.id, kind: 'user', displayName: user.displayName, isAdministrator: false };
}

/**
 * Checks that the approval is pending and that the decider may decide it now, and returns the decider.
 * @throws InvalidRequest at `approver.id` for an unknown person; Forbidden, ApprovalAlreadyResolved
 */
export async function authoriseDecider(
  deps: Deps,
  principal: Principal,
  input: DecisionInput,
  approval: ApprovalRecord,
): Promise<Decider> {
  const decider = await findDecider(deps, principal, input);
  assertCanDecideApproval(principal, decider, approval);
  await assertPending(deps, principal.tenantId, approval);
  return decider;
}
