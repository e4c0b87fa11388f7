/** Ends pending approvals by rejection, expiry or cancellation, so that nothing is built. */

import type { NewNotification } from '../../domain/notifications/kinds.ts';
import type { NewAuditRecord } from '../../engine/audit/model.ts';
import type { Deps } from '../../engine/deps.ts';
import type { DomainEvent } from '../../engine/events/model.ts';
import { type Cancellation, cancelledError, type JobError, logLine } from '../../engine/jobs/model.ts';
import { type Actor, actorOf, SYSTEM_ACTOR } from '../../engine/principal.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import { CharterError } from '../../kernel/errors.ts';
import { type Message, say, sentences } from '../../kernel/messages.ts';
import { type ApprovalCause, decidedEvent, pendingEvent } from './events.ts';
import type { ApprovalRecord, ApprovalStatus } from './model.ts';
import { notificationsForRequester, notifyApprovers } from './notify.ts';

interface EndingDecision {
  outcome: 'rejected' | 'cancelled';
  decider: Actor;
  message?: string | undefined;
  operationId: string;
  /**
   * The cancellation of the job with its record and notifications; absent when the approval ends for another reason.
   */
  ofJob?: { cancellation: Cancellation; record: NewAuditRecord; notifications: readonly NewNotification[] };
}

interface ApprovalEnd {
  by: ApprovalCause;
  /** Absent for an expiry. */
  decision?: EndingDecision;
}

const CODES = {
  rejected: 'ApprovalRejected',
  expired: 'ApprovalExpired',
  cancelled: 'ApprovalCancelled',
} as const;

/** Puts a message in quotes and joins its lines, because log lines and errors have one line. */
const quoted = (message: string): Message =>
  say('approvals.message', '“{message}”', { message: message.trim().replace(/\s+/g, ' ') });

function reasonOf({ question }: ApprovalRecord, decision: EndingDecision | undefined): Message {
  if (decision === undefined && question !== null) {
    return say(
      'approvals.unanswered',
      'The question of {name} was not answered in time. Ask again if it is still needed.',
      { name: question.asker.displayName },
    );
  }
  if (decision === undefined) {
    return say('approvals.expired', 'Nobody decided the request in time. Ask again if it is still needed.');
  }
  const { outcome, decider, message } = decision;
  const name = decider.displayName;
  const ended =
    outcome === 'cancelled'
      ? say('approvals.withdrawn', '{name} withdrew the request.', { name })
      : say('approvals.rejected', '{name} rejected the request.', { name });
  return message === undefined ? ended : sentences([ended, quoted(message)]);
}

function eventOf(approval: ApprovalRecord, { by, decision }: ApprovalEnd): DomainEvent {
  if (decision === undefined) return pendingEvent('expired', approval, by);
  const { outcome, decider, message } = decision;
  return decidedEvent(outcome, approval, by, { decider, message });
}

/** Notifies the approvers after a withdrawal or cancellation, and the requester after a rejection or expiry. */
async function notify(
  unit: UnitOfWork,
  approval: ApprovalRecord,
  decision: EndingDecision | undefined,
  at: Date,
): Promise<void> {
  const { notifications } = unit;
  if (decision === undefined)
    return notifications.add(notificationsForRequester(approval, 'request_expired'), at);
  const { outcome, decider, message, ofJob } = decision;
  const act = { actorName: decider.displayName, message };
  if (outcome === 'rejected')
    return notifications.add(notificationsForRequester(approval, 'request_rejected', act), at);
  await notifyApprovers(unit, approval, { kind: 'approval_withdrawn', act }, at);
  await notifications.add(ofJob?.notifications ?? [], at);
}

/**
 * Ends the approval and fails its job, and appends the event, in one transaction. Returns false, and writes nothing,
 * when the approval has changed since it was read.
 */
export function endApproval(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  tenantId: string,
  approval: ApprovalRecord,
  end: ApprovalEnd,
): Promise<boolean> {
  const { decision } = end;
  const at = clock.now();
  const status = decision?.outcome ?? 'expired';
  const ofJob = decision?.ofJob;
  const own: JobError = { code: CODES[status], ...reasonOf(approval, decision), step: null };
  const error = ofJob === undefined ? own : cancelledError(ofJob.cancellation);
  const log = [logLine(at, error)];
  return store.transaction(tenantId, async (unit) => {
    const ended = await unit.approvals.change(approval.id, approval.revision, {
      status,
      decidedAt: at,
      // The question is among the comments. An erasure finds its text there.
      question: null,
      ...(decision && { decidedBy: actorOf(decision.decider), message: decision.message }),
    });
    if (!ended) return false;
    if (decision !== undefined) {
      const { operationId, outcome, message = null } = decision;
      const said = { id: operationId, stage: approval.stage, outcome, decider: actorOf(decision.decider) };
      await unit.approvals.addDecision(approval.id, { ...said, message }, at);
    }
    const cancel = ofJob && { cancellation: ofJob.cancellation, operationId: decision?.operationId };
    if (!(await unit.jobs.failPaused(approval.jobId, error, log, at, cancel))) {
      throw new Error(`Job ${approval.jobId} was not waiting for its approval.`);
    }
    await unit.jobs.release(approval.jobId);
    await notify(unit, approval, decision, at);
    await unit.events.append([eventOf(approval, end)], at);
    if (ofJob) await unit.audit.append([ofJob.record], at);
    return true;
  });
}

/** Cancels a job together with its approval. Returns false when the approval has changed since it was read. */
export function cancelWithJob(
  deps: Pick<Deps, 'store' | 'clock'>,
  tenantId: string,
  approval: ApprovalRecord,
  call: NonNullable<EndingDecision['ofJob']> & { cause: ApprovalCause; operationId: string },
): Promise<boolean> {
  const { cause, operationId, ...ofJob } = call;
  return endApproval(deps, tenantId, approval, {
    by: cause,
    decision: { outcome: 'cancelled', decider: ofJob.cancellation.by, operationId, ofJob },
  });
}

/** Expires an overdue approval. Returns false when the approval has changed since it was read. */
export function expire(
  deps: Pick<Deps, 'store' | 'clock'>,
  tenantId: string,
  approval: ApprovalRecord,
): Promise<boolean> {
  const by = { actor: SYSTEM_ACTOR, requestId: approval.requestId };
  return endApproval(deps, tenantId, approval, { by });
}

const RESOLVED: Record<Exclude<ApprovalStatus, 'pending'>, Message> = {
  approved: say('approvals.approvedAlready', 'The request is approved already.'),
  rejected: say('approvals.rejectedAlready', 'The request is rejected already.'),
  expired: say('approvals.expiredAlready', 'The request has expired: nobody decided it in time.'),
  cancelled: say('approvals.withdrawnAlready', 'The request was withdrawn.'),
};

/**
 * Checks that the approval is pending. Expires it first when it is overdue.
 * @throws ApprovalAlreadyResolved
 */
export async function assertPending(
  deps: Pick<Deps, 'store' | 'clock'>,
  tenantId: string,
  approval: ApprovalRecord,
): Promise<void> {
  const { status, expiresAt } = approval;
  if (status !== 'pending') throw new CharterError('ApprovalAlreadyResolved', RESOLVED[status]);
  if (expiresAt > deps.clock.now()) return;
  await expire(deps, tenantId, approval);
  throw new CharterError('ApprovalAlreadyResolved', RESOLVED.expired);
}
