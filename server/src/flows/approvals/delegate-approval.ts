import { findUser, type Person } from '../../domain/directory/find-people.ts';
import type { Deps } from '../../engine/deps.ts';
import { actorOf, causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { forbidden, invalidField } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { decideApproval } from './decide.ts';
import { assertPending } from './end-approval.ts';
import { approvalDelegatedRecord } from './events.ts';
import { type ApprovalRecord, delegateStages, hasPendingDecision, requiresBoth } from './model.ts';
import { notificationsForDeputy } from './notify.ts';
import { plannedOf } from './plan-again.ts';

export interface DelegateInput {
  approvalId: string;
  /** Id, user principal name or mail of the deputy. */
  deputyId: string;
  message?: string | undefined;
}

async function findDeputy(
  { suite }: Pick<Deps, 'suite'>,
  approval: ApprovalRecord,
  principal: Principal,
  deputyId: string,
): Promise<Person> {
  const user = await findUser(suite, principal.tenantId, { path: 'deputy.id', reference: deputyId });
  if (user.id === principal.id)
    throw invalidField(
      'deputy.id',
      say('approvals.askedAlready', 'You are asked already. Name somebody else.'),
    );
  if (user.id === approval.requester.id) {
    throw invalidField(
      'deputy.id',
      say('approvals.requesterDeputy', 'Nobody decides a request of their own. Name somebody else.'),
    );
  }
  if (user.userType === 'Guest' || !user.accountEnabled) {
    throw invalidField(
      'deputy.id',
      say('approvals.closedDeputy', 'Guests and closed accounts decide nothing. Name somebody else.'),
    );
  }
  if (requiresBoth(approval, principal.id, user.id)) {
    throw invalidField(
      'deputy.id',
      say(
        'approvals.deputyIsApprover',
        'This person is an approver already, in a stage where everybody must approve. Name somebody else.',
      ),
    );
  }
  return { id: user.id, displayName: user.displayName };
}

/**
 * Replaces the caller with a deputy in every stage in which the caller's decision is pending. The caller can still read
 * the approval.
 * @throws NotFound, Forbidden, InvalidRequest, ApprovalAlreadyResolved, Conflict
 */
export async function delegateApproval(
  deps: Deps,
  principal: Principal,
  context: RequestContext,
  { approvalId, deputyId, message }: DelegateInput,
): Promise<void> {
  const { tenantId } = principal;
  await decideApproval(deps, principal, context, approvalId, async (approval) => {
    await assertPending(deps, tenantId, approval);
    if (!hasPendingDecision(approval, principal.id)) {
      throw forbidden(
        say(
          'approvals.nothingToDelegate',
          'You are not among those who are still to decide, so you have nothing to delegate.',
        ),
      );
    }
    const deputy = await findDeputy(deps, approval, principal, deputyId);
    const plan = (await deps.store.in(tenantId).jobs.find(approval.jobId))?.plan;
    const planned = plan ? plannedOf(approval, plan) : undefined;
    const at = deps.clock.now();
    const decider = actorOf(principal);
    const stages = delegateStages(approval, { id: decider.id, displayName: decider.displayName }, deputy);
    const { question } = approval;
    // Passes the caller's open question to the deputy. Otherwise nobody in the stage could withdraw it.
    const passed = question?.asker.id === decider.id && {
      question: { ...question, asker: { ...deputy, kind: 'user' as const } },
    };
    return deps.store.transaction(tenantId, async (unit) => {
      if (!(await unit.approvals.change(approvalId, approval.revision, { stages, ...passed }))) return false;
      await unit.approvals.addApprover(approvalId, deputy.id);
      await unit.notifications.add(
        notificationsForDeputy(approval, stages, deputy.id, { message, planned }),
        at,
      );
      const said = { id: context.operationId, stage: approval.stage, outcome: 'delegated', decider } as const;
      await unit.approvals.addDecision(approvalId, { ...said, message: message ?? null }, at);
      const record = approvalDelegatedRecord(approval, causeOf(principal, context), {
        delegateId: deputy.id,
        delegateName: deputy.displayName,
        message,
      });
      await unit.audit.append([record], at);
      return true;
    });
  });
}
