/** Remarks on pending requests: questions to the requester, answers, withdrawn questions and comments. */
import type { Deps } from '../../engine/deps.ts';
import { type Actor, actorOf, causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import { DAY_MILLISECONDS } from '../../kernel/clock.ts';
import { conflict, forbidden } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { decideApproval } from './decide.ts';
import { authoriseDecider, type DecisionInput } from './decider.ts';
import { assertPending } from './end-approval.ts';
import { remarkEvent } from './events.ts';
import { type ApprovalRecord, closeQuestion, currentStage, type Question } from './model.ts';
import { notificationsOfComment, notificationsOfQuestion, notifyApprovers } from './notify.ts';
import type { ApprovalChange, RemarkKind } from './ports.ts';

type RemarkDeps = Pick<Deps, 'store' | 'clock'>;

export interface AskDeps extends Deps {
  settings: {
    /** Days that the requester has to answer. */
    approvalExpiryDays: number;
  };
}

interface RemarkInput {
  approvalId: string;
  message: string;
}

interface Remark {
  kind: RemarkKind;
  author: Actor;
  message: string | undefined;
  change: ApprovalChange;
  notify?(unit: UnitOfWork): Promise<void>;
}

/**
 * Writes the remark, its event and its notifications in one transaction. Returns false, and writes nothing, when the
 * approval has changed since it was read.
 */
function record(
  { store }: RemarkDeps,
  principal: Principal,
  context: RequestContext,
  approval: ApprovalRecord,
  at: Date,
  { kind, author, message, change, notify }: Remark,
): Promise<boolean> {
  return store.transaction(principal.tenantId, async (unit) => {
    if (!(await unit.approvals.change(approval.id, approval.revision, change))) return false;
    const said = { id: context.operationId, stage: approval.stage, outcome: kind, decider: actorOf(author) };
    await unit.approvals.addDecision(approval.id, { ...said, message: message ?? null }, at);
    await notify?.(unit);
    const event = remarkEvent(kind, approval, causeOf(principal, context), { author, message });
    await unit.events.append([event], at);
    return true;
  });
}

/** @throws Conflict */
function assertQuestion({ question }: ApprovalRecord): Question {
  if (question !== null) return question;
  throw conflict(say('approvals.noQuestion', 'No question is open. Get the approval to see its state.'));
}

/**
 * Asks the requester for more information. The question holds the current stage and stops the time for its decision;
 * the requester has the time of a whole request to answer.
 * @throws NotFound, Forbidden and InvalidRequest as for a decision; ApprovalAlreadyResolved; Conflict when a question
 * is open, or the asker has approved the stage
 */
export async function askRequester(
  deps: AskDeps,
  principal: Principal,
  context: RequestContext,
  { message, ...input }: RemarkInput & DecisionInput,
): Promise<void> {
  await decideApproval(deps, principal, context, input.approvalId, async (approval) => {
    const decider = await authoriseDecider(deps, principal, input, approval);
    if (approval.question !== null) {
      throw conflict(
        say('approvals.questionOpen', '{name} has asked already. Wait for the answer, or comment.', {
          name: approval.question.asker.displayName,
        }),
      );
    }
    if (currentStage(approval).approvedBy.includes(decider.id)) {
      throw conflict(
        say('approvals.counted', 'Your approval is counted. Other approvers still have to decide.'),
      );
    }
    const at = deps.clock.now();
    const asker = actorOf(decider);
    const question: Question = {
      asker,
      message,
      askedAt: at.toISOString(),
      remainingMilliseconds: approval.expiresAt.getTime() - at.getTime(),
    };
    const expiresAt = new Date(at.getTime() + deps.settings.approvalExpiryDays * DAY_MILLISECONDS);
    return record(deps, principal, context, approval, at, {
      kind: 'asked',
      author: asker,
      message,
      change: { question, expiresAt, remindedAt: at },
      notify: ({ notifications }) =>
        notifications.add(notificationsOfQuestion({ ...approval, expiresAt }, question), at),
    });
  });
}

/**
 * Answers the open question as the requester. The approvers are notified, and their time resumes.
 * @throws NotFound, Forbidden, ApprovalAlreadyResolved, Conflict when no question is open
 */
export async function answerQuestion(
  deps: RemarkDeps,
  principal: Principal,
  context: RequestContext,
  { approvalId, message }: RemarkInput,
): Promise<void> {
  await decideApproval(deps, principal, context, approvalId, async (approval) => {
    if (approval.requester.id !== principal.id) {
      throw forbidden(say('approvals.requesterAnswers', 'Only the requester answers. Comment instead.'));
    }
    await assertPending(deps, principal.tenantId, approval);
    assertQuestion(approval);
    const at = deps.clock.now();
    const closed = closeQuestion(approval, at);
    const author = actorOf(principal);
    return record(deps, principal, context, approval, at, {
      kind: 'answered',
      author,
      message,
      change: { ...closed, remindedAt: at },
      notify: (unit) =>
        notifyApprovers(
          unit,
          { ...approval, ...closed },
          { kind: 'information_provided', act: { actorName: author.displayName, message } },
          at,
        ),
    });
  });
}

/**
 * Withdraws the open question as its asker or an administrator. The time of the approvers resumes.
 * @throws NotFound, Forbidden and InvalidRequest as for a decision; ApprovalAlreadyResolved; Conflict when no question
 * is open
 */
export async function withdrawQuestion(
  deps: Deps,
  principal: Principal,
  context: RequestContext,
  { message, ...input }: DecisionInput,
): Promise<void> {
  await decideApproval(deps, principal, context, input.approvalId, async (approval) => {
    const author = await authoriseDecider(deps, principal, input, approval);
    const { asker } = assertQuestion(approval);
    if (asker.id !== author.id && !author.isAdministrator) {
      throw forbidden(
        say(
          'approvals.otherAsker',
          '{name} has asked. Only they or an administrator can withdraw the question.',
          {
            name: asker.displayName,
          },
        ),
      );
    }
    const at = deps.clock.now();
    return record(deps, principal, context, approval, at, {
      kind: 'withdrawn',
      author,
      message,
      change: { ...closeQuestion(approval, at), remindedAt: at },
    });
  });
}

/**
 * Comments on a pending request. Everybody who can read it may comment.
 * @throws NotFound, ApprovalAlreadyResolved, Conflict
 */
export async function commentOnApproval(
  deps: RemarkDeps,
  principal: Principal,
  context: RequestContext,
  { approvalId, message }: RemarkInput,
): Promise<void> {
  await decideApproval(deps, principal, context, approvalId, async (approval) => {
    await assertPending(deps, principal.tenantId, approval);
    const author = actorOf(principal);
    const at = deps.clock.now();
    return record(deps, principal, context, approval, at, {
      kind: 'commented',
      author,
      message,
      change: {},
      notify: ({ notifications }) => notifications.add(notificationsOfComment(approval, author, message), at),
    });
  });
}
