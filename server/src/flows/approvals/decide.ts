/** The steps that every decision about an approval shares. */

import { unknownUser } from '../../domain/users/find-people.ts';
import { actorOf, type Principal, type RequestContext, SYSTEM_ACTOR } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import type { Clock } from '../../kernel/clock.ts';
import { CharterError, forbidden, invalidRequest } from '../../kernel/errors.ts';
import { retryConflicts } from '../../kernel/retry.ts';
import { type Decider, deciderOf, mustReadApproval } from './access.ts';
import { type ApprovalEnd, endApproval } from './end-approval.ts';
import type { ApprovalRecord, ApprovalStatus } from './model.ts';

export interface DecideDeps {
  store: Store;
  suite: Pick<Suite, 'users'>;
  clock: Clock;
}

export interface DecisionInput {
  approvalId: string;
  message?: string | undefined;
  /** Id, user principal name or mail of the decider: the caller, unless an app speaks for a person. */
  approverId?: string | undefined;
}

/**
 * Returns the decider.
 * @throws Forbidden when a person names somebody else, or an app names a guest or a closed account;
 * InvalidRequest at `approver.id` for an unknown person
 */
export async function findDecider(
  { suite }: Pick<DecideDeps, 'suite'>,
  principal: Principal,
  { approverId }: DecisionInput,
): Promise<Decider> {
  const caller = deciderOf(principal);
  if (approverId === undefined || approverId === principal.id) return caller;
  const [user] = await suite.users.resolve(principal.tenantId, [approverId]);
  if (user === undefined) {
    const detail = unknownUser('approver.id', approverId);
    throw invalidRequest(detail.message, [detail]);
  }
  if (user.id === principal.id) return caller;
  if (principal.kind === 'user') {
    throw forbidden('You decide for yourself. Leave out approver, or name yourself there.');
  }
  if (user.userType === 'Guest' || !user.accountEnabled) {
    throw forbidden('Guests and closed accounts decide nothing. Another approver must.');
  }
  // An app that speaks for a person gets none of that person's roles.
  return { id: user.id, kind: 'user', displayName: user.displayName, isAdministrator: false };
}

const RESOLVED: Record<Exclude<ApprovalStatus, 'pending'>, string> = {
  approved: 'The request is approved already.',
  rejected: 'The request is rejected already.',
  expired: 'The request has expired: nobody decided it in time.',
  cancelled: 'The request was withdrawn.',
};

const alreadyResolved = (status: keyof typeof RESOLVED): CharterError =>
  new CharterError('ApprovalAlreadyResolved', RESOLVED[status]);

/** Ends an approval whose time is over. Returns false when somebody decided it first. */
export const expire = (
  store: Store,
  tenantId: string,
  approval: ApprovalRecord,
  at: Date,
): Promise<boolean> => {
  const by = { actor: SYSTEM_ACTOR, requestId: approval.requestId };
  const end: ApprovalEnd = {
    status: 'expired',
    decider: undefined,
    message: undefined,
    by,
    operationId: undefined,
  };
  return endApproval(store, tenantId, approval, end, at);
};

/**
 * Lets a decision go on only while the approval is pending. Expires it where its time is over.
 * @throws ApprovalAlreadyResolved
 */
export async function mustBePending(
  { store, clock }: Pick<DecideDeps, 'store' | 'clock'>,
  tenantId: string,
  approval: ApprovalRecord,
): Promise<void> {
  if (approval.status !== 'pending') throw alreadyResolved(approval.status);
  const at = clock.now();
  if (approval.expiresAt > at) return;
  await expire(store, tenantId, approval, at);
  throw alreadyResolved('expired');
}

/**
 * Reads the approval and lets `decide` decide it; reads it again after a concurrent decision. A call repeated
 * under the same operation id returns without another decision.
 * @param decide returns false when the approval has changed since it was read
 * @throws NotFound, Conflict, and what `decide` throws
 */
export async function decideApproval(
  { store }: Pick<DecideDeps, 'store'>,
  principal: Principal,
  context: RequestContext,
  approvalId: string,
  decide: (approval: ApprovalRecord) => Promise<boolean>,
): Promise<void> {
  const { approvals } = store.in(principal.tenantId);
  const write = async (): Promise<true | undefined> => {
    const approval = await approvals.find(approvalId);
    mustReadApproval(principal, approvalId, approval);
    if (await approvals.hasDecision(approvalId, context.operationId)) return true;
    return (await decide(approval)) || undefined;
  };
  await retryConflicts(write, 'Others decide this request at the same moment. Try again.');
}

/** The caller as the cause of an event or a record. */
export const causeOf = (principal: Principal, { requestId }: RequestContext) => ({
  actor: actorOf(principal),
  requestId,
});
