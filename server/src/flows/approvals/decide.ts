/** What every decision about a pending approval has in common. */

import { unknownUser } from '../../domain/users/find-people.ts';
import { actorOf, type Principal, type RequestContext, SYSTEM_ACTOR } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import type { Clock } from '../../kernel/clock.ts';
import { CharterError, forbidden, invalidRequest } from '../../kernel/errors.ts';
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
  /** Id, user principal name or mail of who decides: the caller, unless an app speaks for somebody. */
  approverId?: string | undefined;
}

/**
 * Who decides.
 * @throws Forbidden when a person names somebody else, or an app who may not sign in; InvalidRequest at `approver.id` for an unknown person
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
  // Roles are the caller's own: nobody lends theirs to an app.
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

/** An expiry is nobody's decision: it follows from the time. */
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

/** Others may decide at the same moment, in another stage; each time somebody got further. */
const MOST_TRIES = 20;

/**
 * Reads the approval, lets `act` decide it, and again when somebody else was faster. A call repeated under
 * the same operation id finds that it has decided.
 * @param act false when the approval is no longer as it was read
 * @throws NotFound, ApprovalAlreadyResolved, and what `act` throws
 */
export async function decidePending(
  { store, clock }: Pick<DecideDeps, 'store' | 'clock'>,
  principal: Principal,
  context: RequestContext,
  approvalId: string,
  act: (approval: ApprovalRecord, assertPending: () => Promise<void>) => Promise<boolean>,
): Promise<void> {
  const { tenantId } = principal;
  const { approvals } = store.in(tenantId);
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const approval = await approvals.find(approvalId);
    mustReadApproval(principal, approvalId, approval);
    if (await approvals.hasDecision(approvalId, context.operationId)) return;
    const assertPending = async (): Promise<void> => {
      if (approval.status !== 'pending') throw alreadyResolved(approval.status);
      const at = clock.now();
      if (approval.expiresAt > at) return;
      await expire(store, tenantId, approval, at);
      throw alreadyResolved('expired');
    };
    if (await act(approval, assertPending)) return;
  }
  throw new CharterError('Conflict', 'Others decide this request at the same moment. Try again.');
}

/** The caller as the one who causes what happens. */
export const causeOf = (principal: Principal, { requestId }: RequestContext) => ({
  actor: actorOf(principal),
  requestId,
});
